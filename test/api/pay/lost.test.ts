// A Redis that lost its data knows of no payment: what is on the ledger is never asked for again, and pays for one call.
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import type { PaidRequest, StoredAnswer, Taken } from "../../../api/pay/payment.ts";
import { openPayments } from "../../../api/pay/payments.ts";
import { openReceipts } from "../../../api/pay/receipts.ts";
import { handlePaymentSettle } from "../../../jobs/handler/payment-settle.ts";
import { isFault } from "../../../schema/fault.ts";
import { type Chain, openBlockfrost } from "../../../schema/io/chain.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openFacilitator } from "../../../schema/io/facilitator.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { openLog } from "../../../schema/io/log.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { restoreRedis } from "../../../schema/io/restore.ts";
import { makeWallet } from "../../../schema/pay/cardano.ts";
import { requirementsOf } from "../../../schema/pay/offer.ts";
import { encodeHeader } from "../../../schema/pay/wire.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

const [{ store }, server] = await Promise.all([startTestStore(t), startTestRedis(t)]);
const { deps, redis, close } = openTestDeps(server.url, { store, clock: systemClock });
t.teardown(close);
const origin = await openOrigin({
  provider: createCardano(9, createLedger(9, 60)),
  port: 0,
  now: Date.now,
  gzip: false,
});
const http = openHttp({ clock: systemClock, random: systemRandom });
t.teardown(async () => {
  await origin.close();
  await http.close();
});

const payTo = makeWallet(Buffer.alloc(32, 98)).address;
const about = { network: "cardano:preprod", payTo, confirmations: 0, isSandbox: true } as const;
const till = { origin: "https://assay.example", ...about };
const chain = openBlockfrost({ http, url: `${origin.url}/api/v0`, projectId: "" });
const open = (over: Chain = chain, patienceMs = 5_000) => {
  const wait = (ms: number) => sleep(ms).then(() => undefined);
  const facilitator = openFacilitator({ chain: over, clock: systemClock, wait, patienceMs, pollMs: 30 });
  const doors = { redis, clock: systemClock, random: systemRandom, log: openLog("pay", "silent"), wait };
  return openPayments({ till, facilitator, ...doors, patienceMs: 500 });
};
const paid = (path: string): PaidRequest => ({
  ...{ method: "GET", path, query: "", bodyDigest: "", tier: "data", description: "One call." },
});
const ANSWER: StoredAnswer = { status: 200, headers: [["content-type", "application/json"]], body: Buffer.from("{}") };
const payer = openPayer(origin.url, Buffer.alloc(32, 15));
const CALLER = "ip:203.0.113.7";

async function signed() {
  const accepted = requirementsOf(till, "data");
  const { id, payload } = await payer.pay(accepted.payTo, accepted.amount);
  return { id, header: encodeHeader({ x402Version: 2, accepted, payload }) };
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (isFault(error) ? error.code : String(error)),
  );
const finish = async (taken: Taken) => (taken.kind === "replay" ? taken.answer : taken.settle(ANSWER));
const lose = () => redis.flushall();
const restored = () => restoreRedis(deps);

/** After the loss the payment buys its one answer, and nothing else. */
async function buysOnce(t: Test, request: PaidRequest, { id, header }: { id: string; header: string }): Promise<void> {
  t.equal(await codeOf(open().take(request, header, CALLER)), "settlement_pending", "while lost data are not back");
  await restored();
  const away = () => Promise.reject(new Error("away"));
  const blind = open({ ...chain, readConfirmations: away });
  t.equal(await codeOf(blind.take(request, header, CALLER)), "settlement_pending", "while the ledger cannot say");
  const failed = await open().take(request, header, CALLER);
  t.match(failed, { kind: "claimed", payer: payer.wallet.address, transaction: id });
  if (failed.kind === "claimed") await failed.release();
  const answer = await finish(await open().take(request, header, CALLER));
  const text = answer.headers.find(([name]) => name === "payment-response")?.[1] ?? "";
  const receipt = JSON.parse(Buffer.from(text, "base64").toString("utf8"));
  t.match(receipt, { success: true, transaction: id, payer: payer.wallet.address });
  t.equal((await open().take(request, header, CALLER)).kind, "replay");
  t.equal(await codeOf(open().take(paid("/v1/another"), header, CALLER)), "duplicate_settlement");
  t.equal(await codeOf(open().take(request, header, "ip:203.0.113.8")), "duplicate_settlement");
  t.match((await openReceipts(redis, systemClock).read(id))?.data, { status: "settled", amount: "2000000" });
}

t.test("settled and not stored yet, then lost: the same payment gets its answer, once", async (t) => {
  await restored();
  const [request, payment] = [paid("/v1/lost/settled"), await signed()];
  await finish(await open().take(request, payment.header, CALLER));
  await lose();
  await buysOnce(t, request, payment);
});

t.test("sent, with no end yet, then lost: the same payment gets its answer, once", async (t) => {
  const [request, payment] = [paid("/v1/lost/prepared"), await signed()];
  const cut = open({ ...chain, readConfirmations: async () => null }, 0);
  t.equal(await codeOf(cut.take(request, payment.header, CALLER).then(finish)), "settlement_pending");
  while ((await chain.readConfirmations(payment.id)) === null) await sleep(5);
  await lose();
  await buysOnce(t, request, payment);
});

t.test("settled and stored, then lost: it pays for nothing again, before the data are back and after", async (t) => {
  const [request, { header }] = [paid("/v1/lost/stored"), await signed()];
  await finish(await open().take(request, header, CALLER));
  await handlePaymentSettle(deps, { slot: 0 }, new AbortController().signal);
  await lose();
  for (const path of ["/v1/lost/stored", "/v1/lost/other"]) {
    t.equal(await codeOf(open().take(paid(path), header, CALLER)), "settlement_pending");
  }
  await restored();
  for (const path of ["/v1/lost/stored", "/v1/lost/other"]) {
    t.equal(await codeOf(open().take(paid(path), header, CALLER)), "duplicate_settlement");
  }
});

t.test("coins that something else spent are refused, and pay for nothing", async (t) => {
  const { header } = await signed();
  const others = await signed();
  await finish(await open().take(paid("/v1/lost/spent"), others.header, CALLER));
  const payment = JSON.parse(Buffer.from(header, "base64").toString("utf8"));
  const { payload } = JSON.parse(Buffer.from(others.header, "base64").toString("utf8"));
  const swapped = encodeHeader({ ...payment, payload: { ...payment.payload, nonce: payload.nonce } });
  t.equal(await codeOf(open().take(paid("/v1/lost/spent"), swapped, CALLER)), "payment_invalid");
  const gone: Chain = {
    ...chain,
    readSpendable: async (refs) =>
      new Map([...(await chain.readSpendable(refs))].map(([ref, held]) => [ref, { ...held, isSpent: true }])),
  };
  t.equal(await codeOf(open(gone).take(paid("/v1/lost/gone"), header, CALLER)), "payment_invalid");
});
