// Reads a question: what it asks for, part by part, which other tokens it names, over which time, and the size of an order.

import { bagOf } from "./bag.ts";
import { type Time, TOKENS_MAX } from "./claim/claim.ts";
import { decide } from "./decide.ts";
import type { AskedSize } from "./draft-asked.ts";
import { readPart } from "./feature.ts";
import { type IntentId, TOLD_INTENTS } from "./intent.ts";
import type { MetricId } from "./metric.ts";
import { metricsNamed, sizeOf, thingsNamed, timesNamed } from "./named/read-named.ts";
import type { Named as NamedThing } from "./named/thing.ts";
import { partsOf } from "./part.ts";
import type { Named } from "./read-intents.ts";
import { readItems } from "./read-items.ts";
import { isElsewhere } from "./vocabulary.ts";

export type ReadQuestion = {
  /** In the order of the table; empty where nothing of it is understood. */
  readonly intents: readonly IntentId[];
  /** Other tracked tokens. */
  readonly tokens: readonly string[];
  /** It names the market as a whole. */
  readonly isMarket: boolean;
  readonly time: Time | null;
  /** It asks how it stood when that time began. */
  readonly isAt: boolean;
  readonly size: AskedSize | null;
  /** Measures that it names. */
  readonly metrics: readonly MetricId[];
  /** Whatever else it names, which must be in the answer. */
  readonly named: readonly NamedThing[];
  /** It asks what will be. */
  readonly isAhead: boolean;
  /** It asks of what will be what nobody can tell. */
  readonly isForecast: boolean;
};

const AHEAD =
  /\b(?:will|going to(?! (?:the |an? )?(?:exchanges?|zero|binance|coinbase|kraken|bybit|okx|cex|cold))|gonna|forecast|predict|tomorrow|next (?:week|month|year)|by the end of|should i (?:buy|sell|hold|invest)|price target)\b/;
/** What others believe of what will be is there to be seen. */
const BELIEVED =
  /\b(?:bet\w*|believ\w*|think\w*|expect\w*|lean\w*|position\w*) (?:\w+ ){0,4}?(?:will|going to|gonna)\b/g;
const SCHEDULED: readonly IntentId[] = ["supply", "record", "risk"];
const ORDERS =
  /\b(?:sell\w*|buy\w*|orders?|slip\w*|exit\w*|trad\w+|fill\w*|unload\w*|dump\w*|liquid\w*|depth|purchas\w+|execut\w+|impact|get out|cash out)\b/;
const HELD = /\bwill (?:i|we|longs|shorts|a long|a short) (?:\w+ )?(?:earn\w*|pay\w*|paid|receiv\w*|be charged|owe)\b/;
const ASKS_WHY = /\b(?:why|reasons?|caus\w+|explain\w*|what (?:made|drove|moved))\b/;

/** What may be told of what will be: what is scheduled, what is said, and what an order or a held position would do. */
const isKnownAhead = (id: IntentId, text: string): boolean => {
  if (id === "why") return ASKS_WHY.test(text);
  if (id === "funding") return HELD.test(text);
  return id === "liquidity" ? ORDERS.test(text) : SCHEDULED.includes(id);
};

/** An order or a position that is held costs what it costs now, but not at another time, nor is it said whether it should be. */
const OF_NOW: readonly IntentId[] = ["liquidity", "funding"];
const WILL = /\b(?:will|going to|gonna)\b/g;
const isForecast = (asked: ReadonlySet<IntentId>, kept: readonly IntentId[], text: string): boolean =>
  kept.length === 0 ||
  kept.length < asked.size ||
  kept.includes("why") ||
  (kept.some((id) => OF_NOW.includes(id)) && AHEAD.test(text.replaceAll(WILL, " ")));

/** What is asked of anything under the sun. */
const VAGUE: ReadonlySet<IntentId> = new Set(["price", "change", "why", "compare", "risk", "liquidity"]);

/** What a text asks by its parts, with the names in it. Pure. */
export function readAsked(text: string, own: string) {
  const items = readItems(text, own);
  const bag = bagOf(items.filter(({ is }) => is !== "fill"));
  const mentions = bag.of("token");
  const namesOf = (isOwn: boolean): string[] =>
    mentions.flatMap(({ id, text: name }) => ((id === own) === isOwn ? [name] : []));
  const named: Named = { own: namesOf(true), others: namesOf(false) };
  const texts = partsOf(text).filter((part) => part !== "");
  return { items, bag, mentions, texts, parts: texts.map((part) => readPart(part, named)) };
}

/** Pure. `now` in epoch milliseconds. */
export function readQuestion(text: string, own: string, now: number): ReadQuestion {
  const { items, bag, mentions, texts, parts } = readAsked(text, own);
  const told = mentions.map(({ id }) => id);
  const tokens = [...new Set(told.filter((id) => id !== own))].slice(0, TOKENS_MAX);
  const whole = texts.join(" ");
  const isAhead = AHEAD.test(whole.replaceAll(BELIEVED, " "));
  const { intents: found, isSure } = decide(parts);
  const isVague = !isSure && found.every((id) => VAGUE.has(id));
  const said = isVague && isElsewhere(whole, mentions.length > 0) ? [] : found;
  const isBoth = tokens.length > 1 || told.includes(own);
  // Where one part compares already, another may ask for the price alone; a name alone asks for nothing.
  const asking = texts.filter((part) => !mentions.some(({ text: name }) => name.toLowerCase() === part));
  const isCompared = tokens.length > 0 && isBoth && !(asking.length > 1 && said.includes("compare"));
  const compared: IntentId[] = isCompared && said.some((id) => id === "price" || id === "change") ? ["compare"] : [];
  const all = new Set([...said, ...compared]);
  if (compared.length > 0) for (const id of ["price", "change"] as const) all.delete(id);
  // What will be is nobody's to tell, but for what is scheduled.
  const kept = TOLD_INTENTS.filter((id) => all.has(id) && (!isAhead || isKnownAhead(id, whole)));
  const lower = text.toLowerCase();
  const size = kept.includes("liquidity") ? sizeOf(items, whole) : null;
  const whatIsAsked = {
    ...{ text, own, now, intents: kept },
    parts: texts.map((part, at) => ({ text: part, intents: ownOf(parts[at] ? [parts[at]] : [], kept) })),
  };
  const { time, isAt, named } = timesNamed(whatIsAsked);
  const left = new Set(told.filter((id) => id !== own)).size - tokens.length;
  const others = [...tokens, ...(left > 0 ? [null] : [])].map((token) => ({ is: "token", token }) as const);
  return {
    ...{ intents: kept, tokens, isMarket: bag.has("market"), time, isAt, size, metrics: metricsNamed(bag, lower) },
    named: [...named, ...thingsNamed(whatIsAsked, size), ...others.map((thing) => ({ thing, intents: kept }))],
    ...{ isAhead, isForecast: isAhead && isForecast(all, kept, whole) },
  };
}

/** The intents of a part among those of the question, which has all where the part by itself has none. */
function ownOf(part: Parameters<typeof decide>[0], kept: readonly IntentId[]): readonly IntentId[] {
  const own = decide(part).intents.filter((id) => kept.includes(id));
  return own.length === 0 ? kept : own;
}
