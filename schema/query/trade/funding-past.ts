// Query: settled funding of the last 90 days per 8 hours, by token and venue.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** `bucket` counts 8-hour spans since the epoch; `rate_8h` is the mean of the rates settled in it, per 8 hours. */
export type FundingPastRow = {
  readonly token: string;
  readonly venue: string;
  readonly bucket: readonly number[];
  readonly rate_8h: readonly number[];
};

export const fundingPast: Query<Instant, FundingPastRow> = {
  name: "funding-past",
  // Folded by map: to sort the spans of all markets at once would cost more than to read them.
  sql: `
SELECT token, venue, mapKeys(means) AS bucket, mapValues(means) AS rate_8h
FROM (
  SELECT f.token AS token, f.venue AS venue,
    avgMap(map(toUInt32(intDiv(toUnixTimestamp64Milli(f.at), 28800000)), assumeNotNull(f.rate * 8 / f.interval_hours))) AS means
  FROM funding AS f FINAL
  WHERE ${knownOf("f")} AND f.token IN {tokens:Array(String)} AND f.kind = 'settled' AND f.interval_hours > 0
    AND f.at > toStartOfHour(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 90 DAY AND f.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  GROUP BY token, venue
)
ORDER BY token, venue`,
};
