// Whether a payment may be taken: it is valid and unsent, or it was made already and nobody here knows of it any more.
import { PAYMENT_KEPT_S } from "../../schema/io/pay/claim.ts";
import { readPayment } from "../../schema/io/pay/facilitator.ts";
import type { Facilitator } from "../../schema/pay/facilitator.ts";
import { networkOf, slotTime } from "../../schema/pay/network.ts";
import { REASONS } from "../../schema/pay/rule.ts";
import type { PaymentPayload, Requirements } from "../../schema/pay/x402.ts";

/** valid: to be sent. made: on the ledger already. untold: it may have been made, and the ledger cannot say. */
type Accepted =
  | { readonly kind: "valid" | "made"; readonly payer: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "untold"; readonly cause: unknown };

/** Refusals that a payment gets too because it was sent before. */
const SENT: ReadonlySet<string | undefined> = new Set([REASONS.nonceUnknown, REASONS.input, REASONS.expired]);

/** Whether somebody may still come for what it paid for: answers are kept for so long. */
function isRecent(payment: PaymentPayload, offer: Requirements, now: number): boolean {
  const [read, network] = [readPayment(payment), networkOf(offer.network)];
  if (typeof read === "string" || network === null || read.transaction.ttl === null) return false;
  return now < slotTime(network, read.transaction.ttl) + PAYMENT_KEPT_S * 1_000;
}

/** Throws where a payment that was not sent cannot be checked. */
export async function acceptPayment(
  facilitator: Facilitator,
  payment: PaymentPayload,
  offer: Requirements,
  now: number,
): Promise<Accepted> {
  const verdict = await facilitator.verify(payment, offer);
  if (verdict.isValid) return { kind: "valid", payer: verdict.payer ?? "" };
  const reason = verdict.invalidReason ?? "unexpected_verify_error";
  // Its coins are spent, perhaps by itself: a Redis that lost its data lost the claim of what was sent last.
  if (!facilitator.find || !SENT.has(reason) || !isRecent(payment, offer, now)) return { kind: "refused", reason };
  try {
    const found = await facilitator.find(payment, offer);
    return found.isValid ? { kind: "made", payer: found.payer ?? "" } : { kind: "refused", reason };
  } catch (cause) {
    return { kind: "untold", cause };
  }
}
