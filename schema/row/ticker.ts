// Rows of the table ticker. Rolling 24-hour statistics and best quotes of a market.
import type { Row, Table } from "./table.ts";

export const ticker = {
  name: "ticker",
  columns: {
    token: "text",
    venue: "text",
    market: "text",
    symbol: "text",
    at: "time",
    price: "number",
    bid: "numberOrNull",
    ask: "numberOrNull",
    high_24h: "number",
    low_24h: "number",
    volume_24h_native: "number",
    volume_24h_usd: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type TickerRow = Row<typeof ticker>;
