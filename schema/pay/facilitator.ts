// What verifies and settles payments: this ledger, or somebody else's service, behind one face; and its words on the wire.
import { Type } from "typebox";
import type { NetworkId } from "./network.ts";
import { PaymentPayload, Requirements, type Settled, type Verified } from "./x402.ts";

export type Facilitator = {
  /** Never throws for a bad payment; throws where it cannot tell. */
  verify(payment: PaymentPayload, offer: Requirements): Promise<Verified>;
  /**
   * Sends the transaction and waits for its confirmations within a bound. `settlement_pending` where that is not known
   * yet. `isResumed`: it was sent before, perhaps; then it is looked for first, and an absence proves nothing until its
   * time is over.
   */
  settle(payment: PaymentPayload, offer: Requirements, isResumed: boolean): Promise<Settled>;
  /**
   * Whether this very transaction is on the ledger already and pays what is offered; then it is valid. Throws where the
   * ledger cannot tell. Absent where there is no ledger to ask.
   */
  readonly find?: (payment: PaymentPayload, offer: Requirements) => Promise<Verified>;
  /**
   * What a transaction paid to an address, by its id alone; null where it is in no block. Throws where the ledger cannot
   * tell. Absent where there is no ledger to ask.
   */
  readonly seek?: (transaction: string, payTo: string) => Promise<Sought | null>;
};
/** `lovelace`: of the one output that paid most. */
export type Sought = { readonly confirmations: number; readonly lovelace: bigint };

export const PENDING = "settlement_pending";
export const DUPLICATE = "duplicate_settlement";
export const LOOKUP_FAILED = "exact_cardano_facilitator_chain_lookup_failed";
export const REJECTED = "exact_cardano_settlement_definitively_rejected";
export const FAILED = "exact_cardano_settlement_failed";

/** What POST /verify and POST /settle are asked. */
export const FacilitatorAsk = Type.Object({
  x402Version: Type.Number(),
  paymentPayload: PaymentPayload,
  paymentRequirements: Requirements,
});

const Text = Type.String({ maxLength: 8_192 });
const Extra = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]));

export const VerifyAnswer = Type.Object(
  {
    isValid: Type.Boolean(),
    invalidReason: Type.Optional(Text),
    invalidMessage: Type.Optional(Text),
    payer: Type.Optional(Text),
  },
  { title: "verified" },
);

export const SettleAnswer = Type.Object(
  {
    success: Type.Boolean(),
    transaction: Text,
    network: Text,
    payer: Type.Optional(Text),
    amount: Type.Optional(Text),
    errorReason: Type.Optional(Text),
    errorMessage: Type.Optional(Text),
    extra: Extra,
  },
  { title: "settled" },
);

export const SupportedAnswer = Type.Object(
  {
    kinds: Type.Array(
      Type.Object({ x402Version: Type.Literal(2), scheme: Type.Literal("exact"), network: Text, extra: Extra }),
    ),
    extensions: Type.Array(Text),
    signers: Type.Record(Type.String(), Type.Array(Text)),
  },
  { title: "supported" },
);

/** What GET /supported says. Nobody signs for payers, and nobody pays their fees. */
export const supportedOf = (network: NetworkId, isSandbox: boolean) => ({
  kinds: [
    {
      x402Version: 2 as const,
      scheme: "exact" as const,
      network,
      extra: {
        assetTransferMethods: ["default"],
        areFeesSponsored: false,
        l1Confirmations: { minimum: 0, maximum: 20 },
        ...(isSandbox ? { ledger: "sandbox" } : {}),
      },
    },
  ],
  extensions: [],
  signers: { "cardano:*": [] },
});
