// How forms, logs and programs state a measurement: "the 24-hour price change of A is less than that of B", "the volume in US dollars of A is between 1 and 2".
import type { Turn } from "../turned.ts";
import { COIN, NAME, SUM, THAN } from "./pieces.ts";

const SPAN =
  "(?:(?:\\d+|one|seven|thirty|twenty[- ]four)[- ]?(?:h|hrs?|hours?|d|days?|weeks?|months?)|hourly|daily|weekly|monthly)";
const ADVERBS: Readonly<Record<string, string>> = { hourly: "hour", daily: "day", weekly: "week", monthly: "month" };
/** "24-hour" as the time it is. */
function timeOf(span: string): string {
  const said = span.toLowerCase();
  const [, count, unit] = /^(\S+?)[- ]?(hour|day|week|month)s?$/.exec(said) ?? [];
  if (count === undefined) return `over the last ${ADVERBS[said] ?? said}`;
  return `over the last ${count} ${unit}${/^(?:1|one)$/.test(count) ? "" : "s"}`;
}

const CHANGE = "(?:price |percentage |percent |per cent |% )*(?:change|performance|return|move)";
const OVER = `(?:(?: over| in| during| for) (?:the )?(?:(?:last|past|previous) )?(${SPAN}))`;
const MORE = "(?:greater|higher|larger|bigger|more|better|stronger)";
const LESS = "(?:less|lower|smaller|worse|weaker)";
const THE_MARKET = "(?:the )?(?:whole |wider |overall |crypto )*market(?: as a whole)?";
const isMore = (word: string): boolean => new RegExp(`^${MORE}$|^>`, "i").test(word);
const beat = (one: string, word: string, other: string, time: string): string =>
  `${one} ${isMore(word) ? "outperformed" : "underperformed"} ${other} ${time}`;

const VERSUS: readonly Turn[] = [
  // "The 24-hour price change of A is less than that of B."
  [
    new RegExp(
      `\\b(?:the )?(${SPAN}) ${CHANGE} (?:of|in|for) (?:the price of )?(${NAME}|it) (?:is|was) (${MORE}|${LESS}) than (?:that|the (?:${SPAN} )?${CHANGE}) (?:of|in|for) (${NAME}|${THE_MARKET})`,
      "gi",
    ),
    (_, span = "", one = "", word = "", other = "") => beat(one, word, other, timeOf(span)),
  ],
  [
    new RegExp(
      `\\b(?:the )?${CHANGE} (?:of|in|for) (?:the price of )?(${NAME}|it)${OVER}? (?:is|was) (${MORE}|${LESS}) than (?:that|the ${CHANGE}) (?:of|in|for) (${NAME}|${THE_MARKET})${OVER}?`,
      "gi",
    ),
    (_, one = "", span = "", word = "", other = "", later = "") =>
      beat(one, word, other, span || later ? timeOf(span || later) : ""),
  ],
  [
    new RegExp(`\\b(${NAME}) (${SPAN}) ${CHANGE} ?([<>]) ?(${NAME}|${THE_MARKET}) \\2 ${CHANGE}`, "gi"),
    (_, one = "", span = "", sign = "", other = "") => beat(one, sign, other, timeOf(span)),
  ],
];

const NUMBER = String.raw`([-+]?\d[\d.,]*(?<![.,]))(?: ?(?:%|percent|per cent|pct)\b)?`;
const wayOf = (word: string): string => (/gain|rise|increase/i.test(word) ? "rose" : "fell");
const amountOf = (than: string, low: string, high: string): string =>
  high === "" ? `${than} ${low} %` : `between ${low} % and ${high} %`;
const BETWEEN_OR_THAN = `(?:between ${NUMBER} and ${NUMBER}|(${THAN}|greater than|higher than|lower than) ${NUMBER})`;

const SIZES: readonly Turn[] = [
  [
    new RegExp(
      `\\b(?:the )?(${SPAN}) (?:percentage|percent|per cent|price|%) (gain|rise|increase|loss|fall|drop|decline|decrease) (?:of|in|for) (${COIN}) (?:is|was) ${BETWEEN_OR_THAN}`,
      "gi",
    ),
    (_, span = "", word = "", one = "", low = "", high = "", than = "", only = "") =>
      `${one} ${wayOf(word)} ${amountOf(than, low || only, high)} ${timeOf(span)}`,
  ],
  [
    new RegExp(
      `\\b(?:the )?percentage by which (${COIN}) (rose|gained|fell|dropped|declined|increased)${OVER} (?:is|was) ${BETWEEN_OR_THAN}`,
      "gi",
    ),
    (_, one = "", verb = "", span = "", low = "", high = "", than = "", only = "") =>
      `${one} ${verb} ${amountOf(than, low || only, high)} ${timeOf(span)}`,
  ],
  // A change that is above or below nothing.
  [
    new RegExp(
      `\\b(?:the )?(?:(${SPAN}) )?${CHANGE} (?:of|in|for) (?:the price of )?(${COIN})${OVER}? (?:is|was) ((?:above|greater than|more than|higher than|below|less than|lower than|under) (?:zero|0 ?%|nothing)|positive|negative)`,
      "gi",
    ),
    (_, before = "", one = "", after = "", than = "") =>
      `${one} ${/above|greater|more|higher|positive/i.test(than) ? "rose" : "fell"} ${before || after ? timeOf(before || after) : ""}`,
  ],
];

const UNIT = "(US dollars|USD|U[.]S[.] dollars|dollars|basis points|bps|per ?cent|percentage)";
const unitOf = (unit: string): string =>
  /basis|bps/i.test(unit) ? "basis points" : /cent/i.test(unit) ? "percent" : "US dollars";

const PLACED = "(?:above|over|below|under|of (?:more|less) than|exceeding|beyond|beneath)";
const sideOf = (placed: string): string => (/below|under|less|beneath/i.test(placed) ? "not below" : "not above");
const METRIC =
  "(?:market cap(?:itali[sz]ation)?|mcap|fully diluted valu(?:e|ation)|fdv|open interest|(?:24[- ]?h(?:our)? )?(?:spot |trading |perpetual )*volume|price)";
/** A measure on one side of a sum, and the same denied. */
const MEASURED = `(${METRIC}) (${PLACED}) (${SUM})`;
const denied = (metric: string, placed: string, sum: string): string => `a ${metric} ${sideOf(placed)} ${sum}`;
const NEITHER: readonly Turn[] = [
  [
    new RegExp(`\\bneither is the (${METRIC}) of (${NAME}) (${PLACED}) (${SUM}),? nor is its ${MEASURED}`, "gi"),
    (_, one = "", coin = "", at = "", sum = "", other = "", side = "", level = "") =>
      `${coin} has ${denied(one, at, sum)} and ${denied(other, side, level)}`,
  ],
  [
    new RegExp(`\\bboth ${MEASURED} and ${MEASURED} (?:apply to|hold for|are true of) (${NAME})`, "gi"),
    "$7 has a $1 $2 $3 and a $4 $5 $6",
  ],
  [
    new RegExp(`\\bwas neither (?:over|above|past) (${SUM}) nor (?:under|below|beneath) (${SUM})`, "gi"),
    "had a high of at most $1 and a low of at least $2",
  ],
  [
    new RegExp(
      `\\bis neither (?:above|over|past) (${SUM}) nor (?:above|over) (${SUM}) (?:of |in )?(?:mcap|market cap)`,
      "gi",
    ),
    "has a price not above $1 and a market cap not above $2",
  ],
  [
    new RegExp(
      `\\bis neither more expensive than (${SUM}) nor has it (?:an? )?(?:mcap|market cap) (${PLACED}) (${SUM})`,
      "gi",
    ),
    (_, sum = "", placed = "", level = "") => `has a price not above ${sum} and ${denied("market cap", placed, level)}`,
  ],
  [
    new RegExp(`\\b(?:has|have|with) neither (?:an? |the )?${MEASURED} nor (?:an? |the )?${MEASURED}`, "gi"),
    (_, one = "", at = "", sum = "", other = "", side = "", level = "") =>
      `has ${denied(one, at, sum)} and ${denied(other, side, level)}`,
  ],
  [
    new RegExp(
      `\\b(?:has |have )?neither (?:exceeded|broken?|topped|went above|gone above|(?:traded|climbed|risen|rose|gone|been|moved) (?:above|over|past)) (${SUM}) nor (?:lost|broken?|(?:traded|dropped|fallen|fell|gone|been|dipped|slipped|moved) (?:below|under|beneath)) (${SUM})`,
      "gi",
    ),
    "had a high of at most $1 and a low of at least $2",
  ],
  [
    new RegExp(
      `\\bis neither worth (?:more than|over|above) (${SUM})(?: by market (?:cap\\w*|value))? nor priced (?:above|over|at more than) (${SUM})`,
      "gi",
    ),
    "has a market cap not above $1 and a price not above $2",
  ],
];

const SAYS =
  "[^,;]*\\b(?:is|are|has|have|was|trades|traded|costs|ranks|stands|rose|fell|gained|lost|saw|up|down|(?:out|under)performed|beat)\\b[^,;]*?";
/** "It is above $1, has a volume above $2m or ranks fifth": one of three is enough. */
const ONE_OF: readonly Turn[] = [
  [
    new RegExp(`^(?!.*\\b(?:and|but|while|whereas|neither|nor|not)\\b)(${SAYS}), (${SAYS}),? or (?=${SAYS}$)`, "i"),
    "$1 or $2 or ",
  ],
];

/** What a side of the bets on a coin had closed by force. */
const closedOf = (who: string, side: "long" | "short"): Turn => [
  new RegExp(
    `\\b(?:${who}) (${NAME}) (?:have )?had (${THAN} ${SUM}) of (?:${side}s?|${side} positions) liquidated`,
    "gi",
  ),
  `$2 of $1 ${side}s were liquidated`,
];

const NAMED: readonly Turn[] = [
  [/\bthe (?:token|coin|cryptocurrency|asset) (?:that is )?(?:known as|called|named) /gi, ""],
  [/\b(on [$]?\w+) alone\b/gi, "$1"],
  [/[;,] nevertheless,? (?=its|it|the)/gi, ", and "],
  [/ over the same (?:period|time|window)\b/gi, ""],
  [/\bcirc(?:ulating)?\.? supply\b/gi, "circulating supply"],
  [/\b(?:maximal|maximum|max) supply of (\S+) is (?:fixed|capped|set) at\b/gi, "maximum supply of $1 is"],
  [/\bmaximal supply\b/gi, "maximum supply"],
  [/\bone (?:unit|coin|token|piece) of (?=[$A-Z])/gi, ""],
  [/\bwhen (?:the two|both|they) are (?:measured|compared|ranked) by (?=market)/gi, "by "],
  [
    new RegExp(`\\bspot trading in (${NAME}) was (heavier|lighter) than in (${NAME})`, "gi"),
    (_, one = "", word = "", other = "") =>
      `${one}'s spot volume was ${word === "heavier" ? "higher" : "lower"} than that of ${other}`,
  ],
  [
    new RegExp(`\\b(${NAME}) is (losing|winning) (?:to|against|over) (${NAME})`, "gi"),
    (_, one = "", word = "", other = "") => `${one} ${word === "losing" ? "underperformed" : "outperformed"} ${other}`,
  ],
  [/\b(?:the )?holder base of (\S+) numbers\b/gi, "the number of holders of $1 is"],
  [/\bat (?:its|the) (?:weakest|lowest|strongest|highest) point (?=(?:in|over|of|during) the)/gi, ""],
  [/\bfailed to (?=trade|climb|rise|get|break|hold|fall|drop)/gi, "did not "],
  [/\b(?:we|i) (?:put|see|estimate|reckon) (?=(?:the )?(?:market|price|open|fully|fdv|volume)[^,;]* at )/gi, ""],
  [
    /(?<=\b(?:open interest|oi|volume|liquidations)\b[^,;]*?) across all (?:tracked |known )?(?:venues|exchanges)\b/gi,
    "",
  ],
  [
    /\bnet (?:exchange )?flow(?:s)? (?:of \S+ )?(?:is|was|are|were) an? (?:net )?(inflow|outflow) of (?=[$]?\d)/gi,
    "net exchange $1 is ",
  ],
  // "Its record is $119, and it trades 26 % below that."
  [
    /(?<=\b(?:all[- ]time high|ath|record(?: high| price)?|peak)\b[^;]{3,80}(?:\d|[a-z]) ?(?:%|percent|per cent|pct) )(below|under|lower than|beneath|down from|off) (?:that|it|this)\b/gi,
    "below its all-time high",
  ],
  // The unit is told before, and the numbers are bare.
  [
    new RegExp(
      String.raw`\b(?:(?:measured|expressed|stated|given) )?in ${UNIT} (of|for|over|in) ((?:[$]?[\w'’-]+ ){1,8}?(?:is|was|lies|stands|sits) (?:[a-z]+ ){0,3})([-+]?\d[\d.,]*(?<![.,]))(?: (and|to) ([-+]?\d[\d.,]*(?<![.,])))?(?=[.!;]?$|[;,] )`,
      "gi",
    ),
    (_, unit = "", of = "", between = "", low = "", join = "", high = "") =>
      `${of} ${between}${low} ${unitOf(unit)}${high === "" ? "" : ` ${join} ${high} ${unitOf(unit)}`}`,
  ],
  [
    /\b(?:price )?(?:is |sits |stands |trades )?in (?:the |a )?range (?:of |from )?(?=[$]?\d[^;]{0,24}? (?:to|and) [$]?\d)/gi,
    "is between ",
  ],
  [/\b(is between [$]?\d[^;]{0,24}?) to (?=[$]?\d)/gi, "$1 and "],
  [/\bfunding(?: rate)? sign ?(?::|is) ?(?=positive|negative)/gi, "funding rate is "],
  [/\b(?:average |mean )?(?:eight|8)[- ]?h(?:ou)?r?(?:ly)? (average |mean )?funding\b/gi, "average funding"],
  [
    /\b(?:calculated|reckoned|expressed|scaled|extrapolated) (?:for|to|over) (?:one|a|1) year, (?:the )?funding(?: rate)?\b/gi,
    "the annualised funding rate",
  ],
  [/\bwhen (?:i|we|you) look (?:at|on) (?=[$]?\w+, )/gi, "on "],
  [/\bdoing (more|less) (?=(?:\S+ ){0,2}(?:volume|turnover) than)/gi, "has $1 "],
  [/\b(?:did|made|does) an? (2|3|4|5|10)x\b/gi, "went up $1x"],
  [/\bdepth_?2(?:_?pct)?\b|\b(?:2|two)[ -]?(?:%|pct|percent|per cent)[ -](?:order[- ]?book )?depth\b/gi, "depth"],
  [/\bratio (?:of )?longs? to shorts?\b/gi, "long/short ratio"],
  [/\bpositioning shows (?=an? long)/gi, "has "],
  [
    /\bspread between (?:the )?(?:best )?(?:buy|bid)(?:ing)? (?:and|to) (?:the )?(?:best )?(?:sell|ask)(?:ing)?(?: prices?)?\b/gi,
    "bid-ask spread",
  ],
  [
    new RegExp(`\\b(${THAN} ${SUM}) (?:worth )?of bets on (${NAME}) were liquidated`, "gi"),
    "$1 of $2 positions were liquidated",
  ],
  closedOf("bulls on|those betting on", "long"),
  closedOf("bears on|those betting against", "short"),
  [
    new RegExp(
      `\\b(?:punters|traders|speculators|investors) (?:hold|have) (${THAN} ${SUM}) of open interest in (${NAME})`,
      "gi",
    ),
    "open interest in $2 is $1",
  ],
  [/\b(?:has |have )?swollen by\b/gi, "has grown by"],
  [/\blanguish(?:es|ed|ing)?\b/gi, "is"],
  [/\b(and|but)[,]? what is more,? /gi, "$1 "],
  [/,? (?:and,? )?for good measure,/gi, " and"],
  [/, all told,/gi, ""],
];

/** Measurements as forms state them, in words that are read. */
export const STATED: readonly Turn[] = [...ONE_OF, ...VERSUS, ...SIZES, ...NEITHER, ...NAMED];
