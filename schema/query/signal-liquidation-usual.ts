// Queries: forced closures, single or as totals by window, hour by hour over 7 days, and in which of those hours each provider was seen to report any.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

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
  WHERE x.token IN {tokens:Array(String)} AND x.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 7 DAY
    AND x.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  GROUP BY token, provider, age
  UNION ALL
  SELECT w.token AS token, w.provider AS provider,
    toUInt8(intDiv({asOf:Int64} - toUnixTimestamp64Milli(w.at), 3600000)) AS age, sum(w.long_usd + w.short_usd) AS closed_usd
  FROM liquidation_window AS w FINAL
  WHERE w.token IN {tokens:Array(String)} AND w.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 7 DAY
    AND w.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  GROUP BY token, provider, age
  ORDER BY token, provider, age
)
GROUP BY token, provider
ORDER BY token, provider`,
};

export type SignalLiquidationWatchRow = { readonly provider: string; readonly hours: readonly number[] };

export const signalLiquidationWatch: Query<Instant, SignalLiquidationWatchRow> = {
  name: "signal-liquidation-watch",
  sql: `
SELECT provider, arraySort(groupUniqArray(age)) AS hours
FROM (
  SELECT toString(x.provider) AS provider, toUInt8(intDiv({asOf:Int64} - toUnixTimestamp64Milli(x.at), 3600000)) AS age
  FROM liquidation AS x
  WHERE x.token IN {tokens:Array(String)} AND x.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 7 DAY
    AND x.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  UNION ALL
  SELECT toString(w.provider), toUInt8(intDiv({asOf:Int64} - toUnixTimestamp64Milli(w.at), 3600000))
  FROM liquidation_window AS w
  WHERE w.token IN {tokens:Array(String)} AND w.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 7 DAY
    AND w.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  UNION ALL
  SELECT toString(s.provider), toUInt8(intDiv({asOf:Int64} - toUnixTimestamp64Milli(s.responded_at), 3600000))
  FROM source_call AS s
  WHERE s.source LIKE '%liquidation' AND s.outcome = 'ok'
    AND s.requested_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 7 DAY
    AND s.responded_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
)
GROUP BY provider
ORDER BY provider`,
};
