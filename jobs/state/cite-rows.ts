// Rows of a dataset as a section cites them: by provider and venue, at their own time, received when they were.
import type { DatasetId } from "../../schema/freshness.ts";
import type { Cited } from "./cite.ts";

/** Times in epoch milliseconds; a row of a span of time has the end of it, or its newest instant. */
type CitableRow = { readonly provider: string; readonly venue?: string; readonly retrieved_ms: number } & (
  | { readonly read_at: number }
  | { readonly end_at: number }
  | { readonly newest_at: number }
);

const atOf = (row: CitableRow): number =>
  "read_at" in row ? row.read_at : "end_at" in row ? row.end_at : row.newest_at;

/** `more` says of all what the rows do not: the kind of source, or another venue. */
export const citeRows = (
  dataset: DatasetId,
  rows: readonly CitableRow[],
  more: Partial<Pick<Cited, "from" | "venue">> = {},
): Cited[] =>
  rows.map((row) => {
    return {
      dataset,
      provider: row.provider,
      venue: row.venue ?? null,
      at: atOf(row),
      retrievedAt: row.retrieved_ms,
      ...more,
    };
  });
