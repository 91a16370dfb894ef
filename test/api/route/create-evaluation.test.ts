// POST /v1/evaluate from the call to the issued object: real queue, worker, store, simulated aggregators.
import { decodePaymentResponseHeader } from "@x402/core/http";
import t from "tap";
import { openApp } from "../../../api/app.ts";
import { openGate } from "../../../api/gate/gate.ts";
import { openPayments } from "../../../api/pay/payments.ts";
import { sizeEvaluation } from "../../../jobs/evaluate/size-evaluation.ts";
import { replayIssued } from "../../../jobs/replay/replay-issued.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { digestOf } from "../../../schema/canonical.ts";
import { setHeaderLimit } from "../../../schema/env.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { openSeller } from "../../../schema/io/pay/seller.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { jobId } from "../../../schema/job.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { LIMITS } from "../../../schema/limit.ts";
import type { Evaluation } from "../../../schema/object/evaluation.ts";
import { decodeBase64, encodeHeader, type PaymentRequired } from "../../../schema/pay/x402.ts";
import { issuedById } from "../../../schema/query/issued/issued-by-id.ts";
import type { BookLatestRow } from "../../../schema/query/trade/book-latest.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { headerOf } from "../../support/api/api.ts";
import { checkInspected } from "../../support/api/inspected.ts";
import { poster, startPremiumApi } from "../../support/api/premium.ts";
import { BASE } from "../../support/base.ts";
import { soothe } from "../../support/calm-metrics.ts";
import { startIngestGround } from "../../support/ingest.ts";
import { openBuyer } from "../../support/payment/payer.ts";
import { factsOf, wholeRows } from "../../support/rows/facts.ts";
import { tokensFrame } from "../../support/rows/frames.ts";

/** The store lets go of levels of books after hours, so they are of just now. */
const NOW = BASE;
const { deps, sandbox, redis, sql } = await startIngestGround(t);
sandbox.setTime({ frozenMs: NOW });

/** A book as its source stored it, a second ago. */
const asStored = ({ read_at: _, retrieved_ms: __, ...book }: BookLatestRow) => ({
  ...book,
  ...{
    market: "spot",
    at: NOW - 1_000,
    retrieved_at: NOW - 500,
    bid: book.bid_price[0] ?? 0,
    ask: book.ask_price[0] ?? 0,
  },
});
const rows = wholeRows();
const facts = factsOf(rows);
const own = rows.books.filter(({ token }) => token === "maker");
await deps.store.insert("order_book", own.map(asStored), "books");

const tokens = TRACKED.filter(({ id }) => id === "maker" || id === "bitcoin").map(({ id, symbol, name }, at) => ({
  ...{ id, symbol, name, rank: at + 1, contracts: [] },
}));
const frames = new Map([
  [SNAPSHOTS.tokens, { version: NOW, bytes: tokensFrame(NOW, tokens) }],
  [SNAPSHOTS.state("maker"), { version: NOW, bytes: stateFrame(soothe(buildState(facts, "maker")), NOW) }],
]);
const { api, app, jobCalls, gateSubscriber } = await startPremiumApi(t, {
  deps,
  redisUrl: redis.url,
  now: NOW,
  frames,
});
/** A payment for what a call was told to cost, as a header. */
async function signPayment(payer: ReturnType<typeof openPayer>, required: string) {
  const text = decodeBase64(required)?.toString("utf8") ?? "";
  const { accepts, resource } = JSON.parse(text) as PaymentRequired;
  const accepted = accepts.find(({ asset }) => asset === "lovelace");
  if (!accepted) throw new Error("nothing that play money buys");
  const { id, payload } = await payer.pay(accepted.payTo, accepted.amount);
  return { id, header: encodeHeader({ x402Version: 2, resource, accepted, payload }) };
}

const post = poster<Evaluation>({ app }, "/v1/evaluate", "203.0.113.7");
const issued = async () => Number((await sql<{ n: number }>("SELECT count() AS n FROM issued_object"))[0]?.n);

t.test("an order is judged on books and live quotes, issued, and is what the proof holds", async (t) => {
  const policy = { max_impact_pct: 3 };
  const { status, body, left } = await post(t, { token: "MKR", size_usd: 2_000, policy });
  t.equal(status, 201);
  t.equal(left, "9", "one of ten free calls");
  const { data } = body;
  t.match(data, { kind: "sized", policy: { passed: true }, order: { side: "buy", size_usd: 2_000, chain: "eth" } });
  t.same(
    data.order?.impact_sources.map(({ method, impact_pct }) => [method, typeof impact_pct]),
    [
      ["book", "number"],
      ["quote", "number"],
    ],
  );
  const largest = data.order?.largest_safe_size_usd as number;
  t.ok(largest > 0 && data.order?.limited_by, `${largest} USD, limited by ${data.order?.limited_by}`);
  const [kept] = await deps.store.query(issuedById, { id: body.id ?? "" });
  t.equal(digestOf(Buffer.from(kept?.canonical ?? "")), data.hash);
  const [basis] = await sql<{ inputs: string; hash: string; judged: string }>(
    `SELECT inputs, n.hash AS hash, toString(o.judged_at) AS judged FROM issued_input AS n
     INNER JOIN issued_object AS o ON o.id = n.id AND o.hash = n.hash WHERE n.id = '${body.id}'`,
  );
  t.equal(basis?.hash, data.hash);
  const { order, books, quoted: told } = JSON.parse(basis?.inputs ?? "{}") as Record<string, unknown[]>;
  t.match(order, { size_usd: 2_000, policy }, "the order is kept with what was read for it");
  t.ok((books?.length ?? 0) > 1 && (told?.length ?? 0) > 1, `${books?.length} books and ${told?.length} quotes`);
  t.match(await replayIssued(deps.store, [body.id ?? ""]), [{ result: "identical", members: [] }]);
  const calls = JSON.parse(kept?.source_calls ?? "[]") as { source_id: string; raw_sha256: string }[];
  const quoted = data.order?.impact_sources[1]?.source ?? [];
  t.ok(quoted.length >= 4, "a probe and an order of two aggregators");
  for (const { provider } of quoted) t.match(provider, /^sandbox:/);
  // The state of this test rests on rows that no call brought.
  const received = body.sources.filter(({ raw_sha256 }) => raw_sha256);
  const digestById = new Map(received.map(({ id, raw_sha256 }) => [id, raw_sha256]));
  t.ok(quoted.every(({ id }) => digestById.get(id)));
  t.same(new Map(calls.map((call) => [call.source_id, call.raw_sha256])), digestById, "its calls are its sources");
  const again = await post(t, { token: "maker", size_usd: largest, policy });
  const more = await post(t, { token: "maker", size_usd: largest * 1.01, policy });
  t.equal(again.body.data.dimensions.liquidity.verdict, data.dimensions.liquidity.verdict);
  t.not(more.body.data.dimensions.liquidity.verdict, "proceed");
});

t.test("a policy names tokens as a path does: a symbol denies what it means", async (t) => {
  const unknown = `0x${"e".repeat(40)}`;
  const { body } = await post(t, { token: "maker", size_usd: 2_000, policy: { deny_tokens: ["mkr", unknown] } });
  const results = [{ rule: "deny_tokens", limit: ["maker", unknown], value: "maker", result: "fail" }];
  t.match(body.data, { verdict: "avoid", policy: { passed: false, results } });
  const refused = await post(t, { token: "maker", size_usd: 2_000, policy: { deny_tokens: ["bitcoin", "makr"] } });
  t.match(refused.body, { code: "token_not_found", errors: [{ pointer: "/policy/deny_tokens/1" }] });
});

t.test("an Idempotency-Key gets the first answer and issues nothing twice", async (t) => {
  const headers = { "idempotency-key": "one" };
  const order = { token: "maker", size_native: 1, side: "sell", venue_scope: "cex" };
  const first = await post(t, order, headers);
  const before = await issued();
  const second = await post(t, order, headers);
  t.equal(second.status, 201);
  t.equal(second.body.id, first.body.id);
  t.equal(headerOf(second.answer, "idempotency-replayed"), "true");
  t.equal(await issued(), before);
});

t.test("what cannot be answered is refused before anything is counted", async (t) => {
  const { left } = await post(t, { token: "maker", size_usd: 1 });
  const cases = [
    [{ token: "maker" }, 400, "size_required"],
    [{ token: "maker", size_usd: 1, size_native: 1 }, 400, "size_exclusive"],
    [{ token: "maker", size_usd: 1, chain: "eth" }, 400, "unknown_field"],
    [{ token: "maker", size_usd: 0 }, 400, "out_of_range"],
    [{ token: "maker", size_usd: 1, policy: { max_impact: 1 } }, 400, "unknown_field"],
    [{ token: "maker", size_usd: 1, policy: { forbid_flags: ["honypot"] } }, 400, "invalid_enum"],
    [{ token: "nothing-like-it", size_usd: 1 }, 404, "token_not_found"],
    [{ token: "maker", size_usd: 1, policy: { deny_tokens: ["MKR", "mkrr"] } }, 404, "token_not_found"],
    [{ token: "maker", size_usd: 1, policy: { allow_tokens: ["nothing-like-it"] } }, 404, "token_not_found"],
  ] as const;
  for (const [body, status, code] of cases) {
    const answer = await post(t, body);
    t.match([answer.status, answer.body], [status, { code }], code);
  }
  t.equal((await post(t, { token: "maker", size_usd: 1 })).left, String(Number(left) - 1));
});

t.test("an order whose liquidity cannot be measured is never safe, and free", async (t) => {
  const { left } = await post(t, { token: "maker", size_usd: 1 });
  const elsewhere = await post(t, { token: "maker", size_usd: 1_000, venue_scope: "dex", chain: "sol" });
  t.equal(elsewhere.status, 201);
  t.match(elsewhere.body.data, {
    verdict: "caution",
    order: { impact_pct: "unassessed", largest_safe_size_usd: "unassessed" },
  });
  t.equal(elsewhere.left, left);
  for (const provider of ["kyberswap", "velora"]) sandbox.setFault({ provider, kind: "empty" });
  const failing = await post(t, { token: "maker", size_usd: 1_000 });
  t.match(failing.body.data, { verdict: "caution", order: { largest_safe_size_usd: "unassessed" } });
  t.match(failing.body.data.dimensions.liquidity, { verdict: "unassessed" });
  t.equal(failing.left, left);
  sandbox.clearFaults();
});

t.test("a job done twice is one evaluation, and one nobody waits for is none", async (t) => {
  const { signal } = new AbortController();
  const payload = { id: `eval_${"0".repeat(26)}`, token: "maker", order: { size_usd: 500 }, until: NOW + 1_000 };
  const before = await issued();
  const runs = await Promise.all([1, 2].map(() => sizeEvaluation(deps, payload, signal)));
  t.same(runs[0], runs[1]);
  t.equal(await issued(), before + 1);
  const late = { ...payload, id: `eval_${"1".repeat(26)}`, until: NOW };
  t.equal(await sizeEvaluation(deps, late, signal), null);
  t.equal(await issued(), before + 1);
  await t.rejects(sizeEvaluation(deps, { ...payload, token: "bitcoin" }, signal), { code: "not_ready" });
});

t.test("without a worker the call ends at its deadline, and an answer that comes first is not missed", async (t) => {
  const request = {
    name: "gap.sweep",
    id: jobId("gap.sweep", 1),
    payload: { slot: 1 },
  } as const;
  await t.rejects(jobCalls.ask(request, 50), { code: "overloaded" });
});

t.test("an address is inspected at one block; refusals and a node that is away cost nothing", (t) =>
  checkInspected(t, { app, sandbox, store: deps.store }),
);

t.test(
  "past the free calls the official client buys an evaluation, a brief and an inspection, unmodified, once each",
  async (t) => {
    const ledger = await openOrigin({
      provider: createCardano(2, createLedger(2, 300)),
      port: 0,
      now: Date.now,
      gzip: false,
    });
    const http = openHttp({ clock: systemClock, random: systemRandom });
    const env = parseEnv({ LOG_LEVEL: "silent", SANDBOX_ORIGINS: JSON.stringify({ cardano: ledger.url }) });
    const seller = openSeller({ env, clock: systemClock, http });
    if (seller === null) throw new Error("no seller");
    const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const doors = { redis: api.redis, clock: systemClock, random: systemRandom, log: api.deps.log, wait };
    const payments = openPayments({ ...seller, ...doors, patienceMs: LIMITS.workMs });
    const selling = openGate({ ...api.deps, redis: api.redis, subscriber: gateSubscriber, payments });
    await selling.start();
    setHeaderLimit(LIMITS.headerBytesMax);
    const { startServer } = await import("../../../api/server.ts");
    const shop = openApp({ ...api.deps, jobCalls, gate: selling });
    const server = await startServer({ app: shop, log: api.deps.log, host: "127.0.0.1", port: 0 });
    t.teardown(async () => {
      await server.stop(1_000);
      await selling.stop();
      await http.close();
      await ledger.close();
    });
    const ask = (sizeUsd: number, send: typeof fetch) =>
      send(`http://127.0.0.1:${server.port}/v1/evaluate`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token: "maker", size_usd: sizeUsd }),
      });
    for (let call = 1; call <= 10; call++) t.equal((await ask(call, fetch)).status, 201, `free call ${call}`);
    t.equal((await ask(11, fetch)).status, 402);
    const before = await issued();
    const bought = await ask(11, openBuyer(openPayer(ledger.url, Buffer.alloc(32, 12))));
    t.equal(bought.status, 201);
    t.match(await bought.json(), { object: "evaluation", data: { kind: "sized", order: { size_usd: 11 } } });
    const paid = decodePaymentResponseHeader(bought.headers.get("payment-response") ?? "");
    t.match(paid, { success: true, amount: "5000000" });
    t.equal(await issued(), before + 1, "one evaluation was issued for it");

    const url = `http://127.0.0.1:${server.port}`;
    const json = { "content-type": "application/json" };
    const explain = { method: "POST", headers: json, body: JSON.stringify({ token: "maker" }) };
    const asked = { method: "POST", headers: json, body: JSON.stringify({ token: "maker", claim: "MKR is above $1" }) };
    const looked = `/v1/inspect/eth/${"0x28C6c06298d514Db089934071355E5743bf21d60"}`;
    const told = new Map<string, string>();
    for (const [n, [path, init, object, status]] of (
      [
        ["/v1/explain", explain, "brief", 200],
        ["/v1/ask", asked, "answer", 201],
        [looked, {}, "address_profile", 200],
      ] as const
    ).entries()) {
      const refused = await fetch(`${url}${path}`, init);
      t.equal(refused.status, 402, path);
      told.set(path, refused.headers.get("payment-required") ?? "");
      const answer = await openBuyer(openPayer(ledger.url, Buffer.alloc(32, 20 + n)))(`${url}${path}`, init);
      t.equal(answer.status, status, path);
      t.match(await answer.json(), { object });
      const settled = decodePaymentResponseHeader(answer.headers.get("payment-response") ?? "");
      t.match(settled, { success: true, amount: "5000000" }, path);
    }

    const signed = await signPayment(openPayer(ledger.url, Buffer.alloc(32, 30)), told.get("/v1/ask") ?? "");
    const body = Buffer.from(asked.body);
    const headers = { ...json, "payment-signature": signed.header };
    const request = { method: "POST", path: "/v1/ask", query: "", peer: "203.0.113.8", headers, body };
    const had = await issued();
    let die = (_: Error) => {};
    const death = new Promise<never>((_, reject) => {
      die = reject;
    });
    // It may die before the answer has reached it as well as after.
    const dying = {
      ask: (...call: Parameters<typeof jobCalls.ask>) => Promise.race([death, jobCalls.ask(...call).then(() => death)]),
    };
    const lost = openApp({ ...api.deps, jobCalls: dying, gate: selling }).handle(request);
    while ((await issued()) === had) await wait(20);
    // What is left of an api that is killed: its claim ends, as nobody renews it.
    await api.redis.del(KEYS.payment(signed.id));
    const answer = await shop.handle(request);
    t.equal(answer.status, 201);
    t.match(decodePaymentResponseHeader(headerOf(answer, "payment-response") ?? ""), { success: true });
    t.equal(await issued(), had + 1, "who pays again with the same payment gets what was issued when the api died");
    die(new Error("the api was killed"));
    await lost;
  },
);
