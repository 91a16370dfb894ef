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

/** `more` says of all what the rows do not: the kind of source, another venue, or what they are to the section. */
export const citeRows = (
  dataset: DatasetId,
  rows: readonly CitableRow[],
  more: Partial<Pick<Cited, "from" | "venue" | "role">> = {},
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

/** The same where numbers are made of some of the rows alone: the others are cited as what was read and not used. */
export const citeUsed = <Row extends CitableRow>(
  dataset: DatasetId,
  rows: readonly Row[],
  isUsed: (row: Row) => boolean,
): Cited[] =>
  rows.flatMap((row) => citeRows(dataset, [row], isUsed(row) ? {} : { role: `${dataset}_unused` as const }));
