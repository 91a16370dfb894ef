// /v1/agents from the call to the issued run, paid for and proven: real queue, worker, store and ledger.
import { createHash } from "node:crypto";
import { decodePaymentResponseHeader } from "@x402/core/http";
import t from "tap";
import { runAgent } from "../../../jobs/agent/run-agent.ts";
import { appendIssued } from "../../../jobs/proof/append-log.ts";
import { replayIssued } from "../../../jobs/replay/replay-issued.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { readState } from "../../../jobs/state/read-state.ts";
import { AGENT_IDS, AGENTS } from "../../../schema/agent/index.ts";
import { digestOf } from "../../../schema/canonical.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import type { AgentListAnswer, AgentRun } from "../../../schema/object/agent.ts";
import type { ProofData } from "../../../schema/object/proof.ts";
import { issuedById } from "../../../schema/query/issued/issued-by-id.ts";
import type { Query } from "../../../schema/query/query.ts";
import { PRICES } from "../../../schema/tier.ts";
import { checksummed } from "../../../schema/token/address.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { createEvmLedger } from "../../../scripts/sandbox/chain/evm-ledger.ts";
import { createBudget } from "../../../scripts/sandbox/limit.ts";
import { setAddress } from "../../../scripts/sandbox/risk/address.ts";
import { createGoplus } from "../../../scripts/sandbox/risk/goplus.ts";
import { createKyberswap } from "../../../scripts/sandbox/swap/kyberswap.ts";
import { createVelora } from "../../../scripts/sandbox/swap/velora.ts";
import { ask, headerOf } from "../../support/api/api.ts";
import { poster, startPremiumApi } from "../../support/api/premium.ts";
import { BASE } from "../../support/base.ts";
import { soothe } from "../../support/calm-metrics.ts";
import { model, NODES } from "../../support/chain-look.ts";
import { openTestDeps } from "../../support/deps.ts";
import { openShop } from "../../support/payment/shop.ts";
import { startTestRedis } from "../../support/redis.ts";
import { factsOf, wholeRows } from "../../support/rows/facts.ts";
import { marketFrame, tokensFrame } from "../../support/rows/frames.ts";
import { startSimulated } from "../../support/simulated.ts";
import { checkRun } from "../../support/statement/check-run.ts";
import { startTestStore } from "../../support/store.ts";

const NOW = BASE;
const TOKENS = ["bitcoin", "maker", "aave"];
const KEY = `assay_abcdefgh_${"k".repeat(43)}`;

const { store } = await startTestStore(t);
const redis = await startTestRedis(t);
const opened = openTestDeps(redis.url, { store, clock: { now: () => NOW } });
t.teardown(opened.close);
const asked = {
  ...{ eth: NODES.eth, goplus: createGoplus(model, createBudget()) },
  ...{ kyberswap: createKyberswap(model, createBudget()), velora: createVelora(model, createBudget()) },
};
const chains = await startSimulated(t, asked, NOW);
const deps = { ...opened.deps, env: { ...opened.deps.env, SANDBOX_ORIGINS: chains.origins } };
const ledger = createEvmLedger(model, "eth");
/** Of somebody who often sends and has no code. */
const WALLET = checksummed(
  Array.from({ length: 50 }, (_, at) => ledger.addressOf(-1 - at)).find(
    (one) => ledger.codeOf(one) === "0x" && ledger.nonce(one, ledger.heightAt(NOW)) > 100,
  ) ?? "",
);
const partner = {
  ...{ id: "abcdefgh", name: "test", digest: createHash("sha256").update(KEY).digest("hex"), read: 1_000, llm: 100 },
  ...{ createdAt: NOW, changedAt: NOW, revokedAt: null },
};
await deps.redis.hset(KEYS.partnerKeys, partner.id, JSON.stringify(partner));

/** Keys of other partners. */
const MANY = Array.from({ length: 25 }, (_, at) => `assay_${String(at).padStart(8, "a")}_${"k".repeat(43)}`);
for (const [at, key] of MANY.entries()) {
  const one = { ...partner, id: String(at).padStart(8, "a"), digest: createHash("sha256").update(key).digest("hex") };
  await deps.redis.hset(KEYS.partnerKeys, one.id, JSON.stringify(one));
}

const facts = factsOf(wholeRows());
const tokens = TRACKED.filter(({ id }) => TOKENS.includes(id)).map(({ id, symbol, name }, at) => ({
  ...{ id, symbol, name, rank: at + 1, contracts: [] },
}));
const frames = new Map([
  [SNAPSHOTS.tokens, { version: NOW, bytes: tokensFrame(NOW, tokens) }],
  [SNAPSHOTS.market, { version: NOW, bytes: marketFrame(NOW) }],
  ...TOKENS.map(
    (id) => [SNAPSHOTS.state(id), { version: NOW, bytes: stateFrame(soothe(buildState(facts, id)), NOW) }] as const,
  ),
]);
const shop = await openShop(t, deps.redis, store);
const { payments } = shop;
const { app } = await startPremiumApi(t, { deps, redisUrl: redis.url, now: NOW, frames, store, payments });

/** Rounds of calls to providers that a run may make. */
const ROUNDS_MAX = 8;
const OWN = { authorization: `Bearer ${KEY}` };
/** Ids of all that was issued. */
const issued: string[] = [];
const post =
  (id: string, peer = "203.0.113.9"): ReturnType<typeof poster<AgentRun>> =>
  async (t, body, headers) => {
    const answer = await poster<AgentRun>({ app }, `/v1/agents/${id}`, peer)(t, body, headers);
    if (answer.status === 201) issued.push(answer.body.id ?? "");
    return answer;
  };

t.test("the list has every agent with its rules and price, and a card has an example answer besides", async (t) => {
  const { data } = (await ask(t, app, "/v1/agents")).body as unknown as AgentListAnswer;
  t.same(
    data.agents.map(({ id }) => id),
    AGENT_IDS,
  );
  for (const { id, tier, price, rules, verdicts, endpoint } of data.agents) {
    t.equal(price.amount, PRICES.tiers[tier]);
    t.equal(endpoint, `http://localhost:8080/v1/agents/${id}`);
    t.ok(rules.every(({ verdict }) => verdicts.some(({ value }) => value === verdict)));
    t.match((await ask(t, app, `/v1/agents/${id}`)).body, { id, data: { example_output: { object: "agent_run" } } });
  }
});

t.test("an agent that is not there is told so, whatever is done to it", async (t) => {
  t.match((await ask(t, app, "/v1/agents/no-such")).body, { code: "agent_not_found" });
  t.match(await post("no-such")(t, {}, OWN), { status: 404, body: { code: "agent_not_found" } });
});

t.test("a run is paid for, issued under its id and proven by it; the same payment gets it once", async (t) => {
  const body = { tokens: ["BTC", "MKR"] };
  const unpaid = await post("leverage-radar")(t, body);
  t.equal(unpaid.status, 402, "an agent has no free calls");
  const signed = { "payment-signature": await shop.pay("premium") };
  const { status, body: run, answer } = await post("leverage-radar")(t, body, signed);
  t.equal(status, 201);
  t.match(decodePaymentResponseHeader(headerOf(answer, "payment-response") ?? ""), {
    success: true,
    amount: "5000000",
  });
  const { data } = run;
  t.match(data, { agent: "leverage-radar", charged: true, input: { tokens: ["bitcoin", "maker"] } });
  t.match(run.id, /^run_/);
  t.same([data.run_id, data.proof_id], [run.id, run.id]);
  t.same(checkRun(AGENTS["leverage-radar"], data), []);
  t.equal(await appendIssued(deps), 1);
  const proof = (await ask(t, app, `/v1/verify/${run.id}`)).body;
  t.match(proof, { id: run.id, data: { kind: "run", hash: data.hash, schema: "vmi/run/1" } });
  const [kept] = await store.query(issuedById, { id: run.id ?? "" });
  t.equal(digestOf(Buffer.from(kept?.canonical ?? "")), data.hash);
  t.match(JSON.parse(kept?.canonical ?? "{}"), { code_version: /./ });
  t.equal((await post("leverage-radar")(t, body, signed)).body.id, run.id, "bought once");
  const payload = { id: run.id ?? "", agent: "leverage-radar", input: {}, until: NOW + 1 };
  const again = await runAgent(deps, payload, new AbortController().signal);
  t.equal(again?.data.hash, data.hash, "a job done twice is one run");
});

t.test("a trade is gated by an evaluation that is issued for it under the run's number", async (t) => {
  const order = { token: "MKR", size_usd: 1_000, venue_scope: "cex", rules: { deny_tokens: ["BTC"] } };
  const { status, body } = await post("trade-gatekeeper")(t, order, OWN);
  t.equal(status, 201);
  const { details, rests_on, token, input } = body.data;
  t.match(token, { id: "maker" });
  t.match(input, { token: "maker", rules: { deny_tokens: ["bitcoin"] } });
  const evaluation = body.id?.replace("run_", "eval_") ?? "";
  t.match(details, { evaluation_id: evaluation, dimensions: { contract: /./ } });
  t.match(rests_on, [{ id: evaluation, token: "maker" }]);
  t.same(checkRun(AGENTS["trade-gatekeeper"], body.data), []);
  t.match((await ask(t, app, `/v1/verify/${evaluation}`)).body, { data: { kind: "evaluation" } });
});

t.test("an order that aggregators quote too: within the rounds, and the size that is told goes through", async (t) => {
  const order = { token: "MKR", venue_scope: "dex", chain: "eth" };
  const gate = async (size: number) => {
    chains.rounds();
    const { status, body } = await post("trade-gatekeeper")(t, { ...order, size_usd: size }, OWN);
    t.equal(status, 201, JSON.stringify(body).slice(0, 300));
    const rounds = chains.rounds();
    t.ok(rounds > 0 && rounds <= ROUNDS_MAX, `${rounds} rounds of calls`);
    return body;
  };
  // Too dear, more than pools bear, and far more.
  for (const size of [1_000_000, 30_000_000, 900_000_000]) {
    const { data, sources } = await gate(size);
    t.match(data, { verdict: "REDUCE", details: { max_safe_size_usd: Number } }, `${size}: ${data.summary}`);
    t.ok(sources.some(({ provider }) => /kyberswap|velora/.test(provider)));
    const safe = Number(data.details.max_safe_size_usd);
    t.match((await gate(safe)).data, { verdict: "ALLOW", verdict_class: "proceed" }, `${size}: ${safe}`);
    t.not((await gate(safe * 1.01)).data.verdict, "ALLOW", `${size}: ${safe} and one per cent`);
  }
});

t.test("flows that nobody scanned are insufficient, and the run costs nothing", async (t) => {
  const signed = { "payment-signature": await shop.pay("premium") };
  const { status, body, answer } = await post("whale-watch", "203.0.113.10")(t, { token: "AAVE", hours: 6 }, signed);
  t.equal(status, 201);
  t.match(body.data, { verdict: "INSUFFICIENT", verdict_class: "unassessed" });
  t.equal(headerOf(answer, "payment-response") === undefined, !body.data.charged);
});

t.test("flows that were scanned are held against their own past, with the large transfers of the time", async (t) => {
  const state = await readState(deps, "bitcoin", "judge");
  const covers = state.sections.onchain.chains_covered;
  const chains = covers === "unassessed" ? [] : covers.flatMap(({ chain, covered }) => (covered ? [chain] : []));
  t.ok(chains.length > 0);
  const hour = Math.floor(NOW / HOUR_MS) * HOUR_MS;
  const told = { token: "bitcoin", label_set: "labels-1", provider: "sandbox:btc", retrieved_at: NOW - 1_000 };
  const flows = chains.flatMap((chain) =>
    Array.from({ length: 400 }, (_, age) => ({
      ...{ ...told, chain, exchange: "binance", at: hour - (age + 1) * HOUR_MS, window_s: 3_600, transfers: 1 },
      ...{ inflow_native: 1, outflow_native: 1, outflow_usd: 0 },
      inflow_usd: age < 24 ? 9e6 : 1e6 * (1 + Math.sin(age / 5)),
    })),
  );
  const moved = [4e6, 1e6].map((value_usd, log_index) => ({
    ...{ ...told, chain: chains[0] ?? "", at: hour - HOUR_MS, tx_hash: `0x${log_index}`, log_index, block: 1 },
    ...{ amount: "1", amount_native: 1, value_usd, from_address: "a", to_address: "b", from_label: null },
    ...{ to_label: log_index === 0 ? "binance" : null, towards: log_index === 0 ? "exchange" : "unknown" },
  }));
  await store.insert("exchange_flow", flows, "flows");
  await store.insert("large_transfer", moved, "moved");
  const { body } = await post("whale-watch")(t, { token: "BTC", min_usd: 2e6 }, OWN);
  t.match(body.data, { verdict: "DISTRIBUTING", reasons: [{ code: "inflow_unusual" }] });
  t.match(body.data.details, {
    ...{ hours: 24, netflow_usd: 24 * 9e6 * chains.length, past_windows: 353 },
    transfers: { count: 1, total_usd: 4e6, to_exchange_usd: 4e6, from_exchange_usd: 0, largest: [{ tx_hash: "0x0" }] },
  });
  t.same(checkRun(AGENTS["whale-watch"], body.data), []);
});

t.test("an address is looked at on its chain and at the scanner, each call in the proof", async (t) => {
  chains.rounds();
  const safe = await post("wallet-guard")(t, { chain: "eth", address: WALLET, amount_usd: 200 }, OWN);
  const rounds = chains.rounds();
  t.ok(rounds > 0 && rounds <= ROUNDS_MAX, `${rounds} rounds of calls`);
  t.equal(safe.status, 201, JSON.stringify(safe.body).slice(0, 300));
  const { data, sources } = safe.body;
  t.match(data, { verdict: "SAFE", verdict_class: "proceed", charged: true, details: { seen: true, type: "eoa" } });
  t.same(checkRun(AGENTS["wallet-guard"], data), [], data.summary);
  t.match(new Set(sources.map(({ provider }) => provider)), new Set(["sandbox:eth", "sandbox:goplus"]));
  const proof = (await ask(t, app, `/v1/verify/${safe.body.id}`)).body as unknown as { readonly data: ProofData };
  const digests = sources.flatMap(({ raw_sha256: sha }) => (sha ? [sha] : []));
  t.same(proof.data.source_calls.map(({ raw_sha256: sha }) => sha).toSorted(), digests.toSorted());
  setAddress(model, WALLET, { flags: ["phishing_activities"] });
  t.teardown(() => setAddress(model, WALLET, null));
  const flagged = (await post("wallet-guard")(t, { chain: "eth", address: WALLET }, OWN)).body.data;
  t.match(flagged, { verdict: "DANGER", reasons: [{ code: "flagged_malicious" }] });
  t.match(flagged.details, { flags: { malicious: ["phishing_activities"], said_by: "simulated" } });
  const misspelt = { chain: "eth", address: WALLET.replace(/[A-F]/, (one) => one.toLowerCase()) };
  const signed = { "payment-signature": await shop.pay("premium") };
  const { body, answer } = await post("wallet-guard", "203.0.113.12")(t, misspelt, signed);
  t.match(body.data, { verdict: "DANGER", charged: false, details: { spelling: /checksum/ } });
  t.equal(headerOf(answer, "payment-response"), undefined, "a spelling is told for nothing");
});

const agentsOf: Query<{ readonly ids: readonly string[] }, { readonly agent: string }> = {
  name: "agents-of-runs",
  sql: `SELECT DISTINCT JSONExtractString(canonical, 'data', 'agent') AS agent FROM issued_object WHERE id IN {ids:Array(String)}`,
};

t.test("holdings are read from an address as well, at a block, with the calls behind them", async (t) => {
  const held = { chain: "eth", address: WALLET };
  for (const [id, input] of [
    ["portfolio-checkup", held],
    ["treasury-steward", { ...held, monthly_burn_usd: 1 }],
  ] as const) {
    chains.rounds();
    const { status, body } = await post(id)(t, input, OWN);
    t.equal(status, 201, JSON.stringify(body).slice(0, 300));
    t.ok(chains.rounds() <= ROUNDS_MAX);
    t.match(body.data.details, { held_by: { chain: "eth", address: WALLET, block: Number } });
    t.same(checkRun(AGENTS[id], body.data), []);
    t.ok(body.sources.some(({ provider, raw_sha256: sha }) => provider === "sandbox:eth" && sha));
  }
});

t.test("a day of which nothing is kept is told so, and costs nothing", async (t) => {
  const { body } = await post("daily-market-brief")(t, { date: "2020-01-01", focus: ["BTC"] }, OWN);
  t.match(body.data, { verdict: "INSUFFICIENT", charged: false, details: { gainers: "unassessed" } });
  t.same(new Set(body.data.not_checked.map(({ reason }) => reason)), new Set(["insufficient_history"]));
});

t.test("a concise run tells what its verdict rests on, and the same verdict", async (t) => {
  const order = { token: "MKR", size_usd: 40_000_000, venue_scope: "cex" };
  const [full, concise] = [
    (await post("trade-gatekeeper")(t, order, OWN)).body.data,
    (await post("trade-gatekeeper")(t, { ...order, detail: "concise" }, OWN)).body.data,
  ];
  t.equal(concise.verdict, full.verdict);
  t.ok(concise.reasons.length > 0 && concise.reasons.length < full.reasons.length);
  t.same(new Set(concise.reasons.map(({ verdict }) => verdict)), new Set([full.verdict]));
  t.ok(concise.evidence.length < full.evidence.length);
  t.same(checkRun(AGENTS["trade-gatekeeper"], concise), []);
  t.ok(Number.isInteger(full.duration_ms) && full.duration_ms >= 0);
});

t.test("fifty runs at once by twenty-five keys: all of them come, each once", async (t) => {
  const asks: readonly (readonly [string, object])[] = [
    ["leverage-radar", { tokens: ["BTC", "MKR"] }],
    ["portfolio-checkup", { holdings: [{ token: "BTC", amount: 1 }] }],
    ["alert-watchtower", { tokens: ["BTC"] }],
    ["wallet-guard", { chain: "eth", address: WALLET }],
    ["opportunity-scout", { universe: "tokens", tokens: ["MKR", "AAVE"] }],
  ];
  const answers = await Promise.all(
    MANY.flatMap((key, at) =>
      [0, 1].map((second) => {
        const [id, body] = asks[(at + second) % asks.length] as (typeof asks)[number];
        return post(id, `203.0.113.${100 + at}`)(t, body, { authorization: `Bearer ${key}` });
      }),
    ),
  );
  t.same(new Set(answers.map(({ status }) => status)), new Set([201]));
  t.equal(new Set(answers.map(({ body }) => body.id)).size, 50);
});

/** An input of each agent that has no test of its own here. */
const INPUTS: Readonly<Record<string, object>> = {
  "due-diligence-analyst": { token: "MKR", holding_days: 30 },
  "opportunity-scout": { universe: "tokens", tokens: ["MKR", "AAVE"], direction: "short" },
  "portfolio-checkup": {
    holdings: [
      { token: "BTC", amount: 1 },
      { token: "MKR", value_usd: 1_000 },
    ],
  },
  "treasury-steward": { holdings: [{ token: "BTC", amount: 1 }], monthly_burn_usd: 1 },
  "alert-watchtower": { tokens: ["BTC", "MKR"], hours: 72 },
  "daily-market-brief": { focus: ["MKR"], length: "short" },
};
const ELSEWHERE = ["trade-gatekeeper", "wallet-guard", "leverage-radar", "whale-watch"];

t.test("every agent runs from its input to an issued run that holds against its card", async (t) => {
  t.same([...Object.keys(INPUTS), ...ELSEWHERE].toSorted(), [...AGENT_IDS].toSorted());
  for (const id of AGENT_IDS.filter((one) => !ELSEWHERE.includes(one))) {
    chains.rounds();
    const { status, body } = await post(id)(t, INPUTS[id] ?? {}, OWN);
    // Of an address both of these ask its node; no other is live.
    t.equal(chains.rounds(), 0, `${id} asks nobody`);
    t.equal(status, 201, `${id}: ${JSON.stringify(body).slice(0, 300)}`);
    t.same(checkRun(AGENTS[id], body.data), [], `${id}: ${body.data.summary}`);
    t.match((await ask(t, app, `/v1/verify/${body.id}`)).body, { data: { kind: "run", hash: body.data.hash } });
  }
});

t.test("every run is made again from what is kept with it, to the same bytes", async (t) => {
  const replayed = await replayIssued(store, issued);
  t.same(
    new Set(replayed.map(({ result, members, why = "" }) => [result, ...members, why].join(" ").trim())),
    new Set(["identical"]),
  );
  const agents = await store.query(agentsOf, { ids: issued });
  t.same(agents.map(({ agent }) => agent).toSorted(), [...AGENT_IDS].toSorted(), "one of each agent at least");
});

t.test("what cannot be run is refused before it costs, with the place of the fault", async (t) => {
  const cases = [
    ["leverage-radar", { tokens: [] }, "out_of_range"],
    ["leverage-radar", { tokens: ["BTC", "no-such-token"] }, "token_not_found"],
    ["leverage-radar", { token: "BTC" }, "unknown_field"],
    ["whale-watch", { hours: 24 }, "missing_field"],
    ["whale-watch", { token: "BTC", hours: 169 }, "out_of_range"],
    ["portfolio-checkup", { holdings: [{ token: "BTC" }] }, "size_required"],
    ["portfolio-checkup", { holdings: [{ token: "BTC", amount: 1, value_usd: 1 }] }, "size_exclusive"],
    ["treasury-steward", { holdings: [{ token: "no-such", amount: 1 }], monthly_burn_usd: 1 }, "token_not_found"],
    ["opportunity-scout", { universe: "sector" }, "missing_field"],
    ["opportunity-scout", { universe: "sector", sector: "no-such" }, "invalid_enum"],
    ["opportunity-scout", { universe: "tokens" }, "missing_field"],
    ["daily-market-brief", { focus: ["no-such-token"] }, "token_not_found"],
    ["daily-market-brief", { date: "2026-02-30" }, "invalid_date_time"],
    ["daily-market-brief", { date: "2099-01-01" }, "out_of_range"],
    ["wallet-guard", { chain: "eth", address: "hello" }, "invalid_address"],
    ["wallet-guard", { chain: "doge", address: WALLET }, "invalid_enum"],
    ["wallet-guard", { chain: "eth", address: WALLET, intent: "steal" }, "invalid_enum"],
    ["wallet-guard", { chain: "eth", address: WALLET, token: "no-such" }, "token_not_found"],
    ["portfolio-checkup", {}, "missing_field"],
    ["portfolio-checkup", { chain: "eth" }, "missing_field"],
    ["portfolio-checkup", { chain: "eth", address: WALLET, holdings: [{ token: "BTC", amount: 1 }] }, "size_exclusive"],
    ["treasury-steward", { chain: "btc", address: WALLET, monthly_burn_usd: 1 }, "invalid_address"],
    ["trade-gatekeeper", { token: "BTC", detail: "short" }, "invalid_enum"],
    ["trade-gatekeeper", { token: "BTC" }, "size_required"],
    ["trade-gatekeeper", { token: "BTC", size_usd: 1, chain: "eth" }, "unknown_field"],
    ["trade-gatekeeper", { token: "BTC", size_usd: 1, rules: { max_impact: 1 } }, "unknown_field"],
    ["trade-gatekeeper", { token: "BTC", size_usd: 1, rules: { deny_tokens: ["mkrr"] } }, "token_not_found"],
  ] as const;
  for (const [id, body, code] of cases) {
    const answer = (await post(id)(t, body)).body as unknown as { code: string; errors: { pointer: string }[] };
    t.equal(answer.code, code, JSON.stringify(body));
    t.match(answer.errors[0]?.pointer, /^\//);
  }
});
