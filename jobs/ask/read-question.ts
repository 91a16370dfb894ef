// Reads a question: what it asks for, part by part, which other tokens it names, over which time, and the size of an order.

import { bagOf } from "./bag.ts";
import { type Time, TOKENS_MAX } from "./claim/claim.ts";
import { decide } from "./decide.ts";
import type { AskedSize } from "./draft-asked.ts";
import { readPart } from "./feature.ts";
import { type IntentId, TOLD_INTENTS } from "./intent.ts";
import { partsOf } from "./part.ts";
import type { Named } from "./read-intents.ts";
import { type Read, readItems } from "./read-items.ts";
import { readTimes } from "./read-time.ts";
import { isElsewhere } from "./vocabulary.ts";

export type ReadQuestion = {
  /** In the order of the table; empty where nothing of it is understood. */
  readonly intents: readonly IntentId[];
  /** Other tracked tokens. */
  readonly tokens: readonly string[];
  /** It names the market as a whole. */
  readonly isMarket: boolean;
  readonly time: Time | null;
  readonly size: AskedSize | null;
  /** It asks what will be. */
  readonly isAhead: boolean;
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
const SELLS = /\b(?:sell|selling|dump|exit|unload|offload|liquidate|get out)\b/;

function sizeOf(items: readonly Read[], text: string): AskedSize | null {
  const [number] = items.flatMap((item) =>
    item.is === "number" && (item.unit === "usd" || (item.unit === null && item.value >= 1_000)) ? [item] : [],
  );
  return number && number.value > 0 ? { side: SELLS.test(text) ? "sell" : "buy", usd: number.value } : null;
}

/** What may be told of what will be: what is scheduled, what is said, and what an order or a held position would do. */
const isKnownAhead = (id: IntentId, text: string): boolean => {
  if (id === "why") return ASKS_WHY.test(text);
  if (id === "funding") return HELD.test(text);
  return id === "liquidity" ? ORDERS.test(text) : SCHEDULED.includes(id);
};

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
  const size = kept.includes("liquidity") ? sizeOf(items, whole) : null;
  const isMarket = bag.has("market");
  return { intents: kept, tokens, isMarket, time: readTimes(bag, now)?.[0]?.[0] ?? null, size, isAhead };
}
