// Query: hourly spot closes of each token over some hours and the 30 days before, the median over venues.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import type { SpotHourRow } from "../trade/spot-hour.ts";
import type { RecordMinutes } from "./record-minute.ts";

/** `from` and `to` are full hours, epoch milliseconds; nothing that closed after `to` is read. */
export const recordClose: Query<RecordMinutes, SpotHourRow> = {
  name: "record-close",
  sql: `
SELECT token, groupArray(closed) AS at, groupArray(middle) AS close
FROM (
  SELECT c.token AS token, toUnixTimestamp64Milli(c.open_at) + 3600000 AS closed, quantileExactInclusive(0.5)(c.close) AS middle
  FROM candle AS c FINAL
  WHERE ${knownOf("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s = 3600 AND c.market = 'spot'
    AND c.open_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') - INTERVAL 721 HOUR
    AND c.open_at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC') - INTERVAL 1 HOUR
  GROUP BY token, closed
  ORDER BY token, closed
)
GROUP BY token
ORDER BY token`,
};
