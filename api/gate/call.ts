// The way of one call: rates, idempotency, allowance or payment, work; nothing is taken for what is not answered.
import { canonicalDigest } from "../../schema/canonical.ts";
import { type Fault, fault, isFault } from "../../schema/fault.ts";
import { PRICES } from "../../schema/tier.ts";
import type { PaidBy } from "../../schema/usage.ts";
import type { PaidRequest, Payments, StoredAnswer } from "../pay/payment.ts";
import type { Access } from "./access.ts";
import type { Asker } from "./asker.ts";
import type { Caller } from "./caller.ts";
import { type Idempotency, readIdempotencyKey } from "./idempotency.ts";
import type { Meter } from "./meter.ts";
import type { SlowCalls } from "./slow-call.ts";

/** `isFree`: what was asked could not be measured, so the answer costs nothing. */
export type Worked = StoredAnswer & { readonly isFree?: boolean };

export type GatedCall = {
  readonly asker: Asker;
  readonly access: Access;
  /** Method, path and query as sent. */
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Parsed; undefined where the call has none. */
  readonly body: unknown;
  readonly paymentSignature: string;
  readonly idempotencyKey: string;
  /** Whether nothing but memory is needed to know that the call would be answered: it is looked at before a 402. */
  readonly isCheap: boolean;
  /** Does the work. `whole`: an answer to be kept, in no encoding and whatever the caller holds. */
  work(whole: boolean): Worked | Promise<Worked>;
};

type CallLane = {
  readonly payments: Payments | null;
  readonly meter: Meter;
  readonly idempotency: Idempotency;
  readonly slowCalls: SlowCalls;
};

type Done = { readonly answer: StoredAnswer; readonly paidBy: PaidBy };

const isCharged = ({ status, isFree }: Worked) => status >= 200 && status < 300 && isFree !== true;

/** What an unpaid call is told: its price, and the terms of this very request. */
export function unpaidFault(payments: Payments | null, access: Access, paid: PaidRequest): Fault {
  const price = PRICES.tiers[paid.tier];
  const terms = payments?.terms(paid);
  const detail =
    access.allowance === null
      ? `The call costs ${price} ${PRICES.unit}.`
      : `The free calls of today are used; the call costs ${price} ${PRICES.unit}, or comes free again at 00:00 UTC.`;
  return fault("payment_required", detail, {
    payment: { price, unit: PRICES.unit, header: "PAYMENT-REQUIRED" },
    ...(terms === undefined ? {} : { headers: { "payment-required": terms.header } }),
  });
}

async function refuseUnpaid({ payments }: CallLane, call: GatedCall, paid: PaidRequest): Promise<never> {
  // A call that could never be answered is refused for what it is, not for its price.
  if (call.isCheap) await call.work(true);
  throw unpaidFault(payments, call.access, paid);
}

async function workPaid(call: GatedCall, paid: PaidRequest, taker: Payments, by: Caller): Promise<StoredAnswer> {
  const taken = await taker.take(paid, call.paymentSignature, by.id);
  if (taken.kind === "replay") return taken.answer;
  try {
    const answer = await call.work(true);
    if (isCharged(answer)) return await taken.settle(answer);
    await taken.release();
    return answer;
  } catch (error) {
    const code = isFault(error) ? error.code : null;
    // What settling itself threw is the payment's own affair.
    if (code !== "settlement_pending" && code !== "settlement_failed") await taken.release();
    throw error;
  }
}

async function charge(lane: CallLane, call: GatedCall, caller: Caller): Promise<Done> {
  const { payments, meter } = lane;
  const { access } = call;
  const whole = call.method !== "GET" && call.method !== "HEAD";
  const { tier } = access;
  if (caller.key !== null) return { answer: await call.work(whole), paidBy: "key" };
  if (tier === "free") return { answer: await call.work(whole), paidBy: "none" };
  const paid: PaidRequest = {
    method: call.method,
    path: call.path,
    query: call.query,
    bodyDigest: call.body === undefined ? "" : canonicalDigest(call.body),
    tier,
    description: access.summary,
  };
  // Who sends a payment wants to pay, also while free calls are left.
  if (call.paymentSignature !== "" && payments !== null) {
    return { answer: await workPaid(call, paid, payments, caller), paidBy: "payment" };
  }
  const permit = await meter.takeAllowance(caller, access);
  if (permit === null) return refuseUnpaid(lane, call, paid);
  try {
    const answer = await call.work(whole);
    const isUsed = isCharged(answer) && call.method !== "HEAD";
    if (isUsed) permit.use();
    return { answer, paidBy: isUsed ? "allowance" : "none" };
  } finally {
    // Does nothing where the permit was used.
    permit.release();
  }
}

/** Takes a call through all of it. Throws faults of the catalogue. */
export async function runCall(lane: CallLane, call: GatedCall, caller: Caller): Promise<Done> {
  const { meter, idempotency, slowCalls } = lane;
  await meter.takeRates(caller, call.access);
  const charged = () =>
    call.access.slow ? slowCalls.run(caller.id, () => charge(lane, call, caller)) : charge(lane, call, caller);
  if (call.method === "GET" || call.method === "HEAD" || call.idempotencyKey === "") return charged();
  const key = readIdempotencyKey(call.idempotencyKey);
  const { method, path, body } = call;
  const fingerprint = canonicalDigest({ query: call.query, body: body ?? null });
  let paidBy: PaidBy = "none";
  const answer = await idempotency.run({ caller: caller.id, method, path, key, fingerprint }, async () => {
    const done = await charged();
    paidBy = done.paidBy;
    return done.answer;
  });
  return { answer, paidBy };
}
