// Query: minute closes of a time, each the median over spot venues, by token.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** Closes after `from` and up to `to`, epoch milliseconds. */
export type RecordMinutes = { readonly tokens: readonly string[]; readonly from: number; readonly to: number };
/** `at` are closing instants in epoch milliseconds, ascending. */
export type RecordMinuteRow = {
  readonly token: string;
  readonly at: readonly number[];
  readonly price: readonly number[];
};

export const recordMinute: Query<RecordMinutes, RecordMinuteRow> = {
  name: "record-minute",
  sql: `
SELECT token, groupArray(closed) AS at, groupArray(middle) AS price
FROM (
  SELECT c.token AS token, toUnixTimestamp64Milli(c.open_at) + 60000 AS closed, quantileExactInclusive(0.5)(c.close) AS middle
  FROM candle AS c FINAL
  WHERE ${knownOf("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s = 60 AND c.market = 'spot'
    AND c.open_at > fromUnixTimestamp64Milli({from:Int64} - 60000, 'UTC') AND c.open_at <= fromUnixTimestamp64Milli({to:Int64} - 60000, 'UTC')
  GROUP BY token, closed
  ORDER BY token, closed
)
GROUP BY token
ORDER BY token`,
};
