// Holds a model's sentence against the draft it words: places and words that mean something stay as they are and where they are.
import type { EvidenceItem } from "../../schema/shape/evidence.ts";
import { type DraftStatement, isSettled, type SettleOptions, settle } from "../../schema/statement/settle.ts";
import { hasNumeral, isNumberWord, meaningOf } from "./lexicon.ts";
import type { Sentence } from "./worded.ts";

/** What is wrong with a sentence, in a form that a machine reads. */
export type WordingFault = {
  readonly code: "placeholder" | "digit" | "stance" | "word" | "order" | "character" | "banned" | "length" | "number";
  readonly detail: string;
};

const PLACE = /\{\{[^{}]*\}\}/g;
const WORD = /[A-Za-z]+/g;
/** What a plain English sentence is made of. */
const FOREIGN = /[^A-Za-z ,.;:'’()–—-]/u;
const SHOWN_MAX = 60;
/** Longer than the draft by so much and a sentence tells something else. */
const LENGTH_FACTOR = 1.5;
const LENGTH_MORE = 40;

type Token = { readonly text: string; readonly means: string };

/** Names stand for one thing, however the token is called. */
const NAME = "\u0001";

/** Places are kept whole, names are one mark, all else falls into words; `rest` is what is neither place nor name. */
function read(text: string, names: readonly string[]): { readonly tokens: readonly Token[]; readonly rest: string } {
  const sorted = names.filter((name) => name !== "").toSorted((a, b) => b.length - a.length);
  const tokens: Token[] = [];
  const rest: string[] = [];
  const words = (part: string) => {
    const marked = sorted.reduce(
      (left, name) => left.replaceAll(new RegExp(`(?<!\\w)${literal(name)}(?!\\w)`, "g"), NAME),
      part,
    );
    rest.push(marked.replaceAll(NAME, ""));
    for (const [found] of marked.matchAll(new RegExp(`${NAME}|${WORD.source}`, "g"))) {
      const means = found === NAME ? NAME : meaningOf(found.toLowerCase());
      if (means !== null) tokens.push({ text: found === NAME ? "the name" : found, means });
    }
  };
  let last = 0;
  for (const place of text.matchAll(PLACE)) {
    words(text.slice(last, place.index));
    tokens.push({ text: place[0], means: place[0] });
    last = place.index + place[0].length;
  }
  words(text.slice(last));
  return { tokens, rest: rest.join(" ") };
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const isPlace = ({ text }: Token): boolean => text.startsWith("{{");

/** How many more of each there are in `some` than in `others`. */
function beyond(some: readonly Token[], others: readonly Token[]): Token[] {
  const left = new Map<string, number>();
  for (const { means } of others) left.set(means, (left.get(means) ?? 0) + 1);
  return some.filter(({ means }) => {
    const count = left.get(means) ?? 0;
    left.set(means, count - 1);
    return count <= 0;
  });
}

export const settleOptions = ({ lengthMax }: Sentence, names: readonly string[]): SettleOptions => ({
  names,
  ...(lengthMax !== undefined && { lengthMax }),
});

const short = (text: string): string => text.slice(0, SHOWN_MAX);

type Checked = { readonly statement: DraftStatement } | { readonly faults: readonly WordingFault[] };

type Wording = { readonly text: string; readonly stance: string };

/** The sentence where it may stand for the draft, or everything that is wrong with it. Pure. */
export function checkWording(
  draft: Sentence,
  wording: Wording,
  { evidence, names }: { readonly evidence: readonly EvidenceItem[]; readonly names: readonly string[] },
): Checked {
  const faults: WordingFault[] = [];
  const text = wording.text.trim();
  const [was, is] = [read(draft.text, names), read(text, names)];
  for (const { text: place } of beyond(is.tokens.filter(isPlace), was.tokens))
    faults.push({ code: "placeholder", detail: `${short(place)} is not in the draft, or not so often` });
  for (const { text: place } of beyond(was.tokens.filter(isPlace), is.tokens))
    faults.push({ code: "placeholder", detail: `${short(place)} is missing` });
  if (hasNumeral(is.rest)) faults.push({ code: "digit", detail: "a number of your own: only places hold numbers" });
  if (wording.stance !== draft.stance) faults.push({ code: "stance", detail: `it is ${draft.stance}` });
  const others = { is: is.tokens.filter((one) => !isPlace(one)), was: was.tokens.filter((one) => !isPlace(one)) };
  for (const { text: word, means } of beyond(others.is, others.was)) {
    const isNumber = isNumberWord(means) || isNumberWord(word.toLowerCase());
    faults.push({ code: isNumber ? "digit" : "word", detail: `${short(word)} is not in the draft, or not so often` });
  }
  for (const { text: word } of beyond(others.was, others.is))
    faults.push({ code: "word", detail: `${short(word)} is missing` });
  const order = (tokens: readonly Token[]) => tokens.map(({ means }) => means).join("\u0000");
  if (faults.length === 0 && order(is.tokens) !== order(was.tokens))
    faults.push({ code: "order", detail: "places and words of the draft that mean something keep their order" });
  const foreign = [...is.rest].find((one) => FOREIGN.test(one) && !was.rest.includes(one));
  if (foreign !== undefined) faults.push({ code: "character", detail: foreign });
  if (text.length > draft.text.length * LENGTH_FACTOR + LENGTH_MORE)
    faults.push({ code: "length", detail: "it is much longer than the draft" });
  if (faults.length > 0) return { faults };
  const statement: DraftStatement = { text, stance: draft.stance };
  const settled = settle(statement, evidence, settleOptions(draft, names));
  if (isSettled(settled)) return { statement };
  const own = settled.faults.map(({ code, detail }) => ({ code: code === "uncited" ? "placeholder" : code, detail }));
  return { faults: own as WordingFault[] };
}
