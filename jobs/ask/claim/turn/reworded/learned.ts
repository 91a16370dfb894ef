// How those put it whose English is a second language: "in last 24 hours", "since 7 days", "is in plus", "from the exchanges went".
import type { Turn } from "../turned.ts";
import { COIN, NAME, SUM, THAN } from "./pieces.ts";

const LENGTH = "(?:\\d+|one|two|three|four|seven|thirty)? ?(?:hours?|h|days?|d|weeks?|months?)";
/** The same as others say it. */
export const LEARNED: readonly Turn[] = [
  [new RegExp(`\\b(in|over|during|within|for) (last|past|previous) (?=${LENGTH}\\b)`, "gi"), "$1 the $2 "],
  [/\bsince (?=(?:\d+|one|two|three|four|seven|thirty) (?:hours?|days?|weeks?|months?)\b(?! ago))/gi, "over the last "],
  [
    new RegExp(
      `\\b(is|are|was) (in (?:the )?(?:last|past|previous) ${LENGTH}|over the (?:last|past) ${LENGTH}) in (plus|minus)\\b`,
      "gi",
    ),
    "$1 in $3 $2",
  ],
  [/\b(?:is|was|stands) in (?:the )?plus\b/gi, "is up"],
  [/\b(?:is|was|stands) in (?:the )?minus\b/gi, "is down"],
  [/\bmade (?:a )?minus of\b/gi, "fell by"],
  [/\bmade (?:a )?plus of\b/gi, "rose by"],
  [/\bin average\b/gi, "on average"],
  [/\bis on average (positive|negative)\b/gi, "is $1"],
  [/\bfunding (of|for|on) (\S+) is (positive|negative) on average\b/gi, "average funding $1 $2 is $3"],
  [/\bfunding is (positive|negative) on average\b/gi, "average funding is $1"],
  [/\bbecame (smaller|bigger|larger|lower|higher)\b/gi, "is $1"],
  [/\b(fully diluted (?:value|valuation)|market cap|price|volume|open interest) from (?=[$A-Z])/g, "$1 of "],
  [/\bstands? on (?:the )?place (?:number |no\.? )?(\d+)/gi, "ranks number $1"],
  [
    new RegExp(`\\b(${NAME}|it) is more worth than (\\S+ (?:hours?|days?|weeks?|months?)) ago\\b`, "gi"),
    "$1 rose over the last $2",
  ],
  [/\bat one moment (higher|lower) than\b/gi, "at one point $1 than"],
  [
    new RegExp(
      `\\b(${THAN} )?(${SUM}) of (${NAME}) (?:came|went)(?: out| in)? (to|into|from|out of) (?:the )?exchanges\\b`,
      "gi",
    ),
    (_, than = "", sum = "", coin = "", way = "") =>
      `${than}${sum} of ${coin} flowed ${/to/i.test(way) ? "into" : "out of"} exchanges`,
  ],
  [
    new RegExp(`\\bto (?:the )?exchanges came (${THAN} )?(${SUM}) of (${NAME})`, "gi"),
    (_, than = "", sum = "", coin = "") => `${than}${sum} of ${coin} flowed into exchanges`,
  ],
  [
    new RegExp(`\\bit was liquidated (${THAN} )?(${SUM}) of (${NAME}) (?:positions )?`, "gi"),
    (_, than = "", sum = "", coin = "") => `${than}${sum} of ${coin} positions was liquidated `,
  ],
  [
    new RegExp(`\\bwas traded (${THAN} )?(${SUM}) of (${NAME})`, "gi"),
    (_, than = "", sum = "", coin = "") => `${than}${sum} of ${coin} was traded`,
  ],
  [new RegExp(`\\bin circulation are (?=.{3,40} of ${COIN})`, "gi"), "in circulation there are "],
  [new RegExp(`\\bhave made (?:a )?volume (${THAN})? ?(?=[$]?\\d)`, "gi"), "have a volume of $1 "],
];
