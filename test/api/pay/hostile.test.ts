// Hostile transactions at both doors of a real process: each costs little, none ends anything, and payments go on.
import { readFileSync } from "node:fs";
import t, { type Test } from "tap";
import { requirementsOf } from "../../../schema/pay/offer.ts";
import { encodeHeader } from "../../../schema/pay/x402.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { startGated } from "../../support/api/gated.ts";
import { draftOf, openDraw, write } from "../../support/payment/drafted-payment.ts";
import { hostileTransactions } from "../../support/payment/hostile.ts";
import { startTestRedis } from "../../support/redis.ts";

const SEED = 1_400;
const DEPTHS = [10, 40, 200, 1_000, 1_400, 2_500, 5_000, 100_000];
const TICK_MS = 10;
const AT_ONCE = 16;
/** Payments that break a rule, which what is hostile is compared with. */
const REFERENCES = 200;

const redis = await startTestRedis(t);
const ledger = await openOrigin({
  provider: createCardano(3, createLedger(3, 60)),
  port: 0,
  now: Date.now,
  gzip: false,
});
t.teardown(() => ledger.close());
const settings = {
  REDIS_URL: redis.url,
  SANDBOX_ORIGINS: JSON.stringify({ cardano: ledger.url }),
  RATE_FACTOR: "10000",
};
const { url, pid } = await startGated(t, settings);
const payer = openPayer(ledger.url, Buffer.alloc(32, 21));
const caller = { "x-forwarded-for": "203.0.113.77" };
const NONCE = `${"ab".repeat(32)}#0`;

const payTo = "addr_test1vzgavgyvry9daw9p2mqrr8gnnearmxkw4zada5hwhnv3hfgkeyuty";
const seller = { origin: "", network: "cardano:preprod", payTo, confirmations: 0, isSandbox: true } as const;
const accepted = requirementsOf(seller, "data");

/** Milliseconds of processor the process has used. */
function used(): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const paymentOf = (transaction: string, nonce = NONCE) => ({
  x402Version: 2,
  accepted,
  payload: { transaction, nonce },
});
/** Status and code; 0 where the connection was closed, as it is for a head that is too large. */
async function said(path: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    const answer = await fetch(`${url}${path}`, init);
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> };
  } catch {
    return { status: 0, body: {} };
  }
}
const atGate = (transaction: string, nonce?: string) =>
  said("/v1/test/abc", {
    headers: { ...caller, "payment-signature": encodeHeader(paymentOf(transaction, nonce)) },
  });
const atDesk = (transaction: string, nonce?: string) => {
  const body = { x402Version: 2, paymentPayload: paymentOf(transaction, nonce), paymentRequirements: accepted };
  const headers = { ...caller, "content-type": "application/json" };
  return said("/facilitator/verify", { method: "POST", headers, body: JSON.stringify(body) });
};

async function inTurn<T>(list: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < list.length; at += AT_ONCE) await Promise.all(list.slice(at, at + AT_ONCE).map(work));
}

async function paysStill(t: Pick<Test, "match">, door: string): Promise<void> {
  const bought = await payer.pay(payTo, accepted.amount);
  const { transaction, nonce } = bought.payload;
  t.match(await atDesk(transaction, nonce), { status: 200, body: { isValid: true } }, `${door}: verified`);
  t.match(await atGate(transaction, nonce), { status: 200, body: { value: 3 } }, `${door}: paid`);
}

const corpus = hostileTransactions(openDraw(SEED), DEPTHS);
for (const [door, ask] of Object.entries({ "PAYMENT-SIGNATURE": atGate, "POST /facilitator/verify": atDesk })) {
  t.test(`${corpus.length} hostile transactions by ${door}: refused, cheap, and payments go on`, async (t) => {
    const draw = openDraw(SEED);
    const refused = Array.from({ length: REFERENCES }, () => write(draftOf(draw)).bytes.toString("base64"));
    await inTurn(refused, ask);
    let from = used();
    await inTurn(refused, ask);
    const reference = (used() - from) / REFERENCES;
    from = used();
    const odd: unknown[] = [];
    await inTurn(corpus, async ({ what, bytes }) => {
      const { status, body } = await ask(bytes.toString("base64"));
      const isRefused = status === 200 ? body.isValid === false : [0, 400, 402, 413, 431].includes(status);
      if (!isRefused) odd.push([what, status, body.code]);
    });
    const hostile = (used() - from) / corpus.length;
    t.same(odd, []);
    const costs = `${hostile.toFixed(2)} ms a hostile call, ${reference.toFixed(2)} ms one that breaks a rule`;
    t.comment(costs);
    t.ok(hostile < reference * 6 + 1, costs);
    await paysStill(t, door);
  });
}
