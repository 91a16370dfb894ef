// Names that programs give to what is measured, as members of evidence and of states are called, in words of the lexicon.
import { METRICS, type MetricId, metricRow, type Place } from "../../metric.ts";
import { METRIC_WORDS } from "../../metric-words.ts";
import type { Turn } from "../turn/turned.ts";

/** What a name stands for, and whether its bare numbers are per cent. */
type Named = { readonly words: string; readonly isPct: boolean };

/** Those that have no list of words of their own under their name. */
const WORDS: Readonly<Partial<Record<MetricId, string>>> = {
  funding_year: "annualised funding",
  long_liquidations: "long liquidations",
  short_liquidations: "short liquidations",
  unlock_value: "value of the next unlock",
  ath: "all time high",
};

const wordsOf = (id: MetricId): string | undefined => WORDS[id] ?? METRIC_WORDS[id]?.split("|")[0];
const memberOf = ([, path]: Place): string => path.split(".").at(-1) ?? path;

function namesOf(): Map<string, Named> {
  const found = new Map<string, Named>();
  for (const id of Object.keys(METRICS) as MetricId[]) {
    const { now, over = {}, change = {}, unit } = metricRow(id);
    const words = wordsOf(id);
    if (words === undefined) continue;
    const add = (place: Place, said: string, isPct: boolean) => {
      const name = memberOf(place);
      if (name.includes("_") && !found.has(name)) found.set(name, { words: said, isPct });
    };
    if (now) add(now, words, unit === "pct");
    for (const [hours, place] of Object.entries(over)) add(place, `${words} in ${hours}h`, unit === "pct");
    for (const [hours, place] of Object.entries(change)) add(place, `${words} change in ${hours}h`, true);
  }
  return found;
}
const NAMES = namesOf();

/** Units at the end of a name are none of its words. */
const UNITS = /_(?:usd|native|count|bps|index|value)$/;

function asWords(name: string): Named {
  const known = NAMES.get(name);
  if (known) return known;
  const isPct = /_(?:pct|percent|percentage)$/.test(name);
  const plain = name.replace(/_(?:pct|percent|percentage)$/, "").replace(UNITS, "");
  return NAMES.get(plain) ?? { words: plain.replaceAll("_", " "), isPct };
}

/** Between a name and its number: how they are compared. */
const BETWEEN = String.raw`((?:\s|:|==|=|[<>≥≤]=?|~|≈|\b(?:is|was|of|at|are|equals|above|below|over|under|about|around|greater than|less than|more than|lower than|higher than)\b)+)`;
const AMOUNT = String.raw`(-?\d[\d.,]*\d|-?\d)(?!\s*(?:%|percent|pct|bps|[kmbt]\b))`;

export const CODES: readonly Turn[] = [
  [/\s&&\s/g, " and "],
  [/\s\|\|\s/g, " or "],
  [/(?<=\s)==(?=\s)/g, "="],
  [
    /\b([a-z][a-z0-9]*(?:_[a-z0-9]+)*_(?:pct|percent|percentage)) ((?:is |was )?between) (-?\d[\d.]*) (and|to) (-?\d[\d.]*)(?! ?%)/g,
    "$1 $2 $3% $4 $5%",
  ],
  [
    new RegExp(String.raw`\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b(?:${BETWEEN}${AMOUNT})?`, "g"),
    (all, name = "", between = "", amount = "") => {
      // Where no number follows, what is matched last are its place and the whole text.
      const { words, isPct } = asWords(name);
      if (!all.endsWith(amount) || !/^-?\d/.test(amount) || typeof between !== "string") return words;
      return `${words}${between}${amount}${isPct ? "%" : ""}`;
    },
  ],
];
