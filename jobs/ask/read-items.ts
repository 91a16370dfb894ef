// Reads words into items: phrases of the lexicon, numbers with their units, times, tokens and venues; what is none of them is said to be unread.
import { TRACKED } from "../../schema/token/tracked.ts";
import { FREE_ALONE, FREE_PHRASES } from "./free-phrases.ts";
import { FREE_WORDS } from "./free-words.ts";
import { type Item, KNOWN_WORDS, PHRASES, SINGLE_WORDS } from "./lexicon.ts";
import { EVERYDAY_WORDS, NEAR_WORDS } from "./near-words.ts";
import { readWords, SCALES, type Stated, scaled, type Word } from "./read-words.ts";

export type StatedUnit = "usd" | "pct" | "points" | "bps" | "times" | "coins" | "place" | null;
export type NumberItem = { readonly is: "number"; readonly sign?: 1 | -1; readonly unit: StatedUnit } & Stated;
export type Read = (
  | Item
  | NumberItem
  | { readonly is: "token"; readonly id: string }
  | { readonly is: "venue"; readonly venue: string }
  | { readonly is: "stop" }
  | { readonly is: "unread" }
) & {
  readonly text: string;
  /** In a clause that says how it is now. */
  readonly now?: true;
};

const HOURS: Readonly<Record<string, number>> = {
  ...{ h: 1, hr: 1, hrs: 1, hour: 1, hours: 1, hourly: 1, houres: 1 },
  ...{ min: 1 / 60, mins: 1 / 60, minute: 1 / 60, minutes: 1 / 60 },
  ...{ d: 24, day: 24, days: 24, daily: 24, dy: 24, w: 168, wk: 168, wks: 168, week: 168, weeks: 168, weekly: 168 },
  ...{ mo: 720, mon: 720, month: 720, months: 720, y: 8760, yr: 8760, yrs: 8760, year: 8760, years: 8760 },
};
const UNITS: readonly (readonly [StatedUnit, readonly string[]])[] = [
  ["points", ["percentage points", "percentage point", "percent points", "points", "point", "pp", "ppt", "pts"]],
  ["pct", ["%", "percent", "per cent", "pct", "prct", "percents", "prc", "percentage", "procent"]],
  ["bps", ["bps", "bp", "basis points", "basis point"]],
  ["usd", ["usd", "us dollars", "dollars", "dollar", "bucks", "usdt", "usdc", "us dollar", "usd t", "$"]],
  ["times", ["x", "times", "fold"]],
  ["place", ["st", "nd", "rd", "th"]],
];
const VENUES: Readonly<Record<string, string>> = {
  ...{ binance: "binance", okx: "okx", okex: "okx", bybit: "bybit", kraken: "kraken", coinbase: "coinbase" },
  ...{ kucoin: "kucoin", gate: "gate", gateio: "gate", hyperliquid: "hyperliquid", deribit: "deribit" },
};
/** Symbols and names that are words as well: meant as tokens where they are written as one. */
const ALSO_WORDS = new Set(
  (
    "near flow dash link op comp cake ape ar hype dot ton apt sand ray render virtual trump rune compound maker stacks mantle quant " +
    "optimism gala id mana atom wif fet theta mina graph immutable jupiter ens pyth pendle snek one vet kas etc mask gas magic the-graph zk"
  ).split(" "),
);

type Named = { readonly words: readonly string[]; readonly id: string; readonly isSymbol: boolean };
const EXTRA: readonly (readonly [string, string])[] = [
  ["bitcoin", "bitcoin"],
  ["ethereum", "ether"],
  ["bitcoin", "xbt"],
  ["ripple", "ripple"],
  ["polygon-ecosystem-token", "polygon"],
  ["polygon-ecosystem-token", "matic"],
  ["binancecoin", "binance coin"],
  ["dogecoin", "doge coin"],
  ["cosmos", "cosmos"],
  ["dogwifcoin", "dogwifhat"],
  ["chainlink", "chain link"],
  ["avalanche-2", "avalanche"],
  ["lido-dao", "lido"],
  ["the-open-network", "toncoin"],
];
const spelled = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll(/\(.*\)/g, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
const NAMES: ReadonlyMap<string, readonly Named[]> = (() => {
  const all = new Map<string, Named[]>();
  const add = (words: readonly string[], id: string, isSymbol: boolean) => {
    const [first] = words;
    if (first !== undefined) all.set(first, [...(all.get(first) ?? []), { words, id, isSymbol }]);
  };
  for (const { id, symbol, name } of TRACKED) {
    add([symbol.toLowerCase()], id, true);
    add(spelled(name), id, false);
  }
  for (const [id, name] of EXTRA) add(name.split(" "), id, false);
  for (const list of all.values()) list.sort((a, b) => b.words.length - a.words.length);
  return all;
})();

/** Edits that turn one word into the other, two neighbours that changed places being one; gives up above `max`. */
function editsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? max + 1;
}

/** Words of the language that are no slips of ours. */
const OTHERS: ReadonlySet<string> = new Set(`${NEAR_WORDS}${EVERYDAY_WORDS}`.trim().split(" "));

const LONG = 9;
/** Words that would be taken for others that mean something else. */
const NO_TYPOS = new Set(
  "bears bears' bulls stocks stock silver sliver dollar brand grows forward backward thirty fifty those these might night mount point posts notes trend traders trader their theirs".split(
    " ",
  ),
);
const LEAST_LENGTH = 5;

/** The word of the lexicon that is meant by one with a slip in it; null where none is near or two are. */
export function mendWord(word: string, known: Iterable<string>, least = LEAST_LENGTH): string | null {
  if (word.length < least || NO_TYPOS.has(word) || /\d/.test(word)) return null;
  const max = word.length >= LONG ? 2 : 1;
  let [best, bestEdits, isTwo] = ["", max + 1, false];
  for (const one of known) {
    if (one.length < least - 1 || one[0] !== word[0] || one.startsWith("#")) continue;
    const edits = editsBetween(word, one, max);
    if (edits < bestEdits) [best, bestEdits, isTwo] = [one, edits, false];
    else if (edits === bestEdits && edits <= max && one !== best) isTwo = true;
  }
  if (bestEdits > max) return null;
  // A missing or doubled last letter of the same word is no other word.
  return isTwo && max === 1 && word.length < LEAST_LENGTH + 1 ? null : best;
}

/** Phrases by their words, and how many the longest has that begins with a word. */
export type PhraseBook = { readonly items: ReadonlyMap<string, Item>; readonly longest: ReadonlyMap<string, number> };

type Cursor = {
  readonly words: readonly Word[];
  readonly isShouted: boolean;
  readonly own: string;
  /** Whether everyday words of prose are read as well. */
  readonly isFree?: boolean;
  /** Phrases that go before those of the lexicon, but for longer ones. */
  readonly first?: PhraseBook;
};
const keyAt = (words: readonly Word[], at: number): string | undefined => {
  const one = words[at];
  return one?.is === "word" ? one.text : one?.is === "number" ? `#${one.value}` : undefined;
};
const has = (words: readonly Word[], at: number, phrase: readonly string[]): boolean =>
  phrase.every((part, offset) => keyAt(words, at + offset) === part);

type Taken = { readonly item: Read; readonly used: number };
const textOf = (words: readonly Word[], at: number, used: number): string =>
  words
    .slice(at, at + used)
    .map((word) =>
      word.is === "word" ? word.raw : word.is === "number" ? String(word.value) : word.is === "sign" ? word.text : "",
    )
    .join(" ");

function phraseAt(
  { words }: Cursor,
  at: number,
  lengthMin: number,
  phrases = PHRASES,
  lengthMax = Infinity,
): Taken | null {
  const list = phrases.get(keyAt(words, at) ?? "") ?? [];
  const found = list.find(
    (one) => one.words.length >= lengthMin && one.words.length <= lengthMax && has(words, at, one.words),
  );
  return found
    ? { item: { ...found.item, text: textOf(words, at, found.words.length) }, used: found.words.length }
    : null;
}

/** The longest phrase of a book. */
function bookAt({ words }: Cursor, at: number, { items, longest }: PhraseBook): Taken | null {
  for (let used = longest.get(keyAt(words, at) ?? "") ?? 0; used > 0; used -= 1) {
    const keys = words.slice(at, at + used).map((_, offset) => keyAt(words, at + offset));
    const item = keys.length === used && !keys.includes(undefined) ? items.get(keys.join(" ")) : undefined;
    if (item !== undefined) return { item: { ...item, text: textOf(words, at, used) }, used };
  }
  return null;
}

const ON = new Set("on at via across".split(" "));
const OF_VENUE = new Set("charges funding perps perp longs shorts traders".split(" "));

/** A venue by its name; one that is a token as well where it is told as a place, of another token. */
function venueAt({ words, own }: Cursor, at: number, isAsWell: boolean): Taken | null {
  const word = words[at];
  const venue = word?.is === "word" && Object.hasOwn(VENUES, word.text) ? VENUES[word.text] : undefined;
  if (venue === undefined) return null;
  const isPlace = ON.has(keyAt(words, at - 1) ?? "") || OF_VENUE.has(keyAt(words, at + 1) ?? "");
  if (isAsWell && (venue === own || !isPlace)) return null;
  return { item: { is: "venue", venue, text: textOf(words, at, 1) }, used: 1 };
}

function tokenAt({ words, isShouted, own }: Cursor, at: number): Taken | null {
  const word = words[at];
  if (word?.is !== "word") return null;
  for (const { words: name, id, isSymbol } of NAMES.get(word.text) ?? []) {
    if (!has(words, at, name)) continue;
    const isWord = name.length === 1 && (ALSO_WORDS.has(word.text) || SINGLE_WORDS.has(word.text));
    const isWritten =
      word.cash === true ||
      (!isShouted && (isSymbol ? word.raw === word.raw.toUpperCase() : /^\p{Lu}/u.test(word.raw) && at > 0));
    const isOwn = id === own && !SINGLE_WORDS.has(word.text);
    if (isWord && !isWritten && !isOwn) continue;
    return { item: { is: "token", id, text: textOf(words, at, name.length) }, used: name.length };
  }
  return null;
}

const IN_TIME = /^(?:in|last|past|within|during|previous)$/;

function unitAt(words: readonly Word[], at: number): { readonly unit: StatedUnit; readonly used: number } | null {
  for (const [unit, names] of UNITS) {
    for (const name of names) {
      const parts = name.split(" ");
      if (has(words, at, parts)) return { unit, used: parts.length };
    }
  }
  return null;
}

/** A number with its scale and unit, or a length of time. */
function numberAt(cursor: Cursor, at: number): Taken | null {
  const { words } = cursor;
  const word = words[at];
  if (word?.is !== "number") return null;
  const { is: _, usd, glued, sign, ...stated } = word;
  const next = keyAt(words, at + 1) ?? "";
  const after = words[at + 1];
  const isMinutes =
    after?.is === "word" && after.raw === "m" && glued === true && !usd && IN_TIME.test(keyAt(words, at - 1) ?? "");
  if (isMinutes || (Object.hasOwn(HOURS, next) && !usd)) {
    const hours = stated.value * (isMinutes ? 1 / 60 : (HOURS[next] ?? 0));
    return { item: { is: "hours", hours, text: textOf(words, at, 2) }, used: 2 };
  }
  let used = 1;
  let by = 1;
  const isScale = Object.hasOwn(SCALES, next) && (next.length > 1 || glued === true || /^[kmbt]$/.test(next));
  if (isScale) {
    by = SCALES[next] ?? 1;
    used += 1;
  }
  const found = unitAt(words, at + used);
  if (found) used += found.used;
  const token = found || usd ? null : tokenAt(cursor, at + used);
  const isCoins = token?.item.is === "token" && token.item.id === cursor.own;
  const unit: StatedUnit = found?.unit ?? (usd ? "usd" : isCoins ? "coins" : null);
  if (isCoins) used += token?.used ?? 0;
  const number = scaled(stated, by);
  return { item: { is: "number", ...number, ...(sign && { sign }), unit, text: textOf(words, at, used) }, used };
}

const SIGNS: Readonly<Record<string, Item>> = {
  ">": { is: "op", op: ">" },
  "<": { is: "op", op: "<" },
  ">=": { is: "op", op: ">=" },
  "≥": { is: "op", op: ">=" },
  "<=": { is: "op", op: "<=" },
  "≤": { is: "op", op: "<=" },
  "=": { is: "fill" },
  "~": { is: "about", how: "about" },
  "≈": { is: "about", how: "about" },
  "±": { is: "refuse", why: "unread" },
};

const TIMED = /^(?:the|this|a|an|last|past|#\d.*)$/;

/** "Only 5 %", "only about a million". */
function isBeforeAmount(cursor: Cursor, at: number): boolean {
  if (numberAt(cursor, at)?.item.is === "number") return true;
  const said = phraseAt(cursor, at, 1);
  return said?.item.is === "about" && numberAt(cursor, at + said.used)?.item.is === "number";
}

/** "Over" and "under" before an amount compare; before a time they do not. */
function beforeNumber(cursor: Cursor, at: number): Taken | null {
  const key = keyAt(cursor.words, at);
  if (key === "only") return isBeforeAmount(cursor, at + 1) ? { item: { is: "fill", text: key }, used: 1 } : null;
  if (key !== "over" && key !== "under" && key !== "past") return null;
  const skip = /^(?:a|the)$/.test(keyAt(cursor.words, at + 1) ?? "") ? 1 : 0;
  const isAmount = isBeforeAmount(cursor, at + 1 + skip);
  const item: Item = isAmount ? { is: "op", op: key === "under" ? "<" : ">" } : { is: "fill" };
  return { item: { ...item, text: key }, used: 1 };
}

function oneAt(cursor: Cursor, at: number): Taken {
  const { words, isFree } = cursor;
  const word = words[at];
  if (word?.is === "stop") return { item: { is: "stop", text: "" }, used: 1 };
  if (word?.is === "sign") return { item: { ...(SIGNS[word.text] ?? { is: "fill" }), text: word.text }, used: 1 };
  const first = cursor.first === undefined ? null : bookAt(cursor, at, cursor.first);
  const longest = phraseAt(cursor, at, first === null ? 2 : first.used + 1);
  // "Fell slightly over the past day" is slight, and over a day.
  const isTimed =
    longest?.item.is === "about" &&
    /\bover$/i.test(longest.item.text) &&
    TIMED.test(keyAt(words, at + longest.used) ?? "") &&
    !isBeforeAmount(cursor, at + longest.used);
  const most = isTimed ? longest.used - 1 : Infinity;
  const longer = isTimed ? phraseAt(cursor, at, 2, PHRASES, most) : longest;
  const found =
    longer ??
    first ??
    (isFree ? phraseAt(cursor, at, 2, FREE_PHRASES) : null) ??
    venueAt(cursor, at, true) ??
    tokenAt(cursor, at) ??
    numberAt(cursor, at) ??
    beforeNumber(cursor, at) ??
    phraseAt(cursor, at, 1, PHRASES, most);
  if (found) return found;
  const text = textOf(words, at, 1);
  const venue = venueAt(cursor, at, false);
  if (venue) return venue;
  const said = isFree ? phraseAt(cursor, at, 1, FREE_PHRASES) : null;
  if (said) return said;
  const free = isFree && word?.is === "word" ? FREE_WORDS.get(word.text) : undefined;
  return { item: { ...(free ?? { is: "unread" }), text }, used: 1 };
}

/** "5 % or more" is an amount, and "down today or above 80k" says two things. */
function isOther({ words }: Cursor, at: number, item: Read, before: Read | undefined): boolean {
  if (item.is !== "op" || !/^or /i.test(item.text)) return false;
  const next = words[at + 2];
  const isAmount = before?.is === "number" || (before?.is === "hours" && next === undefined);
  return !isAmount || next?.is === "number";
}

const isRead = (cursor: Cursor, at: number): boolean => oneAt(cursor, at).item.is !== "unread";

/** Words with a slip, as they were meant. */
function mended(words: readonly Word[], own: string, isShouted: boolean): Word[] {
  const names = new Set(
    [...(NAMES.keys() ?? [])].filter((name) => (NAMES.get(name) ?? []).some(({ id }) => id === own)),
  );
  const known = [
    ...KNOWN_WORDS,
    ...names,
    "bitcoin",
    "ethereum",
    "percent",
    "dollars",
    "million",
    "billion",
    "hours",
    "minutes",
    ...OTHERS,
  ];
  return words.map((word, at) => {
    if (word.is !== "word" || KNOWN_WORDS.has(word.text)) return word;
    if (isRead({ words, isShouted, own }, at) || Object.hasOwn(HOURS, word.text) || Object.hasOwn(SCALES, word.text))
      return word;
    if (unitAt(words, at) !== null || OTHERS.has(word.text) || FREE_WORDS.has(word.text) || FREE_ALONE.has(word.text))
      return word;
    const text = mendWord(word.text, known);
    return text === null || (OTHERS.has(text) && !KNOWN_WORDS.has(text)) ? word : { ...word, text };
  });
}

const isLoud = (text: string): boolean => {
  const letters = text.replaceAll(/[^\p{L}]/gu, "");
  return letters.length > 8 && letters === letters.toUpperCase();
};

/** The text with its slips mended, but for words that `others` have; as it is where there are none. Pure. */
export function mendText(text: string, own: string, others: ReadonlySet<string>): string {
  const words = readWords(text);
  const meant = mended(words, own, isLoud(text));
  const slips = new Map<string, string>();
  for (const [at, word] of words.entries()) {
    const now = meant[at];
    if (word.is === "word" && now?.is === "word" && now.text !== word.text && !others.has(word.text))
      slips.set(word.text, now.text);
  }
  return slips.size === 0 ? text : text.replaceAll(/\p{L}+/gu, (word) => slips.get(word.toLowerCase()) ?? word);
}

/** Everything a text says, in its order; `own` is the token that is asked about, and everyday words are read where it is `isFree`. Pure. */
export function readItems(text: string, own: string, isFree = false, first?: PhraseBook): Read[] {
  const isShouted = isLoud(text);
  // Slips are mended where a claim is read by clauses.
  const words = first ? readWords(text) : mended(readWords(text), own, isShouted);
  const cursor: Cursor = { words, isShouted, own, isFree, ...(first && { first }) };
  const items: Read[] = [];
  for (let at = 0; at < words.length; ) {
    const { item, used } = oneAt(cursor, at);
    const isOr = isOther(cursor, at, item, items.at(-1));
    items.push(isOr ? { is: "or", text: "or" } : item);
    at += isOr ? 1 : used;
  }
  return items;
}
