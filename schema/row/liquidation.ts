// Rows of the table liquidation. Forced closures that venues report; a lower bound.
import type { Row, Table } from "./table.ts";

export const liquidation = {
  name: "liquidation",
  columns: {
    token: "text",
    venue: "text",
    symbol: "text",
    at: "time",
    id: "text",
    side: "text",
    price: "number",
    amount_native: "number",
    value_usd: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type LiquidationRow = Row<typeof liquidation>;
