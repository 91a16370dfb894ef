// How long the rows of a dataset are kept, as its drawer says it.

type Kept = {
  /** What of the dataset, in words; all of it where it is left out. */
  readonly what?: string;
  /** Days from the row's own time; null is for good. */
  readonly days: number | null;
  /** Which rows, as SQL says it; all where it is left out. */
  readonly where?: string;
  /** Those rows have partitions of their own, whose names begin with one of these; all where it is left out. */
  readonly first?: readonly number[];
};

export type Keep = {
  /** The column of the row's own time, which the table is partitioned by. */
  readonly at: string;
  readonly kept: readonly Kept[];
  /** Columns that are emptied before their rows go. */
  readonly emptied?: { readonly hours: number; readonly columns: readonly string[] };
};

export const days = (count: number, at = "at"): Keep => ({ at, kept: [{ days: count }] });
export const FOR_GOOD: Keep = { at: "", kept: [{ days: null }] };
