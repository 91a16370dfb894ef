// Turns of phrase about parts of a whole and about how many times: fractions, "five to one", what is left of a high, sums in cents.

import { MOVES_DOWN, MOVES_UP, STRONG_DOWN, STRONG_UP } from "../../move-words.ts";
import { pctOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";

const HOW =
  "(?:(?:more|less|fewer|greater|higher|lower) than|over|above|under|below|at least|at most|about|around|roughly|nearly|almost|close to|just over|just under|some|approximately|well over|well under)";
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
};
const WORD = Object.keys(NUMBERS).join("|");
const countOf = (text: string): number => NUMBERS[text.toLowerCase()] ?? Number(text);

const PART = "(half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)s?";
const text = (one: unknown): string => (typeof one === "string" ? one : "");

const TOP =
  "(?:all[- ]time (?:high|peak)s?|ath|record(?: high)?|(?:lifetime|historic(?:al)?|bull[- ]market|cycle) (?:high|peak|top)|peak|top)";
const anyOf = (...lists: readonly string[]): string =>
  `(?:${lists
    .flatMap((list) => list.split("|"))
    .toSorted((a, b) => b.length - a.length)
    .join("|")})`;
const LOST = anyOf(MOVES_DOWN, STRONG_DOWN, "off|given up|gave up|surrendered|wiped out|erased|retraced|corrected|cut");
const GAINED = anyOf(MOVES_UP, STRONG_UP, "put on|adding");
const SIZE = "(?: of (?:its|the|their) (?:entire |total )?(?:value|price|worth|market cap|capitali[sz]ation|size))?";

export const SHARES: readonly Turn[] = [
  [/\bat (?:one|some|any|a) (?:point|stage|moment)(?: in time)?\b/gi, "at some point"],
  [/\b(every|each) (?:single|last)\b(?: one of the)?/gi, "$1"],
  [/\b(?:one|a)[- ](half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)\b/gi, "a $1"],
  [/\b(two|three|four)[- ](thirds|quarters|fifths|tenths)\b/gi, "$1 $2"],
  // From a peak: what was lost of it, and what it would take.
  [
    new RegExp(
      String.raw`\b(?:has |have |is )?(?:now )?${LOST}(?: by)? (?:(${HOW}) )?(?:(?:(${WORD}) )?${PART}|(\d[\d.]*) ?(?:%|percent|per cent))${SIZE} (?:since|from|off|below|compared (?:to|with)|relative to|versus) (?:hitting )?(?:its|the|that|their)(?: previous| former| old)? (${TOP})\b`,
      "gi",
    ),
    (_, how, count, part, pct) =>
      `is ${text(how) || (text(pct) ? "" : "about")} ${text(pct) || pctOf(text(count), text(part))}% below its all time high`,
  ],
  [
    new RegExp(
      String.raw`\b(?:would |still |will )*(?:needs?|has|have) to (?:(${HOW}|more than) )?(double|triple|(?:rise|gain|climb|rally|jump|go up)(?: by)? (${HOW} )?(\d[\d.]*) ?(?:%|percent|per cent)) (?:just )?(?:to|in order to|before it (?:can )?) ?(?:get back to|reach|reclaim|return to|revisit|match|hit|see|set|make|print|post|retake|equal|regain|reaches|reclaims) (?:its|the|a)(?: old| previous| former| new)? ${TOP}\b`,
      "gi",
    ),
    (_, how, verb, more, pct) => {
      const factor = /^double/i.test(text(verb)) ? 2 : /^triple/i.test(text(verb)) ? 3 : 1 + Number(text(pct)) / 100;
      const off = Number((100 * (1 - 1 / factor)).toFixed(2));
      return `is ${text(how) || text(more).trim() || "about"} ${off}% below its all time high`;
    },
  ],
  [
    new RegExp(
      String.raw`\b(?:what it (?:was worth|cost|traded at|was trading at|fetched)|its (?:value|price|worth)|where it (?:was|stood|traded)|the price) at (?:the|its) (?:very )?(?:${TOP}|height|highs?)\b`,
      "gi",
    ),
    "its all time high",
  ],
  [/\bwithin (?:striking|touching|spitting|shouting) distance,? (?=(?:less|under|only|just|within|about|\d))/gi, ""],
  [
    new RegExp(
      String.raw`^(?:since|from) (?:hitting )?(?:its|the) (?:previous |former |old )?${TOP},? (.{2,30}?) (?:has |is |have )?(?:been )?(?:now )?(?:(more than|over|almost|nearly|about) )?(?:halved|cut in half)\b`,
      "gi",
    ),
    (_, what = "", how) =>
      `${what} is ${/^(?:more than|over)$/i.test(text(how)) ? "more than" : text(how) === "" ? "at least" : text(how)} 50% below its all time high`,
  ],
  [/\b(?:is|are|was)(?:n['’]t| not) anywhere (?:near|close to)\b/gi, "is nowhere near"],
  // Of all coins.
  [
    new RegExp(
      String.raw`\b(?:(${HOW}) )?(?:(${WORD}) )?${PART} of (?:all |the |its |every |total |circulating |existing )*(?:supply(?! (?:is|are) (?:in circulation|circulating))|(?:coins|tokens)(?= (?:is|are) (?:\w+ )?(?:staked|held|in circulation)|$|[.,;!]))\b`,
      "gi",
    ),
    (_, how, count, part) => `${text(how) || "about"} ${pctOf(text(count), text(part))}% of supply`,
  ],
  [
    new RegExp(
      String.raw`\b(?:(${HOW}) )?(?:(${WORD}) )?${PART} of (?:all |the )*(accounts|traders)(?= (?:is|are|were|hold|stay|sit)\b)`,
      "gi",
    ),
    (_, how, count, part, who) => `${text(how) || "about"} ${pctOf(text(count), text(part))}% of ${text(who)}`,
  ],
  [
    new RegExp(
      String.raw`^since (?:hitting |setting )?(?:its|the) (?:previous |former |old )?${TOP},? (.{2,30}?) (?:has |have |is )?(?:now )?(?:been )?${LOST}(?: by)? ((?:${HOW} )?\d[\d.]* ?(?:%|percent|per cent))`,
      "gi",
    ),
    "$1 is $2 below its all time high",
  ],
  [
    new RegExp(
      String.raw`\b(${WORD}|\d+) (?:out of|in)(?: every)? (${WORD}|\d+) (?:coins|tokens|[a-z]{2,6}) (?=(?:is|are) (?:\w+ )?staked\b)`,
      "gi",
    ),
    (_, some = "", all = "") => `about ${Number(((100 * countOf(some)) / countOf(all)).toFixed(1))}% of supply `,
  ],
  [
    /(%|percent|per cent) of (?:all |the |its |total )*(?:coins|tokens)(?= (?:is |are )(?:\w+ )?staked\b)/gi,
    "$1 of supply",
  ],
  // How far something went, as a part of it.
  [
    new RegExp(
      String.raw`\b(${LOST}|${GAINED})(?: by)? (?:(${HOW}) )?(?:(${WORD}) )${PART}(?! (?:of )?(?:a |an )?(?:percent|per cent|%|point|cent|million|billion|hour))${SIZE}`,
      "gi",
    ),
    (_, verb = "", how, count, part) => {
      const way = /^(?:off|lose|loses|wiped out|erased|surrendered|lost|shed|sheds|losing|shedding)$/i.test(verb)
        ? "down"
        : verb;
      const pct = pctOf(text(count), text(part));
      // Nearly a part of it is up to it, and as coarse as parts are.
      if (/^(?:nearly|almost|just under)$/i.test(text(how)))
        return `${way} between ${Number((0.85 * Number(pct)).toFixed(1))}% and ${pct}%`;
      return `${way} ${text(how) || "about"} ${pct}%`;
    },
  ],
  [
    new RegExp(String.raw`\b(?:cut|slashed|reduced|knocked down) by (?:(${HOW}) )?(?:(${WORD}) )${PART}\b`, "gi"),
    (_, how, count, part) => `down ${text(how) || "about"} ${pctOf(text(count), text(part))}%`,
  ],
  [
    new RegExp(
      String.raw`\boff(?: by)? (?=(?:${HOW} )?(?:\d[\d.]*|${WORD})(?: point \w+)? ?(?:%|percent|per cent|pct)(?! (?:of|from|its|the|below|off|his|their)))`,
      "gi",
    ),
    "down ",
  ],
  // So many to one.
  [
    new RegExp(
      String.raw`\b(?:by )?(?:a (?:ratio|factor|margin) of )?(?:(${HOW}) )?(\d[\d.]*|${WORD})(?: point (\w+))?[- ]to[- ](?:one|1)\b`,
      "gi",
    ),
    (all, how, count = "", point) => {
      const tail = text(point);
      const value = tail === "" ? countOf(count) : countOf(count) + countOf(tail) / 10;
      return Number.isFinite(value) ? `by ${text(how)} ${value} times`.replace("  ", " ") : all;
    },
  ],
  [
    new RegExp(
      String.raw`\b(long|short|spot|perp|perpetual|futures|derivatives?|bids?|asks?)( liquidations| volume| trading)?(?: traders| markets?)? (?:(?:out(?:trade|pace|strip|weigh|number|do|size)(?:s|d|ed)?|outdid|dwarf(?:s|ed)?|exceed(?:s|ed)?|beats?|tops?|topped|eclips(?:e|es|ed)|swamp(?:s|ed)?) )(?:the )?(short|long|spot|perp|perpetual|futures|derivatives?|bids?|asks?)( liquidations| volume| trading| ones)?(?: traders| markets?)? by (${HOW} )?(\d[\d.]*) times\b`,
      "gi",
    ),
    (all, one = "", kind, other = "", _k2, how, count = "") => {
      const what = /liq/i.test(text(kind))
        ? "liquidations"
        : /^(?:spot|perp|fut|deriv)/i.test(one)
          ? "volume"
          : /^(?:bid|ask)/i.test(one)
            ? ""
            : null;
      if (what === null) return all;
      const named = (side: string) => (/^(?:perpetual|futures|deriv)/i.test(side) ? "perp" : side.toLowerCase());
      return `${named(one)} ${what} is ${text(how)}${count} times ${named(other)} ${what}`;
    },
  ],
  [
    new RegExp(
      String.raw`\blongs (?:still |now |currently )?(?:outnumber(?:s|ed)?|exceed(?:ed)?|beat|lead|dominate|outweigh(?:ed)?) shorts,? by (${HOW} )?(\d[\d.]*) times\b`,
      "gi",
    ),
    "long short ratio is $1$2",
  ],
  // "(almost) two to one" of longs and shorts after the verb.
  [
    /\blongs (?:still |now |currently )?(?:outnumber(?:s|ed)?|exceed(?:ed)?|beat|lead|dominate|outweigh(?:ed)?) shorts,? (?:almost|nearly|about|more than|over|roughly|around)? ?by times\b/gi,
    "long short ratio is above 1",
  ],
  // Cents.
  [
    new RegExp(
      String.raw`\b((?:sixty|seventy|eighty|ninety|twenty|thirty|forty|fifty)[- ](?:one|two|three|four|five|six|seven|eight|nine)|${WORD}|eleven|twelve|thirteen|fourteen|sixteen|seventeen|eighteen|nineteen) cents\b`,
      "gi",
    ),
    (all, words = "") => {
      const teens = "eleven twelve thirteen fourteen _ sixteen seventeen eighteen nineteen".split(" ");
      const value = words
        .toLowerCase()
        .split(/[- ]/)
        .reduce(
          (sum, word) => sum + (NUMBERS[word] ?? (teens.includes(word) ? 11 + teens.indexOf(word) : Number.NaN)),
          0,
        );
      return Number.isFinite(value) ? `${value} cents` : all;
    },
  ],
  [
    /\b(\d[\d.]*) cents? (below|under|beneath|above|over|off|from|away from|short of) (?:its|the) (?:dollar )?peg\b/gi,
    (_, count = "", side = "") =>
      `${count}% ${/below|under|beneath|short/i.test(side) ? "below" : /above|over/i.test(side) ? "above" : "off"} its peg`,
  ],
  [/\b(peg) (?:just )?(?:fine|well|nicely|perfectly|steadily|firmly|tightly)\b/gi, "$1"],
  [
    /\bnever (?:strayed|deviated|moved|drifted|been|traded|was|got|went|wandered)(?: by)? (?=(?:more than|over) \d[\d.]* ?(?:%|percent|per cent|bps|basis points) (?:away )?(?:from|off))/gi,
    "was never ",
  ],
  [/\b(?:(?:about|roughly|around|approximately|some) )+(?=about \d)/gi, ""],
];
