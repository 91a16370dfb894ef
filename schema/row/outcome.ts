// Rows of the table outcome. What became of each call at each horizon.
import type { Row, Table } from "./table.ts";

export const outcome = {
  name: "outcome",
  columns: {
    kind: "text",
    id: "text",
    horizon_h: "number",
    revision: "number",
    subkind: "text",
    token: "text",
    issued_at: "time",
    due_at: "time",
    verdict: "text",
    direction: "text",
    severity: "number",
    definition: "text",
    sampled: "number",
    p_right: "number",
    entry_at: "timeOrNull",
    price_0: "numberOrNull",
    settled_at: "timeOrNull",
    price_h: "numberOrNull",
    return_pct: "numberOrNull",
    excess_pct: "numberOrNull",
    worst_pct: "numberOrNull",
    best_pct: "numberOrNull",
    sigma_pct: "numberOrNull",
    band_pct: "numberOrNull",
    result: "text",
    reason: "text",
    correction: "text",
    scoring: "text",
    is_simulated: "number",
    scored_at: "time",
  },
} as const satisfies Table;

export type OutcomeRow = Row<typeof outcome>;
