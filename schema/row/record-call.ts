// Rows of the table record_call. The record: every call that was issued, once.
import type { Row, Table } from "./table.ts";

export const recordCall = {
  name: "record_call",
  columns: {
    kind: "text",
    id: "text",
    subkind: "text",
    token: "text",
    issued_at: "time",
    direction: "text",
    verdict: "text",
    severity: "number",
    side: "text",
    definition: "text",
    confidence: "number",
    p_right_1h: "number",
    p_right_24h: "number",
    p_right_7d: "number",
    sigma_1h_pct: "numberOrNull",
    sigma_24h_pct: "numberOrNull",
    sigma_7d_pct: "numberOrNull",
    valid_until: "timeOrNull",
    previous_verdict: "text",
    rules: "text",
    is_simulated: "number",
    taken_at: "time",
  },
} as const satisfies Table;

export type RecordCallRow = Row<typeof recordCall>;
