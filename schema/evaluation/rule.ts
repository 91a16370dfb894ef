// What a set of rules of an evaluation is: which rules fire at which threshold, in which dimension, and what makes the whole.
import type { MetricId } from "./metric.ts";

export const DIMENSIONS = ["momentum", "liquidity", "leverage", "onchain", "supply", "context", "contract"] as const;
export type DimensionId = (typeof DIMENSIONS)[number];
export const VERDICTS = ["proceed", "caution", "avoid"] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Comparator = ">" | ">=" | "<" | "<=";
/** Limits of a caller that replace a threshold where they are wider. */
type WideningLimit = "max_impact_pct" | "max_volume_share_pct" | "max_depth_share_pct" | "max_sell_tax_pct";

export type EvaluationRule = {
  readonly code: string;
  readonly dimension: DimensionId;
  readonly verdict: "caution" | "avoid";
  readonly metric: MetricId;
  readonly comparator: Comparator;
  readonly threshold: number;
  /** The threshold grows to so many usual moves; without them it stays at its least, which fires sooner. */
  readonly sigma?: { readonly metric: "sigma_1h_pct" | "sigma_24h_pct"; readonly times: number };
  /** Only for an order of a size, or only for selling. */
  readonly only?: "sized" | "sell";
  readonly widenedBy?: WideningLimit;
  /** True of the whole market at once: it says nothing about a token. */
  readonly scope?: "market";
  /** Why the threshold is what it is. */
  readonly why?: string;
};

/** How dimensions make the whole, beside what holds in every version: nothing proceeds over what was not measured. */
type Overall =
  /** Dimensions are counted; the market's counts as any other. */
  | { readonly by: "dimensions" }
  /**
   * Each dimension has the points of its worst rule. What is true of the whole market has points only where something
   * of the token's own has.
   */
  | {
      readonly by: "points";
      readonly points: Readonly<Record<"caution" | "avoid", number>>;
      readonly cautionFrom: number;
      readonly avoidFrom: number;
    };

export type RuleSet = {
  readonly version: string;
  readonly rules: readonly EvaluationRule[];
  readonly overall: Overall;
  /** What the published table says of it. */
  readonly about: string;
};

/** What the dimensions of the newest rules count, and from how many on the whole is avoid. */
export const POINTS = { caution: 1, avoid: 2 } as const;
export const AVOID_FROM = 3;

/** Dimensions without which nothing may be said to proceed. */
export const CRITICAL: readonly DimensionId[] = ["contract", "liquidity"];

/** Of each group at least one metric must be measured, else the dimension is unassessed. */
export const REQUIRED: { readonly [D in DimensionId]: readonly (readonly MetricId[])[] } = {
  momentum: [["change_1h_pct"], ["change_24h_pct"]],
  liquidity: [["depth_2pct_usd", "quote_impact_pct"], ["volume_24h_usd"]],
  leverage: [["oi_to_market_cap_pct", "oi_change_4h_pct"], ["abs_funding_apr_pct"]],
  onchain: [["netflow_to_market_cap_pct", "to_exchange_of_supply_pct"]],
  supply: [["circulating_native"]],
  context: [["btc_change_24h_pct"], ["breadth_up_24h_pct"]],
  contract: [["contract_risk"]],
};

/** What an order of a size needs beyond. */
export const REQUIRED_SIZED: readonly (readonly MetricId[])[] = [
  ["impact_book_pct", "impact_quote_pct"],
  ["impact_pct"],
];
