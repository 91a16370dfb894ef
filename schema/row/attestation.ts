// Rows of the table attestation. What other networks say about checkpoints.
import type { Row, Table } from "./table.ts";

export const attestation = {
  name: "attestation",
  columns: {
    driver: "text",
    size: "number",
    status: "text",
    attempt: "number",
    at: "time",
    network: "text",
    root: "text",
    evidence: "text",
    corroborated: "text",
    problem: "text",
  },
} as const satisfies Table;

export type AttestationRow = Row<typeof attestation>;
