// Rows of the table source_call. Every call to a provider, with the digest of what it answered.
import type { Row, Table } from "./table.ts";

export const sourceCall = {
  name: "source_call",
  columns: {
    id: "text",
    provider: "text",
    source: "text",
    endpoint: "text",
    token: "text",
    url: "text",
    requested_at: "time",
    responded_at: "time",
    outcome: "text",
    http_status: "number",
    bytes: "number",
    rows: "number",
    raw_sha256: "text",
    latency_ms: "number",
    parts: "texts",
    method: "text",
  },
} as const satisfies Table;

export type SourceCallRow = Row<typeof sourceCall>;
