// Stretches of time of one chain that were scanned whole with one set of labels.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

type Params = { chain: string; label_set: string; provider: string; from: number };

/** Times in epoch milliseconds; `read_at` is when the node was asked. */
export type ChainScannedRow = { at: number; to_at: number; to_block: number; block_hash: string; read_at: number };

export const chainScanned: Query<Params, ChainScannedRow> = {
  name: "chain-scanned",
  sql: `SELECT toUnixTimestamp64Milli(chain_scan.at) AS at, toUnixTimestamp64Milli(chain_scan.to_at) AS to_at,
  to_block, block_hash, toUnixTimestamp64Milli(retrieved_at) AS read_at
FROM chain_scan FINAL
WHERE ${knownOf()} AND chain = {chain:String} AND label_set = {label_set:String} AND provider = {provider:String}
  AND chain_scan.at >= fromUnixTimestamp64Milli({from:Int64})
ORDER BY at`,
};
