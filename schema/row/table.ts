// How a table is described to the code that fills it: column names and the kind of value each takes.

/** Times are epoch milliseconds in rows; ClickHouse takes them as DateTime64(3). */
type Kinds = {
  time: number;
  timeOrNull: number | null;
  number: number;
  numberOrNull: number | null;
  numbers: readonly number[];
  text: string;
  texts: readonly string[];
  textOrNull: string | null;
  /** Text by text. */
  map: Readonly<Record<string, string>>;
};

export type Table = { readonly name: string; readonly columns: Readonly<Record<string, keyof Kinds>> };

export type Row<T extends Table> = { readonly [C in keyof T["columns"]]: Kinds[T["columns"][C]] };
