// The end of a payment: settles what was prepared, writes its end once, and gives the receipt.
import { type Facilitator, PENDING } from "../../pay/facilitator.ts";
import { decodePayment, type Requirements, type Settled } from "../../pay/x402.ts";
import type { Clock } from "../clock.ts";
import type { Claims, PaidMark } from "./claim.ts";

export type SettlementDeps = {
  readonly claims: Claims;
  readonly facilitator: Facilitator;
  readonly clock: Clock;
  /** Stores an end in the act; without it the job that sweeps does. Never throws. */
  readonly storeEnd?: ((end: string) => Promise<void>) | undefined;
};

/** What is kept of a payment until its end is known. */
export type PreparedText = {
  readonly header: string;
  readonly offer: Requirements;
  readonly payer: string;
  readonly method: string;
  readonly target: string;
  readonly tier: string;
  /** Of what was asked for, and of who asked; what an earlier version kept has none. */
  readonly request?: string;
  readonly mark?: PaidMark;
};

export const pendingReceipt = (transaction: string, network: string): Settled => ({
  success: false,
  transaction,
  network,
  errorReason: PENDING,
  extra: { status: "pending" },
});

/**
 * Settles; an unknown outcome is `settlement_pending` and never an error, so that nobody pays twice for it.
 * `isResumed`: somebody began before.
 */
export async function settlePrepared(
  { claims, facilitator, clock, storeEnd }: SettlementDeps,
  transaction: string,
  prepared: PreparedText,
  isResumed: boolean,
): Promise<Settled> {
  const payment = decodePayment(prepared.header);
  if (payment === null) throw new Error(`the payment kept for ${transaction} cannot be read`);
  const pending = pendingReceipt(transaction, prepared.offer.network);
  // A primary that is cut off would settle and answer, and the one that takes its place would sell the same once more.
  if (!(await claims.isKept(transaction))) return pending;
  const outcome = await facilitator.settle(payment, prepared.offer, isResumed).catch(() => pending);
  // Success is what says so and names this very transaction; anything else short of a clear refusal stays open.
  const isSettled = outcome.success === true && outcome.transaction === transaction;
  if (!isSettled && (outcome.success === true || outcome.errorReason === PENDING)) return pending;
  const receipt: Settled = isSettled ? { ...outcome, payer: outcome.payer ?? prepared.payer } : outcome;
  const state = isSettled ? "settled" : "rejected";
  const { method, target, tier, offer, payer, request = "", mark = { caller: "", payment_id: "" } } = prepared;
  const row = { at: clock.now(), transaction, state, network: offer.network, amount: offer.amount, asset: offer.asset };
  const more = { payer, pay_to: offer.payTo, method, target, tier, reason: outcome.errorReason ?? "", request };
  const ledger = typeof offer.extra?.ledger === "string" ? offer.extra.ledger : "chain";
  const text = JSON.stringify({ ...row, ...more, ledger, ...mark });
  const isOurs = await claims.finish(transaction, { state, receipt: JSON.stringify(receipt), row: text });
  if (isOurs) {
    await storeEnd?.(text);
    return receipt;
  }
  const written = (await claims.read(transaction)).get("receipt");
  return written === undefined ? pending : (JSON.parse(written.toString("utf8")) as Settled);
}
