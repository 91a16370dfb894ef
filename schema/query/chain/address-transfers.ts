// Query: large transfers from or to one address, as our scans of exchange wallets found them, newest first.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

type Params = { chain: string; address: string; from: number; to: number };

/** `at` in epoch milliseconds. */
export type AddressTransferRow = {
  readonly token: string;
  readonly at: number;
  readonly tx_hash: string;
  readonly block: number;
  readonly amount: string;
  readonly value_usd: number;
  readonly from_address: string;
  readonly to_address: string;
  readonly provider: string;
  readonly retrieved_ms: number;
};

export const addressTransfers: Query<Params, AddressTransferRow> = {
  name: "address-transfers",
  sql: `SELECT token, toUnixTimestamp64Milli(t.at) AS at, tx_hash, block, amount, value_usd, from_address, to_address,
  provider, toUnixTimestamp64Milli(retrieved_at) AS retrieved_ms
FROM large_transfer AS t FINAL
WHERE ${knownOf("t")} AND chain = {chain:String} AND t.at >= fromUnixTimestamp64Milli({from:Int64})
  AND t.at <= fromUnixTimestamp64Milli({to:Int64})
  AND (from_address = {address:String} OR to_address = {address:String})
ORDER BY t.at DESC, tx_hash, log_index
LIMIT 200`,
};
