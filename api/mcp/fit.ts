// Answers cut to what a reader of tools has room for: what is left out is said, and how to get it.
import type { Args, Told, ToolRow } from "./tool-row.ts";

/** Bytes of the JSON of a result. */
export const ROOM = { concise: 8_000, full: 60_000 } as const;
export type Detail = keyof typeof ROOM;

export type Fitted = { readonly value: Told; readonly text: string };

/** Entries that lists of objects keep, tried in this order; what is deeper is cut as well. */
const CAPS = [64, 32, 16, 8, 4, 3, 2] as const;
/** Whole or not there: it is hashed as it is. */
const WHOLE: ReadonlySet<string> = new Set(["canonical"]);
/** For what says that something was cut. */
const SAID_BYTES = 400;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !isList(value);

/** Lists of plain values stay whole: names of columns, hashes of a path. */
function cut(value: unknown, cap: number): unknown {
  if (isList(value)) {
    const isPlain = !value.some((entry) => typeof entry === "object" && entry !== null);
    return isPlain ? value : value.slice(0, cap).map((entry) => cut(entry, cap));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, WHOLE.has(name) ? member : cut(member, cap)]),
  );
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Leaves members of `data` out, those first that the tool keeps least, until the rest has room. */
function omit(value: Told, keeps: readonly string[], room: number) {
  const rank = (name: string) => {
    const at = keeps.indexOf(name);
    return at < 0 ? keeps.length : at;
  };
  const names = Object.keys(value.data);
  const order = names.toSorted((a, b) => rank(b) - rank(a) || bytesOf(value.data[b]) - bytesOf(value.data[a]));
  const omitted: string[] = [];
  let left = bytesOf(value) - room;
  for (const name of order) {
    if (left <= 0) break;
    left -= bytesOf({ [name]: value.data[name] }) - 1;
    omitted.push(name);
  }
  const data = Object.fromEntries(Object.entries(value.data).filter(([name]) => !omitted.includes(name)));
  return { value: { ...value, data }, omitted };
}

/** The answer within its room. */
export function fit(row: ToolRow, args: Args, answer: Told, detail: Detail): Fitted {
  const isPage = row.isPage?.(args, answer) === true;
  const whole = isPage ? { ...answer, truncated: true, next: row.more(args, answer) } : answer;
  const text = JSON.stringify(whole);
  const room = ROOM[detail];
  if (Buffer.byteLength(text) <= room) return { value: whole, text };
  const goal = room - SAID_BYTES;
  let value = answer;
  for (const cap of CAPS) {
    value = cut(answer, cap) as Told;
    if (bytesOf(value) <= goal) break;
  }
  let omitted: readonly string[] = [];
  if (bytesOf(value) > goal) ({ value, omitted } = omit(value, row.keeps ?? [], goal));
  const more = row.more(args, value);
  const next = (omitted.length === 0 ? more : `${more}. Left out: ${omitted.join(", ")}`).slice(0, SAID_BYTES - 60);
  const said = { ...value, truncated: true, next };
  return { value: said, text: JSON.stringify(said) };
}
