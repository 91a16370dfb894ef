// Query: how much of the last 24 hours of each chain was scanned, and up to when.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times are those of blocks, in epoch milliseconds. */
type ChainWatchRow = {
  readonly chain: string;
  readonly provider: string;
  readonly label_set: string;
  readonly from_at: number;
  readonly to_at: number;
  readonly retrieved_ms: number;
  readonly seconds_24h: number;
};

export const chainWatch: Query<Instant, ChainWatchRow> = {
  name: "chain-watch",
  sql: `
WITH toUnixTimestamp64Milli(s.at) AS starts, toUnixTimestamp64Milli(s.to_at) AS ends
SELECT s.chain AS chain, argMax(s.provider, s.to_at) AS provider, argMax(s.label_set, s.to_at) AS label_set,
  min(starts) AS from_at, max(ends) AS to_at, toUnixTimestamp64Milli(argMax(s.retrieved_at, s.to_at)) AS retrieved_ms,
  sum(greatest(0, ends - greatest(starts, {asOf:Int64} - 86400000))) / 1000 AS seconds_24h
FROM chain_scan AS s FINAL
WHERE ${knownOf("s")} AND s.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 2 DAY AND s.to_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY chain
ORDER BY chain`,
};
