// Query: 30 days of hourly spot closes of each token, the median over venues hour by hour.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** `at` holds the closing instants in epoch milliseconds, ascending; `close` the median close of each. */
export type SpotHourRow = { readonly token: string; readonly at: readonly number[]; readonly close: readonly number[] };

export const spotHour: Query<Instant, SpotHourRow> = {
  name: "spot-hour",
  sql: `
SELECT token, mapKeys(medians) AS at, mapValues(medians) AS close
FROM (
  SELECT c.token AS token,
    quantileExactInclusiveMap(0.5)(map(toUnixTimestamp64Milli(c.open_at) + 3600000, c.close)) AS medians
  FROM candle AS c FINAL
  WHERE ${knownOf("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s = 3600 AND c.market = 'spot'
    AND c.open_at >= toStartOfHour(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 721 HOUR AND c.open_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 HOUR
  GROUP BY token
)
ORDER BY token`,
};
