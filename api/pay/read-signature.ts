// Reads a PAYMENT-SIGNATURE against the terms of the call, and makes the faults of payment.
import { canonicalDigest } from "../../schema/canonical.ts";
import { type Fault, fault } from "../../schema/fault.ts";
import { readPayment } from "../../schema/io/pay/facilitator.ts";
import { pendingReceipt } from "../../schema/io/pay/settlement.ts";
import { networkOf } from "../../schema/pay/network.ts";
import { isOffered, makeTerms, PAYMENT_ID, requirementsOf, type Seller } from "../../schema/pay/offer.ts";
import { checkWitnesses } from "../../schema/pay/rule.ts";
import {
  decodePayment,
  encodeHeader,
  type PaymentPayload,
  type Requirements,
  type Settled,
} from "../../schema/pay/x402.ts";
import { PRICES } from "../../schema/tier.ts";
import type { PaidRequest } from "./payment.ts";

const RETRY_S = 20;
const ID = /^[A-Za-z0-9_-]{16,128}$/;

/** A payment that may be taken for a call, and the faults that the call ends in where it is not. */
export type ReadPayment = {
  readonly payment: PaymentPayload;
  /** What is asked for the call. */
  readonly offer: Requirements;
  /** Empty where the payer sent none. */
  readonly paymentId: string;
  readonly transaction: string;
  /** Digests of the payment as it was sent, and of what it pays for: method, target, body and price. */
  readonly digests: { readonly payment: string; readonly request: string };
  /** `error` is the code of x402, `receipt` what became of the transaction where it was sent. */
  refused(code: Refused, error: string, receipt?: Settled): Fault;
  /** What became of the transaction is not known yet. */
  pending(): Fault;
};

type Refused = "payment_invalid" | "duplicate_settlement" | "settlement_failed";

/** A 402 with fresh terms. */
function challenge(seller: Seller, paid: PaidRequest, code: Refused, error: string, receipt?: Settled): Fault {
  const headers: Record<string, string> = { "payment-required": makeTerms(seller, paid, error).header };
  if (receipt !== undefined) headers["payment-response"] = encodeHeader(receipt);
  const payment = { price: PRICES.tiers[paid.tier], unit: PRICES.unit, header: "PAYMENT-REQUIRED" };
  return fault(code, `The payment was refused: ${error}.`, { headers, payment });
}

/** A 503 that offers no new terms: who pays again now may pay twice. */
function pending(seller: Seller, transaction: string): Fault {
  const detail = `Send the same PAYMENT-SIGNATURE again; do not pay again. Transaction ${transaction}.`;
  const headers = { "payment-response": encodeHeader(pendingReceipt(transaction, seller.network)) };
  return fault("settlement_pending", detail, { headers, retryAfterS: RETRY_S });
}

/** The payer's own id for the payment; empty where there is none. Throws where it is no valid id. */
function paymentIdOf(payment: PaymentPayload): string {
  const entry = payment.extensions?.[PAYMENT_ID];
  const info = typeof entry === "object" && entry !== null ? (entry as { info?: unknown }).info : undefined;
  const id = typeof info === "object" && info !== null ? (info as { id?: unknown }).id : undefined;
  if (id === undefined) return "";
  if (typeof id !== "string" || !ID.test(id)) {
    throw fault("payment_malformed", "The payment id must be 16 to 128 letters, digits, _ or -.");
  }
  return id;
}

/** Throws payment_malformed, payment_version_unsupported or payment_invalid; asks nobody. */
export function readSignature(seller: Seller, paid: PaidRequest, header: string): ReadPayment {
  const payment = decodePayment(header);
  if (payment === null) throw fault("payment_malformed", "PAYMENT-SIGNATURE must be base64 of an x402 payment.");
  if (payment.x402Version !== 2) throw fault("payment_version_unsupported", "Only x402 version 2 is spoken here.");
  const paymentId = paymentIdOf(payment);
  const refuse = (error: string) => challenge(seller, paid, "payment_invalid", error);
  const { accepted, resource } = payment;
  if (accepted.scheme !== "exact") throw refuse("unsupported_scheme");
  if (networkOf(accepted.network) !== seller.network) throw refuse("network_mismatch");
  const offer = requirementsOf(seller, paid.tier);
  if (!isOffered(accepted, offer)) throw refuse("no_matching_payment_requirements");
  const { url } = makeTerms(seller, paid).required.resource;
  if (resource !== undefined && resource.url !== url) throw refuse("resource_mismatch");
  const inside = readPayment(payment);
  if (typeof inside === "string") throw refuse(inside);
  // The id of a transaction says nothing of its signatures: what is held under it is for who brings good ones.
  const forged = checkWitnesses(inside.transaction);
  if (forged !== null) throw refuse(forged);
  const { id: transaction } = inside.transaction;
  const sold = [paid.method, paid.path, paid.query, paid.bodyDigest, paid.tier];
  return {
    ...{ payment, offer, paymentId, transaction },
    digests: { payment: canonicalDigest(payment), request: canonicalDigest(sold) },
    refused: (code, error, receipt) => challenge(seller, paid, code, error, receipt),
    pending: () => pending(seller, transaction),
  };
}
