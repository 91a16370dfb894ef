// Rows of the table candle. Closed candles as venues report them.
import type { Row, Table } from "./table.ts";

export const candle = {
  name: "candle",
  columns: {
    token: "text",
    venue: "text",
    market: "text",
    symbol: "text",
    interval_s: "number",
    open_at: "time",
    open: "number",
    high: "number",
    low: "number",
    close: "number",
    volume_native: "number",
    volume_usd: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type CandleRow = Row<typeof candle>;
