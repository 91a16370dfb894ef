// Queries: what is kept under the ids of issued objects.
import type { Query } from "../query.ts";

type Ids = { readonly ids: readonly string[] };

/** `issued_ms` in epoch milliseconds. */
type IssuedKeptRow = { readonly id: string; readonly hash: string; readonly issued_ms: number };

export const issuedKept: Query<Ids, IssuedKeptRow> = {
  name: "issued-kept",
  sql: `
SELECT id, hash, toUnixTimestamp64Milli(i.issued_at) AS issued_ms
FROM issued_object AS i
WHERE i.id IN {ids:Array(String)}`,
};

type IssuedTextRow = { readonly id: string; readonly canonical: string };

export const issuedText: Query<Ids, IssuedTextRow> = {
  name: "issued-text",
  sql: "SELECT id, canonical FROM issued_object WHERE id IN {ids:Array(String)}",
};
