// Answers cut to what a reader of tools has room for: what is left out is said, and how to get it.
import type { AnswerBody, Args, ToolRow } from "./tool-row.ts";

/** Bytes of the JSON of a result. */
export const ROOM = { concise: 8_000, full: 60_000 } as const;
export type Detail = keyof typeof ROOM;

export type Fitted = { readonly value: AnswerBody; readonly text: string };

/** Entries that lists of objects keep, tried in this order; what is deeper is cut as well. */
const CAPS = [64, 32, 16, 8, 4, 3, 2] as const;
/** Whole or not there: what is hashed as it is, shapes, examples of them, and what goes by its place beside a text. */
const WHOLE: ReadonlySet<string> = new Set([
  ...["canonical", "input_schema", "output_schema", "example_input", "example_output"],
  "watch_conditions",
]);
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

const CITATION = /^E\d+$/;

/** Evidence that is cited beside `evidence` itself. */
function citedIn(value: unknown, into: Set<string>): void {
  if (isList(value)) for (const entry of value) citedIn(entry, into);
  else if (isObject(value)) for (const member of Object.values(value)) citedIn(member, into);
  else if (typeof value === "string" && CITATION.test(value)) into.add(value);
}

/** Cut, and of evidence that which what is left cites. */
function cutAnswer(answer: AnswerBody, cap: number): AnswerBody {
  const value = cut(answer, cap) as AnswerBody;
  const { evidence, ...others } = value.data;
  const cited = new Set<string>();
  citedIn(others, cited);
  const all = answer.data.evidence;
  if (!isList(all) || cited.size === 0) return value;
  const kept = all.filter((item) => isObject(item) && cited.has(String(item.id)));
  return { ...value, data: { ...value.data, evidence: kept.map((item) => cut(item, cap)) } };
}

/** Entries of lists that are told in outline. */
function outline(answer: AnswerBody, { outlines = {} }: ToolRow): AnswerBody {
  const data = { ...answer.data };
  for (const [name, members] of Object.entries(outlines)) {
    const list = data[name];
    if (!isList(list)) continue;
    data[name] = list.map((entry) =>
      isObject(entry) ? Object.fromEntries(members.map((member) => [member, entry[member]])) : entry,
    );
  }
  return { ...answer, data };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Takes members of `data` as long as there is room, those first that the tool keeps longest, then the small ones. */
function omit(value: AnswerBody, keeps: readonly string[], room: number) {
  const rank = (name: string) => {
    const at = keeps.indexOf(name);
    return at < 0 ? keeps.length : at;
  };
  const names = Object.keys(value.data);
  const size = new Map(names.map((name) => [name, bytesOf({ [name]: value.data[name] })]));
  const sizeOf = (name: string) => size.get(name) ?? 0;
  const kept = new Set<string>();
  let left = room - bytesOf({ ...value, data: {} });
  for (const name of names.toSorted((a, b) => rank(a) - rank(b) || sizeOf(a) - sizeOf(b))) {
    if (sizeOf(name) > left) continue;
    left -= sizeOf(name);
    kept.add(name);
  }
  const data = Object.fromEntries(Object.entries(value.data).filter(([name]) => kept.has(name)));
  return { value: { ...value, data }, omitted: names.filter((name) => !kept.has(name)) };
}

/** The answer within its room. */
export function fit(row: ToolRow, args: Args, answer: AnswerBody, detail: Detail): Fitted {
  const isPage = row.isPage?.(args, answer) === true;
  const whole = isPage ? { ...answer, truncated: true, next: row.more(args, answer) } : answer;
  const text = JSON.stringify(whole);
  const room = ROOM[detail];
  if (Buffer.byteLength(text) <= room) return { value: whole, text };
  const goal = room - SAID_BYTES;
  const outlined = row.outlines === undefined ? answer : outline(answer, row);
  let value = outlined;
  for (const cap of CAPS) {
    value = cutAnswer(outlined, cap);
    if (bytesOf(value) <= goal) break;
  }
  let omitted: readonly string[] = [];
  if (bytesOf(value) > goal) ({ value, omitted } = omit(value, row.keeps ?? [], goal));
  const more = row.more(args, value);
  const next = (omitted.length === 0 ? more : `${more}. Left out: ${omitted.join(", ")}`).slice(0, SAID_BYTES - 60);
  const said = { ...value, truncated: true, next };
  return { value: said, text: JSON.stringify(said) };
}
