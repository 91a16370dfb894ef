// What other questions with like words asked for: odds of each intent, learned from examples by counting.
import { EXAMPLES_OF_MARKET } from "./example-market.ts";
import { EXAMPLES_OF_REST } from "./example-rest.ts";
import { INTENT_IDS, type IntentId } from "./intent.ts";
import { signsOf } from "./sign.ts";

type Label = IntentId | "none";
/** Odds of each label, in logarithms, the likeliest first. */
type Odds = readonly { readonly label: Label; readonly odds: number }[];
export type Named = { readonly own: readonly string[]; readonly others: readonly string[] };

const LABELS: readonly Label[] = [...INTENT_IDS, "none"];
const EXAMPLES: Readonly<Record<Label, readonly string[]>> = { ...EXAMPLES_OF_MARKET, ...EXAMPLES_OF_REST };
/** Examples are about the first and name the others. */
const NAMED: Named = { own: ["bitcoin", "btc"], others: ["ethereum", "eth", "solana", "sol", "cardano", "ada"] };
const ENDINGS = /(?<=\w{3})(?:ations|ation|ities|ity|ings|ing|ers|er|ies|ied|ed|es|s|ly|e|y)$/;
const LARGE = 1_000;
/** How much is seen of every feature before anything is. */
const PRIOR = 0.3;

function stemOf(word: string, { own, others }: Named): string {
  if (/^\d/.test(word)) return Number(word) >= LARGE ? "#large" : "#";
  if (own.includes(word)) return "=own";
  if (others.includes(word)) return "=other";
  return word.replace(ENDINGS, "");
}

function featuresOf(part: string, named: Named): Set<string> {
  const lower = {
    own: named.own.map((one) => one.toLowerCase()),
    others: named.others.map((one) => one.toLowerCase()),
  };
  const words = part.split(/[^\p{L}\d.]+/u).filter((word) => word !== "");
  const stems = words.map((word) => stemOf(word, lower));
  const pairs = ["^", ...stems].map((stem, at) => `${stem}_${stems[at] ?? "$"}`);
  return new Set([...stems, ...pairs, ...signsOf(part)]);
}

const SCALED = /(\d)\s?(?:k|m|mn|mm|bn|million|thousand)\b/g;
/** An example as the words of a question are evened out, at less cost. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]s\b/g, " is")
    .replace(/(\d),(?=\d{3})/g, "$1")
    .replace(SCALED, "$1000")
    .replace(/[^\p{L}\d.%]+/gu, " ")
    .trim();

type Learned = { readonly base: readonly number[]; readonly weights: ReadonlyMap<string, readonly number[]> };

function learn(): Learned {
  const seen = new Map<string, number[]>();
  const counts = LABELS.map((label, at) => {
    const texts = EXAMPLES[label].flatMap((line) => line.split("|"));
    for (const text of texts)
      for (const feature of featuresOf(plain(text), NAMED)) {
        const row = seen.get(feature) ?? LABELS.map(() => 0);
        row[at] = (row[at] ?? 0) + 1;
        seen.set(feature, row);
      }
    return texts.length;
  });
  const all = counts.reduce((sum, count) => sum + count, 0);
  const weights = [...seen].map(([feature, row]) => {
    const total = row.reduce((sum, count) => sum + count, 0);
    const odds = row.map((count, at) => {
      const own = counts[at] ?? 0;
      return Math.log(((count + PRIOR) * (all - own + 2 * PRIOR)) / ((own + 2 * PRIOR) * (total - count + PRIOR)));
    });
    return [feature, odds] as const;
  });
  return { base: counts.map((count) => Math.log(count / all)), weights: new Map(weights) };
}

let kept: Learned | null = null;

/** What a token is compared with where no other is named. */
const BESIDES =
  /\b(?:markets?|crypto|others?|alts?|altcoins?|sector|peers|rest|competitors?|everything|everyone|majors|index|coins|tokens|average|which|who|better|worse|stronger|weaker|than|alpha|beat\w*|lag\w*|lead\w*|relative|compar\w*|outperform\w*|underperform\w*)\b/;

function oddsOf(part: string, named: Named): Odds {
  kept ??= learn();
  const { base, weights } = kept;
  const rows = [...featuresOf(part, named)].flatMap((feature) => {
    const row = weights.get(feature);
    return row ? [row] : [];
  });
  const isBeside = named.others.length > 0 || BESIDES.test(part);
  return LABELS.map((label, at) => ({
    label,
    odds: rows.reduce((sum, row) => sum + (row[at] ?? 0), base[at] ?? 0),
  }))
    .filter(({ label }) => label !== "compare" || isBeside)
    .toSorted((a, b) => b.odds - a.odds);
}

const oddsAmong = (odds: Odds, id: Label): number =>
  odds.find(({ label }) => label === id)?.odds ?? Number.POSITIVE_INFINITY;

/** What every other intent is asked of as well. */
const isGeneral = (label: Label): boolean => label === "price" || label === "change";

/** By how much the likeliest is ahead: of what rules read instead, of what they read beside it, and where they read nothing. */
const AHEAD = { instead: 7, general: 14, beside: 2, alone: 3, ofNone: 4 } as const;

/** What rules read of a part, or what is far likelier. Pure. */
export function likelier(part: string, read: readonly IntentId[], named: Named): readonly IntentId[] {
  if (read.length === 0) return read;
  const odds = oddsOf(part, named);
  const first = odds[0];
  if (!first || first.label === "none") return read;
  const { label } = first;
  const lead = Math.min(...read.filter((id) => id !== label).map((id) => first.odds - oddsAmong(odds, id)));
  if (read.length === 1) return lead >= (isGeneral(label) ? AHEAD.general : AHEAD.instead) ? [label] : read;
  return read.includes(label) && lead >= AHEAD.beside ? [label] : read;
}

/** What a text is likely to ask for of which rules read nothing. Pure. */
export function likeliest(text: string, named: Named): readonly IntentId[] {
  const odds = oddsOf(text, named);
  const [first, second] = odds;
  if (!first || !second || first.label === "none") return [];
  const isSure = first.odds - second.odds >= AHEAD.alone && first.odds - oddsAmong(odds, "none") >= AHEAD.ofNone;
  return isSure ? [first.label] : [];
}
