// Rows of the table large_transfer. Single transfers above the threshold, with what is known of both ends.
import type { Row, Table } from "./table.ts";

export const largeTransfer = {
  name: "large_transfer",
  columns: {
    token: "text",
    chain: "text",
    at: "time",
    tx_hash: "text",
    log_index: "number",
    block: "number",
    amount: "text",
    amount_native: "number",
    value_usd: "number",
    from_address: "text",
    to_address: "text",
    from_label: "textOrNull",
    to_label: "textOrNull",
    towards: "text",
    label_set: "text",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type LargeTransferRow = Row<typeof largeTransfer>;
