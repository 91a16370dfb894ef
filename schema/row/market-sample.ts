// Rows of the table market_sample. What a call at every full hour would have met.
import type { Row, Table } from "./table.ts";

export const marketSample = {
  name: "market_sample",
  columns: {
    token: "text",
    at: "time",
    horizon_h: "number",
    revision: "number",
    return_pct: "numberOrNull",
    worst_pct: "numberOrNull",
    best_pct: "numberOrNull",
    sigma_pct: "numberOrNull",
    band_pct: "numberOrNull",
    scored_at: "time",
  },
} as const satisfies Table;

export type MarketSampleRow = Row<typeof marketSample>;
