// Query: the last block read of each chain within seven days.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** `to_at` is the block's time, in epoch milliseconds. */
export type ChainHeadRow = {
  readonly chain: string;
  readonly provider: string;
  readonly to_block: number;
  readonly to_at: number;
  readonly retrieved_ms: number;
};

export const chainHead: Query<Pick<Instant, "asOf" | "known">, ChainHeadRow> = {
  name: "chain-head",
  sql: `
SELECT chain, argMax(s.provider, (s.to_at, s.retrieved_at, s.stored_at)) AS provider, argMax(s.to_block, (s.to_at, s.retrieved_at, s.stored_at)) AS to_block,
  toUnixTimestamp64Milli(max(s.to_at)) AS to_at, toUnixTimestamp64Milli(argMax(s.retrieved_at, (s.to_at, s.retrieved_at, s.stored_at))) AS retrieved_ms
FROM chain_scan AS s
WHERE ${storedByKnown("s")} AND s.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 7 DAY
  AND s.to_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY chain
ORDER BY chain`,
};
