// Puts a claim in plain order before anybody reads it: what stands in front of a sentence and belongs behind it, and words that would be taken for others.

import { inDollars } from "./cents.ts";
import { soughtOf, type Turn, turned } from "./turned.ts";

const PEAK = "(?:all[- ]time (?:high|peak)|record(?: high| peak)?|historic(?:al)? (?:high|peak)|ath|peak)";
const SUM = String.raw`[$]?\d[\d.,]*\s?(?:k|m|mn|million|bn?|billion|thousand)?`;
const SCALED = String.raw`[$]?\d[\d.,]*\s?(?:m|mn|million|bn?|billion|t|tn|trillion)\b`;
const HOW =
  "(?:(?:more than|over|less than|under|about|around|roughly|nearly|almost|just over|just under|close to|some|at least) )?";
const T = String.raw`(?:\d+[- ]?(?:hours?|h|days?|d)|twenty[- ]four[- ]hours?|day(?:['’]s)?|daily|weekly|week(?:['’]s)?|monthly|month(?:['’]s)?|intraday)`;
const END_OF = "(?:end|bound|edge|boundary|limit|border)";

const HOURS: Readonly<Record<string, string>> = { day: "24 hours", week: "7 days", month: "30 days" };

/** A time that stands behind what was over it. */
const OVER = String.raw`(?:in|of|over|during|within|for) the (?:last|past|previous) (\d+[- ]?(?:hours?|h|days?|d)|twenty[- ]four hours|seven days|thirty days|day|week|month)`;
const SPAN_OF: Readonly<Record<string, string>> = {
  ...{ day: "24-hour", week: "7-day", month: "30-day" },
  ...{ "twenty-four hours": "24-hour", "twenty four hours": "24-hour", "seven days": "7-day", "thirty days": "30-day" },
};

function afterExtreme(time: string, side: string, sum: string, rest: string): string {
  const span =
    SPAN_OF[time.toLowerCase()] ?? time.replace(/[- ]?h(?:ours?)?$/i, "-hour").replace(/[- ]?d(?:ays?)?$/i, "-day");
  return `${rest} from its ${span} ${side}, and the ${span} ${side} is ${sum}`;
}

const DONE: Readonly<Record<string, string>> = {
  ...{ fall: "fallen", drop: "dropped", slip: "slipped", dip: "dipped", sink: "sunk", go: "gone", slide: "slid" },
  ...{ rise: "risen", climb: "climbed", break: "broken", move: "moved", trade: "traded" },
};

const FIRST: readonly Turn[] = [
  // "It has yet to fall below 130": it has not.
  [
    new RegExp(
      String.raw`\b(?:has|have|is|are) (?:still )?yet to (${Object.keys(DONE).join("|")})(?: back)? (?=below|under|above|over|through)`,
      "gi",
    ),
    (_, verb = "") => `has not ${DONE[verb.toLowerCase()] ?? verb} `,
  ],
  // "From its peak of $293, SOL has lost more than half."
  [
    new RegExp(String.raw`^(?:down )?from (?:its|the|an?) (${PEAK})( (?:of|at) ${SUM})?,? (?=\p{L})(.+?)\.?$`, "iu"),
    (_, _peak = "", at = "", rest = "") => `${rest} from its all-time high${at}`,
  ],
  // "Since its weekly high of $158, SOL has lost 10 %", without the level: it is told by the way itself.
  [
    new RegExp(
      String.raw`^(?:since|from) (?:its|the|an?) (${T}) (high|low) of (${SUM}),? (?=\p{L})([^,;]+?)\.?$`,
      "iu",
    ),
    (_, time = "", side = "", sum = "", rest = "") =>
      `${rest} from its ${time} ${side}, and the ${time} ${side} is ${sum}`,
  ],
  // The same where its time stands behind it: "since its high of $158 in the past week".
  [
    new RegExp(
      String.raw`^(?:since|from) (?:its|the|an?) (high|low) of (${SUM}) ${OVER},? (?=\p{L})([^,;]+?)\.?$`,
      "iu",
    ),
    (_, side = "", sum = "", time = "", rest = "") => afterExtreme(time, side, sum, rest),
  ],
  [
    new RegExp(
      String.raw`^(?:since|from) (?:its|the|an?) (high|low) ${OVER},? (?:of )?(${SUM}),? (?=\p{L})([^,;]+?)\.?$`,
      "iu",
    ),
    (_, side = "", time = "", sum = "", rest = "") => afterExtreme(time, side, sum, rest),
  ],
  [
    /\b(?:all|the whole|the entire|throughout the) (day|week|month)(?: long| through)?\b(?! of)/gi,
    (_, time = "") => `at all times over the last ${HOURS[time.toLowerCase()] ?? time}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:bottom|floor|foot|lower ${END_OF}|low ${END_OF}) of (?:the |its )?(${T})?(?: trading| price)? ?range\b`,
      "gi",
    ),
    "the $1 low",
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:top|ceiling|upper ${END_OF}|high ${END_OF}) of (?:the |its )?(${T})?(?: trading| price)? ?range\b`,
      "gi",
    ),
    "the $1 high",
  ],
  [/\bintraday (high|low)(?= (?:in|of|over|for|during) the (?:last|past))/gi, "$1"],
  [/\bdeeper (?:in the red )?than (?=(?:-|−|minus |negative )\s?\d)/gi, "below "],
  [
    /\b(?:futures |perp(?:etual)? )?contracts (?=(?:still |now |currently )?(?:trade|are|sit|change|go|cost)\b)/gi,
    "perps ",
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:whole |entire )?(?:network|project|chain|blockchain|protocol|ecosystem|asset|coin|token) (?:is|was) (?:currently |now )?(?:worth|valued at|priced at) (?=${HOW}${SCALED})`,
      "gi",
    ),
    "market cap is ",
  ],
  [/^at (?:current|today['’]s|present) (?:prices?|levels?|rates?|valuations?),?\s+/gi, ""],
  [
    /\b(?:has |have |had )?(?:climbed|moved|pushed|broken?|risen|gone|run|shot|powered) past (?:the )?(?=[$]?\d)/gi,
    "is above ",
  ],
  [
    /\b(?:you can |one can |anyone can )?(?:still )?(?:pick up|snap up|grab|snag|scoop up) (?:an?|one|some) ([a-z]{2,10}) for\b/gi,
    "$1 is priced at",
  ],
  [
    /\b(?:has )?(?:only |just |barely )?(?:managed|eked out|scraped together|mustered) (?:only |just )?an? (\d+(?:\.\d+)?\s?(?:%|percent|per cent|pct)) (?:gain|rise|advance|increase)\b/gi,
    "rose $1",
  ],
  [/\b(hourly|daily|weekly|monthly) move (?:on|in|for|of)\b/gi, "$1 change of"],
  [
    /\b(?:(?:a touch|slightly|a bit|a little|somewhat|marginally) )?(higher|lower) than (an hour|a day|a week|a month|\d+ (?:hours|days)) ago,? by (\d+(?:\.\d+)?\s?(?:%|percent|per cent|pct))/gi,
    (_, way = "", time = "", by = "") => `${/^h/i.test(way) ? "up" : "down"} ${by} from ${time} ago`,
  ],
  [/\baccounts (?:holding|that hold|that are|with|being) (longs?|shorts?)(?: positions)?\b/gi, "$1"],
  [/\baggressive (buyers|sellers)\b/gi, "taker $1"],
  [/\b(largest|biggest) (?:single )?(?:tx|txn|txs|transaction)\b/gi, "$1 transfer"],
  [/\btop[- ]?10 concentration\b/gi, "top 10 share"],
  [/\brv ?(\d+)\b/gi, "$1d realised volatility"],
  [/\b(?:on|in) the (?:leaderboard|league table|charts?|rankings?|standings) by (?=market)/gi, "by "],
  [
    /\bplaces (?=(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))\b)/gi,
    "ranks ",
  ],
  [
    /^an? (?:[a-z]+ )?(?:red|rough|bad|tough|brutal|painful|ugly|green|good|great|strong|solid) (hour|day|week|month) for ([$\w]+)(?::|,| -) (?=(?:it is |it['’]s )?(?:up|down|plus|minus|[-+]?\d))/i,
    "over the last $1 $2 is ",
  ],
  [
    /\b(?:has|have) (?:yet|still) to (?:reclaim|regain|reach|hit|recover|clear|break) (?:the )?(?=[$]?\d)/gi,
    "is below ",
  ],
  [
    /\b(?:is |are )?(?:heading|headed|on course|on track|set) for (?=an? (?:hourly|daily|weekly|monthly) (?:gain|loss|rise|drop|advance|decline)\b)/gi,
    "posted ",
  ],
  [/(?<=\brange\b[^.;]*[$]\d[\d.,]*) wide\b/gi, ""],
  [/\bmc(?=:? [$]?\d)/gi, "market cap"],
  [
    new RegExp(
      String.raw`(?<!\bdiluted\b[^.;]*)\b(is|are) an? (${SCALED})[- ](?:dollar )?(?:asset|coin|token|network|crypto|cryptocurrency|project)\b`,
      "gi",
    ),
    "has a market cap of $2",
  ],
  [new RegExp(String.raw`\b(?:has |have )?crossed (?:the )?(?=${SCALED})`, "gi"), "is above "],
  [
    /\b(up|down|higher|lower) (?:on|from|versus|vs\.?|against) the (?:previous|prior) day\b/gi,
    "$1 compared with the day before",
  ],
  [
    /\boptions (?:are |now )?pric(?:e|es|ing) in (?:an? )?(\d[\d.]*\s?(?:%|percent|per cent)) (?:implied )?vol(?:atility)?\b/gi,
    "implied volatility is $1",
  ],
  [new RegExp(String.raw`\b(${T} range) (?=${SUM} (?:to|-|–) ${SUM})`, "gi"), "$1: "],
  [/(?<=\bfunding\b[^.;]*)\bacross the board\b|\bacross the board\b(?=[^.;]*\bfunding\b)/gi, "on every venue"],
  // That it is so now is measured, and not since when.
  [
    /\b(?:has|have|is|are)(?: now| just| since| recently)? (?:turned|flipped|swung|gone|switched|moved)(?: to| into)?(?: the)? (negative|positive)(?: territory)?(?! (?:for|on|over|in) the (?:day|week|month|year))\b/gi,
    "is $1",
  ],
  [
    new RegExp(
      String.raw`(?<=\d[^.;]*) as (?=${SUM} (?:in |of |worth of )?(?:[\w/-]+ ){0,3}(?:was|were|got) (?:liquidated|wiped out|flushed)\b)`,
      "gi",
    ),
    ", ",
  ],
];

const SOUGHT = soughtOf(FIRST);
/** The same claim in plain order. Pure. */
export const fronted = (text: string): string => turned(inDollars(text), SOUGHT());
