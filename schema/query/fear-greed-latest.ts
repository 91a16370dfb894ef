// Query: the fear and greed index of the last 10 days, newest first.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds; `read_at` is the start of the day the value is for. */
export type FearGreedLatestRow = {
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly value: number;
  readonly label: string;
};

export const fearGreedLatest: Query<Pick<Instant, "asOf">, FearGreedLatestRow> = {
  name: "fear-greed-latest",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT f.provider AS provider, toUnixTimestamp64Milli(f.at) AS read_at,
  toUnixTimestamp64Milli(f.retrieved_at) AS retrieved_ms, f.value AS value, f.label AS label
FROM fear_greed AS f
WHERE f.at > toStartOfMinute(as_of) - INTERVAL 10 DAY AND f.at <= as_of AND f.retrieved_at <= as_of
ORDER BY f.at DESC, f.retrieved_at DESC
LIMIT 1 BY provider, read_at`,
};
