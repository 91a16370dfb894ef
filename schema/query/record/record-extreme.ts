// Query: lowest and highest minute close of each token and hour, each close the median over spot venues.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import type { RecordMinutes } from "./record-minute.ts";

/** `hour` is the start in epoch milliseconds; its closes are those after it, up to and with the next full hour. */
type RecordExtremeRow = {
  readonly token: string;
  readonly hour: number;
  readonly closes: number;
  readonly low: number;
  readonly high: number;
};

export const recordExtreme: Query<RecordMinutes, RecordExtremeRow> = {
  name: "record-extreme",
  sql: `
SELECT token, intDiv(opened, 3600000) * 3600000 AS hour, toUInt16(count()) AS closes, min(middle) AS low, max(middle) AS high
FROM (
  SELECT c.token AS token, toUnixTimestamp64Milli(c.open_at) AS opened, quantileExactInclusive(0.5)(c.close) AS middle
  FROM candle AS c FINAL
  WHERE ${knownOf("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s = 60 AND c.market = 'spot'
    AND c.open_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND c.open_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  GROUP BY token, opened
)
GROUP BY token, hour
ORDER BY hour, token`,
};
