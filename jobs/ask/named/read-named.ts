// Finds what a question names beside what it asks for: times, venues, sizes, units and measures.
import { type Bag, bagOf } from "../bag.ts";
import type { Time } from "../claim/claim.ts";
import type { AskedSize } from "../draft-asked.ts";
import type { IntentId } from "../intent.ts";
import type { MetricId } from "../metric.ts";
import { type NumberItem, type Read, readItems } from "../read-items.ts";
import { readTimes } from "../read-time.ts";
import { readDate } from "./read-date.ts";
import type { Named, Thing } from "./thing.ts";

/** Times that are named and that no words of a length or of the calendar tell. */
const UNREAD_TIME =
  /\b(?:worst|best|busiest|quietest|biggest|largest|wildest|sharpest|calmest) (?:single )?(?:minute|hour|day|week|month|year)\b|\bin a row\b|\bconsecutive\b|\bstraight (?:day|week|hour)s?\b|\b(?:days|weeks|hours) running\b|\b(?:in|since|during|of|its|the|from|late|early|mid) (?:19|20)[0-3]\d\b(?! ?(?:usd|dollars?|bucks|coins?|tokens?|%|percent|k\b|\d))|\b(?:this|yesterday|[a-z]+day) (?:morning|afternoon|evening|night)\b|\blast night\b|\bweekend\b/;
const A_YEAR = /\b(?:yearly|annual\w*|per (?:year|annum)|(?:each|every) year|a year)\b(?! ago)/;
const YEAR = { hours: 8_760 } as const;

/** A span that was is where a time begins: "a week ago", "a week before". */
function agoOf(bag: Bag): Time | null {
  const at = bag.at("ago");
  const before = bag.items[at - 1];
  return at > 0 && before?.is === "hours" && before.hours > 0 ? { hours: before.hours } : null;
}

const OTHER_VENUES =
  /\b(?:decentrali[sz]ed exchanges?|dex(?:es)?|uniswap|pancakeswap|raydium|jupiter exchange|upbit|bitfinex|gemini|bitstamp|htx|huobi|mexc|bitget|bithumb|bitmex|robinhood|cme|crypto com)\b/;
const WHICH_VENUE =
  /\b(?:which|what|any|each|every|per|by|best|cheapest|single) (?:\w+ ){0,2}?(?:exchanges?|venues?|platforms?)\b(?! (?:wallets?|flows?|\w*flows?|reserves?|balances?))/;
const UNITS =
  /\b(?:eur|euros?|gbp|sterling|jpy|yen|cny|rmb|yuan|krw|inr|rupees?|chf|francs?|aud|cad|brl|reais|lira|rub|rubles?|sats|satoshis)\b|[€£¥₩₹₽]|\bin (?:pounds?|won|gold|satoshi|gwei|wei)\b/;
const IN_COIN = /\bin (?:btc|bitcoins?|eth|ether|ethereum)(?: terms)?[\s?.!]*$/;

const HALVES: readonly (readonly [RegExp, number])[] = [
  [/\bhalf (?:of )?(?:a |one )?(?:%|percent|per ?cent)/, 0.5],
  [/\b(?:a )?quarter (?:of )?(?:a |one )?(?:%|percent|per ?cent)/, 0.25],
];
const SELLS = /\b(?:sell|selling|sold|sale|dump|exit|unload|offload|liquidate|get out|get rid)\b/;
const DEALS =
  /\b(?:sell\w*|buy\w*|orders?|slip\w*|exit\w*|trad\w+|fill\w*|unload\w*|dump\w*|purchas\w+|execut\w+|impact|get out|get rid|cash out|sold|size|mov\w+|drops?|falls?)\b/;
const BOOK = /\border ?books?\b/g;
const DEPTH_PCT = 2;

const numbersOf = (items: readonly Read[]): NumberItem[] =>
  items.flatMap((item) => (item.is === "number" ? [item] : []));
const pctOf = (items: readonly Read[], text: string): number | undefined =>
  numbersOf(items).find(({ unit, value }) => unit === "pct" && value > 0)?.value ??
  HALVES.find(([words]) => words.test(text))?.[1];

/** The size of an order: dollars, coins, or what it may cost. */
export function sizeOf(items: readonly Read[], text: string): AskedSize | null {
  const side = SELLS.test(text) ? "sell" : "buy";
  const numbers = numbersOf(items).filter(({ value }) => value > 0);
  const usd = numbers.find(({ unit, value }) => unit === "usd" || (unit === null && value >= 1_000));
  if (usd) return { side, usd: usd.value };
  const coins = numbers.find(({ unit }) => unit === "coins");
  if (coins) return { side, coins: coins.value };
  const pct = DEALS.test(text.replaceAll(BOOK, " ")) ? pctOf(items, text) : undefined;
  return pct === undefined ? null : { side, pct };
}

/** Measures that are named for another, for a unit or for people as well. */
const OFTEN: readonly MetricId[] = ["price", "holders", "issued_share"];
const NEAR_METRICS: readonly (readonly [RegExp, MetricId])[] = [
  [/\bsentiment\b|\b(?:market|traders?) mood\b|\bfear\b|\bgreedy?\b/, "fear_greed"],
  [/\bcontango\b|\bbackwardation\b/, "basis"],
  [/\bstaked\b|\bstaking\b/, "staked"],
];

/** The measures that are asked for by their names. Pure. */
export function metricsNamed(bag: Bag, text: string): MetricId[] {
  const near = NEAR_METRICS.flatMap(([words, id]) => (words.test(text) ? [id] : []));
  return [...new Set([...bag.of("metric").map(({ id }) => id), ...near])].filter((id) => !OFTEN.includes(id));
}

type Asking = {
  readonly text: string;
  readonly own: string;
  readonly now: number;
  readonly intents: readonly IntentId[];
  /** The parts of it, each with the intents that are its own. */
  readonly parts: readonly { readonly text: string; readonly intents: readonly IntentId[] }[];
};

type AskedTime = {
  /** The first that can be told. */
  readonly time: Time | null;
  /** It is asked how it stood when that time began. */
  readonly isAt: boolean;
  readonly named: readonly Named[];
};

/** The times of a question. Pure. */
export function timesNamed({ text, own, now, intents, parts }: Asking): AskedTime {
  const all = parts.flatMap((part) => {
    const said = timesOfPart(bagOf(readItems(part.text, own).filter(({ is }) => is !== "fill")), part.text, now);
    return said.map((one) => ({ ...one, intents: part.intents }));
  });
  const isOwn = (time: Time | null) => ({ is: "time", time }) as const;
  const date = readDate(text, now);
  const hours = all.filter(({ isSpan }) => !isSpan);
  // What the calendar says of a time is in its date.
  const named = [
    ...(date === null ? [] : [{ time: date.time, isAt: date.isAt, intents: namedIn(text, parts) ?? intents }]),
    ...(date === null ? all : hours),
  ];
  const [first] = named.filter(({ time }) => time !== null);
  return {
    time: first?.time ?? null,
    isAt: first?.isAt ?? false,
    named: named.map(({ time, intents: of }) => ({ thing: isOwn(time), intents: of })),
  };
}

/** The intents of the part that a date stands in. */
function namedIn(text: string, parts: Asking["parts"]): readonly IntentId[] | null {
  const [only] = parts.filter((part) => parts.length === 1 || readDateWord(text, part.text));
  return only?.intents ?? null;
}
const DATE_WORD =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|jan\w*|feb\w*|apr\w*|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*|noon|midday|midnight|yesterday|[ap]m)\b/;
const readDateWord = (text: string, part: string): boolean => {
  const [word] = DATE_WORD.exec(text.toLowerCase()) ?? [];
  return word !== undefined && part.includes(word);
};

type Said = { readonly time: Time | null; readonly isAt: boolean; readonly isSpan: boolean };

function timesOfPart(bag: Bag, text: string, now: number): Said[] {
  const ago = agoOf(bag);
  // "More than last week" names last week.
  const read = readTimes(bagOf(bag.items.filter(({ is }) => is !== "op")), now);
  const isNamed = bag.has("hours") || bag.has("span");
  const said = (time: Time | null, isAt = false): Said => ({ time, isAt, isSpan: bag.has("span") });
  const times = (read ?? []).flatMap(([time]) => (time ? [said(time)] : []));
  const isUnread = UNREAD_TIME.test(text) || (read === null && isNamed && ago === null);
  const hasYear = times.some(({ time }) => time !== null && "hours" in time && time.hours === YEAR.hours);
  return [
    ...(read === null && ago !== null ? [said(ago, true)] : isUnread && read !== null ? [] : times),
    ...(isUnread ? [said(null)] : []),
    ...(A_YEAR.test(text) && !hasYear && times.length === 0 && !isUnread ? [said(YEAR)] : []),
  ];
}

/** Venues, sizes that are no order's, and units. Pure. */
export function thingsNamed({ text, own, intents, parts }: Asking, size: AskedSize | null): Named[] {
  const venues = parts.flatMap((part): Named[] => {
    const bag = bagOf(readItems(part.text, own).filter(({ is }) => is !== "fill"));
    const metrics = metricsNamed(bag, part.text);
    const named = bag.of("venue").map(({ venue }) => venue);
    const other = OTHER_VENUES.test(part.text) ? ["other"] : [];
    const which = named.length === 0 && other.length === 0 && WHICH_VENUE.test(part.text) ? ["which"] : [];
    return [...new Set([...named, ...other, ...which])].map((venue) => ({
      thing: { is: "venue", venue, metrics },
      intents: part.intents,
    }));
  });
  const lower = text.toLowerCase();
  const items = readItems(text, own);
  const ownNames = items.flatMap((item) => (item.is === "token" && item.id === own ? [item.text.toLowerCase()] : []));
  const inCoin = IN_COIN.exec(lower)?.[0] ?? "";
  const isUnit = UNITS.test(lower) || (inCoin !== "" && !ownNames.some((name) => inCoin.includes(` ${name}`)));
  const unit: Thing[] = isUnit ? [{ is: "unit" }] : [];
  const all = [...unit, ...(isSized(items, lower, intents, size) ? [{ is: "size" } as const] : [])];
  return [...venues, ...all.map((thing) => ({ thing, intents }))];
}

/** Whether an amount is named that has a say in what is asked for: of an order, of a holding, of how deep a book is. */
function isSized(items: readonly Read[], text: string, intents: readonly IntentId[], size: AskedSize | null): boolean {
  if (size !== null) return true;
  if (intents.includes("liquidity")) return (pctOf(items, text) ?? DEPTH_PCT) !== DEPTH_PCT;
  return intents.includes("holders") && numbersOf(items).some(({ unit }) => unit === "coins" || unit === "usd");
}
