// Holds a published sentence against the evidence it cites, from what is published alone: each number is there as shown,
// and each word of direction agrees with the sign of its number.
import { FORMAT_IDS, FORMATS, formatRow, SHOWN_NUMBER } from "./format.ts";
import { type Cited, fits, type Leaf, leavesOf } from "./leaf.ts";

export type TextFault = { readonly code: "number" | "direction" | "uncited"; readonly detail: string };

const UP =
  "rose|gained|climbed|jumped|grew|added|advanced|increased|expanded|beat|outpaced|outperformed|edged up|higher|inflow";
const DOWN =
  "fell|lost|dropped|slipped|plunged|shrank|shed|declined|decreased|contracted|trailed|lagged|underperformed|edged down|lower|outflow";
const DIRECTION = new RegExp(`\\b(?:(${UP})|(${DOWN}))\\b`, "gi");

/** A value as it may stand in a text; `isSize` says that its sign is left to a word. */
type Shown = { readonly leaf: Leaf; readonly isSize: boolean };

type Showings = {
  readonly of: ReadonlyMap<string, readonly Shown[]>;
  /** Names and quotations that would be taken for numbers or directions. */
  readonly words: readonly string[];
};

/** Evidence never changes: what it may look like is made once for many sentences. */
const MADE = new WeakMap<object, Showings>();

function showingsOf(cited: Cited): Showings {
  const known = MADE.get(cited.data);
  if (known) return known;
  const all = new Map<string, Shown[]>();
  for (const leaf of leavesOf(cited)) {
    for (const format of FORMAT_IDS) {
      if (!fits(leaf, format)) continue;
      const text = FORMATS[format].show(leaf.value);
      const one = { leaf, isSize: formatRow(format).isSize === true };
      const same = all.get(text);
      if (same) same.push(one);
      else all.set(text, [one]);
    }
  }
  const words = [...all].filter(([word, shown]) => isDisguised(word) && shown.some(isWord)).map(([word]) => word);
  const made = { of: all, words };
  MADE.set(cited.data, made);
  return made;
}

const isDisguised = (word: string): boolean => word !== "" && (/\p{N}/u.test(word) || word.match(DIRECTION) !== null);

const isWord = ({ leaf }: Shown) => leaf.unit === "name" || leaf.unit === "quote";

/** Leaves out what is quoted from evidence and how the token is called: their digits are names. */
const withoutNames = (text: string, words: readonly string[]): string =>
  words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, "…"), text);

/** Where the direction of a number is said: the last word of direction before it that has no number of its own yet. */
function directionsIn(text: string): { readonly at: number; readonly sign: 1 | -1 }[] {
  return [...text.matchAll(DIRECTION)].map((found) => ({ at: found.index, sign: found[1] === undefined ? -1 : 1 }));
}

const ENDS = /[.;:](?:\s|$)/;

/** The sign that the words before a number give it; null where none do. */
function saidSign(text: string, at: number, before: number): 1 | -1 | null {
  const own = directionsIn(text).filter((word) => word.at >= before && word.at < at);
  const last = own.at(-1);
  return last !== undefined && !ENDS.test(text.slice(last.at, at)) ? last.sign : null;
}

const signOf = ({ leaf }: Shown): number => (typeof leaf.value === "number" ? Math.sign(leaf.value) : 0);

function agrees(found: readonly Shown[], said: 1 | -1 | null): boolean {
  return found.some((shown) => {
    if (!shown.leaf.isSigned) return true;
    const sign = signOf(shown);
    if (said !== null) return sign === said;
    return !shown.isSize || sign >= 0;
  });
}

/**
 * What does not hold of a text. `cited` is the evidence that it names; `names` are words of ours that may carry digits,
 * such as the token's symbol.
 */
export function checkText(text: string, cited: readonly Cited[], names: readonly string[] = []): TextFault[] {
  const shown = cited.map(showingsOf);
  const plain = withoutNames(text, [...shown.flatMap(({ words }) => words), ...names.filter(isDisguised)]);
  const faults: TextFault[] = [];
  let before = 0;
  let rest = plain;
  for (const found of plain.matchAll(SHOWN_NUMBER)) {
    const [number] = found;
    const values = shown.flatMap(({ of }) => of.get(number) ?? []).filter((one) => !isWord(one));
    const said = saidSign(plain, found.index, before);
    if (values.length === 0) faults.push({ code: "number", detail: `${number} is in none of the cited evidence` });
    else if (!agrees(values, said)) faults.push({ code: "direction", detail: `the words and the sign of ${number}` });
    before = found.index + number.length;
    rest = rest.replace(number, "");
  }
  if (/\p{N}/u.test(rest)) faults.push({ code: "number", detail: "a digit that no format writes" });
  return faults;
}
