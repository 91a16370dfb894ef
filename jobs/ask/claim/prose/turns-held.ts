// Forms of sentences about what is held, owed, ranked and paid, in free words.
import type { Turn } from "../turn/turned.ts";
import { USUAL } from "./turns-liken.ts";

const sideOf = (side: string): string => (/^(?:long|bull|buy)/i.test(side) ? "above" : "below");
const SUM = String.raw`([$]?[\d.,]+ ?(?:k|m|mn|mil|million|bn?|billion)?)`;
const SLIGHTLY =
  "(?:(?:currently|slightly|just|a (?:hair|touch|bit|little|shade|tad|whisker)|marginally|fractionally) )*";

export const HELDS: readonly Turn[] = [
  // Who pays.
  [
    /\b(?:it is |it['’]s )?(?:the )?(longs|shorts) (?:who |that )?(?:(?:are|have to|must) )?(?:foot(?:ing)? the bill|pick(?:ing)? up the (?:tab|bill)|pay(?:ing)? up|cough(?:ing)? up)\b/gi,
    "$1 are paying",
  ],
  [
    /\bif you(?:['’]re| are) (long|short)(?: [$]?[a-z]{2,8})?,? (?:then )?(?:on average,? )?you(?:['’]re| are) (?:the one )?(paying|paid|getting paid)(?: the)?(?: funding)?/gi,
    (_, side = "", way = "") => `${/^paying/i.test(way) === /long/i.test(side) ? "longs" : "shorts"} are paying`,
  ],
  [
    new RegExp(
      String.raw`\b(?:perpetuals?|perps?|futures)(?: contracts)? (?:trades?|trading|change hands|are priced|sit|are|quote) ?${SLIGHTLY}(below|under|beneath|above|over) (?:the )?spot(?: price| market)?`,
      "gi",
    ),
    (_, way = "") => `basis is ${/^(?:ab|ov)/i.test(way) ? "positive" : "negative"}`,
  ],
  // Who is where.
  [
    /\b(?:only|just) (one|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:other )?(?:cryptos|coins|tokens|assets|cryptocurrencies) (?:outrank|outweigh|outsize|top|beat|surpass|exceed|rank above|rank ahead of|sit above|are ahead of|lie ahead of) /gi,
    "only $1 coins are bigger than ",
  ],
  [
    /\b(?:the )?ten (?:(?:fattest|richest|heaviest|wealthiest|top|largest|biggest|leading) )?(?:addresses|wallets|holders)(?: alone| together| between them| combined)* (?:have|own|hold|control)(?: got| between them| together)*/gi,
    "top 10 holders own",
  ],
  [
    /\b(worse|weaker|poorer|better|stronger) performer than\b/gi,
    (_, way = "") => (/bet|str/i.test(way) ? "outperformed" : "underperformed"),
  ],
  [/\bmedian (?:coin|asset|crypto|cryptocurrency)\b/gi, "median token"],
  [/\bmarket (is|remains) (?:scared|frightened|terrified|anxious)\b/gi, "market $1 fearful"],
  [
    /(?<=\b(?:fear|greed|fearful|greedy|mood|sentiment)\b.*)(?<!(?:greed|sentiment) )\bindex (?=(?:at|is|of) \d)/gi,
    "fear and greed index ",
  ],
  // What is open, traded and locked.
  [
    /\b(?:outstanding|open) (?:[$]?[A-Z]{2,6} )?(?:futures|perpetuals?|perps?|derivatives)(?: (?:and|or|&) (?:futures|perpetuals?|perps?|derivatives))? (?:positions|contracts)\b|\bopen positions (?:in|on) (?:[$]?[A-Z]{2,6} )?(?:derivatives|futures|perps|perpetuals)\b/g,
    "open interest",
  ],
  [/\b(?:perp|futures|derivatives) traders (?:did|traded|turned over|moved|put through)\b/gi, "perp volume is"],
  [/\bdefi on ([$]?[A-Za-z]+):? /gi, "tvl of $1 is "],
  [
    /,? ?\b(?:2|two) ?(?:%|percent|per cent) (?:to |on )?(?:either|each|both) sides?(?: of (?:the )?(?:mid|price))?,?/gi,
    "",
  ],
  [/^leverage (?:is |has been |keeps )?[a-z]+(?:ing|ed)(?: (?:in|out|up|down|away))?\s?[:,—-] /i, ""],
  [
    new RegExp(
      String.raw`(?<=\bexchanges?\b.*)\bthey (?:have )?(lost|shed|gave up|took in|gained|added) ${SUM} (?:net|on net|on balance)\b`,
      "gi",
    ),
    (_, way = "", sum = "") => `net ${/^(?:took|gai|add)/i.test(way) ? "inflow to" : "outflow from"} exchanges ${sum}`,
  ],
  [
    new RegExp(
      String.raw`\b${SUM} of (?:[$]?[A-Za-z]{2,8} )?(longs|shorts) (?:gone|erased|vapori[sz]ed|flushed|torched|nuked|evaporated)\b`,
      "gi",
    ),
    "$1 of $2 liquidated",
  ],
  [new RegExp(String.raw`(\d[\d.]* ?(?:x|times)) (?:its |the )?${USUAL}(?=$|[.,;!])`, "gi"), "$1 usual volume"],
  [/\b(?:its |the )?supply (?:inflates?|inflated|is inflating|expands)(?: by)?\b/gi, "inflation is"],
  [
    /\b(?:aggressive|taker|market) (buyers|sellers) (?:are |were |have been )?(?:dominat\w+|in (?:control|charge)|rul\w+|ha(?:ve|d) the upper hand|led|lead\w*)(?: the)?(?: [$]?[A-Z]{2,6})?(?: (?:tape|market|book))?/g,
    (_, side = "") => `taker ratio is ${sideOf(side)} 1`,
  ],
  // Never, and not once.
  [/\bnot once\b/gi, "at no point"],
  [
    /\bhas never (?:(?:in its history|ever|yet|before) )?(?:traded|changed hands|been|gone|sold|reached|hit|touched|seen) (?:higher than|above|over|beyond|past|at more than) (?=[$]\d)(?!.*\b(?:hours?|day|week|month|today|year)\b)/gi,
    "all time high is at most ",
  ],
  // Times and amounts.
  [
    /^(?!.*\b(?:volumes?|turnover|traded|trading)\b)(.*?)\b(?:compar(?:ed|ing)|in comparison) (?:with|to) (?:(?:the|a|one) )?(hour|day|week|month) (?:before|ago|earlier),?/i,
    "$1in the last $2 ",
  ],
  [/^zoom(?:ed|ing)? out to (?:a|the|one) (day|week|month),?(?: and)? /i, "over the last $1 "],
  [/\b(\w+)[- ]odd (?=per ?cent|%|million|billion|dollars|points)/gi, "about $1 "],
  [/\ba (?:full|whole|good|clean|single|solid) (?=per ?cent|percentage point|point|million|billion)/gi, "1 "],
  [/\b(?:barely|scarcely) (?=[$]?\d|ten |one |two |three |five )/gi, "about "],
  [/\b(?:only|just) like (?=[$]?\d)/gi, "about "],
  [/\b(\d+|[a-z]+(?:-[a-z]+)?) (?:out of|in) (?:each|every|a) hundred\b/gi, "$1% of"],
  [
    /\b(more than|over|less than|under|almost|nearly|about|roughly|at least|upwards of|only) half(?= (?:of |the |all |its )+(?:coins|tokens|supply|[$]?[A-Z])|[.,;!]|$)/g,
    "$1 50%",
  ],
  [/\bhalf the (market cap|depth|volatility|volume) of\b/gi, "50% of the $1 of"],
  [
    /^(?:against|versus|relative to) (?:the )?([$]?\w+), ([\s\S]*?)(?:came|comes|coming)? ?(?:out )?(\d[\d.]*) ?(?:pts?|points|percentage points|%|pp) (ahead|behind)/i,
    (_, other = "", who = "", far = "", way = "") =>
      `${who} ${/ahead/i.test(way) ? "outperformed" : "underperformed"} ${other} by ${far} points`,
  ],
];
