// Takes payments: verification, claim before the work, settlement after it and before the answer.
import { fault } from "../../schema/fault.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import { type ClaimState, type Claims, LEASE_MS, markOf, openClaims } from "../../schema/io/pay/claim.ts";
import { type PreparedText, type SettlementDeps, settlePrepared } from "../../schema/io/pay/settlement.ts";
import type { Random } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { DUPLICATE, type Facilitator, LOOKUP_FAILED, PENDING } from "../../schema/pay/facilitator.ts";
import { makeTerms, type Seller } from "../../schema/pay/offer.ts";
import { packAnswer, unpackAnswer } from "../../schema/pay/stored-answer.ts";
import { encodeHeader, type Settled } from "../../schema/pay/x402.ts";
import { acceptPayment } from "./accept.ts";
import type { PaidRequest, Payments, StoredAnswer, Taken } from "./payment.ts";
import { type ReadPayment, readSignature } from "./read-signature.ts";

type PaymentsOptions = {
  readonly seller: Seller;
  readonly redis: Redis;
  readonly facilitator: Facilitator;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly wait: (ms: number) => Promise<void>;
  readonly storeEnd?: SettlementDeps["storeEnd"];
  /** How long a call waits for another that has the same payment, where it says nothing else. */
  readonly patienceMs: number;
  /** How long a claim lasts without a sign of life. */
  readonly leaseMs?: number;
};

type Context = PaymentsOptions & { readonly claims: Claims; readonly leaseMs: number };
/** One call with its payment. */
type Asked = ReadPayment & {
  readonly paid: PaidRequest;
  readonly header: string;
  readonly caller: string;
  readonly patienceMs: number;
};

const AWAY_S = 5;
const LOOK_MS = 200;
const PRIVATE: readonly [string, string] = ["cache-control", "private, no-store"];

/** Redis away before anything was kept: closed, and nothing is charged. */
const guard = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    const detail = "Payments cannot be taken just now; nothing was charged.";
    throw fault("upstream_unavailable", detail, { retryAfterS: AWAY_S, cause });
  });

function withReceipt(answer: StoredAnswer, receipt: Settled, isRepeated: boolean): StoredAnswer {
  const headers = answer.headers.filter(([name]) => name !== "cache-control");
  const repeated: readonly (readonly [string, string])[] = isRepeated ? [["idempotency-replayed", "true"]] : [];
  return { ...answer, headers: [...headers, PRIVATE, ["payment-response", encodeHeader(receipt)], ...repeated] };
}

/** The kept answer of a settled payment. */
async function replay({ claims }: Context, asked: Asked): Promise<StoredAnswer> {
  const held = await guard(claims.read(asked.transaction));
  const [answer, receipt] = [held.get("answer"), held.get("receipt")];
  if (answer === undefined || receipt === undefined) {
    throw asked.refused("duplicate_settlement", DUPLICATE);
  }
  const isRepeated = held.get("delivered")?.toString() === "1";
  await guard(claims.markDelivered(asked.transaction));
  return withReceipt(unpackAnswer(answer), JSON.parse(receipt.toString("utf8")) as Settled, isRepeated);
}

/** The receipt of a settlement, or the fault it ended in. */
function settledOf(asked: Asked, receipt: Settled | null): Settled {
  if (receipt === null || receipt.errorReason === PENDING) throw asked.pending();
  if (receipt.success) return receipt;
  throw asked.refused("settlement_failed", receipt.errorReason ?? "unexpected_settle_error", receipt);
}

/** Goes on with a settlement somebody began: its answer is kept already. */
async function resume(context: Context, asked: Asked): Promise<StoredAnswer> {
  const text = (await guard(context.claims.read(asked.transaction))).get("text")?.toString("utf8");
  if (text === undefined) throw asked.pending();
  const prepared = JSON.parse(text) as PreparedText;
  settledOf(asked, await settlePrepared(context, asked.transaction, prepared, true).catch(() => null));
  return replay(context, asked);
}

async function answerHeld(context: Context, asked: Asked, state: ClaimState): Promise<StoredAnswer> {
  if (state === "conflict") throw fault("payment_id_conflict", "This payment id was used with another payment.");
  if (state === "prepared") return resume(context, asked);
  // The claim has compared the requests, and who asks or by which id: a lost answer is fetched here.
  if (state === "settled") return replay(context, asked);
  throw asked.refused("duplicate_settlement", DUPLICATE);
}

/** Who paid, and whether the transaction is on the ledger already. */
type Paid = { readonly payer: string; readonly isMade: boolean };

/**
 * Throws payment_invalid; upstream_unavailable where the ledger could not be asked; settlement_pending where it cannot
 * say whether the payment was made.
 */
async function verify({ facilitator, log, clock }: Context, asked: Asked): Promise<Paid> {
  const verdict = await acceptPayment(facilitator, asked.payment, asked.offer, clock.now()).catch((cause: unknown) => {
    log.warn({ err: cause }, "the ledger could not be asked");
    const detail = `The payment cannot be checked just now (${LOOKUP_FAILED}); nothing was charged.`;
    throw fault("upstream_unavailable", detail, { retryAfterS: AWAY_S, cause });
  });
  if (verdict.kind === "refused") throw asked.refused("payment_invalid", verdict.reason);
  if (verdict.kind === "untold") {
    log.warn({ err: verdict.cause }, "the ledger could not be asked");
    throw asked.pending();
  }
  if (verdict.payer === "") throw asked.refused("payment_invalid", "unexpected_verify_error");
  return { payer: verdict.payer, isMade: verdict.kind === "made" };
}

/** A payment that was made before the claim is for who has no answer yet: what has its end pays for nothing again. */
async function checkUnused({ claims }: Context, asked: Asked): Promise<void> {
  const hasEnded = await guard(claims.hasEnded(asked.transaction));
  if (hasEnded === null) throw asked.pending();
  if (hasEnded) throw asked.refused("duplicate_settlement", DUPLICATE);
}

/** Says that the work goes on, until it is told to stop. */
function keepAlive({ claims, leaseMs }: Context, { transaction }: Asked, owner: string): () => void {
  // Who lost the claim has nothing to keep alive.
  const renew = async () => {
    if (!(await claims.renew(transaction, owner).catch(() => true))) clearInterval(timer);
  };
  const timer = setInterval(() => void renew(), leaseMs / 3);
  timer.unref();
  return () => clearInterval(timer);
}

/** The work of a payment whose answer was lost: it was charged for, so nothing is settled again. */
async function unanswered(context: Context, asked: Asked, owner: string): Promise<Taken> {
  const { claims } = context;
  const { transaction, paymentId } = asked;
  const text = (await guard(claims.read(transaction))).get("receipt")?.toString("utf8");
  if (text === undefined) throw asked.pending();
  const receipt = JSON.parse(text) as Settled;
  const stop = keepAlive(context, asked, owner);
  return {
    kind: "claimed",
    payer: receipt.payer ?? "",
    transaction,
    async settle(answer) {
      stop();
      const isOurs = await claims.renewAnswer(transaction, owner, packAnswer(answer)).catch(() => false);
      // A failover that forgot it would have another answer made for the same payment.
      if (!isOurs || !(await claims.isKept(transaction).catch(() => false))) throw asked.pending();
      await claims.markDelivered(transaction).catch(() => undefined);
      return withReceipt(answer, receipt, false);
    },
    async release() {
      stop();
      await claims.release(transaction, paymentId, owner).catch(() => undefined);
    },
  };
}

function claimed(context: Context, asked: Asked, owner: string, { payer, isMade }: Paid): Taken {
  const { claims, clock } = context;
  const { transaction, paymentId, paid, header, offer } = asked;
  const stop = keepAlive(context, asked, owner);
  const target = paid.query === "" ? paid.path : `${paid.path}?${paid.query}`;
  const about = { method: paid.method, target, tier: paid.tier, request: asked.digests.request, mark: markOf(asked) };
  const prepared: PreparedText = { header, offer, payer, ...about };
  return {
    kind: "claimed",
    payer,
    transaction,
    async settle(answer) {
      stop();
      const text = JSON.stringify(prepared);
      // Where it is not known whether the answer was kept, it is not known either whether somebody will settle it.
      const isKept = await claims.prepare(transaction, owner, packAnswer(answer), text, clock.now()).catch(() => false);
      if (!isKept) throw asked.pending();
      const receipt = await settlePrepared(context, transaction, prepared, isMade).catch(() => null);
      const settled = settledOf(asked, receipt);
      await claims.markDelivered(transaction).catch(() => undefined);
      return withReceipt(answer, settled, false);
    },
    async release() {
      stop();
      await claims.release(transaction, paymentId, owner).catch(() => undefined);
    },
  };
}

async function take(context: Context, asked: Asked): Promise<Taken> {
  const { claims, clock, random, wait } = context;
  const { transaction, paymentId } = asked;
  const owner = random.id(clock.now());
  const claim = {
    transaction,
    paymentId,
    owner,
    ...asked.digests,
    caller: asked.caller,
  };
  const until = clock.now() + asked.patienceMs;
  // What was sent is spent on the ledger, so what is held of a payment is looked at before it is verified.
  const isHeld = async () => (await guard(claims.read(transaction))).size > 0;
  let verified: Paid | null = null;
  if (!(await isHeld())) {
    verified = await verify(context, asked).catch(async (error: unknown) => {
      // Another call may have spent it meanwhile: who is told to pay again then would pay twice.
      if (await isHeld()) return null;
      throw error;
    });
  }
  for (;;) {
    const state = await guard(claims.take(claim));
    if (state === "claimed") {
      try {
        verified ??= await verify(context, asked);
        if (verified.isMade) await checkUnused(context, asked);
      } catch (error) {
        await claims.release(transaction, paymentId, owner).catch(() => undefined);
        throw error;
      }
      return claimed(context, asked, owner, verified);
    }
    if (state === "unanswered") return unanswered(context, asked, owner);
    if (state !== "running") {
      return { kind: "replay", transaction, answer: await answerHeld(context, asked, state) };
    }
    if (clock.now() >= until) throw asked.pending();
    await wait(LOOK_MS);
  }
}

/** Opens the taking of payments. While Redis is away nothing is taken: upstream_unavailable. */
export function openPayments(options: PaymentsOptions): Payments {
  const leaseMs = options.leaseMs ?? LEASE_MS;
  const context = { ...options, leaseMs, claims: openClaims(options.redis, leaseMs) };
  const { seller } = options;
  return {
    terms: (paid) => makeTerms(seller, paid),
    take: async (paid, header, caller, patienceMs = options.patienceMs) =>
      take(context, { ...readSignature(seller, paid, header), paid, header, caller, patienceMs }),
  };
}
