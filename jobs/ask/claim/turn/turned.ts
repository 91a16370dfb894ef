// Finds patterns in a text and replaces turns of phrase one after another; none is looked for whose letters are not in the text.

import { needlesOf } from "./needle.ts";

/** A pattern and the words that take its place. */
export type Turn = readonly [RegExp, string | ((...found: string[]) => string)];

const BITS = 6;
const OTHER = (1 << BITS) - 1;
const PLAIN = " 'abcdefghijklmnopqrstuvwxyz0123456789$%-,./#|&()?!:+\"";
/** What stands for a character; capital letters are small ones. */
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const at = PLAIN.indexOf(String.fromCharCode(code).toLowerCase());
  return at < 0 ? OTHER : at + 1;
});
const classOf = (text: string, at: number): number => CLASSES[text.charCodeAt(at)] ?? OTHER;

/** One, two or three characters that follow each other, as a number. */
const gram = (one: number, two: number, three: number): number => (((one << BITS) | two) << BITS) | three;

/** The grams of the text that is being read: marked while it is, cleared behind it. */
const held = new Uint8Array(1 << (3 * BITS));

/** Marks the one, two and three characters of a text that follow each other; those that were not marked yet. */
function hold(text: string): readonly number[] {
  const fresh: number[] = [];
  const mark = (code: number) => {
    if (held[code] === 1) return;
    held[code] = 1;
    fresh.push(code);
  };
  let [two, one] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const now = classOf(text, at);
    mark(now);
    if (one !== 0) mark(gram(0, one, now));
    if (two !== 0) mark(gram(two, one, now));
    [two, one] = [one, now];
  }
  return fresh;
}

/** All of a run that must be there. */
function gramsOf(run: string): readonly number[] {
  let [two, one] = [0, 0];
  const all: number[] = [];
  for (let at = 0; at < run.length; at += 1) {
    const now = classOf(run, at);
    if (two !== 0 || at === run.length - 1) all.push(gram(two, one, now));
    [two, one] = [one, now];
  }
  return all;
}

/** A pattern with what it stands for. */
type Row = readonly [RegExp, unknown];
/** Patterns in their order, and by what of a text it is told which of them may be in it. */
type Sought<R extends Row = Turn> = {
  readonly rows: readonly R[];
  /** Of each pattern the runs that it is found with, by their grams; null where it may be in any text. */
  readonly runs: readonly (readonly (readonly number[])[] | null)[];
  /** By a gram: the patterns with a run that it is the rarest of. */
  readonly by: ReadonlyMap<number, readonly number[]>;
};

function soughtIn<R extends Row>(rows: readonly R[]): Sought<R> {
  const runs = rows.map(([from]) => needlesOf(from)?.map(gramsOf) ?? null);
  const counts = new Uint32Array(held.length);
  const countOf = (code: number): number => counts[code] ?? 0;
  for (const any of runs) for (const run of any ?? []) for (const code of run) counts[code] = countOf(code) + 1;
  const by = new Map<number, number[]>();
  for (const [at, any] of runs.entries())
    for (const run of any ?? []) {
      const rarest = run.reduce((best, code) => (countOf(code) < countOf(best) ? code : best));
      const list = by.get(rarest);
      if (list === undefined) by.set(rarest, [at]);
      else if (list.at(-1) !== at) list.push(at);
    }
  return { rows, runs, by };
}

/** Put together when it is first needed: most processes read no claim. */
export function soughtOf<R extends Row = Turn>(rows: readonly R[]): () => Sought<R> {
  let sought: Sought<R> | null = null;
  return () => {
    sought ??= soughtIn(rows);
    return sought;
  };
}

const isHeld = (run: readonly number[]): boolean => run.every((code) => held[code] === 1);

/** What is asked of each text that is read: whether a pattern may be in one of them. */
function opened<R extends Row>({ rows, runs, by }: Sought<R>) {
  const called = new Uint8Array(rows.length);
  const marked: (readonly number[])[] = [];
  return {
    read(text: string): void {
      const fresh = hold(text);
      marked.push(fresh);
      for (const code of fresh) for (const at of by.get(code) ?? []) called[at] = 1;
    },
    isNear(at: number): boolean {
      const any = runs[at] ?? null;
      return any === null || (called[at] === 1 && any.some(isHeld));
    },
    close(): void {
      for (const fresh of marked) for (const code of fresh) held[code] = 0;
    },
  };
}

/** The text with each turn replaced by its words, in their order. Pure. */
export function turned(text: string, sought: Sought): string {
  const near = opened(sought);
  near.read(text);
  let left = text;
  for (const [at, [from, to]] of sought.rows.entries()) {
    if (!near.isNear(at)) continue;
    const next = typeof to === "string" ? left.replace(from, to) : left.replace(from, to);
    if (next === left) continue;
    left = next;
    // What a turn puts in may be what a later one turns.
    near.read(left);
  }
  near.close();
  return left;
}

/** The first of the patterns that is found in a text; undefined where none is. Pure. */
export function firstFound<R extends Row>(text: string, sought: Sought<R>): R | undefined {
  const near = opened(sought);
  near.read(text);
  const found = sought.rows.find(([pattern], at) => near.isNear(at) && pattern.test(text));
  near.close();
  return found;
}
