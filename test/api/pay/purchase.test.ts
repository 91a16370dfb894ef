// The official client buys from the real api process; a process killed in the middle of a settlement loses nothing.
import { decodePaymentResponseHeader } from "@x402/core/http";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import t from "tap";
import { handlePaymentSettle } from "../../../jobs/handler/payment-settle.ts";
import { parseEnv } from "../../../schema/env.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { KEYS } from "../../../schema/key.ts";
import type { PaymentRequired } from "../../../schema/pay/wire.ts";
import { encodeHeader } from "../../../schema/pay/wire.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startGated } from "../../support/gated.ts";
import { fundPayer } from "../../support/payer.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

const redis = await startTestRedis(t);
const ledger = await openOrigin({ provider: createCardano(2), port: 0, now: Date.now, gzip: false });
t.teardown(() => ledger.close());
const settings = {
  REDIS_URL: redis.url,
  SANDBOX_ORIGINS: JSON.stringify({ cardano: ledger.url }),
  RATE_FACTOR: "1000",
};
const payer = await fundPayer(ledger.url, 11);
const { url, end } = await startGated(t, settings);
const caller = { "x-forwarded-for": "203.0.113.9" };

async function spendAllowance(path: string, calls: number): Promise<void> {
  for (let n = 0; n < calls; n++) await fetch(`${url}${path}`, { headers: caller });
}

t.test("past the allowance the official client buys a Data call from the real process", async (t) => {
  await spendAllowance("/v1/test/abc", 25);
  const unpaid = await fetch(`${url}/v1/test/abc`, { headers: caller });
  t.equal(unpaid.status, 402);
  const scheme = {
    scheme: "exact",
    createPaymentPayload: async (x402Version: number, wanted: { payTo: string; amount: string }) => ({
      x402Version,
      payload: (await payer.pay(wanted.payTo, wanted.amount)).payload,
    }),
  };
  const client = new x402Client().register("cardano:*", scheme as never);
  client.setSpendControls({
    allowedAssets: [{ network: "cardano:preprod", asset: "lovelace", maxAmountPerPayment: "10000000" }],
  } as never);
  const buy = wrapFetchWithPayment(fetch, client);
  const response = await buy(`${url}/v1/test/abc`, { headers: caller });
  t.equal(response.status, 200);
  t.same(await response.json(), { value: 3 });
  t.match(response.headers.get("cache-control"), /private, no-store/);
  const receipt = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "");
  t.match(receipt, { success: true, amount: "2000000", extra: { ledger: "sandbox" } });
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
  t.equal(body.code, "payment_replayed");
  t.equal((await fetch(`${url}/v1/test/abc`, { headers: { ...caller, "payment-signature": "!" } })).status, 400);
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
  const call = fetch(`${url}/v1/test/abcd`, { headers: { ...caller, "payment-signature": header } }).catch(() => null);
  while ((await opened.redis.hget(KEYS.payment(id), "state")) !== "prepared") {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await end("SIGKILL");
  t.equal(await call, null);
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
  t.equal(rows.length, 3, "two bought before, and the one that was left behind");
  t.ok((rows as readonly { n: unknown }[]).every(({ n }) => Number(n) === 1));
  const next = await startGated(t, settings);
  const answer = await fetch(`${next.url}/v1/test/abcd`, { headers: { ...caller, "payment-signature": header } });
  t.equal(answer.status, 200, "the answer that was paid for is still there");
  t.same(await answer.json(), { value: 4 });
  await next.end("SIGKILL");
});
