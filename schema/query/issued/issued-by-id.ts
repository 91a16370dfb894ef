// Query: one issued object with what the log and later objects say of it.
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; `leaf_index` is null until it was appended, `superseded_by` empty where none is. */
export type IssuedByIdRow = {
  readonly id: string;
  readonly kind: string;
  readonly schema: string;
  readonly issued_at: number;
  readonly canonical: string;
  readonly hash: string;
  readonly source_calls: string;
  readonly supersedes: string;
  readonly superseded_by: string;
  readonly leaf_index: number | null;
};

export const issuedById: Query<{ readonly id: string }, IssuedByIdRow> = {
  name: "issued-by-id",
  sql: `
SELECT id, kind, schema, toUnixTimestamp64Milli(i.issued_at) AS issued_at, canonical, hash, source_calls, supersedes,
  (SELECT min(id) FROM issued_object WHERE supersedes = {id:String}) AS superseded_by,
  (SELECT minOrNull(leaf_index) FROM log_leaf WHERE id = {id:String}) AS leaf_index
FROM issued_object AS i
WHERE i.id = {id:String}
LIMIT 1`,
};
