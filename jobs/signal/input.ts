// What is known about one token at one completed minute: the whole world of a signal detector.
import type { Reason } from "../../schema/reason.ts";
import type { Quantity, Unassessed } from "../../schema/shape/quantity.ts";
import type { Source } from "../../schema/shape/source.ts";
import type { InputName } from "../../schema/signal/input-name.ts";

export type VenuePrice = { readonly venue: string; readonly price_usd: Quantity };
/** Prices of one completed minute; `at` is its close. */
export type PriceMinute = { readonly at: number; readonly prices: readonly VenuePrice[] };

export type VenueOpenInterest = {
  readonly venue: string;
  readonly now_usd: Quantity;
  readonly ago_1h_usd: Quantity;
  readonly ago_4h_usd: Quantity;
};

/** `samples_usd`: the smaller side's 2 % depth in the last samples, oldest first. */
export type VenueDepth = {
  readonly venue: string;
  readonly samples_usd: readonly Quantity[];
  readonly median_24h_usd: Quantity;
};

/** `weight` is the venue's 24 h volume in USD. */
export type VenueSpread = {
  readonly venue: string;
  readonly weight: Quantity;
  readonly now_bps: Quantity;
  readonly median_24h_bps: Quantity;
};

export type FundingReading = { readonly at: number; readonly rate_8h_pct: number };

/** One transaction; `internal` when both ends belong to one owner. */
export type Transfer = {
  readonly tx_hash: string;
  readonly chain: string;
  readonly at: number;
  readonly value_usd: Quantity;
  readonly supply_pct: Quantity;
  readonly from: TransferEnd;
  readonly to: TransferEnd;
  readonly internal: boolean;
};
export type TransferEnd = "exchange" | "wallet" | "contract" | "bridge" | "mint" | "burn" | "unknown";

export type Unlock = { readonly at: number; readonly pct_of_circulating: Quantity };

export type RiskLevel = "low" | "medium" | "high" | "critical";
export type ContractReading = {
  readonly at: number;
  readonly contract_risk: RiskLevel | Unassessed;
  readonly buy_tax_pct: Quantity;
  readonly sell_tax_pct: Quantity;
};
export type ContractScan = { readonly now: ContractReading; readonly previous: ContractReading };

/** Scalars are in the unit of their name; structures name their own. */
export type InputValues = {
  readonly return_1h_pct: number;
  readonly return_4h_pct: number;
  readonly sigma_1h_pct: number;
  readonly close_15m_usd: number;
  readonly high_20d_usd: number;
  readonly low_20d_usd: number;
  readonly high_55d_usd: number;
  readonly low_55d_usd: number;
  readonly high_180d_usd: number;
  readonly low_180d_usd: number;
  readonly ath_usd: number;
  readonly volume_1h_usd: number;
  readonly median_hourly_volume_24h_usd: number;
  readonly market_cap_usd: number;
  readonly open_interest: readonly VenueOpenInterest[];
  readonly funding_8h_pct: number;
  readonly funding_percentile_90d: number;
  readonly funding_readings: readonly FundingReading[];
  readonly long_short_ratio: number;
  readonly liquidations_long_1h_usd: number;
  readonly liquidations_short_1h_usd: number;
  readonly liquidations_median_hourly_7d_usd: number;
  readonly netflow_24h_usd: number;
  readonly netflow_z: number;
  readonly transfers: readonly Transfer[];
  readonly tenth_largest_transfer_14d_usd: number;
  readonly depth: readonly VenueDepth[];
  readonly spread: readonly VenueSpread[];
  readonly venue_prices: readonly PriceMinute[];
  readonly tvl_change_24h_pct: number;
  readonly tvl_neutral_change_24h_pct: number;
  readonly peg_prices: readonly PriceMinute[];
  readonly upcoming_unlocks: readonly Unlock[];
  readonly contract_scan: ContractScan;
};

/** null: the input does not apply to this token (no perpetual market, a native coin, no stablecoin). */
export type SignalValues = { readonly [Name in InputName]: InputValues[Name] | Unassessed | null };

export type SignalInput = {
  readonly token: string;
  /** The evaluated minute: epoch ms of the close of its last completed 1m bar. */
  readonly at: number;
  readonly price_usd: Quantity;
  readonly values: SignalValues;
  /** Why an input is unassessed; one without an entry counts as `pending`. */
  readonly reasons: Readonly<Partial<Record<InputName, Reason>>>;
  /** Where each input came from. */
  readonly sources: Readonly<Partial<Record<InputName, readonly Source[]>>>;
};
