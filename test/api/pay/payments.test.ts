// Payments over a real Redis and the sandbox ledger: bought by the official client, once, whatever happens between.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from "@x402/core/http";
import { validatePaymentRequired } from "@x402/core/schemas";
import t from "tap";
import type { PaidRequest, Payments, StoredAnswer, Taken } from "../../../api/pay/payment.ts";
import { openPayments } from "../../../api/pay/payments.ts";
import { openReceipts } from "../../../api/pay/receipts.ts";
import { isFault } from "../../../schema/fault.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { openLog } from "../../../schema/io/log.ts";
import { type Chain, openBlockfrost } from "../../../schema/io/pay/blockfrost.ts";
import { openFacilitator } from "../../../schema/io/pay/facilitator.ts";
import { openKoios } from "../../../schema/io/pay/koios.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { keyHashOf } from "../../../schema/pay/address.ts";
import { makeWallet, signPayment } from "../../../schema/pay/cardano.ts";
import { slotAt } from "../../../schema/pay/network.ts";
import { requirementsOf } from "../../../schema/pay/offer.ts";
import { readTransaction } from "../../../schema/pay/read-transaction.ts";
import { encodeHeader, type PaymentRequired } from "../../../schema/pay/x402.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { suiteNow } from "../../support/base.ts";
import { NO_STORE } from "../../support/deps.ts";
import { openBuyer } from "../../support/payment/payer.ts";
import { startTestRedis } from "../../support/redis.ts";

const testRedis = await startTestRedis(t);
const redis = openRedis(testRedis.url, "fast", "pay-test");
await new Promise((resolve) => redis.once("ready", resolve));
const now = suiteNow;
const origin = await openOrigin({ provider: createCardano(1, createLedger(1, 60)), port: 0, now, gzip: false });
const http = openHttp({ clock: systemClock, random: systemRandom });
t.teardown(async () => {
  redis.disconnect();
  await origin.close();
  await http.close();
});

const wallet = makeWallet(Buffer.alloc(32, 99));
const seller = {
  origin: "https://assay.example",
  network: "cardano:preprod",
  payTo: wallet.address,
  confirmations: 0,
  isSandbox: true,
} as const;
const chain = openBlockfrost({ http, url: `${origin.url}/api/v0`, projectId: "" });
const open = (over: Chain = chain, patienceMs = 5_000): Payments => {
  const wait = (ms: number) => sleep(ms).then(() => undefined);
  const facilitator = openFacilitator({ chain: over, clock: systemClock, wait, patienceMs, pollMs: 30 });
  const log = openLog("pay", "silent");
  return openPayments({
    seller,
    redis,
    facilitator,
    clock: systemClock,
    random: systemRandom,
    log,
    wait,
    patienceMs: 500,
  });
};
const paid = (path: string, tier: PaidRequest["tier"] = "data"): PaidRequest => ({
  method: "GET",
  path,
  query: "",
  bodyDigest: "",
  tier,
  description: "One call.",
});
const ANSWER: StoredAnswer = { status: 200, headers: [["content-type", "application/json"]], body: Buffer.from("{}") };
const payer = openPayer(origin.url, Buffer.alloc(32, 5));
const CALLER = "ip:203.0.113.7";
const STRANGER = "ip:203.0.113.8";
const PAY_ID = "pay_0123456789abcdef";

async function signature(payments: Payments, request: PaidRequest, id?: string): Promise<string> {
  const { required } = payments.terms(request) as unknown as { required: PaymentRequired };
  const accepted = required.accepts[0];
  if (!accepted) throw new Error("no offer");
  const { payload } = await payer.pay(accepted.payTo, accepted.amount);
  const extensions =
    id === undefined ? {} : { extensions: { "payment-identifier": { info: { required: false, id } } } };
  return encodeHeader({ x402Version: 2, accepted, payload, ...extensions });
}
const codeOf = async (work: Promise<unknown>) => {
  try {
    await work;
    return "none";
  } catch (error) {
    return isFault(error) ? error.code : String(error);
  }
};
async function finish(taken: Taken): Promise<StoredAnswer> {
  if (taken.kind === "replay") return taken.answer;
  return taken.settle(ANSWER);
}
const receiptOf = (answer: StoredAnswer) =>
  decodePaymentResponseHeader(answer.headers.find(([name]) => name === "payment-response")?.[1] ?? "");

t.test("the terms are what @x402/core takes, the same each time, below 2,500 bytes", async (t) => {
  const payments = open();
  const { header } = payments.terms(paid("/v1/state/bitcoin"));
  t.equal(header, payments.terms(paid("/v1/state/bitcoin")).header);
  t.ok(header.length < 2_500);
  t.ok(validatePaymentRequired(decodePaymentRequiredHeader(header)));
});

const CHAINS: Readonly<Record<string, Chain>> = {
  blockfrost: chain,
  koios: openKoios({ http, url: `${origin.url}/api/v1`, token: "" }),
};
for (const [api, ledger] of Object.entries(CHAINS)) {
  t.test(`@x402/fetch buys a Data and a Premium call unmodified, over ${api}`, async (t) => {
    const payments = open(ledger);
    const server = createServer(async (request, response) => {
      const asked = paid(request.url ?? "/", request.url === "/premium" ? "premium" : "data");
      const header = request.headers["payment-signature"];
      if (typeof header !== "string") {
        response.writeHead(402, { "payment-required": payments.terms(asked).header }).end("{}");
        return;
      }
      try {
        const answer = await finish(await payments.take(asked, header, CALLER));
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.body);
      } catch (error) {
        response.writeHead(402).end(String(error));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.teardown(() => server.close());
    // The terms name the public address; a client that echoes them is compared with it, not with where it came from.
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const buy = openBuyer(payer);
    for (const path of ["/data", "/premium"]) {
      const response = await buy(`${base}${path}`);
      t.equal(response.status, 200, path);
      const receipt = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "");
      t.match(receipt, { success: true, network: "cardano:preprod", payer: payer.wallet.address });
    }
  });

  t.test(`${api} says what a node refuses, what was spent, and what is in no block`, async (t) => {
    const bought = await payer.pay(wallet.address, "2000000");
    const { nonce } = bought.payload;
    const bytes = Buffer.from(bought.payload.transaction, "base64");
    t.same(await ledger.readConfirmations(bought.id), null);
    t.match((await ledger.readSpendable([nonce, `${"ee".repeat(32)}#0`])).get(nonce), {
      address: payer.wallet.address,
      keyHash: keyHashOf(payer.wallet.address),
      isSpent: false,
    });
    t.same((await ledger.readSpendable([`${"ee".repeat(32)}#0`])).size, 0, "what the ledger never saw is not there");
    t.same(await ledger.submit(bytes), { kind: "accepted" });
    t.equal((await ledger.submit(Buffer.from("80", "hex"))).kind, "rejected");
    await fetch(`${origin.url}/sandbox/block`, { method: "POST", body: JSON.stringify({ count: 3 }) });
    t.ok(Number(await ledger.readConfirmations(bought.id)) >= 2);
    t.equal((await ledger.readSpendable([nonce])).get(nonce)?.isSpent, true);
    t.match(await ledger.readParameters(), { minFeeA: 44n, transactionBytesMax: 16_384 });
  });
}

t.test("of ten concurrent calls with one payment one works; the others get the same answer or a refusal", async (t) => {
  const payments = open();
  const request = paid("/v1/concurrent");
  const header = await signature(payments, request, `${PAY_ID}_ten`);
  let works = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, async () => {
      try {
        const taken = await payments.take(request, header, CALLER);
        if (taken.kind === "claimed") works += 1;
        return receiptOf(await finish(taken)).transaction;
      } catch (error) {
        return isFault(error) ? error.code : String(error);
      }
    }),
  );
  t.equal(works, 1);
  const ids = outcomes.filter((outcome) => outcome !== "settlement_pending");
  t.equal(new Set(ids).size, 1);
});

t.test(
  "a payment pays one request once: its caller, or who knows its id, gets the answer again; others get none",
  async (t) => {
    const payments = open();
    const request = paid("/v1/once");
    const plain = await signature(payments, request);
    const bought = await finish(await payments.take(request, plain, CALLER));
    const repeated = await payments.take(request, plain, CALLER);
    t.equal(repeated.kind, "replay");
    const fetched = await finish(repeated);
    t.same(fetched.body, bought.body);
    t.same(receiptOf(fetched), receiptOf(bought));
    t.same(fetched.headers.find(([name]) => name === "idempotency-replayed")?.[1], "true");
    t.equal(await codeOf(payments.take(paid("/v1/another"), plain, CALLER)), "duplicate_settlement");
    const named = await signature(payments, request, PAY_ID);
    const first = await finish(await payments.take(request, named, CALLER));
    const again = await payments.take(request, named, CALLER);
    t.equal(again.kind, "replay");
    t.same(receiptOf(await finish(again)), receiptOf(first));
    t.equal(await codeOf(payments.take(paid("/v1/other"), named, CALLER)), "duplicate_settlement");
    const { extensions: _, ...nameless } = JSON.parse(Buffer.from(named, "base64").toString("utf8")) as {
      extensions: unknown;
    };
    t.equal((await payments.take(request, encodeHeader(nameless), CALLER)).kind, "replay", "the caller is the same");
    const byStranger = (header: string) => codeOf(payments.take(request, header, STRANGER));
    t.equal(await byStranger(plain), "duplicate_settlement", "what is public on a ledger is no ticket");
    t.equal(await byStranger(encodeHeader(nameless)), "duplicate_settlement");
    t.equal(await byStranger(named), "none", "the id it came with is one");
    const conflicting = await signature(payments, request, PAY_ID);
    t.equal(await codeOf(payments.take(request, conflicting, CALLER)), "payment_id_conflict");
  },
);

t.test("what is kept for a transaction is not for who brings it with other signatures, or with none", async (t) => {
  const payments = open();
  const request = paid("/v1/forged");
  const header = await signature(payments, request);
  await finish(await payments.take(request, header, CALLER));
  const payment = JSON.parse(Buffer.from(header, "base64").toString("utf8")) as {
    payload: { transaction: string; nonce: string };
  };
  const bytes = Buffer.from(payment.payload.transaction, "base64");
  // The last bytes of a signed transaction are its signature, `true` and `null`.
  const at = bytes.length - 10;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  const forged = { ...payment, payload: { ...payment.payload, transaction: bytes.toString("base64") } };
  t.equal(readTransaction(bytes)?.id, readTransaction(Buffer.from(payment.payload.transaction, "base64"))?.id);
  t.equal(await codeOf(payments.take(request, encodeHeader(forged), CALLER)), "payment_invalid");
  t.equal((await payments.take(request, header, CALLER)).kind, "replay");
});

t.test("what became of a payment can be asked by its transaction, and shows nothing of what was bought", async (t) => {
  const receipts = openReceipts({
    redis,
    clock: systemClock,
    store: { ...NO_STORE, query: async () => [] },
    open: null,
  });
  const payments = open();
  const request = paid("/v1/receipt");
  const taken = await payments.take(request, await signature(payments, request), CALLER);
  if (taken.kind !== "claimed") return t.fail("not claimed");
  const { transaction } = taken;
  t.match((await receipts.read(transaction))?.data, { transaction, status: "working", payer: null });
  await taken.settle(ANSWER);
  const { data } = (await receipts.read(transaction)) ?? {};
  t.match(data, { transaction, status: "settled", amount: "2000000", payer: payer.wallet.address, reason: null });
  t.notMatch(JSON.stringify(data), /receipt/);
  t.equal(await receipts.read("ab".repeat(32)), null);
  return undefined;
});

t.test("work that failed charges nothing and the same payment buys again", async (t) => {
  const payments = open();
  const request = paid("/v1/failed");
  const header = await signature(payments, request);
  const taken = await payments.take(request, header, CALLER);
  if (taken.kind === "claimed") await taken.release();
  const second = await payments.take(request, header, CALLER);
  t.equal(second.kind, "claimed");
  t.match(receiptOf(await finish(second)), { success: true });
});

t.test(
  "a lost answer of the ledger is pending, never a new challenge; the same payment then gets its answer",
  async (t) => {
    const lossy: Chain = {
      ...chain,
      async submit(bytes) {
        await chain.submit(bytes);
        throw new Error("the connection was cut behind the transaction");
      },
      readConfirmations: async () => null,
    };
    const request = paid("/v1/lost");
    const payments = open(lossy, 0);
    const header = await signature(payments, request);
    const taken = await payments.take(request, header, CALLER);
    const error = await finish(taken).catch((e: unknown) => e);
    t.ok(isFault(error) && error.code === "settlement_pending" && !("payment-required" in (error.extra.headers ?? {})));
    const resumed = await open().take(request, header, CALLER);
    t.equal(resumed.kind, "replay");
    t.match(receiptOf(await finish(resumed)), { success: true });
    t.same(await redis.zcard(KEYS.paymentsPending), 0, "nothing stays pending");
  },
);

t.test(
  "of two payments with the same coins one is settled, and the other is told so within eight seconds",
  async (t) => {
    const slow = await openOrigin({ provider: createCardano(5, createLedger(5, 2_000)), port: 0, now, gzip: false });
    t.teardown(() => slow.close());
    const ledger = openBlockfrost({ http, url: `${slow.url}/api/v0`, projectId: "" });
    const spender = openPayer(slow.url, Buffer.alloc(32, 51));
    const { nonce: ref } = (await spender.pay(wallet.address, "2000000")).payload;
    const ttl = slotAt("cardano:preprod", now()) + 300;
    // Both are checked before either is sent.
    let checked = 0;
    const both: Chain = {
      ...ledger,
      async submit(bytes) {
        while (checked < 2) await sleep(5);
        return ledger.submit(bytes);
      },
    };
    const buy = async (n: number) => {
      const waited: number[] = [];
      const wait = (ms: number) => {
        waited.push(ms);
        return sleep(ms).then(() => undefined);
      };
      const facilitator = openFacilitator({ chain: both, clock: systemClock, wait, patienceMs: 75_000, pollMs: 250 });
      const doors = { redis, clock: systemClock, random: systemRandom, log: openLog("pay", "silent"), wait };
      const payments = openPayments({ seller, facilitator, ...doors, patienceMs: 500 });
      const request = paid(`/v1/twice/${n}`);
      const accepted = requirementsOf(seller, "data");
      const inputs = [{ ref, lovelace: 50_000_000n }];
      const fee = 200_000n + BigInt(n);
      const { wallet } = spender;
      const signed = signPayment({ wallet, inputs, payTo: accepted.payTo, amount: 2_000_000n, fee, ttl });
      const payload = { transaction: signed.bytes.toString("base64"), nonce: ref };
      const taken = await payments.take(request, encodeHeader({ x402Version: 2, accepted, payload }), CALLER);
      checked += 1;
      const outcome = await codeOf(finish(taken));
      return { outcome, waitedMs: waited.reduce((sum, ms) => sum + ms, 0), id: signed.id };
    };
    const ends = await Promise.all([buy(1), buy(2)]);
    t.same(ends.map(({ outcome }) => outcome).sort(), ["none", "settlement_failed"]);
    for (const { outcome, waitedMs } of ends) t.ok(waitedMs < 8_000, `${outcome} after ${waitedMs} ms`);
    const seen = await Promise.all(ends.map(({ id }) => ledger.readConfirmations(id)));
    t.equal(seen.filter((one) => one !== null).length, 1, "one is in a block");
  },
);

t.test("headers that are none are 400, other offers 402, a ledger that is away 503", async (t) => {
  const payments = open();
  const request = paid("/v1/refused");
  for (const header of ["", "-_", "e30=", Buffer.from("[]").toString("base64")]) {
    t.equal(await codeOf(payments.take(request, header, CALLER)), "payment_malformed");
  }
  const cheap = await signature(payments, request);
  t.equal(await codeOf(payments.take(paid("/v1/refused", "premium"), cheap, CALLER)), "payment_invalid");
  const away: Chain = { ...chain, readSpendable: () => Promise.reject(new Error("away")) };
  t.equal(await codeOf(open(away).take(request, cheap, CALLER)), "upstream_unavailable");
});
