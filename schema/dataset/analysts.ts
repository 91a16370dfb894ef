// Whether analysts see a dataset as it is, and under which words, as its drawer says it.

/** A column of a view: one of the table in the words given, in its own where they are null, or `[type, expression, comment]`. */
export type Shown = string | null | readonly [type: string, expression: string, comment: string];

export type Analysts = {
  readonly view: string;
  readonly about: string;
  readonly shows: Readonly<Record<string, Shown>>;
};

/** Columns in the table's own words. */
export const own = <N extends string>(...names: N[]): Readonly<Record<N, null>> =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<N, null>;
