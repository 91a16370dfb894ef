// A dataset in one place, its drawer: columns, key and order, how it is divided and how long it is kept. The type of its
// rows, the statement that creates its table, the dictionary and retention follow from it.
import type { Rule } from "./admit.ts";
import type { Analysts } from "./analysts.ts";
import type { Column, Kinds } from "./column.ts";
import type { Freshness } from "./fresh.ts";
import type { Keep } from "./keep.ts";
import type { Latest } from "./latest.ts";
import { VERSION, type VersionColumn } from "./version.ts";

type Columns = Readonly<Record<string, Column>>;

export type Dataset = {
  /** Of the dataset and of its table. */
  readonly name: string;
  /** What it holds, in a sentence. */
  readonly about: string;
  /** In the table's order. */
  readonly columns: Columns;
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
  /** How analysts see it as it is; left out where they see it folded, or not at all. */
  readonly analysts?: Analysts;
  /** What a received row must satisfy beside being of whole numbers and of a plausible time; where nothing is said, none is received. */
  readonly admit?: readonly Rule[];
  /** The same of history, where that tells less. */
  readonly admitPast?: readonly Rule[];
  /** How fresh its rows are, by what they tell: mostly one thing under the dataset's own name. */
  readonly fresh?: Readonly<Record<string, Freshness>>;
  /** Whose freshness is its own where it has none: what comes with it or of it. */
  readonly comesWith?: string;
  /** How its newest rows are asked for; left out where no build asks plainly. */
  readonly latest?: Latest;
};

/** As it is received: what the store adds is not in it. */
export type Row<D extends { readonly columns: Columns }> = {
  readonly [C in Exclude<keyof D["columns"], VersionColumn>]: Kinds[D["columns"][C]["kind"]];
};

/** The columns of a row as it is received, with their names. */
export const receivedOf = ({ columns }: { readonly columns: Columns }): (readonly [string, Column])[] =>
  Object.entries(columns).filter(([name]) => !(name in VERSION));

/** Whether another reading of a key becomes a further version. */
export const hasVersions = ({ columns }: { readonly columns: Columns }): boolean => "replaced_at" in columns;

/** Every row stays. */
export const EVERY_ROW = "MergeTree";
/** Of rows with one key the last that was stored stays. */
export const LAST_STORED = "ReplacingMergeTree";
/** Of rows with one key the one with the highest value of that column stays. */
export const latestBy = (column: string): string => `ReplacingMergeTree(${column})`;

/** What a drawer says, to the letter; how long rows are kept is compared by none. */
export type Drawer<D extends Pick<Dataset, "keep">> = Omit<D, "keep"> & { readonly keep: Keep };

export const dataset = <const D extends Dataset>(drawer: D): Drawer<D> => drawer;
