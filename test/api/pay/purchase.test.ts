// The official client buys from the real api process; a process killed in the middle of a settlement loses nothing.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from "@x402/core/http";
import { HTTPFacilitatorClient } from "@x402/core/server";
import t from "tap";
import { openPayments } from "../../../api/pay/payments.ts";
import { handlePaymentSettle } from "../../../jobs/handler/payment-settle.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { openLog } from "../../../schema/io/log.ts";
import { openRemoteFacilitator } from "../../../schema/io/pay/remote-facilitator.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { LIMITS } from "../../../schema/limit.ts";
import { encodeHeader, type PaymentPayload, type PaymentRequired } from "../../../schema/pay/x402.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { buy } from "../../../scripts/pay/buy.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { startGated } from "../../support/api/gated.ts";
import { suiteNow } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { openBuyer } from "../../support/payment/payer.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";
import { until } from "../../support/until.ts";

const redis = await startTestRedis(t);
/** Set, the ledger makes no more blocks. */
let frozen: number | null = null;
const ledger = await openOrigin({
  provider: createCardano(2, createLedger(2, 300)),
  port: 0,
  now: () => frozen ?? suiteNow(),
  gzip: false,
});
t.teardown(() => ledger.close());
const settings = {
  REDIS_URL: redis.url,
  SANDBOX_ORIGINS: JSON.stringify({ cardano: ledger.url }),
  RATE_FACTOR: "1000",
};
const payer = openPayer(ledger.url, Buffer.alloc(32, 11));
const { url, end } = await startGated(t, settings);
const JSON_TYPE = { "content-type": "application/json" };
const caller = { "x-forwarded-for": "203.0.113.9" };
const joinBody = JSON.stringify({ name: "joined", size: 1, side: "buy", waitMs: 1_500 });

async function spendAllowance(path: string, calls: number): Promise<void> {
  for (let n = 0; n < calls; n++) await fetch(`${url}${path}`, { headers: caller });
}

t.test(
  "past the allowance the official client buys a Data and a Premium call from the real process, unmodified",
  async (t) => {
    await spendAllowance("/v1/test/abc", 25);
    const unpaid = await fetch(`${url}/v1/test/abc`, { headers: caller });
    t.equal(unpaid.status, 402);
    const buy = openBuyer(payer);
    const response = await buy(`${url}/v1/test/abc`, { headers: caller });
    t.equal(response.status, 200);
    t.same(await response.json(), { value: 3 });
    t.match(response.headers.get("cache-control"), /private, no-store/);
    const receipt = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "");
    t.match(receipt, { success: true, amount: "2000000", extra: { ledger: "sandbox" } });
    const followed = await fetch(`${url}/v1/payments/${receipt.transaction}`);
    t.match(await followed.json(), { object: "payment", data: { status: "settled", payer: payer.wallet.address } });
    const unknown = await fetch(`${url}/v1/payments/${"ab".repeat(32)}`);
    t.match(await unknown.json(), { status: 404, code: "payment_not_found" });
    const post = (n: number, send: typeof fetch) =>
      send(`${url}/v1/test`, {
        method: "POST",
        headers: { ...caller, "content-type": "application/json" },
        body: JSON.stringify({ name: `premium-${n}`, size: 1, side: "buy" }),
      });
    for (let n = 0; n < 10; n++) t.equal((await post(n, fetch)).status, 200);
    t.equal((await post(10, fetch)).status, 402);
    const premium = await post(10, buy);
    t.equal(premium.status, 200);
    t.same(await premium.json(), { value: 1 });
    const paid = decodePaymentResponseHeader(premium.headers.get("payment-response") ?? "");
    t.match(paid, { success: true, amount: "5000000" });
  },
);

/** A payment for an offer that nobody but the facilitator sees. */
async function drawn(amount = "2000000") {
  const refused = await fetch(`${url}/v1/test/abc`, { headers: caller });
  const text = Buffer.from(refused.headers.get("payment-required") ?? "", "base64").toString("utf8");
  const offer = (JSON.parse(text) as PaymentRequired).accepts[0];
  if (!offer) throw new Error("no offer");
  const { id, payload } = await payer.pay(offer.payTo, amount);
  return { id, offer, payment: { x402Version: 2, accepted: offer, payload } as PaymentPayload };
}

t.test("the official HTTPFacilitatorClient drives our facilitator: supported, verify, settle", async (t) => {
  const client = new HTTPFacilitatorClient({ url: `${url}/facilitator` });
  t.match(await client.getSupported(), {
    kinds: [{ x402Version: 2, scheme: "exact", network: "cardano:preprod", extra: { ledger: "sandbox" } }],
    extensions: [],
    signers: { "cardano:*": [] },
  });
  const { id, offer, payment } = await drawn();
  const [first, wanted] = [payment as never, offer as never];
  t.match(await client.verify(first, wanted), { isValid: true, payer: payer.wallet.address });
  const dearer = { ...offer, amount: "5000000" } as never;
  t.match(await client.verify(first, dearer), {
    isValid: false,
    invalidReason: "invalid_exact_cardano_payload_amount_insufficient",
  });
  t.match(await client.verify(first, { ...offer, network: "cardano:mainnet" } as never), {
    isValid: false,
    invalidReason: "network_mismatch",
  });
  const both = await Promise.all([client.settle(first, wanted), client.settle(first, wanted)]);
  const [good, other] = both[0].success ? both : [both[1], both[0]];
  t.match(good, { success: true, transaction: id, network: "cardano:preprod" });
  t.match(other, { success: false, transaction: id, errorReason: "duplicate_settlement" });
  t.match(await client.settle(first, wanted), { success: true, transaction: id }, "the end is told again");
  t.match(await client.settle(first, dearer), { success: false }, "and never for more than was paid");
  t.match(await client.verify(first, wanted), { isValid: false });
  const broken = await fetch(`${url}/facilitator/verify`, { method: "POST", headers: JSON_TYPE, body: "{}" });
  t.equal(broken.status, 400);
});

t.test("a server that lets a remote facilitator settle sells each payment once", async (t) => {
  const http = openHttp({ clock: systemClock, random: systemRandom });
  // Another server has a Redis of its own: in ours its payments are the desk's.
  const own = openRedis((await startTestRedis(t)).url, "fast", "remote-test");
  await new Promise((resolve) => own.once("ready", resolve));
  t.teardown(async () => {
    own.disconnect();
    await http.close();
  });
  const facilitator = openRemoteFacilitator({ http, url: `${url}/facilitator/` });
  const { offer } = await drawn();
  const origin = "https://elsewhere.example";
  const seller = { origin, network: "cardano:preprod", payTo: offer.payTo, confirmations: 0, isSandbox: true } as const;
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const doors = { redis: own, clock: systemClock, random: systemRandom, log: openLog("remote", "silent"), wait };
  const payments = openPayments({ seller, facilitator, ...doors, patienceMs: 100 });
  const request = { method: "GET", path: "/x", query: "", bodyDigest: "", tier: "data", description: "" } as const;
  const { payment, id } = await drawn();
  const taken = await payments.take(request, encodeHeader(payment), "ip:192.0.2.1");
  t.match(taken, { kind: "claimed", payer: payer.wallet.address, transaction: id });
  if (taken.kind !== "claimed") return;
  await taken.settle({ status: 200, headers: [], body: Buffer.from("{}") });
  t.equal((await payments.take(request, encodeHeader(payment), "ip:192.0.2.1")).kind, "replay");
  const poor = await drawn("1999999");
  await t.rejects(payments.take(request, encodeHeader(poor.payment), "ip:192.0.2.1"), { code: "payment_invalid" });
  t.match(
    await facilitator.settle(payment, { ...offer, amount: "9000000" }, true),
    { success: false, errorReason: "settlement_pending" },
    "asked again, only an end is one",
  );
  const away = openRemoteFacilitator({ http, url: `${url}/v1/nothing` });
  await t.rejects(away.verify(payment, offer), "who is no facilitator has told nothing");
});

t.test("npm run pay: a person buys a call step by step, and never pays for what is free", async (t) => {
  const told: string[] = [];
  const doing = { say: (line: string) => told.push(line), wait: async () => undefined, callsMax: 40 };
  const stranger = openPayer(ledger.url, Buffer.alloc(32, 12));
  const ask = { url: `${url}/v1/test/abcdef`, body: undefined };
  t.ok(await buy(ask, stranger, { ...doing, callsMax: 1 }));
  t.match(told.join("\n"), /free calls are left/);
  t.ok(await buy(ask, stranger, doing), "it uses the free calls, then pays");
  const text = told.join("\n");
  t.match(text, /offer {8}2 tADA to addr_test1/);
  t.match(text, /transaction {2}[0-9a-f]{64}, signed and not sent/);
  t.match(text, /receipt {6}settled .*"ledger":"sandbox"/);
  t.match(text, /answer {7}200\n\{"value":6\}/);
  t.notOk(
    await buy({ url: `${url}/v1/test/none`, body: undefined }, stranger, doing),
    "what does not exist costs nothing",
  );
});

t.test("npm run pay: who calls too often waits as long as it is told", async (t) => {
  let asked = 0;
  const service = createServer((_, answer) => {
    asked += 1;
    answer.writeHead(asked === 1 ? 429 : 200, { "retry-after": "7" }).end("{}");
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  t.teardown(() => service.close());
  const { port } = service.address() as AddressInfo;
  const waited: number[] = [];
  const doing = { say: () => undefined, wait: async (ms: number) => waited.push(ms), callsMax: 1 };
  t.ok(await buy({ url: `http://127.0.0.1:${port}/v1/ask`, body: "{}" }, payer, doing));
  t.same([asked, waited], [2, [7_000]]);
});

t.test("a call that fails charges nothing; its payment buys the next one", async (t) => {
  const refused = await fetch(`${url}/v1/test/abc`, { headers: caller });
  const required = JSON.parse(
    Buffer.from(refused.headers.get("payment-required") ?? "", "base64").toString("utf8"),
  ) as PaymentRequired;
  const accepted = required.accepts[0];
  if (!accepted) throw new Error("no offer");
  const { payload } = await payer.pay(accepted.payTo, accepted.amount);
  const sign = { ...caller, "payment-signature": encodeHeader({ x402Version: 2, accepted, payload }) };
  const lost = await fetch(`${url}/v1/test/none`, { headers: sign });
  t.equal(lost.status, 404);
  const bought = await fetch(`${url}/v1/test/abc`, { headers: sign });
  t.equal(bought.status, 200);
  const again = await fetch(`${url}/v1/test/abc`, { headers: sign });
  t.equal(again.status, 200);
  t.equal(again.headers.get("idempotency-replayed"), "true");
  t.same(await again.json(), await bought.json());
  const elsewhere = await fetch(`${url}/v1/test/abcde`, { headers: sign });
  t.equal(elsewhere.status, 402);
  const body = (await elsewhere.json()) as { code: string };
  t.equal(body.code, "duplicate_settlement");
  t.equal((await fetch(`${url}/v1/test/abc`, { headers: { ...caller, "payment-signature": "!" } })).status, 400);
});

t.test(
  "who hangs up on a long call and comes again with its payment joins it, however often, and pays once",
  async (t) => {
    const refused = await fetch(`${url}/v1/test`, {
      method: "POST",
      headers: { ...caller, ...JSON_TYPE },
      body: joinBody,
    });
    const text = Buffer.from(refused.headers.get("payment-required") ?? "", "base64").toString("utf8");
    const accepted = (JSON.parse(text) as PaymentRequired).accepts[0];
    if (!accepted) throw new Error("no offer");
    const { id, payload } = await payer.pay(accepted.payTo, accepted.amount);
    const headers = {
      ...caller,
      ...JSON_TYPE,
      "payment-signature": encodeHeader({ x402Version: 2, accepted, payload }),
    };
    const ask = (signal?: AbortSignal) =>
      fetch(`${url}/v1/test`, { method: "POST", headers, body: joinBody, ...(signal === undefined ? {} : { signal }) });
    const hangUp = new AbortController();
    const first = ask(hangUp.signal).catch(() => null);
    const looker = openRedis(redis.url, "patient", "join-test");
    t.teardown(() => looker.disconnect());
    while ((await looker.hget(KEYS.payment(id), "state")) !== "claimed")
      await new Promise((next) => setTimeout(next, 5));
    hangUp.abort();
    t.equal(await first, null);
    const answers = await Promise.all([ask(), ask(), ask()]);
    for (const answer of answers) {
      t.equal(answer.status, 200);
      t.same(await answer.json(), { value: 1 }, "the work was done once");
      const receipt = decodePaymentResponseHeader(answer.headers.get("payment-response") ?? "");
      t.match(receipt, { success: true, transaction: id });
    }
  },
);

t.test("a payment whose call was refused is not settled, and buys the next one: 429, 503, 502", async (t) => {
  const looker = openRedis(redis.url, "patient", "refused-test");
  t.teardown(() => looker.disconnect());
  const body = (name: string) => JSON.stringify({ name, size: 1, side: "buy" });
  const post = (name: string, headers: Record<string, string>) =>
    fetch(`${url}/v1/test`, { method: "POST", headers: { ...caller, ...JSON_TYPE, ...headers }, body: body(name) });
  const { offer, payment, id } = await drawn("5000000");
  const required = await post("refused", {});
  const [accepted] = decodePaymentRequiredHeader(required.headers.get("payment-required") ?? "").accepts;
  t.equal(accepted?.payTo, offer.payTo);
  const signed = { "payment-signature": encodeHeader({ ...payment, accepted: accepted as never }) };
  const isRefused = async (name: string, status: number, code: string) => {
    const answer = await post(name, signed);
    t.equal(answer.status, status);
    t.match(await answer.json(), { code });
    t.notOk(answer.headers.has("payment-response"), code);
    t.equal((await fetch(`${ledger.url}/api/v0/txs/${id}`)).status, 404, `${code}: nothing is on the ledger`);
    t.equal(await looker.exists(KEYS.payment(id)), 0, `${code}: nothing is held of it`);
  };
  await isRefused("broken", 502, "investigation_failed");

  const hold = (name: string, calls: number) => {
    const held = Array.from({ length: calls }, (_, n) => `other~${n}`);
    const key = KEYS.slowCalls(name);
    return looker
      .zadd(key, ...held.flatMap((call) => [Number.MAX_SAFE_INTEGER, call]))
      .then(() => () => looker.zrem(key, ...held));
  };
  const freeOwn = await hold(`ip:${caller["x-forwarded-for"]}`, LIMITS.slowCallsPerCallerMax);
  await isRefused("refused", 429, "concurrency_limited");
  await freeOwn();

  const freeAll = await hold("all", LIMITS.slowCallsMax);
  const addresses = Array.from({ length: LIMITS.slowCallsWaitingMax + 2 }, (_, n) => `198.51.100.${n >> 1}`);
  let over = 0;
  const others = addresses.map(async (address) => {
    const { status } = await post("waits", { "x-forwarded-for": address });
    over += status === 503 ? 1 : 0;
    return status;
  });
  await until(() => over === 2, 20_000);
  await isRefused("refused", 503, "overloaded");
  await freeAll();
  const statuses = await Promise.all(others);
  t.equal(statuses.filter((status) => status === 200).length, LIMITS.slowCallsWaitingMax);

  const bought = await post("refused", signed);
  t.equal(bought.status, 200);
  t.same(await bought.json(), { value: 1 }, "the work was done once");
  t.match(decodePaymentResponseHeader(bought.headers.get("payment-response") ?? ""), {
    success: true,
    transaction: id,
  });
});

t.test("a process killed while it settles: the job ends the settlement, and every end is one row", async (t) => {
  const refused = await fetch(`${url}/v1/test/abcd`, { headers: caller });
  const text = Buffer.from(refused.headers.get("payment-required") ?? "", "base64").toString("utf8");
  const accepted = (JSON.parse(text) as PaymentRequired).accepts[0];
  if (!accepted) throw new Error("no offer");
  const { id, payload } = await payer.pay(accepted.payTo, accepted.amount);
  const header = encodeHeader({ x402Version: 2, accepted, payload });
  const { store } = await startTestStore(t);
  const later = { now: () => systemClock.now() + 100_000 };
  const opened = openTestDeps(redis.url, { store, clock: later });
  t.teardown(() => opened.close());
  // Without a block the settlement stays open until the process is gone.
  frozen = suiteNow();
  const call = fetch(`${url}/v1/test/abcd`, { headers: { ...caller, "payment-signature": header } }).catch(() => null);
  while ((await opened.redis.hget(KEYS.payment(id), "state")) !== "prepared") {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await end("SIGKILL");
  t.equal(await call, null);
  frozen = null;
  const deps = { ...opened.deps, env: parseEnv({ LOG_LEVEL: "silent", ...settings }) };
  const { signal } = new AbortController();
  for (let round = 0; round < 3 && (await opened.redis.zcard(KEYS.paymentsPending)) > 0; round++) {
    await handlePaymentSettle(deps, { slot: 1 }, signal);
  }
  t.equal(await opened.redis.zcard(KEYS.paymentsPending), 0);
  await handlePaymentSettle(deps, { slot: 2 }, signal);
  const rows = await store.query(
    {
      name: "payments",
      sql: "SELECT transaction, state, count() AS n FROM payment GROUP BY transaction, state",
    } as never,
    {} as never,
  );
  t.equal(rows.length, 9, "six bought before, two settled for others, and the one that was left behind");
  t.ok((rows as readonly { n: unknown }[]).every(({ n }) => Number(n) === 1));
  const next = await startGated(t, settings);
  const answer = await fetch(`${next.url}/v1/test/abcd`, { headers: { ...caller, "payment-signature": header } });
  t.equal(answer.status, 200, "the answer that was paid for is still there");
  t.same(await answer.json(), { value: 4 });
  await next.end("SIGKILL");
});
