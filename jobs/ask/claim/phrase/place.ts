// Turns of phrase about places in an order, a stablecoin's dollar and either of two things, as the lexicon has them.
import { countsOf, numberOf, placeOf, placesOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";

const ORDINAL = `(?<!\\b(?:a|one|two|three|per) )(${placesOf(1, 20)})`;

const BIG = "(?:largest|biggest|most valuable|highest[- ]valued|highest[- ]ranked)";
/** By anything else than its worth it is no rank that is measured. */
const BY_OTHER =
  "(?!(?:\\s+\\w+)?\\s+(?:by|in terms of|measured by)\\s+(?!(?:its )?(?:market|mkt|cap|mcap|value|capitali[sz]ation)))";
const COIN = "(?:crypto\\w*(?: assets?| coins?)?|coins?|tokens?|assets?|digital asset|currency)";
const OF_ALL = `(?: (?:out there|there is|of all|overall|on the market|in the market|by (?:market |mkt )?(?:cap\\w*|value|worth)))?`;
const NO_HOLDERS = "(?! (?:\\w+ )?(?:holders?|wallets?|address\\w*|whales?|trader|traders|transfers?|venues?))";

export const PLACES: readonly Turn[] = [
  // "The third largest coin", "number two", "in fifth place", "ranks ninth".
  [
    new RegExp(String.raw`\b${ORDINAL}(?=[- ](?:${BIG}|place\b|position\b|spot\b|by market|in market|rank))`, "gi"),
    (_, word = "") => `${placeOf(word)}th`,
  ],
  [
    new RegExp(
      String.raw`\b(ranks?|ranked|placed|comes?(?: in)?|came(?: in)?|stands|sits)(?: at| in)?(?: the)? ${ORDINAL}\b`,
      "gi",
    ),
    (_, verb = "", word = "") => `${verb} ${placeOf(word)}th`,
  ],
  [
    /\b(?:has|have|holds?|with|had|boasts?) (?:the )?(\d+)(?:st|nd|rd|th)[- ](?:highest|largest|biggest|greatest) (?:market (?:cap\w*|value)|mcap|valuation)\b/gi,
    "is rank $1",
  ],
  [/\b(?:on|at|in) (?:the )?(?:place|position|spot) (?:no\.? |number |#)?(\d+)\b/gi, "rank $1"],
  [/\b(?:in|holds?|holding|takes?|occup(?:y|ies))(?: the)? (\d+)th (?:place|position|spot)\b/gi, "is rank $1"],
  [/\b(?:comes?(?: in)?|came(?: in)?|stands|sits|placed) (\d+)th\b/gi, "is rank $1"],
  [
    new RegExp(String.raw`\b(number|no\.?|rank|ranked|ranks) (${countsOf(1, 10)})\b`, "gi"),
    (_, word = "", count = "") => `${word} ${numberOf(count)}`,
  ],
  // Among so many, or outside of them.
  [
    new RegExp(
      String.raw`\b(?:in|inside|within|among|amongst|part of|cracks?|cracked|makes?|made(?: it (?:in)?to)?|enters?|entered|belongs to|one of)(?: of)? the (?:top )?(${countsOf(1, 10)}|\d+) ${BIG}${NO_HOLDERS}${BY_OTHER}(?: ${COIN})?${OF_ALL}`,
      "gi",
    ),
    "top $1",
  ],
  [
    new RegExp(String.raw`\b(\d+)(?:st|nd|rd|th)?[- ]${BIG}${NO_HOLDERS}${BY_OTHER}(?: ${COIN})?${OF_ALL}`, "gi"),
    "rank $1",
  ],
  [
    new RegExp(
      String.raw`(?<!\bof )\bthe (?:single |very |world(?:['’]s)? )?${BIG} ${COIN}${BY_OTHER}${OF_ALL}(?!s? (?:holder|wallet))`,
      "gi",
    ),
    "rank 1",
  ],
  [/\bthe (?:largest|biggest) by market (?:cap\w*|value)\b/gi, "rank 1"],
  [
    /\b(?:inside|within|among|amongst|part of|cracks?|cracked|makes?|made(?: it (?:in)?to)?|enters?|entered|belongs to|one of)(?: of)? the top\b/gi,
    "top",
  ],
  [
    /\b(?:is |are |was |sits |ranks |ranked )?outside(?: of)? (?:the )?top\b(?!(?: \w+){0,2} (?:holders?|wallets?|address\w*|accounts))/gi,
    "is not top",
  ],
  [/\btop (\w+) (?:crypto\w*|coins?|tokens?|assets?)\b/gi, "top $1"],
  [/\brank(?:s|ed)?(?: at)? (?:#|no\.? ?|number )?(\d+)(?:st|nd|rd|th)? or (?:better|higher|above)\b/gi, "is top $1"],
  [/\brank(?:s|ed)?(?: at)? no (?:worse|lower) than (?:#|no\.? ?|number |rank )?(\d+)(?:st|nd|rd|th)\b/gi, "is top $1"],
  [/\brank(?:s|ed)?(?: at)? no worse than (?:#|no\.? ?|number |rank )?(\d+)\b/gi, "is top $1"],
  [/\bnumber (\d+) or (?:better|higher)\b/gi, "top $1"],
  // A dollar each.
  [/['’]s (?:dollar )?peg\b/gi, " its peg"],
  [
    /\b(?:its|the|their) (?:us )?(?:dollar|[$]1(?:\.0+)?|1[- ]dollar|one[- ]dollar|usd|1:1|one[- ]to[- ]one) (?:peg|parity|mark)\b/gi,
    "its peg",
  ],
  [/\bthe peg\b/gi, "its peg"],
  [/\b(?:under|beneath) its peg\b/gi, "below its peg"],
  [/\bover its peg\b/gi, "above its peg"],
  [
    /\b(?:is |still |trades )?(?:1:1|one[- ]to[- ]one|at par) (?:with|to|against) (?:the )?(?:us )?dollar\b/gi,
    "is at its peg",
  ],
  [
    /\bpegged(?: (?:to|at|with)(?: (?:the|a|one|1))? ?(?:us )?(?:dollars?|usd|[$]1(?:\.0+)?))?(?![\w$])/gi,
    "at its peg",
  ],
  [
    /\b(?:slipp?ed|slips|slid|drifted|broken|strayed|fallen|come|came|wobbled|deviated|moved)(?: away)? (?:from|off) its peg\b/gi,
    "off its peg",
  ],
  [/\b(?:broken|losing|loses|lose|has lost|broke|breaks|lost hold of) its peg\b/gi, "lost its peg"],
  [
    /\b(?:keeps?|kept|keeping|maintain(?:s|ed|ing)?|defend(?:s|ed|ing)?|stuck to|sticks? to|hold|near|close to) its peg\b/gi,
    "holds its peg",
  ],
  [/\b(?:deviat(?:es|ed)|stray(?:s|ed)|drift(?:s|ed)|differs|is away)(?: by)? (?=[^,;]*\bfrom its peg\b)/gi, "is "],
  [/\bits peg (?:is|has been|stays|remains) (?:intact|holding|stable|unbroken)\b/gi, "holds its peg"],
  [/\bits peg (?:is|has been|was|has) (?:broken|lost|gone|slipped)\b/gi, "lost its peg"],
  // Either of two, and what "or" is a part of.
  [/\b(?:more|greater|higher|larger|bigger|above|over)(?: than)? or equal(?:s)?(?: to)?\b/gi, "at least"],
  [/\b(?:less|lower|smaller|fewer|below|under)(?: than)? or equal(?:s)?(?: to)?\b/gi, "at most"],
  [/\b(?:equal to|equals|at|on) or (?:above|over|greater than|more than|higher than)\b/gi, "at least"],
  [/\b(?:equal to|equals|at|on) or (?:below|under|less than|lower than|smaller than)\b/gi, "at most"],
  [
    /\bor (?:greater|bigger|better|over|beyond|even more|even higher|larger|further|upwards?)(?! ?[$]?\d)(?= |$|[.,;!])/gi,
    "or more",
  ],
  [/\bor (?:fewer|under|smaller|even less|even lower)(?! ?[$]?\d)(?= |$|[.,;!])/gi, "or less"],
  [/\b(?:either )?(?:up or down|rose or fell|fell or rose|gained or lost|risen or fallen|down or up)\b/gi, "moved"],
  [/\bneither\b([^,;.]+?),?\s+nor\b/gi, "not$1 and not"],
];
