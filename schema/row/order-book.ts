// Rows of the table order_book. Depth of a market's book by band, and its levels for a few hours.
import type { Row, Table } from "./table.ts";

export const orderBook = {
  name: "order_book",
  columns: {
    token: "text",
    venue: "text",
    market: "text",
    symbol: "text",
    at: "time",
    bid: "number",
    ask: "number",
    spread_bps: "number",
    bid_0_5_usd: "number",
    ask_0_5_usd: "number",
    bid_1_usd: "number",
    ask_1_usd: "number",
    bid_2_usd: "number",
    ask_2_usd: "number",
    truncated: "number",
    bid_price: "numbers",
    bid_native: "numbers",
    ask_price: "numbers",
    ask_native: "numbers",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type OrderBookRow = Row<typeof orderBook>;
