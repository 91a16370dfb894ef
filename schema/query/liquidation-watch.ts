// Query: in which of the last 25 hours each provider was seen to report liquidations, whatever the token.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** `hours` are ages in whole hours: 0 is the hour that ends with the instant's minute. */
export type LiquidationWatchRow = { readonly provider: string; readonly hours: readonly number[] };

export const liquidationWatch: Query<Instant, LiquidationWatchRow> = {
  name: "liquidation-watch",
  sql: `
SELECT provider, arraySort(groupUniqArray(age)) AS hours
FROM (
  SELECT toString(x.provider) AS provider, toUInt8(intDiv((intDiv({asOf:Int64}, 60000) + 1) * 60000 - toUnixTimestamp64Milli(x.at), 3600000)) AS age
  FROM liquidation AS x
  WHERE x.token IN {tokens:Array(String)} AND x.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 25 HOUR AND x.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  UNION ALL
  SELECT toString(s.provider), toUInt8(intDiv((intDiv({asOf:Int64}, 60000) + 1) * 60000 - toUnixTimestamp64Milli(s.responded_at), 3600000))
  FROM source_call AS s
  WHERE s.source LIKE '%liquidation' AND s.outcome = 'ok' AND s.token != ''
    AND s.requested_at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 25 HOUR AND s.requested_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AND s.responded_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
)
GROUP BY provider
ORDER BY provider`,
};
