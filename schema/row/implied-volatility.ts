// Rows of the table implied_volatility. What options price in for the next 30 days.
import type { Row, Table } from "./table.ts";

export const impliedVolatility = {
  name: "implied_volatility",
  columns: {
    token: "text",
    venue: "text",
    at: "time",
    volatility_30d_pct: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type ImpliedVolatilityRow = Row<typeof impliedVolatility>;
