// Query: exchange flows of each token and chain over 1 hour, 24 hours and 7 days.
import { knownOf } from "../../dataset/version.ts";
import { FRESHNESS } from "../../freshness.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/**
 * Windows of all chains of a token end at the same instant (`window_end`, epoch milliseconds): the earliest of the ends
 * of those chains that are fresh, so that they can be summed; 0 where none is. `end_at` is how far the chain itself was
 * scanned; seconds say how much of each window was.
 */
export type FlowSumRow = {
  readonly token: string;
  readonly chain: string;
  readonly provider: string;
  readonly label_set: string;
  readonly end_at: number;
  readonly window_end: number;
  readonly retrieved_ms: number;
  /** End of the earliest window of the last eight days. */
  readonly first_at: number;
  readonly seconds_1h: number;
  readonly seconds_24h: number;
  readonly seconds_7d: number;
  readonly in_1h_usd: number;
  readonly out_1h_usd: number;
  readonly in_24h_usd: number;
  readonly out_24h_usd: number;
  readonly in_7d_usd: number;
  readonly out_7d_usd: number;
  /** Rows that moved coins and have no price, by span. */
  readonly unpriced_1h: number;
  readonly unpriced_24h: number;
  readonly unpriced_7d: number;
};

export const flowSum: Query<Instant, FlowSumRow> = {
  name: "flow-sum",
  sql: `
SELECT token, chain, argMax(provider, ended) AS provider, argMax(label_set, ended) AS label_set,
  max(ended) AS end_at, any(until) AS window_end, argMax(retrieved, ended) AS retrieved_ms, min(ended) AS first_at,
  sumIf(span, age < 3600000) AS seconds_1h, sumIf(span, age < 86400000) AS seconds_24h, sumIf(span, age < 604800000) AS seconds_7d,
  sumIf(inflow, age < 3600000) AS in_1h_usd, sumIf(inflow, age < 86400000) AS in_24h_usd, sumIf(inflow, age < 604800000) AS in_7d_usd,
  sumIf(outflow, age < 3600000) AS out_1h_usd, sumIf(outflow, age < 86400000) AS out_24h_usd, sumIf(outflow, age < 604800000) AS out_7d_usd,
  sumIf(blank, age < 3600000) AS unpriced_1h, sumIf(blank, age < 86400000) AS unpriced_24h, sumIf(blank, age < 604800000) AS unpriced_7d
FROM (
  SELECT *, minIf(last, last >= {asOf:Int64} - ${FRESHNESS.exchange_flow.hardTtlS * 1_000}) OVER (PARTITION BY token) AS until,
    if(ended <= until, until - ended, ${Number.MAX_SAFE_INTEGER}) AS age
  FROM (
  SELECT *, max(ended) OVER (PARTITION BY token, chain) AS last
  FROM (
    SELECT f.token AS token, f.chain AS chain, toUnixTimestamp64Milli(f.at) + max(f.window_s) * 1000 AS ended,
      max(f.window_s) AS span, any(f.provider) AS provider, any(f.label_set) AS label_set,
      toUnixTimestamp64Milli(max(f.retrieved_at)) AS retrieved,
      sum(ifNull(f.inflow_usd, 0)) AS inflow, sum(ifNull(f.outflow_usd, 0)) AS outflow,
      toUInt32(countIf((f.inflow_native > 0 AND f.inflow_usd IS NULL)
        OR (f.outflow_native > 0 AND f.outflow_usd IS NULL))) AS blank
    FROM exchange_flow AS f FINAL
    WHERE ${knownOf("f")} AND f.token IN {tokens:Array(String)} AND f.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 8 DAY AND f.at + toIntervalSecond(f.window_s) <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
    GROUP BY f.token, f.chain, f.at
  )
  )
)
GROUP BY token, chain
ORDER BY token, chain`,
};
