// A dataset in one place, its drawer: columns, key and order, how it is divided and how long it is kept. The type of its
// rows, the statement that creates its table, the dictionary and retention follow from it.
import type { Column, Kinds } from "./column.ts";
import type { Keep } from "./keep.ts";

type Columns = Readonly<Record<string, Column>>;

export type Dataset<N extends string = string, C extends Columns = Columns> = {
  /** Of the dataset and of its table. */
  readonly name: N;
  /** What it holds, in a sentence. */
  readonly about: string;
  /** In the table's order. */
  readonly columns: C;
  /** What becomes of several rows with one key: the table's engine. */
  readonly rows: string;
  /** The key, in the order that rows lie in. */
  readonly order: readonly string[];
  /** What rows are divided by, as SQL, so that what is past leaves as whole partitions; one where it is left out. */
  readonly partition?: string;
  /** Inserts whose tokens are remembered, so that one that is sent again adds nothing; 1,000 where it is left out. */
  readonly insertsRemembered?: number;
  /** Rows between two marks of the primary index; the store's own number where it is left out. */
  readonly rowsPerMark?: number;
  /** Further indexes, as SQL. */
  readonly indexes?: readonly string[];
  readonly keep: Keep;
};

export type Row<D extends { readonly columns: Columns }> = {
  readonly [C in keyof D["columns"]]: Kinds[D["columns"][C]["kind"]];
};

/** Every row stays. */
export const EVERY_ROW = "MergeTree";
/** Of rows with one key the last that was stored stays. */
export const LAST_STORED = "ReplacingMergeTree";
/** Of rows with one key the one with the highest value of that column stays. */
export const latestBy = (column: string): string => `ReplacingMergeTree(${column})`;

export const dataset = <const N extends string, const C extends Columns>(drawer: Dataset<N, C>): Dataset<N, C> =>
  drawer;
