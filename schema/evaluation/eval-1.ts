// The rules eval-1 as data: what they judged stays judged by them, and is judged again by them.
import type { DimensionId, EvaluationRule, RuleSet } from "./rule.ts";

type Extra = Pick<EvaluationRule, "sigma" | "only" | "widenedBy">;
type Line = readonly [
  code: string,
  metric: EvaluationRule["metric"],
  comparator: EvaluationRule["comparator"],
  threshold: number,
  extra?: Extra,
];

const of = (dimension: DimensionId, verdict: "caution" | "avoid", lines: readonly Line[]): EvaluationRule[] =>
  lines.map(([code, metric, comparator, threshold, extra]) => ({
    code,
    dimension,
    verdict,
    metric,
    comparator,
    threshold,
    ...extra,
  }));

const hour = (times: number): Extra => ({ sigma: { metric: "sigma_1h_pct", times } });
const day = (times: number): Extra => ({ sigma: { metric: "sigma_24h_pct", times } });
const sized = (widenedBy: EvaluationRule["widenedBy"]): Extra => ({
  only: "sized",
  ...(widenedBy ? { widenedBy } : {}),
});

const rules: readonly EvaluationRule[] = [
  ...of("momentum", "caution", [
    ["move_1h", "abs_change_1h_pct", ">=", 3, hour(3)],
    ["move_24h", "abs_change_24h_pct", ">=", 10, day(2)],
    ["reversal", "reversal_sigmas", ">=", 1],
  ]),
  ...of("momentum", "avoid", [
    ["fall_1h", "change_1h_pct", "<=", -8, hour(5)],
    ["fall_24h", "change_24h_pct", "<=", -20, day(3)],
    ["blow_off_24h", "change_24h_pct", ">=", 40, day(5)],
  ]),
  ...of("liquidity", "caution", [
    ["depth_low", "depth_2pct_usd", "<", 250_000],
    ["spread_wide", "spread_bps", ">", 20],
    ["volume_low", "volume_24h_usd", "<", 5_000_000],
    ["price_unsure", "price_confidence_bps", ">", 50],
    ["depth_signal_open", "depth_signals_open", ">=", 1],
    ["impact_high", "impact_pct", ">", 1, sized("max_impact_pct")],
    ["volume_share_high", "volume_share_pct", ">", 1, sized("max_volume_share_pct")],
    ["depth_share_high", "depth_share_pct", ">", 25, sized("max_depth_share_pct")],
    ["impact_disagreement", "impact_disagreement_pct", ">", 0.5, { only: "sized" }],
  ]),
  ...of("liquidity", "avoid", [
    ["depth_thin", "depth_2pct_usd", "<", 50_000],
    ["spread_extreme", "spread_bps", ">", 100],
    ["volume_thin", "volume_24h_usd", "<", 500_000],
    ["impact_extreme", "impact_pct", ">", 3, sized("max_impact_pct")],
    ["volume_share_extreme", "volume_share_pct", ">", 5, sized("max_volume_share_pct")],
    ["depth_share_extreme", "depth_share_pct", ">", 100, sized("max_depth_share_pct")],
  ]),
  ...of("leverage", "caution", [
    ["funding_high", "abs_funding_apr_pct", ">", 30],
    ["funding_percentile_high", "funding_percentile_90d", ">=", 95],
    ["funding_percentile_low", "funding_percentile_90d", "<=", 5],
    ["oi_high", "oi_to_market_cap_pct", ">", 10],
    ["oi_rising", "oi_change_4h_pct", ">=", 10],
    ["liquidations_high", "liquidations_to_oi_pct", ">", 3],
    ["longs_crowded", "long_short_ratio", ">", 3],
    ["shorts_crowded", "long_short_ratio", "<", 0.5],
  ]),
  ...of("leverage", "avoid", [
    ["funding_extreme", "abs_funding_apr_pct", ">", 90],
    ["funding_percentile_extreme", "funding_extreme_apr_pct", ">", 30],
    ["oi_extreme", "oi_to_market_cap_pct", ">", 25],
    ["oi_surging", "oi_change_4h_pct", ">=", 20],
    ["liquidations_extreme", "liquidations_to_oi_pct", ">", 8],
  ]),
  ...of("onchain", "caution", [
    ["netflow_high", "netflow_to_market_cap_pct", ">=", 0.05],
    ["to_exchange_high", "to_exchange_of_supply_pct", ">=", 0.1],
    ["tvl_falling", "tvl_change_24h_pct", "<=", -10],
  ]),
  // The second condition, z >= 4, is taken as met: flows have no stored z, and a gap must not make a verdict milder.
  ...of("onchain", "avoid", [
    ["netflow_extreme", "netflow_to_market_cap_pct", ">=", 0.25],
    ["tvl_collapsing", "tvl_change_24h_pct", "<=", -30],
  ]),
  ...of("supply", "caution", [
    ["unlock_soon", "unlock_7d_pct", ">=", 1],
    ["inflation_high", "inflation_30d_pct", ">=", 2],
    ["circulation_low", "circulating_pct_of_max", "<", 20],
    ["holders_concentrated", "top10_holders_pct", ">=", 50],
  ]),
  ...of("supply", "avoid", [
    ["unlock_large", "unlock_7d_pct", ">=", 5],
    ["inflation_extreme", "inflation_30d_pct", ">=", 8],
    ["holders_extreme", "top10_holders_pct", ">=", 80],
  ]),
  ...of("context", "caution", [
    ["btc_falling", "btc_change_24h_pct", "<=", -5],
    ["breadth_low", "breadth_up_24h_pct", "<", 20],
    ["sector_falling", "sector_change_24h_pct", "<=", -8],
    ["fear_extreme", "fear_greed", "<=", 10],
    ["greed_extreme", "fear_greed", ">=", 90],
  ]),
  ...of("context", "avoid", [
    ["btc_collapsing", "btc_change_24h_pct", "<=", -10],
    ["breadth_collapsed", "breadth_up_24h_pct", "<", 8],
  ]),
  ...of("contract", "caution", [["contract_risk_medium", "contract_risk", ">=", 1]]),
  ...of("contract", "avoid", [
    ["contract_risk_high", "contract_risk", ">=", 2],
    ["sell_tax_high", "sell_tax_pct", ">", 10, { widenedBy: "max_sell_tax_pct" }],
    ["cannot_be_sold", "cannot_sell", ">=", 1, { only: "sell" }],
  ]),
];

export const EVAL_1: RuleSet = {
  version: "eval-1",
  rules,
  overall: { by: "dimensions" },
  about:
    "How evaluations judge. A rule fires where its metric stands to the threshold as the comparator says; a dimension has the worst verdict of the rules that fired. The whole is avoid where a critical dimension is, where two dimensions are, or where the caller's policy failed; caution where one dimension is avoid, two are caution, three could not be measured, a critical one does not proceed, or any lost an input that it normally has; else proceed.",
};
