// Rows of the table chain_scan. Block ranges that were read whole: what makes an absent transfer a measured zero.
import type { Row, Table } from "./table.ts";

export const chainScan = {
  name: "chain_scan",
  columns: {
    chain: "text",
    at: "time",
    to_at: "time",
    from_block: "number",
    to_block: "number",
    block_hash: "text",
    label_set: "text",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type ChainScanRow = Row<typeof chainScan>;
