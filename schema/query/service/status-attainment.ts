// Query: share of the last 24 hours' samples in which tokens were within their dataset's objective.
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/**
 * `share` is 0..1, the mean over samples of fresh over expected tokens. A dataset is expected from the sample on that
 * first found nearly all of it, at the latest a quarter of an hour after it was first looked at: a first start does
 * not count as an outage, and one that never becomes whole does.
 */
export type StatusAttainmentRow = { readonly dataset: string; readonly share: number; readonly samples: number };

const IN_TIME = "tokens_fresh >= tokens_expected * 0.95";

export const statusAttainment: Query<Pick<Instant, "asOf">, StatusAttainmentRow> = {
  name: "status-attainment",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT dataset, avg(fresh) AS share, toUInt32(count()) AS samples
FROM (
  SELECT s.dataset AS dataset, toStartOfMinute(s.at) AS minute, max(s.tokens_fresh / s.tokens_expected) AS fresh
  FROM freshness_sample AS s
  INNER JOIN (
    SELECT dataset, least(min(at) + INTERVAL 15 MINUTE,
      if(countIf(${IN_TIME}) = 0, as_of, minIf(at, ${IN_TIME}))) AS expected_from
    FROM freshness_sample
    WHERE tokens_expected > 0 AND at > as_of - INTERVAL 2 DAY AND at <= as_of
    GROUP BY dataset
  ) AS f ON s.dataset = f.dataset
  WHERE s.tokens_expected > 0 AND s.at > as_of - INTERVAL 1 DAY AND s.at <= as_of AND s.at >= f.expected_from
  GROUP BY dataset, minute
)
GROUP BY dataset
ORDER BY dataset`,
};
