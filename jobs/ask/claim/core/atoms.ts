// The items of a whole sentence: its fractions as numbers, its words by the longer lists, and each clause with what it needs.
import { trackedById } from "../../../../schema/token/tracked.ts";
import { type Read, readItems } from "../../read-items.ts";
import { dividerOf, numberOf, placeOf, placesOf } from "../turn/number-words.ts";
import { plainText } from "./plain-text.ts";
import { settle } from "./settle.ts";
import { CORE_PHRASES } from "./words/index.ts";

const PARTS =
  "half|third|thirds|quarter|quarters|fourth|fifth|fifths|sixth|sixths|seventh|eighth|eighths|ninth|tenth|tenths";
const FRACTION = new RegExp(
  String.raw`\b(?:(a|an|one|two|three|four|five|seven|nine)[- ])?(${PARTS})\b(?! (?:a )?(?:million|billion|thousand|percent|per cent|place|largest|biggest|hour|day|month|year|most|coin|crypto))(?!-)`,
  "gi",
);
const OUT_OF =
  /\b(one|two|three|four|five|six|seven|eight|nine|\d+) (?:out of|in) (?:every |each )?(two|three|four|five|six|seven|eight|nine|ten|\d+)\b(?! (?:hours?|days?|weeks?|minutes?|months?))/gi;

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** "Two thirds", "an eighth", "four out of five" in per cent. */
function withFractions(text: string): string {
  return text
    .replace(OUT_OF, (all, some: string, of: string) =>
      numberOf(some) > 0 && numberOf(some) < numberOf(of) ? percent(numberOf(some) / numberOf(of)) : all,
    )
    .replace(FRACTION, (all, count: string | undefined, part: string, at: number) => {
      const by = dividerOf(part);
      // "The sixth" is a place, and "half" needs no article.
      if (count === undefined && part.toLowerCase() !== "half") return all;
      const isCompared =
        /\b(?:than|over|under|above|below|least|most|about|around|nearly|almost|roughly|just)\s*$/i.test(
          text.slice(0, at),
        );
      const share = percent(numberOf(count ?? "a") / by);
      return isCompared ? share : `about ${share}`;
    });
}

const SAME_HOUR =
  /\b(?:at )?(?:(?:this|the same) (?:time|hour) (yesterday|last week)|(yesterday|a day ago|a week ago|last week) at (?:this|the same) (?:time|hour))\b/gi;
const RANKED = new RegExp(
  String.raw`\b(?:the )?(?:(${placesOf(1, 12)})|(\d+)(?:st|nd|rd|th))[- ](?:most valuable|largest|biggest|highest valued)(?: (?:crypto\w*|coin|token|asset|digital asset))*(?: by (?:market )?(?:cap\w*|value))?\b(?! (?:holder|wallet|address|transfer))`,
  "gi",
);
const ADJECTIVES =
  "largest|biggest|single|next|coming|long|short|exchange|net|large|total|open|trading|daily|hourly|weekly|funding|implied|realised|outstanding|average|circulating|spot|perp|perpetual|futures|aggressive";
const COUNTABLE = String.raw`transfers?|unlock\w*|liquidations?|positions?|interest|volume|turnover|volatility|funding|flows?|inflows?|outflows?|supply|reserves?|balances?|holdings?|contracts?|futures|perpetuals|trading|buyers|sellers|holders?|accounts?|rates?`;

/** The name of a coin within what is named of it stands before it: "the biggest SOL transfer". */
function named(text: string, own: string): string {
  const token = trackedById(own);
  const names = token ? [token.symbol, token.name].filter((name) => /^[A-Za-z0-9]+$/.test(name)) : [];
  if (names.length === 0) return text;
  return text.replace(
    new RegExp(String.raw`(?<!\d )\b((?:(?:${ADJECTIVES}) )+)(${names.join("|")}) (?=(?:${COUNTABLE})\b)`, "gi"),
    (_, before: string, name: string) => `${name} ${before}`,
  );
}

const EXCHANGES = /\b(?:the )?(?:exchanges|trading venues|trading platforms|exchange wallets)\b/gi;
const SMALL =
  /\b(?:(?:a|one) )?(half|third|quarter|fifth|tenth)(?: of)? (?:an?|one) (percent|per cent|%|percentage point|million|billion)/gi;

const STOCK =
  /\b(?:number|amount|quantity|stock|supply|balance) of (\w+)(?: coins| tokens)? (?:held |kept |lying |sitting )?(?:on|at|in|by) exchanges\b/gi;
const PER_BITCOIN =
  /\bmoves? (?:by )?((?:about|around|roughly|nearly|more than|less than|over|under) )?(\d+(?:\.\d+)?)(?: ?%| percent| per cent) for (?:each|every) (?:percent|per cent|1 ?%|one percent)(?: that)? (?:bitcoin|btc)(?: moves| does)?\b/gi;
const WORTH =
  /\b(?:combined |total )?value of (?:all|every)(?: of the)?(?: circulating| outstanding)? (\w+)(?: coins| tokens)?(?: in circulation)?\b/gi;

/** Turns that several words make together. */
const plainer = (text: string, own: string): string =>
  named(text, own)
    .replace(EXCHANGES, "exchanges")
    .replace(/\ball (\w+) in circulation (?:is|are) (?:together )?worth\b/gi, "market cap of $1 is")
    .replace(PER_BITCOIN, "beta to bitcoin is $1$2")
    .replace(/\b(this week\b.*?) (?:on|against|from|than) last week\b/gi, "$1")
    .replace(STOCK, "exchange reserve of $1")
    .replace(WORTH, "market cap of $1")
    .replace(/\b(above|below|over|under|than|at) one\b(?= ?(?:$|[.,;]|over|in|for|during|and|while|but))/gi, "$1 1")
    .replace(
      /\b(?:small|slight|modest|minor|tiny|large|big|sizeable|sharp) (?=(?:gain|loss|rise|fall|drop|decline|increase|decrease|advance)s? of\b)/gi,
      "",
    )
    .replace(
      RANKED,
      (_, word: string | undefined, figure: string | undefined) => `rank ${figure ?? placeOf(word ?? "")}`,
    )
    .replace(SMALL, (_, part: string, unit: string) => `${Number((1 / dividerOf(part)).toFixed(4))} ${unit}`)
    .replace(/\b(?:double|twice)(?= (?:that|what|those|the|its|as)\b)/gi, "2 times")
    .replace(/\b(?:triple|thrice)(?= (?:that|what|those|the|its|as)\b)/gi, "3 times")
    .replace(SAME_HOUR, (_, first: string | undefined, second: string | undefined) =>
      /week/i.test(first ?? second ?? "") ? "a week ago" : "24 hours ago",
    )
    .replace(/\b(?:no|not (?:a single|one|any)|none of the(?: three)?) (?:venues?|exchanges?)\b/gi, "not any venue");
/** "The low 140s" are no number. */
const TENS = /\d0s\b/i;
/** Depth is measured within two per cent. */
const BOOKS: ReadonlySet<string> = new Set(["depth", "bids", "asks"]);
const isTwo = (item: Read | undefined): boolean => item?.is === "number" && item.unit === "pct" && item.value === 2;

/** Of a metric that only stands, what it moved is how large it is. */
const SUMS: ReadonlySet<string> = new Set(["transfers", "largest_transfer", "volume", "perp_volume"]);
const NO_SUM = 1e5;
const CLOSED: ReadonlySet<string> = new Set(["liquidations"]);
const ISSUED: ReadonlySet<string> = new Set(["issued_share"]);
const UNLOCKS: ReadonlySet<string> = new Set(["unlocks", "unlock_share", "unlock_value"]);

/** So many of them, and no part of all. */
const isAmount = (item: Read | undefined): boolean => item?.is === "number" && item.unit !== "pct";

/** What words of one clause mean beside each other. */
function settledIn(items: readonly Read[]): Read[] {
  const has = (ids: ReadonlySet<string>) => items.some((item) => item.is === "metric" && ids.has(item.id));
  const isSum = items.some((item) => item.is === "number" && item.unit === "usd");
  const isShare = items.some((item) => item.is === "number" && item.unit === "pct");
  const isRatio = items.some((item) => item.is === "metric" && (item.id === "correlation" || item.id === "beta"));
  const isMoved = items.some(({ is }) => is === "move") && !has(UNLOCKS);
  const isTimed = items.some(({ is }) => is === "hours") && !items.some(({ is }) => is === "venue" || is === "futures");
  const isLarger = items.some((one) => one.is === "op" && (one.op === ">" || one.op === ">="));
  const isEver = items.some((one) => one.is === "extreme" && one.ever === true);
  const isInflation =
    items.some((one) => one.is === "metric" && one.id === "inflation") &&
    items.some((one) => one.is === "number" && one.unit === "pct");
  const isBook = has(BOOKS);
  const isNamed = items.some(({ is }) => is === "metric");
  const flows = items.filter((item) => item.is === "metric" && (item.id === "inflow" || item.id === "outflow"));
  const isNet = flows.length === 1 && items.some(({ is }) => is === "lean");
  return items.flatMap((item, at): Read[] => {
    if (isBook && ((item.is === "outer" && isTwo(items[at + 1])) || (isTwo(item) && items[at - 1]?.is === "outer")))
      return [];
    if (isBook && item.is === "metric" && item.id === "price" && items.slice(0, at).some(isTwo)) return [];
    if (item.is === "either" && has(SUMS) && isSum) return [];
    if (item.is === "metric" && item.id === "circulating" && (has(UNLOCKS) || (has(ISSUED) && isShare))) return [];
    // "Shorts are paid by longs": said twice.
    const paid = items.find((one) => one.is === "positive" && /pa(?:y|id)/i.test(one.text));
    if (
      item.is === "part" &&
      paid?.is === "positive" &&
      (item.part === "short") === paid.sign > 0 &&
      !items.some(({ is }) => is === "number")
    )
      return [];
    if (
      item.is === "outer" &&
      (isMoved || items.some(({ is }) => is === "extreme")) &&
      !has(UNLOCKS) &&
      items.slice(at + 1).find(({ is }) => is !== "fill")?.is === "hours"
    )
      return [];
    if (item.is === "crowd" && /^coins$/i.test(item.text) && isAmount(items[at - 1])) return [];
    // "Slightly above" a number that is named elsewhere.
    if (
      item.is === "about" &&
      /above|over|below|under|than/i.test(item.text) &&
      items.slice(at + 1).find(({ is }) => is !== "fill")?.is !== "number"
    ) {
      const isUp = /above|over|more/i.test(item.text);
      return [
        { is: "vague", text: item.how === "well" ? "far" : "slightly" },
        { is: "op", op: isUp ? ">" : "<", text: item.text },
      ];
    }
    if (item.is === "positive" && /territory/i.test(item.text) && !isNamed)
      return [{ is: "move", dir: item.sign, text: item.text }];
    // Of a coin alone what is positive has risen.
    if (item.is === "positive" && /^(?:positive|negative)$/i.test(item.text) && !isNamed && isTimed)
      return [{ is: "move", dir: item.sign, text: item.text }];
    if (item.is === "metric" && /^(?:(?:a|any|one) )?(?:single|individual) transfer$/i.test(item.text) && !isLarger)
      return [{ is: "unread", text: item.text }];
    if (isInflation && item.is === "move" && item.dir > 0) return [];
    if (item.is === "since" && isEver) return [{ is: "from", text: item.text }];
    if (item.is === "move" && isEver && /since$/i.test(item.text)) return [item, { is: "from", text: item.text }];
    if (isNet && item.is === "lean") return [];
    if (isNet && item.is === "metric" && (item.id === "inflow" || item.id === "outflow"))
      return [{ is: "metric", id: "netflow", sign: item.id === "inflow" ? 1 : -1, text: item.text }];
    // The average of the venues is one number.
    if (item.is === "all" && items.some((one) => one.is === "metric" && /^(?:average|mean|overall) /i.test(one.text)))
      return [];
    // What changes hands at so many dollars is a coin.
    const isCoin = item.is === "metric" && item.id === "volume" && /hands/i.test(item.text);
    if (
      isCoin &&
      items.some((one) => one.is === "number" && one.value < NO_SUM && one.unit !== "pct" && one.unit !== "times")
    )
      return [{ is: "metric", id: "price", text: item.text }];
    if (item.is === "reached" && (has(CLOSED) || (has(SUMS) && isSum))) return [];
    if (isRatio && item.is === "number" && item.unit === "pct")
      return [{ ...item, value: item.value / 100, step: item.step / 100, coarse: item.coarse / 100, unit: null }];
    return [item];
  });
}

/** Pure. */
export function atomsOf(text: string, own: string): Read[] {
  const said = withFractions(plainer(plainText(text), own));
  const items = settledIn(settle(readItems(said, own, true, CORE_PHRASES), own));
  while (items.at(-1)?.is === "stop") items.pop();
  return TENS.test(text) ? [...items, { is: "unread", text: "tens" }] : items;
}
