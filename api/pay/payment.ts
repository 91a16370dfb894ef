// What the gate knows of payment: terms, a payment taken, and its end.
import type { StoredAnswer } from "../../schema/pay/stored-answer.ts";
import type { Tier } from "../../schema/tier.ts";

export type { StoredAnswer } from "../../schema/pay/stored-answer.ts";

export type PaidRequest = {
  readonly method: string;
  readonly path: string;
  /** As sent. */
  readonly query: string;
  /** Empty for GET; else the SHA-256 (hex) of RFC 8785 of the parsed body. */
  readonly bodyDigest: string;
  readonly tier: Exclude<Tier, "free">;
  readonly description: string;
  /** For directories: a body, or parameters, that the call takes. */
  readonly example?: unknown;
};

/** The decoded PAYMENT-REQUIRED. */
type PaymentRequired = Readonly<Record<string, unknown>>;

export type Taken =
  | { readonly kind: "replay"; readonly transaction: string; readonly answer: StoredAnswer }
  | {
      readonly kind: "claimed";
      readonly payer: string;
      readonly transaction: string;
      /** After the work and before the answer; gives the answer with PAYMENT-RESPONSE or throws. */
      settle(answer: StoredAnswer): Promise<StoredAnswer>;
      /** The work failed: nothing is charged. */
      release(): Promise<void>;
    };

export type Payments = {
  /** The terms of this very request; deterministic. */
  terms(request: PaidRequest): { readonly header: string; readonly required: PaymentRequired };
  /**
   * Verifies and claims before there is work. An answer that was paid for is given again to the same caller, or for the
   * payment id it came with. Waits `patienceMs` for another call with the same payment. Throws faults of the catalogue.
   */
  take(request: PaidRequest, signatureHeader: string, caller: string, patienceMs?: number): Promise<Taken>;
};
