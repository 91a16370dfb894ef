// Arithmetic over plain rows for second computations, and how the answer of a worked query is compared with one.
import { isDeepStrictEqual } from "node:util";
import { HOUR_MS } from "../../schema/duration.ts";

export type Value = number | string | null;
export type Row = Record<string, Value | readonly Value[]>;
export type Ask = (sql: string) => Promise<Row[]>;

/** What a query should answer: all of its rows, in its order where it has one, before its limit. */
export type Expected = {
  readonly keys: readonly string[];
  readonly rows: readonly Row[];
  /** The rows that are answered at most. */
  readonly limit?: number;
  /** The column it is sorted by, largest first. */
  readonly by?: string;
};

export const num = (value: unknown): number => (value === null || value === undefined ? Number.NaN : Number(value));
export const mean = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x, 0) / xs.length;
export const sumOf = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x, 0);
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2;
}
/** Rows by what `key` says of them, in the order they came. */
export function groups<R>(rows: readonly R[], key: (row: R) => string): Map<string, R[]> {
  const found = new Map<string, R[]>();
  for (const row of rows) found.set(key(row), [...(found.get(key(row)) ?? []), row]);
  return found;
}
export const last = (rows: readonly Row[], by = "ms"): Row | undefined =>
  rows.reduce<Row | undefined>((best, row) => (best && num(best[by]) > num(row[by]) ? best : row), undefined);
/** The newest row, in a list. */
export function newestOf(rows: readonly Row[]): Row[] {
  const newest = last(rows);
  return newest ? [newest] : [];
}
export const hourOf = (row: Row): number => Math.floor(num(row.ms) / HOUR_MS) * HOUR_MS;
export const ms = (column: string, name = "ms"): string => `toUnixTimestamp64Milli(${column}) AS ${name}`;
export const defined = (values: readonly unknown[]): number[] => values.filter((x) => x !== null).map(num);

/** To how many digits a query rounds each of its columns. */
const digitsOf = (sql: string): ReadonlyMap<string, number> =>
  new Map(
    [...sql.matchAll(/\bround\(.*?(?:, (\d+))?\) AS (\w+)/g)].map(([, digits, column]) => [
      column ?? "",
      Number(digits ?? 0),
    ]),
  );

function isEqual(told: unknown, due: unknown, digits: number | undefined): boolean {
  if (Array.isArray(due)) return Array.isArray(told) && isDeepStrictEqual([...told].sort(), due);
  if (typeof due === "string") return told === due;
  // No number is what a mean of nothing is, and how JSON writes it.
  if (due === null || Number.isNaN(due)) return told === null || told === undefined;
  const [a, b] = [num(told), num(due)];
  return Math.abs(a - b) <= (digits === undefined ? 0 : 0.5001 * 10 ** -digits) + 1e-9 * Math.abs(b);
}

/** What an answer says otherwise than it should; empty where it agrees. */
export function differences(
  sql: string,
  told: readonly Row[],
  { keys, rows, by, limit = Infinity }: Expected,
): string[] {
  const digits = digitsOf(sql);
  const keyOf = (row: Row) => keys.map((key) => row[key]).join("~");
  const due = new Map(rows.map((row) => [keyOf(row), row]));
  const found: string[] = [];
  if (told.length !== Math.min(limit, rows.length)) found.push(`${told.length} rows of ${rows.length}`);
  for (const row of told) {
    const own = due.get(keyOf(row));
    if (!own) found.push(`${keyOf(row)} is none of them`);
    for (const [column, value] of Object.entries(own ?? {})) {
      if (!isEqual(row[column], value, digits.get(column))) {
        found.push(`${keyOf(row)}: ${column} is ${row[column]}, not ${value}`);
      }
    }
  }
  if (by === undefined) return found;
  const largest = rows.map((row) => num(row[by])).sort((a, b) => b - a);
  for (const [i, row] of told.entries()) {
    if (!isEqual(row[by], largest[i], digits.get(by))) found.push(`${keyOf(row)} is not the ${i + 1}. largest ${by}`);
  }
  return found;
}
