// A market in which nothing is wrong, as metrics and as a state, for tests of the rules of an evaluation.
import type { Metric, Metrics } from "../../jobs/evaluate/read-metrics.ts";
import type { BuiltState } from "../../jobs/state/built-state.ts";
import { METRIC_IDS, type MetricId } from "../../schema/evaluation/metric.ts";

export const CALM: Partial<Record<MetricId, number>> = {
  depth_2pct_usd: 1e7,
  volume_24h_usd: 1e9,
  funding_percentile_90d: 50,
  long_short_ratio: 1,
  circulating_pct_of_max: 80,
  circulating_native: 1e6,
  breadth_up_24h_pct: 50,
  fear_greed: 50,
};
export const calm = (change: Partial<Record<MetricId, Metric>> = {}): Metrics =>
  ({ ...Object.fromEntries(METRIC_IDS.map((id) => [id, CALM[id] ?? 0])), ...change }) as Metrics;

/** The state with what the hand-made rows leave restless calmed, so that only what a test breaks speaks against it. */
export const soothe = (state: BuiltState): BuiltState => {
  const { market, supply, onchain } = state.sections;
  return {
    ...state,
    sections: {
      ...state.sections,
      market: { ...market, volume_24h_usd: 1e9 },
      supply: { ...supply, unlocks_7d_pct: 0 },
      onchain: { ...onchain, tvl_change_24h_pct: 0 },
    },
  };
};
