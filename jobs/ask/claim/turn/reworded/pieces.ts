// What patterns of turns of phrase are made of: a coin, a sum, a share, how they are compared, a time.
import { TRACKED } from "../../../../../schema/token/tracked.ts";

const NAMES = TRACKED.flatMap(({ symbol, name }) => [symbol, name]).filter((name) => /^[A-Za-z0-9]+$/.test(name));

/** A coin by its name. */
export const NAME = `(?:[$]?(?:${[...new Set(NAMES)].join("|")})\\b)`;
/** The same, or what stands for the one that is asked about, and nothing of it. */
export const COIN = `(?:${NAME}(?!['’])|it\\b)`;
const UNIT = "(?:k|m|mn|mln|mio|b|bn|bln|t|tn|thousand|million|billion|trillion)";
const LARGE = "(?:m|mn|mln|mio|b|bn|bln|t|tn|million|billion|trillion)";
const DOLLARS = "(?: ?(?:us |u[.]s[.] )?(?:dollars|bucks|usd)\\b)?";
/** A sum of money: the sign or the word says that it is one. */
export const SUM = `(?:(?:us ?)?[$] ?\\d[\\d.,]*(?<![.,])(?: ?${UNIT}\\b)?${DOLLARS}|\\busd ?\\d[\\d.,]*(?<![.,])(?: ?${UNIT}\\b)?|\\d[\\d.,]*(?<![.,])(?: ?${UNIT})? ?(?:us |u[.]s[.] )?(?:dollars|bucks|usd)\\b)`;
/** One that no single coin is worth. */
export const SCALED = `(?:[$] ?\\d[\\d.,]*(?<![.,]) ?${LARGE}\\b${DOLLARS}|\\d[\\d.,]*(?<![.,]) ?${LARGE} ?(?:us |u[.]s[.] )?(?:dollars|bucks|usd)\\b|[$] ?\\d{1,3}(?:,\\d{3}){2,}\\b${DOLLARS})`;

const DIGIT = "(?:one|two|three|four|five|six|seven|eight|nine)";
const TENS = "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)";
const TEENS =
  "(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|a hundred|one hundred)";
/** So many per cent. */
export const SHARE = `(?:(?:\\d[\\d.,]*|(?:${TENS}(?:[- ]${DIGIT})?|${TEENS}|${DIGIT})(?: point ${DIGIT}|(?: and)? a half)?) ?(?:%|percent\\b|per cent\\b|pct\\b))`;

/** More or less than what follows, or about as much. */
export const THAN =
  "(?:(?:well |far |just |slightly |a little |a bit |comfortably )?(?:more than|over|above|less than|under|below|beneath)|(?:no|not) (?:more|less|fewer) than|at least|at most|(?:upwards?|north|south) of|in excess of|fewer than|up to|about|around|roughly|approximately|nearly|almost|close to|some|exactly)";
const EXCEEDS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:of )?(?:exceed(?:s|ed|ing)|top(?:s|ped|ping)|surpass(?:es|ed|ing)|above|over|in excess of|greater than|larger than|bigger than|beyond|north of|upwards? of|higher than)$/i,
    "more than",
  ],
  [/^(?:of )?(?:below|under|beneath|smaller than|south of|lower than|short of)$/i, "less than"],
];
/** How the size of a noun is told: "a rise exceeding 5 %". */
export const SIZED =
  "(?:of )?(?:exceeding|topping|surpassing|above|over|in excess of|greater than|larger than|bigger than|beyond|north of|upwards? of|higher than|below|under|beneath|smaller than|south of|lower than|short of)";
/** The same as adverbs have it. */
export const sized = (than: string): string => EXCEEDS.find(([said]) => said.test(than.trim()))?.[1] ?? than;

/** What may stand between a verb and what it is about. */
export const ADVERB =
  "(?:(?:now|currently|presently|still|already|just|also|again|at present|at the moment|right now|today) )*";

const COUNT =
  "(?:\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|twenty[- ]four|thirty|sixty|ninety)";
const LENGTH = `(?:${COUNT}[- ]?(?:hours?|h|hrs?|days?|d|weeks?|w|months?|minutes?)|day|hour|week|month)`;
/** A stretch of time that ends now: "over the last 24 hours". */
export const WHILE = `(?:(?:in|over|during|within|for|of|across|throughout|inside|through|on) )?(?:the (?:course of the )?)?(?:last|past|previous|trailing|preceding) ${LENGTH}\\b`;
/** A time that long ago. */
export const AGO = `(?:${COUNT} (?:hours?|days?|weeks?|months?) (?:ago|earlier|before|previously|prior))`;
/** The stretch that began so long ago. */
export const sinceThen = (ago: string): string => {
  const [, count = "", unit = ""] = /^(\S+) (\w+)/.exec(ago.trim()) ?? [];
  return /^(?:an?|one)$/i.test(count) ? `in the last ${unit.replace(/s$/i, "")}` : `in the last ${count} ${unit}`;
};

/** The highest price there ever was. */
export const EVER =
  "(?:all[- ]time (?:high|peak|top|record|maximum)|record(?: (?:high|peak|price|level))?(?! (?:low|volume))|historic(?:al)? (?:high|peak)|lifetime (?:high|peak)|highest ever(?: price)?|best ever(?: price)?|ath|peak price of all time|highest price of all time|highest price ever)\\b";
/** Whose it is. */
export const OF_ITS = `(?:(?:its|the|an?) )?`;
