// What the rules of an evaluation look at: unit, place in the state, and the dataset that limits how long it holds.
import type { DatasetId } from "../freshness.ts";

type MetricRow = {
  readonly unit: "pct" | "usd" | "bps" | "ratio" | "count" | "level" | "sigmas";
  /** Where it stands in the state, or what it is computed from. */
  readonly path: string;
  readonly dataset: DatasetId;
  /** What a sentence calls it. */
  readonly says: string;
};

const row = (unit: MetricRow["unit"], path: string, dataset: DatasetId, says: string): MetricRow => ({
  unit,
  path,
  dataset,
  says,
});

export const METRICS = {
  change_1h_pct: row("pct", "market/change_1h_pct", "candle", "the 1 h return"),
  change_24h_pct: row("pct", "market/change_24h_pct", "candle", "the 24 h return"),
  abs_change_1h_pct: row("pct", "market/change_1h_pct", "candle", "the size of the 1 h move"),
  abs_change_24h_pct: row("pct", "market/change_24h_pct", "candle", "the size of the 24 h move"),
  sigma_1h_pct: row("pct", "market/sigma_1h_pct", "candle", "the usual 1 h move"),
  sigma_24h_pct: row("pct", "market/sigma_24h_pct", "candle", "the usual 24 h move"),
  reversal_sigmas: row("sigmas", "market/change_1h_pct", "candle", "the smaller of two opposite moves"),
  depth_2pct_usd: row("usd", "liquidity/depth_2pct_usd", "order_book", "depth within 2 %"),
  quote_impact_pct: row("pct", "liquidity/impact", "swap_quote", "the quoted cost of 1,000 USD"),
  spread_bps: row("bps", "liquidity/spread_bps", "order_book", "the spread"),
  volume_24h_usd: row("usd", "market/volume_24h_usd", "candle", "24 h volume"),
  price_confidence_bps: row("bps", "market/price_confidence_bps", "candle", "disagreement of prices"),
  depth_signals_open: row("count", "signals/open", "order_book", "open signals of falling depth"),
  impact_pct: row("pct", "liquidity/impact", "order_book", "the cost of the order"),
  impact_book_pct: row("pct", "liquidity/impact", "order_book", "the cost of the order on the merged book"),
  impact_quote_pct: row("pct", "liquidity/impact", "swap_quote", "the cost of the order as quoted"),
  volume_share_pct: row("pct", "market/volume_24h_usd", "candle", "the order's share of 24 h volume"),
  depth_share_pct: row("pct", "liquidity/depth/pct_2", "order_book", "the order's share of its side's 2 % depth"),
  impact_disagreement_pct: row("pct", "liquidity/impact", "order_book", "disagreement of book and quote"),
  abs_funding_apr_pct: row("pct", "derivatives/funding_apr_pct", "funding", "annual funding, either sign"),
  funding_percentile_90d: row("pct", "derivatives/funding_percentile_90d", "funding", "funding's 90-day percentile"),
  funding_extreme_apr_pct: row("pct", "derivatives/funding_percentile_90d", "funding", "funding at its 90-day extreme"),
  oi_to_market_cap_pct: row("pct", "derivatives/oi_to_market_cap_pct", "open_interest", "open interest of market cap"),
  oi_change_4h_pct: row("pct", "derivatives/oi_change_4h_pct", "open_interest", "the 4 h change of open interest"),
  liquidations_to_oi_pct: row("pct", "derivatives/liquidations_24h", "liquidation", "liquidations of open interest"),
  long_short_ratio: row("ratio", "derivatives/long_short_ratio", "long_short", "longs over shorts"),
  netflow_to_market_cap_pct: row("pct", "onchain/exchange_netflow_24h_usd", "exchange_flow", "net flow to exchanges"),
  to_exchange_of_supply_pct: row(
    "pct",
    "onchain/large_transfers_24h",
    "large_transfer",
    "large transfers to exchanges",
  ),
  tvl_change_24h_pct: row("pct", "onchain/tvl_change_24h_pct", "tvl", "the 24 h change of value locked"),
  unlock_7d_pct: row("pct", "supply/unlocks_7d_pct", "unlock", "unlocks within 7 days"),
  inflation_30d_pct: row("pct", "supply/inflation_30d_pct", "coin_market", "30-day inflation"),
  circulating_pct_of_max: row("pct", "supply/circulating_pct_of_max", "coin_market", "circulation of maximum supply"),
  market_cap_usd: row("usd", "market/market_cap_usd", "coin_market", "market cap"),
  volatility_30d_pct: row("pct", "market/realized_vol_30d_pct", "candle", "30-day volatility"),
  circulating_native: row("count", "supply/circulating_native", "coin_market", "circulating supply"),
  top10_holders_pct: row("pct", "onchain/top10_holders_pct", "contract_risk", "the ten largest holders' share"),
  btc_change_24h_pct: row("pct", "context/btc_change_24h_pct", "candle", "bitcoin's 24 h return"),
  breadth_up_24h_pct: row("pct", "context/breadth_up_24h_pct", "candle", "the share of tokens that rose"),
  sector_change_24h_pct: row("pct", "context/sector_change_24h_pct", "candle", "the sector's 24 h return"),
  fear_greed: row("count", "context/fear_greed", "fear_greed", "fear and greed"),
  contract_risk: row("level", "security/contract_risk", "contract_risk", "contract risk"),
  sell_tax_pct: row("pct", "security/contracts", "contract_risk", "the tax on selling"),
  cannot_sell: row("count", "security/contracts", "contract_risk", "contracts that cannot be sold"),
} as const satisfies Record<string, MetricRow>;

/** Funding stands at the extreme of its own ninety days at or beyond these percentiles. */
export const FUNDING_EXTREMES = { low: 1, high: 99 } as const;

export type MetricId = keyof typeof METRICS;
export const METRIC_IDS = Object.keys(METRICS) as MetricId[];

/** Metrics that follow from a size. */
export const SIZED_METRICS = [
  "impact_pct",
  "impact_book_pct",
  "impact_quote_pct",
  "volume_share_pct",
  "depth_share_pct",
  "impact_disagreement_pct",
] as const satisfies readonly MetricId[];

export const isSizedMetric = (id: string): boolean => SIZED_METRICS.some((one) => one === id);
