// The way of one call: rates, idempotency, allowance or payment, work; nothing is taken for what is not answered.
import { canonicalDigest } from "../../schema/canonical.ts";
import { type Fault, fault, isFault } from "../../schema/fault.ts";
import { PRICES } from "../../schema/tier.ts";
import type { PaidBy } from "../../schema/usage.ts";
import type { PaidRequest, Payments, StoredAnswer } from "../pay/payment.ts";
import type { Access } from "./access.ts";
import { type AskedBy, NOBODY } from "./asked-by.ts";
import type { Caller } from "./caller.ts";
import type { Errands } from "./errand.ts";
import { type Idempotency, readIdempotencyKey } from "./idempotency.ts";
import type { Meter } from "./meter.ts";
import type { Requester } from "./requester.ts";
import type { SlowCalls } from "./slow-call.ts";

/** `isFree`: what was asked could not be measured, so the answer costs nothing. */
type Worked = StoredAnswer & { readonly isFree?: boolean };

export type GatedCall = {
  readonly requester: Requester;
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
  work(whole: boolean, by: AskedBy): Worked | Promise<Worked>;
  /** Begins what waits for the payment to be settled; never throws. */
  readonly settled?: ((payment: string) => Promise<void>) | undefined;
};

type CallLane = {
  readonly payments: Payments | null;
  readonly meter: Meter;
  readonly idempotency: Idempotency;
  readonly slowCalls: SlowCalls;
  readonly errands: Errands;
};

type Done = { readonly answer: StoredAnswer; readonly paidBy: PaidBy };

/** Whether an answer is for this call alone, to be kept as it is. */
const isWhole = ({ method }: GatedCall) => method !== "GET" && method !== "HEAD";
const isCharged = ({ status, isFree }: Worked) => status >= 200 && status < 300 && isFree !== true;

/** Whether its work issues something, which is given to whoever makes the call again where its api dies. */
const isErrand = (call: GatedCall) => isWhole(call) && (call.access.slow || call.settled !== undefined);

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
  if (call.isCheap) await call.work(true, NOBODY);
  throw unpaidFault(payments, call.access, paid);
}

/** Work in a place of its own, where the call is a slow one. */
type Place = <T>(work: (until?: number) => Promise<T>) => Promise<T>;

/** Who waits for another call with the same payment, or for a block, needs no place. */
async function workPaid(
  { errands }: CallLane,
  call: GatedCall,
  paid: PaidRequest,
  taker: Payments,
  by: Caller,
  inPlace: Place,
): Promise<StoredAnswer> {
  const taken = await taker.take(paid, call.paymentSignature, by.id, call.access.joinMs);
  const { transaction } = taken;
  if (taken.kind === "replay") {
    await call.settled?.(transaction);
    return taken.answer;
  }
  const { method, path, query, bodyDigest } = paid;
  const errand = isErrand(call) ? await errands.begin("payment", transaction, method, path, query, bodyDigest) : null;
  try {
    const worker = { caller: by.id, payment: transaction, errand: errand?.id };
    const answer = await inPlace(async (until) => call.work(true, { ...worker, until }));
    const given = isCharged(answer) ? await taken.settle(answer) : answer;
    if (given === answer) await taken.release();
    else await call.settled?.(transaction);
    await errand?.end();
    return given;
  } catch (error) {
    const code = isFault(error) ? error.code : null;
    // What settling itself threw is the payment's own affair.
    if (code !== "settlement_pending" && code !== "settlement_failed") {
      await taken.release();
      await errand?.end();
    }
    throw error;
  }
}

/** Uses one of the free calls of the day, where one is left. */
async function workFree(
  lane: CallLane,
  call: GatedCall,
  paid: PaidRequest,
  caller: Caller,
  until?: number,
): Promise<Done> {
  const permit = await lane.meter.takeAllowance(caller, call.access);
  if (permit === null) return refuseUnpaid(lane, call, paid);
  try {
    const answer = await call.work(isWhole(call), { caller: caller.id, payment: "", until });
    const isUsed = isCharged(answer) && call.method !== "HEAD";
    if (isUsed) permit.use();
    return { answer, paidBy: isUsed ? "allowance" : "none" };
  } finally {
    // Does nothing where the permit was used.
    permit.release();
  }
}

async function charge(lane: CallLane, call: GatedCall, caller: Caller): Promise<Done> {
  const { payments, slowCalls } = lane;
  const { access } = call;
  const { tier } = access;
  const inPlace: Place = (work) => (access.slow ? slowCalls.run(caller.id, work) : work());
  const work = async (until?: number) => call.work(isWhole(call), { caller: caller.id, payment: "", until });
  if (caller.key !== null) return { answer: await inPlace(work), paidBy: "key" };
  if (tier === "free") return { answer: await inPlace(work), paidBy: "none" };
  const paid: PaidRequest = {
    method: call.method,
    path: call.path,
    query: call.query,
    bodyDigest: call.body === undefined ? "" : canonicalDigest(call.body),
    tier,
    description: access.summary,
    example: access.example,
  };
  // Who sends a payment wants to pay, also while free calls are left.
  if (call.paymentSignature !== "" && payments !== null) {
    return { answer: await workPaid(lane, call, paid, payments, caller, inPlace), paidBy: "payment" };
  }
  return inPlace((until) => workFree(lane, call, paid, caller, until));
}

type Namer = Pick<CallLane, "idempotency" | "errands">;
type Working = (work: GatedCall["work"]) => Promise<StoredAnswer>;

/** Whether the call is to be made once under its name. */
export const isNamed = (call: GatedCall): boolean => isWhole(call) && call.idempotencyKey !== "";

/** Does a named call once. Throws faults of the catalogue. */
export async function runNamed(lane: Namer, call: GatedCall, caller: string, once: Working): Promise<StoredAnswer> {
  const key = readIdempotencyKey(call.idempotencyKey);
  const { method, path, body } = call;
  const fingerprint = canonicalDigest({ query: call.query, body: body ?? null });
  let end = async () => {};
  try {
    return await lane.idempotency.run(
      { caller, method, path, key, fingerprint, patienceMs: call.access.joinMs },
      async () => {
        if (!isErrand(call) || call.paymentSignature !== "") return once(call.work);
        const errand = await lane.errands.begin("key", caller, method, path, key, fingerprint);
        end = errand.end;
        return once((whole, by) => call.work(whole, { ...by, errand: errand.id }));
      },
    );
  } finally {
    await end();
  }
}

/** Takes a call through all of it. Throws faults of the catalogue. */
export async function runCall(lane: CallLane, call: GatedCall, caller: Caller): Promise<Done> {
  await lane.meter.takeRates(caller, call.access);
  if (!isNamed(call)) return charge(lane, call, caller);
  let paidBy: PaidBy = "none";
  const answer = await runNamed(lane, call, caller.id, async (work) => {
    const done = await charge(lane, { ...call, work }, caller);
    paidBy = done.paidBy;
    return done.answer;
  });
  return { answer, paidBy };
}
