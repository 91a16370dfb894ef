// Queries: forced closures, single or as totals by window, hour by hour over 7 days, and which of those hours were watched.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Hours are ages: 0 is the hour that ends at the instant. Only hours with a closure have a row's entry. */
export type SignalLiquidationUsualRow = {
  readonly token: string;
  readonly provider: string;
  readonly hours: readonly number[];
  readonly usd: readonly number[];
};

export const signalLiquidationUsual: Query<Instant, SignalLiquidationUsualRow> = {
  name: "signal-liquidation-usual",
  sql: `
SELECT token, provider, groupArray(age) AS hours, groupArray(closed_usd) AS usd
FROM (
  SELECT x.token AS token, x.provider AS provider,
    toUInt8(intDiv({asOf:Int64} - toUnixTimestamp64Milli(x.at), 3600000)) AS age, sum(x.value_usd) AS closed_usd
  FROM liquidation AS x FINAL
  WHERE ${knownOf("x")} AND x.token IN {tokens:Array(String)} AND x.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 7 DAY
    AND x.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  GROUP BY token, provider, age
  UNION ALL
  SELECT w.token AS token, w.provider AS provider,
    toUInt8(intDiv({asOf:Int64} - toUnixTimestamp64Milli(w.at), 3600000)) AS age, sum(w.long_usd + w.short_usd) AS closed_usd
  FROM liquidation_window AS w FINAL
  WHERE ${knownOf("w")} AND w.token IN {tokens:Array(String)} AND w.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 7 DAY
    AND w.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  GROUP BY token, provider, age
  ORDER BY token, provider, age
)
GROUP BY token, provider
ORDER BY token, provider`,
};

/** `hours` are ages of hours whose closures of the token were read whole, over eight days: by the day before the week it is known that it has a hole. */
export type SignalLiquidationWatchRow = {
  readonly token: string;
  readonly provider: string;
  readonly hours: readonly number[];
};

export const signalLiquidationWatch: Query<Instant, SignalLiquidationWatchRow> = {
  name: "signal-liquidation-watch",
  sql: `
SELECT token, provider, arraySort(groupUniqArray(age)) AS hours
FROM (
  SELECT token, provider, age,
    intervalLengthSum(greatest(starts, {asOf:Int64} - (age + 1) * 3600000), least(ends, {asOf:Int64} - age * 3600000)) / 1000 AS seconds
  FROM (
    SELECT w.token AS token, toString(w.provider) AS provider,
      greatest(toUnixTimestamp64Milli(w.from_at), {asOf:Int64} - 8 * 86400000) AS starts, least(toUnixTimestamp64Milli(w.to_at), {asOf:Int64}) AS ends,
      arrayJoin(range(toUInt32(intDiv({asOf:Int64} - ends, 3600000)), toUInt32(intDiv({asOf:Int64} - starts - 1, 3600000)) + 1)) AS age
    FROM liquidation_watch AS w
    WHERE ${knownOf("w")} AND w.token IN {tokens:Array(String)} AND w.from_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 9 DAY
      AND w.from_at < fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AND w.to_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 8 DAY
  )
  GROUP BY token, provider, age
  UNION ALL
  SELECT w.token, toString(w.provider), toUInt32(intDiv({asOf:Int64} - toUnixTimestamp64Milli(w.at), 3600000)) AS age, sum(w.window_s) AS seconds
  FROM liquidation_window AS w FINAL
  WHERE ${knownOf("w")} AND w.token IN {tokens:Array(String)} AND w.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 8 DAY
    AND w.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  GROUP BY w.token, w.provider, age
)
WHERE seconds >= 3240
GROUP BY token, provider
ORDER BY token, provider`,
};
