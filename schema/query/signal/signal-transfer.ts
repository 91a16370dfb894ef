// Query: single large transfers of the last 24 hours.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** `sent_at` in epoch milliseconds; a label names an exchange. */
export type SignalTransferRow = {
  readonly token: string;
  readonly chain: string;
  readonly sent_at: number;
  readonly tx_hash: string;
  readonly amount_native: number;
  readonly value_usd: number;
  readonly from_address: string;
  readonly from_label: string | null;
  readonly to_label: string | null;
  readonly towards: string;
};

/** So many of a token can be the largest of a fortnight within the hourly limit many times over. */
const PER_TOKEN = 200;

export const signalTransfer: Query<Instant, SignalTransferRow> = {
  name: "signal-transfer",
  sql: `
SELECT x.token AS token, x.chain AS chain, toUnixTimestamp64Milli(x.at) AS sent_at, x.tx_hash AS tx_hash,
  x.amount_native AS amount_native, x.value_usd AS value_usd, x.from_address AS from_address,
  x.from_label AS from_label, x.to_label AS to_label, x.towards AS towards
FROM large_transfer AS x FINAL
WHERE ${knownOf("x")} AND x.token IN {tokens:Array(String)} AND x.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 DAY
  AND x.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
ORDER BY token, value_usd DESC, chain, tx_hash, x.log_index
LIMIT ${PER_TOKEN} BY token`,
};
