// Reads a question: what it asks for, part by part, which other tokens it names, over which time, and the size of an order.

import { bagOf } from "./bag.ts";
import type { Time } from "./claim.ts";
import type { AskedSize } from "./draft-asked.ts";
import { INTENT_IDS, INTENTS, type IntentId, TAKES } from "./intent.ts";
import { mendWord, type Read, readItems } from "./read-items.ts";
import { readTimes } from "./read-time.ts";
import { readWords } from "./read-words.ts";

export type ReadQuestion = {
  /** In the order of the table; empty where nothing of it is understood. */
  readonly intents: readonly IntentId[];
  /** Other tracked tokens. */
  readonly tokens: readonly string[];
  readonly time: Time | null;
  readonly size: AskedSize | null;
  /** It asks what will be. */
  readonly isAhead: boolean;
};

const toPattern = (phrases: string): RegExp =>
  new RegExp(
    `\\b(?:${phrases
      .split("|")
      .map((one) => (one.endsWith("*") ? `${one.slice(0, -1)}\\w*` : one))
      .join("|")})\\b`,
  );
const PATTERNS = new Map(INTENT_IDS.map((id) => [id, toPattern(INTENTS[id])] as const));

/** Words that phrases are made of, and those around them that must not be taken for slips of them. */
const VOCABULARY: ReadonlySet<string> = new Set(
  INTENT_IDS.flatMap((id) =>
    INTENTS[id].split("|").flatMap((phrase) => phrase.split(" ").map((word) => word.replace("*", ""))),
  ),
);
const AROUND = new Set(
  (
    "what whats which when where who whom whose with will would could should have has does did done been being about there their these those this that than then today week month year hours " +
    "tell show give know want need like make made take look looks please currently right much many more most last past next over under into onto from your yours mine ours they them some every " +
    "bitcoin ethereum solana cardano token coin crypto market exchange exchanges price still good best worst high higher lower long short wait weather recipe think thing things life live work works " +
    "here hear said same case care cars card hold both told cold gold sold bold fold world word words because before after again against might mights night light fight right tight sight " +
    "whole whose where wheel while stock stocks share shares bread bead grain group great green treat tweet trade traders trader moon noon soon month mouth dinner winner capital france president write poem code joke story"
  ).split(" "),
);
const LEAST = 4;
/** Stems are mended to as words: "liquidat" for "liqidated". */
const STEMS = [
  ..."liquidation liquidations liquidated volatility volatile leverage leveraged funding inflow inflows outflow outflows holders supply circulating unlock unlocks inflation contract honeypot security".split(
    " ",
  ),
  ..."liquidity slippage spread depth volume volumes interest positions compare compared versus performance performed outperform outperformed verdict signal signals accuracy accurate reason explain explained moved moving dropped falling".split(
    " ",
  ),
  ..."rising change changed price prices trading traded whales whale transfers transfer exchange exchanges reserve reserves concentration concentrated addresses staking staked vesting emissions dilution audit mintable correlation correlated prediction predictions evaluation evaluated".split(
    " ",
  ),
  ..."turnover open comparison comparisons slippage holders perpetual perpetuals futures longs shorts happened happening driving caused behind against relative impact".split(
    " ",
  ),
];

/** Short words, and signs, as they are meant. */
const SLIPS: Readonly<Record<string, string>> = {
  ...{
    hwo: "how",
    wat: "what",
    wht: "what",
    teh: "the",
    wy: "why",
    whay: "why",
    hw: "how",
    u: "you",
    ur: "your",
    r: "are",
  },
  ...{ "%": "percent", whats: "what is", hows: "how is", whos: "who is", wheres: "where is", y: "why" },
};

function mend(word: string): string {
  if (
    word.length < LEAST ||
    VOCABULARY.has(word) ||
    AROUND.has(word) ||
    [...PATTERNS.values()].some((pattern) => pattern.test(word))
  )
    return word;
  return mendWord(word, STEMS, LEAST) ?? word;
}

/** The words as they were meant, parts apart. */
function partsOf(text: string): string[] {
  const words = readWords(text).map((word) => {
    if (word.is === "stop") return ";";
    if (word.is === "word") return SLIPS[word.text] ?? mend(word.text);
    return word.is === "number" ? String(word.value) : "";
  });
  return words
    .join(" ")
    .split(/;| and (?!greed\b|sold\b|selling\b|low\b|high\b|bears\b)| but | also | plus | as well as /)
    .map((part) => part.trim());
}

const ORDER = [
  "why",
  "record",
  "liquidations",
  "funding",
  "liquidity",
  "risk",
  "supply",
  "holders",
  "flows",
  "volume",
  "volatility",
  "leverage",
  "compare",
  "change",
  "price",
] as const;

/** Words that mean one thing beside another: what is said of both is said of the first. */
const BESIDE: readonly (readonly [RegExp, IntentId])[] = [
  [/\b(?:perp\w*|futures|derivatives?) volume\b/, "volume"],
  [/\b(?:trading|spot|24h|traded) vol\b/, "volatility"],
  [/\b(?:all time high|ath|all time low)\b/, "change"],
  [/\bfully diluted|fdv\b/, "supply"],
  [/\b(?:usual|typical|normal)(?:ly)? (?:move|swing|change)/, "change"],
  [/\bprice stable|stable is the price\b/, "change"],
  [/\bwho (?:is paying|pays)|paying whom|getting paid|pay or receive|paid for|get paid\b/, "leverage"],
  [/\bcold storage|withdraw\w*|deposit\w*\b/, "holders"],
  [/\bcoins (?:went|mov|left|leav|flow)/, "supply"],
  [
    /\bdaily transactions|transactions (?:on chain|per day|a day)|transaction count|(?<!exchange )wallets? (?:hold|own)/,
    "flows",
  ],
  [/\bexchange wallets\b/, "holders"],
  [/\bon ?chain\b/, "why"],
  [/\bspread (?:out|across|among)\b/, "liquidity"],
  [/\bdecentrali[sz]\w*|concentrat\w*|split (?:between|across|among)/, "supply"],
  [/\b(?:owns|controls|owner of) the contract\b/, "holders"],
  [
    /\b(?:longs?|shorts?) (?:vs|versus|to|or|against) (?:longs?|shorts?)\b|\b(?:oi|open interest) (?:vs|versus|to|relative to|against)\b/,
    "compare",
  ],
  [/\border books?\b|\bbid ask\b/, "leverage"],
  [/\b(?:long|short) liquidat\w*|\b(?:longs|shorts) (?:were|got|get|been)? ?(?:liquidated|rekt|wiped)/, "leverage"],
  [/\bliquidat\w*/, "liquidity"],
  [/\b(?:contract|unlock\w*|supply) (?:risk|schedule)\b/, "price"],
  [/\bsupply on exchanges|coins on exchanges\b/, "supply"],
  [/\bfunding\b/, "leverage"],
  [/\bopen contracts\b|\bfutures contracts?\b|\bperp\w* contracts?\b/, "risk"],
  [/\bwho (?:holds|owns)\b/, "flows"],
  [/\bactive (?:addresses|wallets|users)\b/, "volume"],
  [/\border of|market order|order size\b/, "leverage"],
  [/\bhold(?:ing)? a (?:long|short|perp)|keep (?:a|my) (?:long|short)\b/, "leverage"],
];

function intentsOf(part: string): IntentId[] {
  const found = INTENT_IDS.filter((id) => PATTERNS.get(id)?.test(part));
  const beside = new Set(BESIDE.flatMap(([pattern, id]) => (pattern.test(part) ? [id] : [])));
  const own = found.filter((id) => !beside.has(id));
  const taken = new Set(own.flatMap((id) => TAKES[id] ?? []));
  return own.filter((id) => !taken.has(id));
}

const AHEAD =
  /\b(?:will|going to|gonna|forecast|predict|tomorrow|next (?:week|month|year)|by the end of|should i (?:buy|sell|hold|invest)|price target)\b/;
const SCHEDULED: readonly IntentId[] = ["supply", "record", "liquidity", "risk"];
const SELLS = /\b(?:sell|selling|dump|exit|unload|offload|liquidate|get out)\b/;

function sizeOf(items: readonly Read[], text: string): AskedSize | null {
  const [number] = items.flatMap((item) =>
    item.is === "number" && (item.unit === "usd" || (item.unit === null && item.value >= 1_000)) ? [item] : [],
  );
  return number && number.value > 0 ? { side: SELLS.test(text) ? "sell" : "buy", usd: number.value } : null;
}

/** Pure. `now` in epoch milliseconds. */
export function readQuestion(text: string, own: string, now: number): ReadQuestion {
  const items = readItems(text, own);
  const bag = bagOf(items.filter(({ is }) => is !== "fill"));
  const parts = partsOf(text);
  const tokens = [...new Set(bag.of("token").map(({ id }) => id))].filter((id) => id !== own);
  const said = parts.flatMap(intentsOf);
  const isAhead = AHEAD.test(parts.join(" "));
  const isBoth = tokens.length > 1 || bag.of("token").some(({ id }) => id === own);
  const compared: IntentId[] =
    tokens.length > 0 && isBoth && said.some((id) => id === "price" || id === "change") ? ["compare"] : [];
  const all = new Set([...said, ...compared]);
  if (compared.length > 0) for (const id of ["price", "change"] as const) all.delete(id);
  // What will be is nobody's to tell, but for what is scheduled.
  const kept = ORDER.filter((id) => all.has(id) && (!isAhead || SCHEDULED.includes(id) || id === "why"));
  const size = kept.includes("liquidity") ? sizeOf(items, parts.join(" ")) : null;
  return { intents: kept, tokens, time: readTimes(bag, now)?.[0]?.[0] ?? null, size, isAhead };
}
