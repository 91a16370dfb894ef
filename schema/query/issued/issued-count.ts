// Query: how many objects of each kind were issued, and how many of them a checkpoint covers.
import type { Query } from "../query.ts";

/** `signed_at` in epoch milliseconds, 0 before the first checkpoint. */
export type IssuedCountRow = {
  readonly evaluations: number;
  readonly briefs: number;
  readonly issued: number;
  readonly size: number;
  readonly signed_at: number;
};

export const issuedCount: Query<object, IssuedCountRow> = {
  name: "issued-count",
  sql: `
SELECT toUInt32(countIf(kind = 'evaluation')) AS evaluations, toUInt32(countIf(kind = 'brief')) AS briefs,
  toUInt32(count()) AS issued, (SELECT toUInt32(max(size)) FROM checkpoint) AS size,
  (SELECT toUnixTimestamp64Milli(max(signed_at)) FROM checkpoint) AS signed_at
FROM issued_object`,
};
