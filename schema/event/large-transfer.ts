// Events of kind large_transfer: single transfers above the threshold, with what is known of both ends.
import { knownOf } from "../dataset/version.ts";
import { toTime } from "../shape/time.ts";
import { cents, type EventRow, eventSource, sayUsd } from "./event.ts";

type TransferRow = EventRow & {
  readonly chain: string;
  readonly tx_hash: string;
  readonly log_index: number;
  readonly amount: string;
  readonly amount_native: number;
  readonly value_usd: number;
  readonly from_address: string;
  readonly to_address: string;
  readonly from_label: string | null;
  readonly to_label: string | null;
  readonly towards: "exchange" | "wallet" | "contract" | "burn" | "unknown";
  readonly provider: string;
  readonly retrieved_at: number;
};

const COLUMNS = "chain, tx_hash, log_index, amount, amount_native, value_usd, from_address, to_address";

const sql = `
SELECT token, toUnixTimestamp64Milli(t.at) AS at, ${COLUMNS}, from_label, to_label, towards, provider,
  toUnixTimestamp64Milli(t.retrieved_at) AS retrieved_at
FROM large_transfer AS t FINAL
WHERE ${knownOf("t")} AND token IN {tokens:Array(String)} AND t.at >= fromUnixTimestamp64Milli({from:Int64})
  AND t.at <= fromUnixTimestamp64Milli({to:Int64})
ORDER BY token, t.at DESC, chain, tx_hash, log_index
LIMIT {limit:UInt32} BY token`;

const say = (label: string | null) => label ?? "an unlabelled address";

export const largeTransfer = eventSource<TransferRow>({
  query: { name: "events-large-transfer", sql },
  toEvent(row, symbol) {
    const amount = Number(row.amount_native.toPrecision(6)).toLocaleString("en-US", { maximumFractionDigits: 6 });
    const summary = `${amount} ${symbol} (${sayUsd(row.value_usd)}) from ${say(row.from_label)} to ${say(row.to_label)}`;
    return {
      kind: "large_transfer",
      id: `large_transfer~${row.chain}~${row.tx_hash}~${row.log_index}`.slice(0, 160),
      at: toTime(row.at),
      severity: null,
      direction: null,
      summary: summary.slice(0, 300),
      data: {
        tx_hash: row.tx_hash,
        chain: row.chain,
        amount: row.amount,
        value_usd: cents(row.value_usd),
        from: row.from_address,
        from_label: row.from_label,
        to: row.to_address,
        to_label: row.to_label,
        towards: row.towards,
      },
      source: {
        provider: row.provider,
        endpoint: "large_transfer",
        as_of: toTime(row.at),
        retrieved_at: toTime(row.retrieved_at),
      },
    };
  },
});
