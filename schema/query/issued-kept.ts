// Query: what is kept under the id of an issued object.
import type { Query } from "../io/clickhouse.ts";

/** `issued_ms` in epoch milliseconds. */
export type IssuedKeptRow = { readonly id: string; readonly hash: string; readonly issued_ms: number };

export const issuedKept: Query<{ readonly id: string }, IssuedKeptRow> = {
  name: "issued-kept",
  sql: `
SELECT id, hash, toUnixTimestamp64Milli(i.issued_at) AS issued_ms
FROM issued AS i
WHERE i.id = {id:String}
LIMIT 1`,
};
