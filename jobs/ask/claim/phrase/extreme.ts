// Turns of phrase about how far off a high, a low or a dollar something is, and about sums of cents.
import { pctOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";

const NUMBER = String.raw`[$]?\d[\d.,]*\s?(?:k|%|percent|per cent|pct|dollars?|usd|bucks|points?|bps)?`;
const HOW =
  "(?:(?:more|less|greater|lower|higher) than|over|above|under|below|at least|at most|about|around|roughly|nearly|almost|just over|just under|some|only|just|still|a)";
const OWN = "(?:its|the|their|this|a)";
const SPAN = String.raw`(?:(?:recent|local|own|prior|previous|latest) )?(?:(?:24|7|30|48|12)[- ]?(?:h|hr|hour|d|day)s?|daily|weekly|monthly|intraday|day['’]?s?|week['’]?s?|month['’]?s?|hour['’]?s?|today['’]?s)?\s?`;
const TOP = "(?:all[- ]time (?:high|peak)s?|ath|record(?: high)?s?|peak|highs?|top)";
const LOW = "(?:all[- ]time lows?|atl|record low|lows?|bottom)";
const UNDER =
  "(?:off(?: of)?|away from|shy of|short of|from|beneath|under|lower than|down from|below|beneath|since|(?:at )?(?:an? )?discount to|down on|adrift of)";
const OVER = "(?:off(?: of)?|away from|up from|above|over|higher than|from|up on)";

const FLIP: Readonly<Record<string, string>> = {
  "less than": "more than",
  "lower than": "more than",
  under: "more than",
  below: "more than",
  "more than": "less than",
  "greater than": "less than",
  "higher than": "less than",
  over: "less than",
  above: "less than",
  "at least": "at most",
  "at most": "at least",
  nearly: "slightly more than",
  almost: "slightly more than",
  "just under": "slightly more than",
  "just over": "slightly less than",
};

/** "Less than 48 % of its all-time high" is more than 52 % below it. */
function restOf(how: string, share: string, top: string): string {
  const said = how.toLowerCase().trim();
  const rest = Number((100 - Number(share)).toFixed(4));
  return rest <= 0 ? `${how} ${share}% of its ${top}` : `${FLIP[said] ?? said} ${rest}% below its ${top}`.trim();
}

export const EXTREMES: readonly Turn[] = [
  [
    /\b(?:lost|shed|down|fell|fallen|dropped)(?: by)? (?:about |around |over |more than |nearly |almost |roughly )?half (?:of )?(?:its value )?(?:and more |or more )?since (?:its|the) (ath|all[- ]time high|peak)/gi,
    "is at least 50% below its $1",
  ],
  // Records are of the price where nothing else is named.
  [
    /\b(its|the|a|their) (?:previous |old |former |prior )?record(?! (?:low|volume|open|oi|tvl|inflow|outflow|liquidation|high|amount|number|day|week|month))\b/gi,
    "$1 all time high",
  ],
  [/\b(?:its|the|a) (?:lifetime|historic(?:al)?|historical) (high|peak|low)\b/gi, "its all time $1"],
  [/\b(highs?|peak) ?\((?:ath|all[- ]time)\)/gi, "ath"],
  // The least and the most of a time.
  [
    /\b(?:the )?(minimum|lowest|min|maximum|highest|max|top|peak)(?: price| level| point| value| quote)?(?: of| in| for| over| during)? (?:the )?((?:last |past )?(?:day|24 ?h(?:ours?)?|week|7 ?d(?:ays?)?|month|30 ?d(?:ays?)?|hour))\b/gi,
    (_, which = "", time = "") => `the ${time} ${/^(?:min|low)/i.test(which) ? "low" : "high"}`,
  ],
  [
    /\b(?:today|in the (?:last )?day)(?: at| the)? (?:its )?(maximum|minimum|max|min)\b/gi,
    (_, which = "") => `today ${/^min/i.test(which) ? "low" : "high"}`,
  ],
  [
    /\bnowhere (?:near|close to) (its|the) (all[- ]time high|ath|record high|peak)(?: of ([$]?\d[\d.,]*k?))?/gi,
    (_, own = "", top = "", level) =>
      `at least 20% below ${own} ${top}${/^[$\d]/.test(level ?? "") ? `, and ${own} ${top} is ${level}` : ""}`,
  ],
  [
    /\b(?:nowhere (?:near|close to)|a (?:long|far) way (?:from|off|below)|miles (?:from|off|away from|below))\b/gi,
    "undrawn from",
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:fell|dropped|slid|ranged|swung|went|traded|rose|bounced|sank|moved|climbed|recovered)(?: all the way)? )?from (?:an?|its|the) (?:intraday |24[- ]?h(?:our)? |daily |day['’]?s |session )?(high|low) of (${NUMBER}) to (?:an?|its|the) (?:intraday |24[- ]?h(?:our)? |daily |day['’]?s |session )?(high|low) of (?=${NUMBER})`,
      "gi",
    ),
    "24h $1 is $2 and 24h $3 is ",
  ],
  [
    new RegExp(
      String.raw`\b(?:bounc\w+|rebound\w+|recover\w+|up|rose|risen)(?: back)? (?:off|from)(?: of)? (?:an?|its|the) (?:intraday |24[- ]?h(?:our)? |daily |day['’]?s |session )?low of (?=${NUMBER})`,
      "gi",
    ),
    "24h low is ",
  ],
  [new RegExp(String.raw`\b(?:under|beneath|south of) (?=(?:${OWN} )?${SPAN}(?:${TOP}|${LOW})\b)`, "gi"), "below "],
  [new RegExp(String.raw`\b(?:over|north of|past) (?=(?:its|the) ${SPAN}(?:${TOP}|${LOW})\b)`, "gi"), "above "],
  // Shares of a high.
  [
    new RegExp(String.raw`\b(?:(${HOW}) )?(?:half|50%) (?:of )?(?:its|the) (${SPAN}${TOP})\b`, "gi"),
    (all, how = "", top = "") => (typeof top === "string" && top !== "" ? restOf(how, "50", top) : all),
  ],
  [
    new RegExp(String.raw`\b(?:(${HOW}) )?(\d[\d.]*) ?(?:%|percent|per cent) of (?:its|the) (${SPAN}${TOP})\b`, "gi"),
    (_, how = "", part = "", top = "") => restOf(how, part, top),
  ],
  [/\b(?:has |is |have )?(?:been )?halved (?:from|since) (?=(?:its|the) )/gi, "is at least 50% below "],
  [
    /\b(an?|one|two|three|four)?\s?(third|quarter|fifth|tenth)s? (?=(?:off|below|under|down from|above|up from|short of|shy of) (?:its|the) )/gi,
    (_, count = "", part = "") => `about ${pctOf(count || "a", part)}% `,
  ],
  [new RegExp(String.raw`\b(?:half|halfway) ${UNDER} (?=${OWN} ${SPAN}${TOP}\b)`, "gi"), "50% below "],
  [
    new RegExp(String.raw`\b(?:trad\w+|sits|sitting|stands|is|are|was) (?:at )?an? (?=${NUMBER} discount to)`, "gi"),
    "is ",
  ],
  [new RegExp(String.raw`(${NUMBER}) ${UNDER} ((?:${OWN} )?${SPAN}${TOP})\b`, "gi"), "$1 below $2"],
  [new RegExp(String.raw`(${NUMBER}) ${OVER} ((?:${OWN} )?${SPAN}${LOW})\b`, "gi"), "$1 above $2"],
  // "Down 52 % below its high" says it twice.
  [
    new RegExp(
      String.raw`\b(?:down|fell|fallen|dropped|lost|retraced|pulled back|slipped|corrected|declined|off)(?: by)?((?: ${HOW})* ${NUMBER} below (?:${OWN} )?${SPAN}${TOP})\b`,
      "gi",
    ),
    "is$1",
  ],
  [
    new RegExp(
      String.raw`\b(?:up|rose|risen|bounced|recovered|climbed|gained|rebounded)(?: by)?((?: ${HOW})* ${NUMBER} above (?:${OWN} )?${SPAN}${LOW})\b`,
      "gi",
    ),
    "is$1",
  ],
  [/\bsince (?:its|the) (?:ath|all[- ]time high|peak|record high)\b/gi, "undrawn"],
  // Cents and parts of a dollar.
  [
    /\b(\d[\d.]*|one|two|three|four|five|half a) cents? (below|under|above|over|off|from) (?:(?:a|the|one|1) dollar|[$]1(?:\.0+)?(?!\d|[.,]\d))/gi,
    (_, count = "", side = "") =>
      `${({ one: "1", two: "2", three: "3", four: "4", five: "5", "half a": "0.5" })[count.toLowerCase()] ?? count}% ${/^(?:off|from)$/i.test(side) ? "off" : side} its peg`,
  ],
  [/\b(?:at )?an? premium to (?:the|its) (?:us )?dollar\b/gi, "above its peg"],
  [/\b(?:at )?an? discount to (?:the|its) (?:us )?dollar\b/gi, "below its peg"],
  [/(?<=[\d.])\s?(?:c|¢|ct|cts)\b(?=\+)?/gi, " cents"],
  [/\b(?:half a|half of a|one half) (?:dollar|buck)\b/gi, "$0.5"],
  [/\b(?:a )?quarter (?:of a )?(?:dollar|buck)\b/gi, "$0.25"],
  [/\b(cents?) (?:on|to) the dollar\b/gi, "$1"],
  [/([$]?\d[\d.,]*k?(?: (?:dollars?|bucks|usd))?) and (?:some|a few) (?:cents|change)\b/gi, "about $1"],
  [
    /(?<=^|, |; |\band |\bbut |\bis |\bwas )off (?=(?:(?:about|around|over|under|more than|less than|nearly|almost|at least|some|roughly) )?\d[\d.]* ?(?:%|percent|per cent))/gi,
    "down ",
  ],
  // Distances from a dollar.
  [
    /\b(?:deviat(?:es|ed|ing)|differs|differed|strays?|strayed|is away|drifted)(?: away)? from (?:[$]1(?:\.0+)?|1 ?(?:usd|dollar|[$])|(?:the|one) dollar)(?: by)?\b(?= (?:less|more|under|over|at|about)| ?\d)/gi,
    "off its peg by",
  ],
  [
    /\boff its peg (?:by )?((?:(?:more|less) than|over|under|at least|at most|about|nearly|almost|around|roughly)? ?\d[\d.]* ?(?:%|percent|bps|basis points|cents))/gi,
    "$1 off its peg",
  ],
  [
    /\b(?:(within|less than|under|more than|over|about|around|almost|nearly) )?(\d[\d.]* ?(?:%|percent|bps|basis points)) (?:of|from|away from|below|above|off) (?:[$]1(?:\.0+)?(?!\d|[.,]\d)|1 ?usd|the dollar|one dollar)(?! peg| parity| mark)/gi,
    (all, how = "", amount = "") =>
      `${how ?? ""} ${amount} ${/ below /i.test(all) ? "below" : / above /i.test(all) ? "above" : "off"} its peg`,
  ],
  [
    /\b(?:(?:has |have )?(?:slipped|fallen|drifted|dropped|moved|strayed|traded)|trading|trades|trade) (?=(?:by )?(?:(?:about|around|roughly|nearly|almost|over|more than|less than|under) )?\d[\d.]* ?(?:%|percent|bps|basis points|cents) (?:below|above|off|under|over|away from) its peg)/gi,
    "is ",
  ],
];
