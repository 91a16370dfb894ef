// Query: large transfers of 24 hours by token and chain, up to the instant each token's flows are summed to.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; transfers inside one exchange count as neither towards nor from. */
export type TransferSumRow = {
  readonly token: string;
  readonly chain: string;
  readonly provider: string;
  readonly newest_at: number;
  readonly retrieved_ms: number;
  readonly transfers: number;
  readonly total_usd: number;
  readonly to_exchange_usd: number;
  readonly from_exchange_usd: number;
  readonly largest_tx_hash: string;
  readonly largest_usd: number;
  readonly largest_from_label: string | null;
  readonly largest_to_label: string | null;
  readonly largest_at: number;
};

/** Instants (epoch milliseconds) side by side with the tokens: windows begin and end with those of the flows. */
type Ends = { readonly ends: readonly number[] };

export const transferSum: Query<Instant & Ends, TransferSumRow> = {
  name: "transfer-sum",
  sql: `
WITH transform(toString(x.token), {tokens:Array(String)}, {ends:Array(Int64)}, toInt64(0)) AS until,
  argMax((x.tx_hash, x.from_label, x.to_label, toUnixTimestamp64Milli(x.at)), (x.value_usd, x.tx_hash, x.log_index)) AS top
SELECT x.token AS token, x.chain AS chain, any(x.provider) AS provider, toUnixTimestamp64Milli(max(x.at)) AS newest_at,
  toUnixTimestamp64Milli(max(x.retrieved_at)) AS retrieved_ms, toUInt32(count()) AS transfers,
  sum(x.value_usd) AS total_usd,
  sumIf(x.value_usd, x.to_label IS NOT NULL AND ifNull(x.from_label, '') != ifNull(x.to_label, '')) AS to_exchange_usd,
  sumIf(x.value_usd, x.from_label IS NOT NULL AND ifNull(x.to_label, '') != ifNull(x.from_label, '')) AS from_exchange_usd,
  top.1 AS largest_tx_hash, max(x.value_usd) AS largest_usd, top.2 AS largest_from_label, top.3 AS largest_to_label,
  top.4 AS largest_at
FROM large_transfer AS x FINAL
WHERE ${knownOf("x")} AND x.token IN {tokens:Array(String)} AND x.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 2 DAY AND x.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  AND toUnixTimestamp64Milli(x.at) >= until - 86400000 AND toUnixTimestamp64Milli(x.at) < until
GROUP BY token, chain
ORDER BY token, chain`,
};
