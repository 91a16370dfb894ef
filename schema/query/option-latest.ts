// Query: the newest open interest of options of each token and venue within a day.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds. */
export type OptionLatestRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly put_usd: number;
  readonly call_usd: number;
};

export const optionLatest: Query<Instant, OptionLatestRow> = {
  name: "option-latest",
  sql: `
SELECT o.token AS token, o.venue AS venue, argMax(o.provider, (o.at, o.retrieved_at)) AS provider,
  toUnixTimestamp64Milli(max(o.at)) AS read_at, toUnixTimestamp64Milli(argMax(o.retrieved_at, (o.at, o.retrieved_at))) AS retrieved_ms,
  argMax(o.put_usd, (o.at, o.retrieved_at)) AS put_usd, argMax(o.call_usd, (o.at, o.retrieved_at)) AS call_usd
FROM option_interest AS o
WHERE o.token IN {tokens:Array(String)} AND o.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 1 DAY AND o.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY token, venue
ORDER BY token, venue`,
};
