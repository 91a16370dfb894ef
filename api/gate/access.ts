// What a call is subject to: rates, daily allowance, price.
import type { AllowanceId, PolicyId, RateId } from "../../schema/limit.ts";
import type { Tier } from "../../schema/tier.ts";

export type Access = {
  /** operationId of the call. */
  readonly route: string;
  readonly method: string;
  readonly tier: Tier;
  readonly summary: string;
  /** A body, or parameters, that it takes. */
  readonly example?: unknown;
  /** Rates of callers without a key, in the order in which they are told. */
  readonly rates: readonly RateId[];
  /** Rates of callers with a key. */
  readonly keyRates: readonly RateId[];
  readonly allowance: AllowanceId | null;
  readonly policies: readonly PolicyId[];
  readonly slow: boolean;
  /** How long a call waits for the same one that runs already: as long as that may wait for its turn and work. */
  readonly joinMs: number;
};
