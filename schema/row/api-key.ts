// Rows of the table api_key. Design partners' keys as they were changed; the durable copy of what Redis holds.
import type { Row, Table } from "./table.ts";

export const apiKey = {
  name: "api_key",
  columns: {
    id: "text",
    name: "text",
    digest: "text",
    read_per_minute: "number",
    llm_per_minute: "number",
    created_at: "time",
    revoked_at: "timeOrNull",
    changed_at: "time",
  },
} as const satisfies Table;

export type ApiKeyRow = Row<typeof apiKey>;
