// What verifies and settles payments: this ledger, or somebody else's service, behind one face.
import type { PaymentPayload, Requirements, Settled, Verified } from "./wire.ts";

export type Facilitator = {
  /** Never throws for a bad payment; throws where it cannot tell. */
  verify(payment: PaymentPayload, offer: Requirements): Promise<Verified>;
  /**
   * Sends the transaction and waits for its confirmations within a bound. `settlement_pending` where that is not known
   * yet. `isResumed`: it was sent before, perhaps; then it is looked for first, and an absence proves nothing until its
   * time is over.
   */
  settle(payment: PaymentPayload, offer: Requirements, isResumed: boolean): Promise<Settled>;
};

export const PENDING = "settlement_pending";
export const LOOKUP_FAILED = "exact_cardano_facilitator_chain_lookup_failed";
export const REJECTED = "exact_cardano_settlement_definitively_rejected";
export const FAILED = "exact_cardano_settlement_failed";
