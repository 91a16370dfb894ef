// What a row must satisfy before it may become a fact, as drawers say it; a refused row keeps the name of the rule.

type Row = Readonly<Record<string, unknown>>;

export type Known = {
  /** The provider's time of day. */
  readonly now: number;
  /** Readings older than this are refused; null for history. */
  readonly ageMsMax: number | null;
  /** The newest trusted price of the token in USD, where there is one. */
  readonly reference: (token: string) => number | undefined;
};

export type Rule = readonly [reason: string, holds: (row: Row, known: Known) => boolean];

const OLDEST_AT = Date.UTC(2009, 0, 3);
const SKEW_MS = 5_000;
/** A price that moves further than this against what is known is a unit error or another coin. */
const JUMP_FACTOR = 20;
/** No value locked and no stock of stablecoins is larger. */
export const VALUE_USD_MAX = 1e13;

/** A number of the row. */
export const n = (row: Row, column: string): number => row[column] as number;
/** A number of the row, or null where it has none. */
export const opt = (row: Row, column: string): number | null => (row[column] ?? null) as number | null;

/** Not before there was a market and not after the provider's own time. */
export const timeOf = (column: string): Rule[] => [
  ["time_implausible", (row) => Number.isInteger(row[column]) && n(row, column) >= OLDEST_AT],
  ["future", (row, { now }) => n(row, column) <= now + SKEW_MS],
];

/** A reading of now is no older than the dataset's hard limit. */
export const recent: Rule = ["stale", (row, { now, ageMsMax }) => ageMsMax === null || n(row, "at") >= now - ageMsMax];

export const positive = (...columns: string[]): Rule => ["not_positive", (row) => columns.every((c) => n(row, c) > 0)];
export const positiveOrNull = (...columns: string[]): Rule => [
  "not_positive",
  (row) => columns.every((c) => (opt(row, c) ?? 1) > 0),
];
export const notNegative = (...columns: string[]): Rule => ["negative", (row) => columns.every((c) => n(row, c) >= 0)];
export const notNegativeOrNull = (...columns: string[]): Rule => [
  "negative",
  (row) => columns.every((c) => (opt(row, c) ?? 0) >= 0),
];
export const notAbove = (column: string, most: number): Rule => ["implausible", (row) => n(row, column) <= most];
export const ordered = (reason: string, low: string, high: string): Rule => [
  reason,
  (row) => opt(row, low) === null || opt(row, high) === null || n(row, low) <= n(row, high),
];
export const within = (reason: string, column: string, from: number, to: number): Rule => [
  reason,
  (row) => opt(row, column) === null || (n(row, column) >= from && n(row, column) <= to),
];
/** At the start of a span of so many milliseconds, or of what a column says in seconds. */
export const aligned = (column: string, span: number | string): Rule => [
  "misaligned",
  (row) => n(row, column) % (typeof span === "number" ? span : n(row, span) * 1_000) === 0,
];

export const jumps = (price: number, known: number | undefined): boolean =>
  known !== undefined && (price > known * JUMP_FACTOR || price * JUMP_FACTOR < known);
/** Prices in USD that are of the token at all. */
export const near = (...columns: string[]): Rule => [
  "price_jump",
  (row, { reference }) =>
    columns.every((column) => {
      const price = opt(row, column);
      return price === null || !jumps(price, reference(row.token as string));
    }),
];

/** Ids become keys and paths: what is none is refused before anything is built of it. */
const COIN_ID = /^[a-z0-9][a-z0-9._-]{0,99}$/;
export const usableId: Rule = ["id_unusable", (row) => COIN_ID.test(row.token as string)];
export const supplies: Rule = positiveOrNull("circulating_native", "total_native", "max_native");
