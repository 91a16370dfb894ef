// Forms of sentences that liken: the same of a second, one thing held against another or against what is usual.

import { pctOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";
import { text } from "./prose-words.ts";

export const HOW =
  "(?:more than|fewer than|less than|over|under|about|around|roughly|nearly|almost|at least|at most|only|just|some|close to|just over|just under|barely|not even|well over|well under)";
export const USUAL = "(?:usual|normal|average|customary|typical|ordinary|habitual|norm|accustomed|standard)";

/** What is said of one and so of another. */
const WENT =
  "rose|fell|climbed|dropped|increased|decreased|declined|gained|grew|shrank|slipped|sank|went up|went down|advanced|lost";

/** The same of two, against another, and by other names. */
export const LIKENED: readonly Turn[] = [
  // Which one of those that were named is not told by its name.
  [
    /\bthe (?:last|former|latter|first|second|third)(?: one)? (?:alone|of (?:them|these|the (?:two|three))|(?=(?:shows?|has|is|was|had)\b))/gi,
    "undrawn ",
  ],
  [
    new RegExp(
      String.raw`\b(${WENT})\b([^,;]*?),? and so (?:did|has|have|does|do) (?:its |the |their )?([^,;.]+)`,
      "gi",
    ),
    "$1$2 and $3 $1$2",
  ],
  [/^according to (?:the )?(?:crypto )?(?:fear (?:and|&) greed|sentiment) (?:index|gauge|reading), /i, ""],
  [/\b(index|gauge|reading) of the (?:whole |overall )?(?:crypto )?market\b/gi, "$1"],
  [
    /\b(negatively|inversely|positively) correlated (?:with|to) (?:btc|bitcoin)\b/gi,
    (_, way = "") => `correlation with bitcoin ${/^pos/i.test(way) ? "more" : "less"} than 0.00`,
  ],
  [/\b(?:is|are|was|were|being) held by (?=[^,;]*\b(?:holders|addresses|wallets|accounts)\b)/gi, "has "],
  [
    /\b(?:was |were |has been |is )?traded (more|less)(?: heavily| actively| often)?(?=[^,;]*\b(?:before|earlier|previous|prior|preceding)\b)/gi,
    (_, more = "") => `trading volume ${/more/i.test(more) ? "rose" : "fell"}`,
  ],
  [
    new RegExp(
      String.raw`\b((?:${HOW} )?(?:[\d.]+ ?(?:%|per ?cent)|an? (?:third|quarter|fifth|tenth|half))) (more|less|fewer) (?:of )?([$]?[A-Za-z]{2,12})(?: coins| tokens)? (?:has been |was |were |have been |got )?(?:traded|exchanged|bought and sold)\b`,
      "gi",
    ),
    (_, far = "", more = "", name = "") =>
      `trading volume of ${name} ${/more/i.test(more) ? "rose" : "fell"} ${far.replace(/\bover\b/i, "more than")}`,
  ],
  [
    /\b(rose|fell) ((?:more than |about |over )?)an? (third|quarter|fifth|tenth|half)\b/gi,
    (_, way = "", how = "", part = "") => `${way} ${how || "about "}${pctOf("", part)}%`,
  ],
  [
    /\b(more|less) (?:liquidity|depth|money|size|volume|interest|orders) (?:sits |resting |waits )?on the (bid|ask|buy|sell)[- ]?side than on the (?:bid|ask|buy|sell)[- ]?(?:side)?/gi,
    (_, more = "", side = "") => {
      const [own, other] = /bid|buy/i.test(side) ? ["bids", "asks"] : ["asks", "bids"];
      return `${own} are ${/more/i.test(more) ? "larger" : "smaller"} than ${other}`;
    },
  ],
  [
    /\b(?:close to|near|around) (?:the )?(?:[$]?[A-Z]\w+(?:['’]s)? )?(?:current |mid[- ]?|market )*(?:price|mid)\b(?=$|[.,;])/gi,
    "",
  ],
  [
    new RegExp(
      String.raw`\b(?:trading|volume|turnover|activity)(?: (?:in|of|for) [$]?[A-Za-z]{2,12})? (?:is |was |ran |has been )?(less|more) (?:active|busy|brisk|lively|heavy|intense) than (?:is |was )?(?:the |its )?${USUAL}\b`,
      "gi",
    ),
    (_, more = "") => `relative volume is ${/more/i.test(more) ? "above" : "below"} 1`,
  ],
  [
    /(?<=\bexchanges?\b.*), (?:and|while|but|whereas) ([$][\d.,]+ ?(?:k|m|mn|million|bn|billion)?) (?:left|was withdrawn|were withdrawn|went out|flowed out|came out|exited)(?: (?:them|again|of them|the exchanges|exchanges))*/gi,
    ", and exchange outflow is $1",
  ],
  [
    /\bimplied (vol\w*)((?: (?:of|for|on|in) [$]?[A-Z]\w+)?) (?:for|over|at) (?:the )?(?:next )?(?:30 days|thirty days|one month|a month)\b/gi,
    "implied $1$2",
  ],
  [/\bimplied (?:30[- ]day|one[- ]month|thirty[- ]day) (?=vol)/gi, "implied "],
  [
    /(?<=\btop (?:traders?|accounts)\b.*)\bthan (?:(?:that|the ratio|the one|the figure) (?:of|for|among) )?(?:(?:all|ordinary|regular|normal|overall|the|other|retail|typical) )*(?:accounts|traders|users)(?: overall| in general| as a whole| do| are)*/gi,
    "than long short ratio",
  ],
  [
    /\b(?:the )?top traders (?:are |is )?(?:leaning |positioned |sitting |net )*(long|short)(?:er)?((?: (?:on|in)? ?[$]?[A-Z]\w+)?) (?:even |still |far |much )?(?:harder|more|more heavily|more strongly|further) than (?=long short)/gi,
    (_, side = "", name) => `top trader ratio${text(name)} is ${/long/i.test(side) ? "higher" : "lower"} than `,
  ],
  [
    /\b(pay|paying|paid|funding)\b([^;]*?),? (?:on average|on the whole)(?=$|[.,;!])(?!.*\b(?:week|month|days)\b)/gi,
    "$1$2",
  ],
];
