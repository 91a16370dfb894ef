// Replaces turns of phrase one after another, and looks for none whose letters are not in the text.

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

/** Turns in their order, and by what of a text it is told which of them may be in it. */
type Sought = {
  readonly turns: readonly Turn[];
  /** Of each turn the runs that it is found with, by their grams; null where it may be in any text. */
  readonly runs: readonly (readonly (readonly number[])[] | null)[];
  /** By a gram: the turns with a run that it is the rarest of. */
  readonly by: ReadonlyMap<number, readonly number[]>;
};

function soughtIn(turns: readonly Turn[]): Sought {
  const runs = turns.map(([from]) => needlesOf(from)?.map(gramsOf) ?? null);
  const counts = new Uint32Array(held.length);
  const countOf = (code: number): number => counts[code] ?? 0;
  for (const any of runs) for (const run of any ?? []) for (const code of run) counts[code] = countOf(code) + 1;
  const by = new Map<number, number[]>();
  for (const [turn, any] of runs.entries())
    for (const run of any ?? []) {
      const rarest = run.reduce((best, code) => (countOf(code) < countOf(best) ? code : best));
      const list = by.get(rarest);
      if (list === undefined) by.set(rarest, [turn]);
      else if (list.at(-1) !== turn) list.push(turn);
    }
  return { turns, runs, by };
}

/** Put together when it is first needed: most processes read no claim. */
export function soughtOf(turns: readonly Turn[]): () => Sought {
  let sought: Sought | null = null;
  return () => {
    sought ??= soughtIn(turns);
    return sought;
  };
}

const isHeld = (run: readonly number[]): boolean => run.every((code) => held[code] === 1);

/** The text with each turn replaced by its words, in their order. Pure. */
export function turned(text: string, { turns, runs, by }: Sought): string {
  const called = new Uint8Array(turns.length);
  const marked: (readonly number[])[] = [];
  const read = (said: string) => {
    const fresh = hold(said);
    marked.push(fresh);
    for (const code of fresh) for (const turn of by.get(code) ?? []) called[turn] = 1;
  };
  read(text);
  let left = text;
  for (let at = 0; at < turns.length; at += 1) {
    if (called[at] === 0 && runs[at] !== null) continue;
    const [turn, any] = [turns[at], runs[at] ?? null];
    if (turn === undefined || (any !== null && !any.some(isHeld))) continue;
    const [from, to] = turn;
    const next = typeof to === "string" ? left.replace(from, to) : left.replace(from, to);
    if (next === left) continue;
    left = next;
    // What a turn puts in may be what a later one turns.
    read(left);
  }
  for (const fresh of marked) for (const code of fresh) held[code] = 0;
  return left;
}
