// How the newest rows of a dataset are asked for, as its drawer says it, and what such a row holds.
import type { Column, Kinds } from "./column.ts";

export type Latest = {
  /** The member of `Facts` that holds the rows. */
  readonly member: string;
  /** Whose rows are asked for: those of some tokens, which `Facts` has by token, or all. */
  readonly of: "token" | "all";
  /** Of rows that are equal in these the newest is told, in this order; with `at` among them each of the window, newest first. */
  readonly by: readonly string[];
  /** What is told beside that, the provider and the times. */
  readonly tells: readonly string[];
  /** How far back it goes, as an interval of SQL. */
  readonly within: string;
  /** Which rows count, as SQL over `r`; all where it is left out. */
  readonly where?: string;
  /** What others are only compared with names no call: when it was received is not told. */
  readonly isCited?: false;
};

type Asked = {
  readonly columns: Readonly<Record<string, Column>>;
  readonly latest: Latest;
};

/** A column as the row names it: times are epoch milliseconds, and `at` is when it was read. */
type NameOf<C> = C extends "at"
  ? "read_at"
  : C extends "retrieved_at"
    ? "retrieved_ms"
    : C extends `${infer N}_at`
      ? `${N}_ms`
      : C;

type ColumnOf<D extends Asked> =
  | D["latest"]["by"][number]
  | D["latest"]["tells"][number]
  | "provider"
  | "at"
  | (D["latest"] extends { readonly isCited: false } ? never : "retrieved_at");

/** What is told of a dataset. Times in epoch milliseconds. */
export type LatestRow<D extends Asked> = {
  readonly [C in ColumnOf<D> & keyof D["columns"] as NameOf<C> & string]: Kinds[D["columns"][C]["kind"]];
};
