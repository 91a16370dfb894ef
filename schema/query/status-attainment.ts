// Query: share of the last 24 hours' samples in which tokens were within their dataset's objective.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** `share` is 0..1, the mean over samples of fresh over expected tokens. */
export type StatusAttainmentRow = { readonly dataset: string; readonly share: number; readonly samples: number };

export const statusAttainment: Query<Pick<Instant, "asOf">, StatusAttainmentRow> = {
  name: "status-attainment",
  sql: `
SELECT dataset, avg(fresh) AS share, toUInt32(count()) AS samples
FROM (
  SELECT dataset, toStartOfMinute(at) AS minute, max(tokens_fresh / tokens_expected) AS fresh
  FROM freshness_sample
  WHERE tokens_expected > 0 AND at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 DAY
    AND at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  GROUP BY dataset, minute
)
GROUP BY dataset
ORDER BY dataset`,
};
