// Query: daily spot closes (UTC) of the last 181 completed days, one row a token: the median over venues.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** `at` are the days' ends in ascending order, epoch milliseconds; both lists have the same length. */
type SpotDayRow = { readonly token: string; readonly at: readonly number[]; readonly close: readonly number[] };

export const spotDay: Query<Instant, SpotDayRow> = {
  name: "spot-day",
  sql: `
SELECT token, groupArray(closed) AS at, groupArray(median_close) AS close
FROM (
  SELECT c.token AS token, toUnixTimestamp64Milli(c.open_at) + 86400000 AS closed,
    quantileExactInclusive(0.5)(c.close) AS median_close
  FROM candle AS c FINAL
  WHERE ${knownOf("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s = 86400 AND c.market = 'spot'
    AND c.open_at >= toStartOfDay(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 181 DAY
    AND c.open_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 DAY
  GROUP BY token, closed
  ORDER BY token, closed
)
GROUP BY token
ORDER BY token`,
};
