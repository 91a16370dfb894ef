// Turns of phrase about time: what something is held against, and the windows of charts and tables.
import type { Turn } from "../turn/turned.ts";

const COUNT = "(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|thirty|\\d+)";
const UNIT = "(?:minutes?|mins?|hours?|hrs?|h|days?|d|weeks?|months?)";
/** An instant of the past that what is now is held against. */
const THEN = [
  "yesterday at (?:the same|this) time",
  "yesterday",
  "the day before",
  "the (?:previous|prior) (?:day|session)",
  `${COUNT} ${UNIT} (?:ago|before|earlier|back|prior)`,
  "(?:last|the (?:previous|prior)) (?:week|month)",
  "the (?:week|month|hour) before",
  "this time (?:yesterday|last (?:week|month))",
].join("|");
const WAS =
  "(?:(?:what|where) (?:it|they) (?:was|were|stood)(?: at)? |it (?:was|had been|used to be|stood) (?:at )?|they were |(?:the |its )?(?:price|level|value|figure|reading|number)s? (?:of |from |at )?|at |on |in |that of )?";
const AGAINST = "(?:than|compared (?:to|with)|as against|versus|vs\\.?|relative to|from|as)";

const UP =
  "(?:higher|larger|bigger|greater|pricier|dearer|costlier|more (?:expensive|valuable|costly|high|big)|worth more|up|above|over)";
const DOWN =
  "(?:lower|smaller|cheaper|less (?:expensive|valuable|costly)|more (?:cheap|low|small)|worth less|down|below|under)";

/** The instant as the lexicon has it, after "since". */
function since(then: string): string {
  const said = then.toLowerCase();
  if (/^yesterday at/.test(said)) return "24 hours ago";
  if (said === "yesterday" || /^the (?:day before|(?:previous|prior) (?:day|session))$/.test(said)) return "yesterday";
  const named = /^(?:last|the (?:previous|prior)) (week|month)$/.exec(said) ?? /^the (week|month) before$/.exec(said);
  if (named) return `last ${named[1]}`;
  if (said === "the hour before") return "1 hour ago";
  const same = /^this time (yesterday|last week|last month)$/.exec(said)?.[1];
  if (same) return { yesterday: "24 hours ago", "last week": "7 days ago", "last month": "30 days ago" }[same] ?? said;
  return said.replace(/(?:before|earlier|back|prior)$/, "ago");
}

const held = (adjectives: string, to: string): Turn => [
  new RegExp(
    String.raw`\b${adjectives} ${AGAINST} ${WAS}(${THEN})(?:['’]s? (?:level|price|value|figure|reading))?(?! (?:high|low|open|close)\b)`,
    "gi",
  ),
  (_, then = "") => `${to} since ${since(then)}`,
];

const FRAME = "(?:basis|timeframes?|time frames?|charts?|candles?|horizon|scale|view|tf)";
const LENGTH =
  "(?:hourly|daily|weekly|monthly|intraday|(?:\\d+|one|two|three|four|seven|thirty|twenty[- ]four)[- ]?(?:h|d|w|hours?|hrs?|days?|weeks?|months?))";

/** So much cheaper then is more than that up now. */
function turnedRound(...found: string[]): string {
  const [, then = "", what = "", how = "", pct, way = ""] = found;
  const isUp = /cheap|lower|less|below/i.test(way);
  if (pct === undefined) return `${what} is ${isUp ? "up" : "down"} since ${since(then)}`;
  const off = Number(pct);
  const change = Number(((isUp ? off / (100 - off) : off / (100 + off)) * 100).toFixed(4));
  // What was told in whole per cent is no finer turned round.
  return `${what} is ${isUp ? "up" : "down"} ${how === "" ? "about " : how}${change}% since ${since(then)}`;
}

const WORDED = `(?:${COUNT}|twenty[- ]four|forty[- ]eight|seventy[- ]two|fourteen|fifteen|twenty|ninety)`;
const BACK = "(?:last|past|previous|prior|preceding|trailing|most recent|latest|foregoing|rolling)";

/** How a time up to now is put, whatever it belongs to. */
const SPANS: readonly Turn[] = [
  // With its article it is so long up to now, and without it may be of the calendar.
  [/\b(?:over|in|during|for|within) the last (day|week|month|hour)\b(?! of)/gi, "in the past $1"],
  [
    new RegExp(
      String.raw`\b(?:for|over|during|throughout|across|in|through) (?:the )?(?:(?:entire|whole|full|entirety of the|whole of the) (?:${BACK} )?|(?:entirety|whole) of the ${BACK} |${BACK} (?:entire|whole|full) )(${WORDED} ?${UNIT}|24[- ]?h|day|week|month|hour)\b`,
      "gi",
    ),
    "throughout in the last $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:relative to|compared (?:to|with)|versus|vs\.?|against|than in|than over|than|from|on) (?:the )?(?:previous|prior|preceding|foregoing) (${WORDED} ?${UNIT}|24[- ]?h)\b`,
      "gi",
    ),
    "in the last $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:over|during|in|for|within|across|throughout) )?(?:the )?(?:course of (?:the )?)?${BACK} (?:period of )?(${WORDED}[- ]?${UNIT})(?: period| window| span)?\b`,
      "gi",
    ),
    "in the last $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:within|over|in) (?:a|the) (${WORDED})[- ](hour|day|week)s? (?:period|window|span|stretch|time ?frame)\b`,
      "gi",
    ),
    "in the last $1 $2s",
  ],
  [
    /\bin (?:a|the) (?:space|matter) of (?=(?:an?|one|\d+|two|three|seven|twenty[- ]four) (?:hours?|days?|weeks?|months?)\b)/gi,
    "in ",
  ],
  [/\b(?:yday|yest|yesterd|ystd|ystday)\b/gi, "yesterday"],
  [/\b(?:in|over) (?:these|those) (?=(?:last|past)\b)/gi, "in the "],
  // Of two times.
  [
    /\bboth (?:the |its )?(\w+) and (?:the |its )?(\w+) (?:price )?(changes?|returns?|performances?|candles?|moves?) (?:is|are|were) (negative|positive|red|green)\b/gi,
    (_, one = "", other = "", _what = "", sign = "") => {
      const way = /negative|red/i.test(sign) ? "down" : "up";
      return `${way} in ${one} and ${way} in ${other}`;
    },
  ],
  // "A positive 30-day return", "the 30-day return is negative".
  [
    new RegExp(
      String.raw`\b(?:has|have|had|shows?|showed|with|posted|delivered|registered|recorded|boasts?|sports?) (?:a |an )?(positive|negative) (${LENGTH}) (?:return|change|performance|price change)\b`,
      "gi",
    ),
    (_, sign = "", time = "") => `is ${/positive/i.test(sign) ? "up" : "down"} in ${time}`,
  ],
];

export const TIMES: readonly Turn[] = [
  ...SPANS,
  [
    new RegExp(
      String.raw`^(${THEN}),? ((?:(?!\b(?:and|but|was|while)\b)[^,;]){2,30}?) (?:was|traded|stood)(?: trading)? (?:at )?(?:((?:(?:more|less) than|about|around|roughly|over|under|nearly|almost|some|at least) )?(\d[\d.]*) ?(?:%|percent|per cent) )?(lower|cheaper|less expensive|higher|pricier|dearer|more expensive|costlier)(?: than (?:it is |it['’]s )?(?:today|now|at present|right now))?[.!]?$`,
      "i",
    ),
    turnedRound,
  ],
  [/,? which (?:means|implies|shows|signals|suggests|indicates)(?: that)? /gi, " and "],
  [/\b(?:day|d)[- ]?(?:on|over|to)[- ]?(?:day|d) basis\b/gi, "day over day"],
  [/\bweek[- ](?:on|over)[- ]week basis\b/gi, "week over week"],
  [new RegExp(String.raw`\bon (?:the|an?) (${LENGTH}) ${FRAME}\b`, "gi"), "over the $1"],
  [new RegExp(String.raw`\b(${LENGTH}) ${FRAME}\b`, "gi"), "$1"],
  [/\bon the (hourly|daily|weekly|monthly)\b(?! (?:high|low))/gi, "$1"],
  [/\b(?:so far )?(?:earlier|later) (?=today\b)/gi, ""],
  [/\b(today|this week|this month) (?:already|so far|alone)\b(?<! so far)/gi, "$1"],
  // "150 yesterday, 142 now" is left alone; "lower than yesterday" is a change.
  // "Compared with a week ago, it is worth more."
  [
    new RegExp(
      String.raw`^(?:in comparison|compared|relative|as compared) (?:to|with) (${THEN}),? ([^,;]*?)\b(?:${UP}|${DOWN}|increased|decreased|grown|rose|risen|fell|fallen|shrunk|dropped)\b([^,;]*)$`,
      "i",
    ),
    (all, then = "") => {
      const rest = all.slice(all.toLowerCase().indexOf(then.toLowerCase()) + then.length).replace(/^,? /, "");
      const plain = rest
        .replace(new RegExp(String.raw`\b${UP}\b`, "i"), "up")
        .replace(new RegExp(String.raw`\b${DOWN}\b`, "i"), "down");
      return `${plain.replace(/[.!]$/, "")} since ${since(then)}`;
    },
  ],
  [
    new RegExp(String.raw`(%|\bpercent|\bper cent) (more|less) ${AGAINST} ${WAS}(${THEN})`, "gi"),
    (_, unit = "", way = "", then = "") => `${unit} ${/more/i.test(way) ? "up" : "down"} since ${since(then)}`,
  ],
  held(UP, "up"),
  held(DOWN, "down"),
  [/\b(?:above|over) (yesterday|last week|last month)['’]s (?:price|level|value)\b/gi, "up since $1"],
  [/\b(?:below|under) (yesterday|last week|last month)['’]s (?:price|level|value)\b/gi, "down since $1"],
  [
    new RegExp(String.raw`\b(?:since|from|for) (${COUNT} (?:hour|day|week|month)s?)(?= |$|[.,;!])(?! ago)`, "gi"),
    (all, time = "") => (/^for/i.test(all) ? all : `in the last ${time}`),
  ],
];
