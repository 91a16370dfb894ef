// The facilitator for other servers: a transaction pays at one place, for the terms it was claimed with, whoever else brings it.
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import type { PaidRequest, StoredAnswer, Taken } from "../../../api/pay/payment.ts";
import { openPayments } from "../../../api/pay/payments.ts";
import { openPublicFacilitator } from "../../../api/pay/public-facilitator.ts";
import { openReceipts } from "../../../api/pay/receipts.ts";
import { isFault } from "../../../schema/fault.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { openLog } from "../../../schema/io/log.ts";
import { type Chain, openBlockfrost } from "../../../schema/io/pay/blockfrost.ts";
import { openFacilitator } from "../../../schema/io/pay/facilitator.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { makeWallet } from "../../../schema/pay/cardano.ts";
import { requirementsOf } from "../../../schema/pay/offer.ts";
import { encodeHeader, type PaymentPayload } from "../../../schema/pay/x402.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { NO_STORE } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";

const server = await startTestRedis(t);
const redis = openRedis(server.url, "patient", "desk-test");
const origin = await openOrigin({
  provider: createCardano(7, createLedger(7, 60)),
  port: 0,
  now: Date.now,
  gzip: false,
});
const http = openHttp({ clock: systemClock, random: systemRandom });
t.teardown(async () => {
  redis.disconnect();
  await origin.close();
  await http.close();
});

const payTo = makeWallet(Buffer.alloc(32, 97)).address;
const about = { network: "cardano:preprod", payTo, confirmations: 0, isSandbox: true } as const;
const seller = { origin: "https://assay.example", ...about };
const chain = openBlockfrost({ http, url: `${origin.url}/api/v0`, projectId: "" });
const wait = (ms: number) => sleep(ms).then(() => undefined);
const doors = (over: Chain, patienceMs: number) => {
  const facilitator = openFacilitator({ chain: over, clock: systemClock, wait, patienceMs, pollMs: 30 });
  return { seller, redis, facilitator, clock: systemClock, random: systemRandom };
};
const desk = (over: Chain = chain, patienceMs = 5_000) => openPublicFacilitator(doors(over, patienceMs));
const calls = (over: Chain = chain, patienceMs = 5_000) =>
  openPayments({ ...doors(over, patienceMs), log: openLog("pay", "silent"), wait, patienceMs: 100 });
/** Takes transactions and loses them. */
const deaf: Chain = { ...chain, submit: () => Promise.reject(new Error("cut")) };

const payer = openPayer(origin.url, Buffer.alloc(32, 16));
const offer = requirementsOf(seller, "data");
const request: PaidRequest = {
  ...{ method: "GET", path: "/v1/desk", query: "", bodyDigest: "", tier: "data", description: "One call." },
};
const ANSWER: StoredAnswer = { status: 200, headers: [], body: Buffer.from("{}") };
const finish = async (taken: Taken) => (taken.kind === "replay" ? taken.answer : taken.settle(ANSWER));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (isFault(error) ? error.code : String(error)),
  );
const asked = (paymentPayload: PaymentPayload, paymentRequirements = offer) => ({
  ...{ x402Version: 2, paymentPayload, paymentRequirements },
});
async function signed(): Promise<{ id: string; payment: PaymentPayload }> {
  const { id, payload } = await payer.pay(offer.payTo, offer.amount);
  return { id, payment: { x402Version: 2, accepted: offer, payload: { ...payload } } };
}
const PENDING = { success: false, errorReason: "settlement_pending" };
const TAKEN = { success: false, errorReason: "duplicate_settlement" };

t.test("what pays for a call pays nothing at the desk, from its claim on", async (t) => {
  const { payment } = await signed();
  const taken = await calls().take(request, encodeHeader(payment), "ip:203.0.113.7");
  t.equal(taken.kind, "claimed");
  t.match(await desk().settle(asked(payment)), TAKEN, "while the work runs");
  await finish(taken);
  t.match(await desk().settle(asked(payment)), TAKEN, "and when it is settled");
});

t.test("what pays at the desk pays for no call, while it is pending and when it is settled", async (t) => {
  const { id, payment } = await signed();
  const buy = () => codeOf(calls().take(request, encodeHeader(payment), "ip:203.0.113.7"));
  t.match(await desk(deaf, 0).settle(asked(payment)), PENDING);
  t.equal(await buy(), "duplicate_settlement");
  t.match(await desk().settle(asked(payment)), { success: true, transaction: id });
  t.equal(await buy(), "duplicate_settlement");
  t.match((await openReceipts({ redis, clock: systemClock, store: NO_STORE, open: null }).read(id))?.data, {
    status: "settled",
    payer: payer.wallet.address,
  });
});

t.test("a pending payment stays its payer's, whatever signatures others bring with its body", async (t) => {
  const { id, payment } = await signed();
  t.match(await desk(deaf, 0).settle(asked(payment)), PENDING);
  const bytes = Buffer.from(String(payment.payload.transaction), "base64");
  bytes[bytes.length - 10] = (bytes[bytes.length - 10] ?? 0) ^ 1;
  const forged = { ...payment, payload: { ...payment.payload, transaction: bytes.toString("base64") } };
  t.match(await desk().settle(asked(forged)), { success: false, errorReason: /invalid_signature$/ });
  t.match(await desk().settle(asked(payment)), { success: true, transaction: id });
});

t.test("the end is told again for the same terms, and for no others", async (t) => {
  const { id, payment } = await signed();
  t.match(await desk().settle(asked(payment)), { success: true, transaction: id });
  t.match(await desk().settle(asked(payment)), { success: true, transaction: id });
  for (const other of [
    { ...offer, amount: "1000000" },
    { ...offer, amount: "5000000" },
  ]) {
    t.match(await desk().settle(asked(payment, other)), TAKEN, other.amount);
  }
});

t.test("what was settled is told again though Redis lost it, once what can come back is back", async (t) => {
  const { id, payment } = await signed();
  t.match(await desk().settle(asked(payment)), { success: true, transaction: id });
  await redis.flushall();
  t.match(await desk().settle(asked(payment)), PENDING);
  await redis.set(KEYS.restored, "1");
  t.match(await desk().settle(asked(payment)), { success: true, transaction: id });
  t.equal(await codeOf(calls().take(request, encodeHeader(payment), "ip:203.0.113.7")), "duplicate_settlement");
});

t.test("no more than 32 settlements run at once, however many come in one moment", async (t) => {
  const { payment } = await signed();
  const one = desk();
  const results = await Promise.all(Array.from({ length: 40 }, () => codeOf(one.settle(asked(payment)))));
  t.equal(results.filter((code) => code === "overloaded").length, 8);
  t.equal(await codeOf(one.settle(asked(payment))), "none", "those that ended make room");
});
