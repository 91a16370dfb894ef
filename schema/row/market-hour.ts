// Rows of the table market_hour. Extremes of minute closes and sigmas by hour.
import type { Row, Table } from "./table.ts";

export const marketHour = {
  name: "market_hour",
  columns: {
    token: "text",
    at: "time",
    revision: "number",
    close_count: "number",
    low: "numberOrNull",
    high: "numberOrNull",
    sigma_1h_pct: "numberOrNull",
    sigma_24h_pct: "numberOrNull",
    sigma_7d_pct: "numberOrNull",
    scored_at: "time",
  },
} as const satisfies Table;

export type MarketHourRow = Row<typeof marketHour>;
