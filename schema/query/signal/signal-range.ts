// Query: highest and lowest spot prices of the last 20, 55 and 180 days before a full hour, by venue.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

const RANGE_DAYS = [20, 55, 180] as const;
export type RangeDays = (typeof RANGE_DAYS)[number];

/** `hours_*` says how many hours of the range are stored; null extremes where none is. */
export type SignalRangeRow = { readonly token: string; readonly venue: string } & {
  readonly [D in RangeDays as `high_${D}d`]: number | null;
} & { readonly [D in RangeDays as `low_${D}d`]: number | null } & {
  readonly [D in RangeDays as `hours_${D}d`]: number;
};

const columns = RANGE_DAYS.map((days) => {
  const inside = `age_h <= ${days * 24}`;
  return `if(countIf(${inside}) = 0, NULL, maxIf(high, ${inside})) AS high_${days}d,
  if(countIf(${inside}) = 0, NULL, minIf(low, ${inside})) AS low_${days}d, uniqExactIf(age_h, ${inside}) AS hours_${days}d`;
});

/** Times of asOf must be a full hour. */
export const signalRange: Query<Instant, SignalRangeRow> = {
  name: "signal-range",
  sql: `
SELECT token, venue, ${columns.join(",\n  ")}
FROM (
  SELECT c.token AS token, c.venue AS venue, c.high AS high, c.low AS low,
    toUInt16(intDiv({asOf:Int64} - toUnixTimestamp64Milli(c.open_at), 3600000)) AS age_h
  FROM candle AS c FINAL
  WHERE ${knownOf("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s = 3600 AND c.market = 'spot'
    AND c.open_at >= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL ${Math.max(...RANGE_DAYS)} DAY
    AND c.open_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 HOUR
)
GROUP BY token, venue
ORDER BY token, venue`,
};
