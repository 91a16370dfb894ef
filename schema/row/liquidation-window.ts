// Rows of the table liquidation_window. Totals of forced closures by window, from venues that do not tell single ones.
import type { Row, Table } from "./table.ts";

export const liquidationWindow = {
  name: "liquidation_window",
  columns: {
    token: "text",
    venue: "text",
    symbol: "text",
    at: "time",
    window_s: "number",
    long_usd: "number",
    short_usd: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type LiquidationWindowRow = Row<typeof liquidationWindow>;
