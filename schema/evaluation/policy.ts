// What a caller may demand of an order beyond the rules (contract 4.7), as data: each limit, what it is held against.
import type { MetricId } from "./metric.ts";
import type { DimensionId } from "./rule.ts";

type PolicyLimit = {
  /** Which dimension the caller has to accept unmeasured for a gap to be no failure. */
  readonly dimension: DimensionId;
  readonly metric: MetricId;
  readonly kind: "max" | "min";
};

const limit =
  (kind: PolicyLimit["kind"]) =>
  (dimension: DimensionId, metric: MetricId): PolicyLimit => ({
    dimension,
    metric,
    kind,
  });
const max = limit("max");
const min = limit("min");

export const POLICY_LIMITS = {
  max_impact_pct: max("liquidity", "impact_pct"),
  max_volume_share_pct: max("liquidity", "volume_share_pct"),
  max_depth_share_pct: max("liquidity", "depth_share_pct"),
  min_depth_2pct_usd: min("liquidity", "depth_2pct_usd"),
  min_volume_24h_usd: min("liquidity", "volume_24h_usd"),
  min_market_cap_usd: min("supply", "market_cap_usd"),
  max_abs_change_24h_pct: max("momentum", "abs_change_24h_pct"),
  max_volatility_30d_pct: max("momentum", "volatility_30d_pct"),
  max_funding_apr_pct: max("leverage", "abs_funding_apr_pct"),
  max_oi_to_market_cap_pct: max("leverage", "oi_to_market_cap_pct"),
  max_top10_holders_pct: max("supply", "top10_holders_pct"),
  max_sell_tax_pct: max("contract", "sell_tax_pct"),
  max_unlock_7d_pct: max("supply", "unlock_7d_pct"),
} as const satisfies Record<string, PolicyLimit>;

export type PolicyLimitId = keyof typeof POLICY_LIMITS;
export const POLICY_LIMIT_IDS = Object.keys(POLICY_LIMITS) as PolicyLimitId[];

/** Dimensions whose data moves with the market: their age is what max_data_age_s limits. */
export const AGED: readonly DimensionId[] = ["momentum", "liquidity", "leverage", "onchain", "context"];

/** What the scan of a contract may raise beside its own truth values. */
export const OTHER_FLAGS = [
  "source_not_open",
  "sell_tax",
  "buy_tax",
  "transfer_tax",
  "same_creator_honeypot",
  "owner_flagged",
] as const;
