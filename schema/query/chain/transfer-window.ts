// Query: large transfers of a token within a window on some chains: sums by direction, and the largest.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** Transfers inside one exchange count as neither towards nor from. Times in epoch milliseconds. */
export type TransferWindowRow = {
  readonly transfers: number;
  readonly total_usd: number;
  readonly to_exchange_usd: number;
  readonly from_exchange_usd: number;
  /** Worth most first. */
  readonly largest: readonly (readonly [
    value_usd: number,
    tx_hash: string,
    chain: string,
    at: number,
    from_label: string | null,
    to_label: string | null,
  ])[];
};

type TransferWindow = {
  readonly tokens: readonly string[];
  readonly chains: readonly string[];
  /** Epoch milliseconds, the end excluded. */
  readonly from: number;
  readonly to: number;
  readonly minUsd: number;
};

const LARGEST = 10;

export const transferWindow: Query<TransferWindow, TransferWindowRow> = {
  name: "transfer-window",
  sql: `
SELECT toUInt32(count()) AS transfers, sum(x.value_usd) AS total_usd,
  sumIf(x.value_usd, x.to_label IS NOT NULL AND ifNull(x.from_label, '') != ifNull(x.to_label, '')) AS to_exchange_usd,
  sumIf(x.value_usd, x.from_label IS NOT NULL AND ifNull(x.to_label, '') != ifNull(x.from_label, '')) AS from_exchange_usd,
  arraySlice(arrayReverseSort(one -> (one.1, one.2),
    groupArray((x.value_usd, x.tx_hash, toString(x.chain), toUnixTimestamp64Milli(x.at), x.from_label, x.to_label))), 1, ${LARGEST}) AS largest
FROM large_transfer AS x FINAL
WHERE ${knownOf("x")} AND x.token IN {tokens:Array(String)} AND x.chain IN {chains:Array(String)}
  AND x.at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND x.at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND x.value_usd >= {minUsd:Float64}`,
};
