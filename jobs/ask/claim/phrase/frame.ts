// Frames around a claim: who asks for it, what it is filed under, that it is true; and what is said of a second thing by "so is".

import { inMood } from "../prose/prose-words.ts";
import { numberOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";

const LABELS =
  "alert|check|update|note|claim|statement|fact|fact[- ]check|verify|question|report|summary|headline|signal|stat|stats|data|snapshot|recap|observation|hypothesis|assertion|condition|rule|test|trigger|news|tl;?dr|breaking|news flash|status|ticker|quote";
const SURE = "(?:true|correct|right|accurate|a fact|the case|factual|certain|clear)";
const UNSURE = "(?:false|untrue|wrong|incorrect|not true|not the case|not correct|inaccurate)";
const WAYS = "up|down|higher|lower|falling|rising|negative|positive|green|red";

export const FRAMES: readonly Turn[] = [
  // "Price alert: …", "Claim: …", "Check that …", "Is it true that …".
  [/\s*[!.…]+\s*$/, ""],
  [
    new RegExp(
      String.raw`^\s*(?!.*\b(?:not|no|false|wrong|untrue|incorrect|never)\b[^:]*:)(?:[A-Za-z][A-Za-z&/ -]{0,24}? )?(?:${LABELS})\s?[:\u2014-]\s*(?=\S)`,
      "i",
    ),
    "",
  ],
  [/^\s*(?:true or false|t\/f|yes or no|right or wrong|fact or fiction)\s?[:?,-]?\s*/i, ""],
  [
    /^\s*(?:please |can you |could you |kindly |pls )?(?:verify|check|confirm|validate|assess|evaluate|determine|test|fact[- ]check)(?: for me)?(?: (?:that|if|whether|the (?:claim|statement) that|this))?\s?:?\s+(?=\S)/i,
    "",
  ],
  [new RegExp(String.raw`^\s*is it ${SURE}(?: to say)? that\s+`, "i"), ""],
  [
    new RegExp(
      String.raw`^\s*(?:it is|it['’]s|that['’]s)(?: also| indeed| still| currently)? ${SURE}(?: to say)? that\s+`,
      "i",
    ),
    "",
  ],
  [
    new RegExp(String.raw`^\s*the (?:claim|statement|assertion|fact) that (.+?) (?:is|holds)(?: ${SURE})?[.!]?$`, "i"),
    "$1",
  ],
  [
    new RegExp(
      String.raw`^\s*the (?:claim|statement|assertion) that ((?:(?!\b(?:and|but|while|or)\b|[,;]).)+?) is ${UNSURE}[.!]?$`,
      "i",
    ),
    "it is false that $1",
  ],
  [/\b([A-Z]{2,6}|[a-z]{3,5})[/-](?:usdt?|usdc|usd)\b/gi, "$1"],
  // "(31, Fear)", "31 (Fear)".
  [
    /(\d+) ?[(,] ?(?:extreme )?(fear|greed)\)?(?=$|[^a-z])/gi,
    (_, count = "", mood = "") => `${count} and sentiment index is ${inMood(mood)}`,
  ],
  // "Price is down and so is TVL."
  [
    new RegExp(
      String.raw`\b(${WAYS})\b((?:(?!\b(?:and|but)\b|[,;]).)*?),? and so (?:is|are|has|have|did|does|do|was|were) (?:its |the |their )?([^,;.]+)`,
      "gi",
    ),
    "$1$2 and $3 is $1$2",
  ],
  [
    /\bliquidations? of (?:the )?(longs?|shorts?)(?: positions?)?\b/gi,
    (_, side = "") => `${side.replace(/s$/i, "")} liquidations`,
  ],
  [/\b(?:biggest|largest|top|richest) (10|ten) (?=holders|wallets|addresses)/gi, "10 largest "],
  [
    /\bonly (\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty) (?:other )?(?:coins?|tokens?|crypto\w*|assets?) (?:is|are|rank|ranks) (?:bigger|larger|higher|worth more|more valuable)(?: than (?:it|[A-Za-z]+))?(?: by market cap)?/gi,
    (_, count = "") => `it is rank ${numberOf(count) + 1}`,
  ],
  [
    /\b(?:leaves|leaving|puts|putting|brings|bringing|took|takes|taking) (?:it|the (?:price|token|coin)|[A-Z]{2,6}|[A-Z][a-z]+) (?:at|to|back to) (?=[$]?\d)/g,
    ", it is at ",
  ],
  [
    /\b(?:despite|in spite of|notwithstanding|even after|even with|on top of) (?:a |an |its |the )?(?=(?:about |around |nearly |over |roughly )?\d[\d.]* ?(?:%|percent))/gi,
    "and ",
  ],
  [/\bthe course of (?=[A-Z])/g, "the price of "],
];
