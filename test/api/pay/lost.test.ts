// A Redis that lost its data knows of no payment: what is on the ledger is never asked for again, and pays for one call.
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import type { PaidRequest, StoredAnswer, Taken } from "../../../api/pay/payment.ts";
import { openPayments } from "../../../api/pay/payments.ts";
import { openPublicFacilitator } from "../../../api/pay/public-facilitator.ts";
import { openReceipts } from "../../../api/pay/receipts.ts";
import { handlePaymentSettle } from "../../../jobs/handler/payment-settle.ts";
import { isFault } from "../../../schema/fault.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { openLog } from "../../../schema/io/log.ts";
import { type Chain, openBlockfrost } from "../../../schema/io/pay/blockfrost.ts";
import { openFacilitator } from "../../../schema/io/pay/facilitator.ts";
import { openEnds } from "../../../schema/io/pay/payment-end.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { restoreRedis } from "../../../schema/io/restore.ts";
import { KEYS } from "../../../schema/key.ts";
import { makeWallet } from "../../../schema/pay/cardano.ts";
import { requirementsOf } from "../../../schema/pay/offer.ts";
import { encodeHeader } from "../../../schema/pay/x402.ts";
import { paymentOf } from "../../../schema/query/service/payment-of.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { NO_STORE, openTestDeps } from "../../support/deps.ts";
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
const seller = { origin: "https://assay.example", ...about };
const chain = openBlockfrost({ http, url: `${origin.url}/api/v0`, projectId: "" });
const wait = (ms: number) => sleep(ms).then(() => undefined);
const log = openLog("pay", "silent");
const facilitatorOf = (over: Chain, patienceMs = 5_000) =>
  openFacilitator({ chain: over, clock: systemClock, wait, patienceMs, pollMs: 30 });
/** `into`: where ends are stored in the act; the job stores them where there is none. */
const open = (over: Chain = chain, patienceMs = 5_000, into: Store | null = null) => {
  const doors = { redis, clock: systemClock, random: systemRandom, log, wait };
  const storeEnd = into === null ? {} : { storeEnd: openEnds({ redis, store: into, log }) };
  return openPayments({ seller, facilitator: facilitatorOf(over, patienceMs), ...doors, ...storeEnd, patienceMs: 500 });
};
const receipts = (from: Store = store, over: Chain = chain) =>
  openReceipts({ redis, clock: systemClock, store: from, open: { seller, facilitator: facilitatorOf(over) } });
const paid = (path: string): PaidRequest => ({
  ...{ method: "GET", path, query: "", bodyDigest: "", tier: "data", description: "One call." },
});
const ANSWER: StoredAnswer = { status: 200, headers: [["content-type", "application/json"]], body: Buffer.from("{}") };
const payer = openPayer(origin.url, Buffer.alloc(32, 15));
const CALLER = "ip:203.0.113.7";

async function signed(named?: string) {
  const accepted = requirementsOf(seller, "data");
  const { id, payload } = await payer.pay(accepted.payTo, accepted.amount);
  const extensions = named === undefined ? {} : { extensions: { "payment-identifier": { info: { id: named } } } };
  return { id, header: encodeHeader({ x402Version: 2, accepted, payload, ...extensions }) };
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
  t.match((await receipts().read(id))?.data, { status: "settled", amount: "2000000" });
}

t.test("settled and not stored yet, then lost: the same payment gets its answer, once", async (t) => {
  await restored();
  const [request, payment] = [paid("/v1/lost/settled"), await signed()];
  await finish(await open().take(request, payment.header, CALLER));
  await lose();
  const told = { status: "settled", ledger: "sandbox", amount: "2000000", pay_to: payTo, payer: null };
  t.match((await receipts().read(payment.id))?.data, told, "meanwhile the ledger says what became of it");
  t.equal(await receipts().read("ab".repeat(32)), null);
  await t.rejects(receipts(NO_STORE).read("ab".repeat(32)), "what cannot be told is not denied");
  const elsewhere = await payer.pay(makeWallet(Buffer.alloc(32, 97)).address, "2000000");
  await chain.submit(Buffer.from(elsewhere.payload.transaction, "base64"));
  while ((await chain.readConfirmations(elsewhere.id)) === null) await sleep(5);
  t.equal(await receipts().read(elsewhere.id), null, "and nothing of what was paid to somebody else");
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

t.test(
  "an end is stored in the act; what the store does not take then is stored later, and holds up no answer",
  async (t) => {
    await handlePaymentSettle(deps, { slot: 0 }, new AbortController().signal);
    const rows = async (id: string) => (await store.query(paymentOf, { transaction: id })).length;
    const stored = await signed();
    await finish(await open(chain, 5_000, store).take(paid("/v1/lost/act"), stored.header, CALLER));
    t.equal(await rows(stored.id), 1);
    t.equal(await redis.llen(KEYS.paymentLedger), 0);
    const hanging: Store = { ...NO_STORE, insert: () => new Promise(() => undefined) };
    for (const away of [NO_STORE, hanging]) {
      const { id, header } = await signed();
      const answer = await finish(await open(chain, 5_000, away).take(paid("/v1/lost/act"), header, CALLER));
      t.equal(answer.status, 200);
      t.equal(await rows(id), 0);
      await handlePaymentSettle(deps, { slot: 0 }, new AbortController().signal);
      t.equal(await rows(id), 1);
    }
    t.equal(await redis.llen(KEYS.paymentLedger), 0);
  },
);

t.test("an end that is none is kept aside for a person, and holds up no other", async (t) => {
  const settle = () => handlePaymentSettle(deps, { slot: 0 }, new AbortController().signal);
  await settle();
  const { id, header } = await signed();
  const broken = ['{"transaction":"ab"}', "no json"];
  await redis.rpush(KEYS.paymentLedger, ...broken);
  await finish(await open().take(paid("/v1/lost/aside"), header, CALLER));
  await settle();
  t.equal((await store.query(paymentOf, { transaction: id })).length, 1);
  t.equal(await redis.llen(KEYS.paymentLedger), 0);
  t.strictSame((await redis.lrange(KEYS.paymentLedgerRefused, 0, -1)).sort(), [...broken].sort());
});

t.test(
  "settled and stored, then lost: its request gets an answer once more, and it pays for nothing else",
  async (t) => {
    const [request, payment] = [paid("/v1/lost/stored"), await signed()];
    const { id, header } = payment;
    await finish(await open(chain, 5_000, store).take(request, header, CALLER));
    await lose();
    t.match((await receipts().read(id))?.data, { status: "settled", payer: payer.wallet.address }, "the store says so");
    for (const path of ["/v1/lost/stored", "/v1/lost/other"]) {
      t.equal(await codeOf(open().take(paid(path), header, CALLER)), "settlement_pending");
    }
    await restored();
    t.equal(await codeOf(open().take(paid("/v1/lost/other"), header, CALLER)), "duplicate_settlement");
    t.equal(await codeOf(open().take(request, header, "ip:203.0.113.8")), "duplicate_settlement");
    const failed = await open().take(request, header, CALLER);
    t.match(failed, { kind: "claimed", transaction: id, payer: payer.wallet.address });
    t.equal(await codeOf(open().take(request, header, CALLER)), "settlement_pending", "one works at a time");
    if (failed.kind === "claimed") await failed.release();
    const never: Chain = { ...chain, submit: () => Promise.reject(new Error("it was sent again")) };
    const [one, two] = [open(never), open(never)];
    const both = await Promise.all([one, two].map(async (at) => finish(await at.take(request, header, CALLER))));
    for (const { status, headers } of both) {
      t.equal(status, 200);
      const text = headers.find(([name]) => name === "payment-response")?.[1] ?? "";
      const receipt = JSON.parse(Buffer.from(text, "base64").toString("utf8"));
      t.match(receipt, { success: true, transaction: id, amount: "2000000", extra: { ledger: "sandbox" } });
    }
    t.equal((await open().take(request, header, CALLER)).kind, "replay");
    t.equal(await codeOf(open().take(request, header, "ip:203.0.113.8")), "duplicate_settlement");
    t.equal((await store.query(paymentOf, { transaction: id })).length, 1);
    t.match((await receipts().read(id))?.data, { status: "settled", amount: "2000000" });
  },
);

t.test("after the loss the payment id still opens the answer to who knows it, and its digest does not", async (t) => {
  const [request, named] = [paid("/v1/lost/named"), "pay_0123456789abcdef"];
  const { id, header } = await signed(named);
  await finish(await open(chain, 5_000, store).take(request, header, CALLER));
  const [row] = await store.query(paymentOf, { transaction: id });
  t.notMatch(JSON.stringify(row), new RegExp(`${named}|203\\.0\\.113`), "nothing that opens it is stored");
  await lose();
  await restored();
  const other = "ip:203.0.113.8";
  const naming = (text: string) => {
    const payment = JSON.parse(Buffer.from(header, "base64").toString("utf8"));
    return encodeHeader({ ...payment, extensions: { "payment-identifier": { info: { id: text } } } });
  };
  t.equal(
    await codeOf(open().take(request, naming(row?.payment_id.slice("sha256:".length) ?? ""), other)),
    "duplicate_settlement",
  );
  t.equal((await finish(await open().take(request, header, other))).status, 200);
});

t.test(
  "what the public facilitator settled and the store has is told again after a loss, and pays for no call",
  async (t) => {
    const { id, header } = await signed();
    const doors = { redis, clock: systemClock, random: systemRandom };
    const storeEnd = openEnds({ redis, store, log });
    const desk = openPublicFacilitator({ seller, facilitator: facilitatorOf(chain), ...doors, storeEnd });
    const paymentPayload = JSON.parse(Buffer.from(header, "base64").toString("utf8"));
    const ask = { x402Version: 2, paymentPayload, paymentRequirements: requirementsOf(seller, "data") };
    t.match(await desk.settle(ask), { success: true, transaction: id });
    await lose();
    await restored();
    for (const _ of [1, 2]) t.match(await desk.settle(ask), { success: true, transaction: id, amount: "2000000" });
    t.equal(await codeOf(open().take(paid("/v1/lost/desk"), header, CALLER)), "duplicate_settlement");
  },
);

t.test("an end that an earlier version stored pays for nothing after a loss", async (t) => {
  const [request, { id, header }] = [paid("/v1/lost/older"), await signed()];
  await finish(await open().take(request, header, CALLER));
  const [text = ""] = await redis.lrange(KEYS.paymentLedger, 0, 0);
  const { request: _, caller: __, payment_id: ___, ...older } = JSON.parse(text);
  await redis.lset(KEYS.paymentLedger, 0, JSON.stringify(older));
  await handlePaymentSettle(deps, { slot: 0 }, new AbortController().signal);
  await lose();
  await restored();
  t.equal(await codeOf(open().take(request, header, CALLER)), "duplicate_settlement");
  t.match((await receipts().read(id))?.data, { status: "settled" });
});

t.test("a claim that an earlier version wrote is still its caller's and its id's", async (t) => {
  const [request, named] = [paid("/v1/lost/claim"), "pay_fedcba9876543210"];
  const { id, header } = await signed(named);
  await finish(await open().take(request, header, CALLER));
  await redis.hset(KEYS.payment(id), "caller", CALLER, "id", named);
  t.equal((await open().take(request, header, CALLER)).kind, "replay");
  t.equal((await open().take(request, header, "ip:203.0.113.8")).kind, "replay");
  await redis.hset(KEYS.payment(id), "id", "");
  t.equal(await codeOf(open().take(request, header, "ip:203.0.113.8")), "duplicate_settlement");
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
