// Puts what is told of sizes, of how near an extreme is and of whole stretches of time into words that are read as they are meant.

import { measuresNamed } from "./measures.ts";
import { dividerOf, numberOf } from "./number-words.ts";
import { soughtOf, type Turn, turned } from "./turned.ts";

const N = String.raw`(\d+(?:[.,]\d+)?) ?(?:%|percent|per cent|pct)`;
const SUM = String.raw`[$]?\d[\d.,]*\s?(?:k|m|mn|million|bn?|billion|thousand|cents?)?`;
const EVER =
  "(?:all[- ]time (?:high|peak)|record(?: high| peak| price)?|historic(?:al)? (?:high|peak)|lifetime high|ath)";
const SPAN = String.raw`(?:\d+[- ]?(?:hours?|h|days?|d)|daily|weekly|monthly|hourly|day['’]s|week['’]s|month['’]s)`;
const OVER = String.raw`(?: (?:of|in|over|for) the (?:last|past|previous) (?:\d+ )?(?:hours?|days?|weeks?|months?))?`;
const OWNER = String.raw`(?:its|the|[$]?[A-Za-z]\w*['’]s)`;

const UP = "(?:rise|risen|rose|gain(?:ed)?|climb(?:ed)?|increased?|up|grown?|grew|advanced?)";
const DOWN = "(?:fall|fallen|fell|lose|lost|drop(?:ped)?|declined?|decreased?|down|shed)";
const MORE = "(?:more than|over|at least|less than|under)";

const PLAIN: readonly Turn[] = [
  // A dollar is a dollar however it is written: "over USD 50,000".
  [/(?<![/\w-])(?:USD|US ?\$|U\.S\. ?\$)\s?(?=\d|\.\d)/gi, "$$"],
  // "$1.1M of $PEPE" tells one sum.
  [/(?<=\bof )\$(?=[A-Z][A-Z\d]{1,9}\b)/g, ""],
  // Where it is seen last it is.
  [
    /\b(?:was |is |were |has been )?last (?:seen|spotted|quoted|traded)(?: trading| changing hands)? (?=(?:at|for|around|near|above|below|over|under) [$]?\d)/gi,
    "is ",
  ],
  // So many times the volume is had, and not traded.
  [
    /\btraded (?=(?:(?:more|less|over|under|about|almost|nearly|roughly|some|than|at least) )*(?:[\w.]+ times|double|twice|triple|thrice|quadruple) the volume of\b)/gi,
    "had ",
  ],
  // What it was worth at its low is its low.
  [
    new RegExp(
      String.raw`^at (?:its|the) (low|high|lowest|highest|peak|bottom)((?: point)?${OVER}), (?:the price of )?([$]?[A-Za-z][\w-]*?)(?:['’]s price)? (?:was worth|was (?:trading |priced )?at|was|traded(?: at)?|stood at|cost|changed hands (?:at|for)) (?=[^,;]*\d)`,
      "i",
    ),
    (_, side = "", over = "", coin = "") =>
      `the ${/low|bottom/i.test(side) ? "low" : "high"}${over.replace(/^ point/, "")} of ${coin} was `,
  ],
  // As high as it traded is its high.
  [
    new RegExp(
      String.raw`^([$]?[A-Za-z][\w-]*) (?:has )?(?:traded|changed hands|climbed|rose|risen|got|went|gone|ran|reached) (?:up )?(?:at |to )?as (high|low) as (${SUM}) ((?:in|over|during|within|for|across) the (?:last|past|previous) [^,;.]+?)(?=[.!]?$)`,
      "i",
    ),
    "the $2 of $1 $4 was $3",
  ],
  // Who belongs to so many is among them.
  [
    /\b(?:belongs|counts|numbers) (?:to|among|amongst) (?=the (?:world's )?(?:top )?[\w-]+ (?:most valuable|biggest|largest|highest valued)\b)/gi,
    "is among ",
  ],
  [/\b(?:beneath|underneath) (?=(?:its|the) (?:peak|top|high|ath|record|all[- ]time|historic))/gi, "below "],
  // Where a way begins stands behind it.
  [
    new RegExp(
      String.raw`^(from (?:its|the) ${EVER}),? ([^,;]+?)(?=(?:,| while | and | but | whereas | though | although | yet | even though | despite )|[.!]?$)`,
      "i",
    ),
    "$2 $1",
  ],
  // Who pays to be on a side is on it.
  [/\bpays? (?=to be (?:short|long)\b)/gi, "are paying "],
  // A change without a way is a size.
  [new RegExp(String.raw`\bchanged(?: by)? (?=(?:${MORE}) ${N})`, "gi"), "moved by "],
  // How little it was is a size.
  [
    /\b(fell|rose|fallen|risen|dropped|gained|lost|climbed|declined|slid|increased|decreased|dipped|slipped|grew|shrank|moved|changed) (?:by )?(?:only |just |very |but )?(?:a )?(?:little|tad|touch|smidgen|smidge|hair)(?= (?:in|over|during|on|today|this|since|for)\b|\s*[.,;!]|$)/gi,
    "$1 slightly",
  ],
  // What is lost or added is an amount, and so much over it.
  [
    /\b(shed|lost|losing|gained|gaining|added|gave up|given up|surrendered|forfeited|picked up|tacked on) (over|under) (?=[$]?\s?(?:\d|an? (?:dollar|cent|buck)|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b))(?![$]?\d[\d.]* ?(?:h|hours?|d|days?|weeks?|months?)\b|\w+ (?:hours?|days?|weeks?|months?)\b)/gi,
    (_, verb = "", over = "") => `${verb} ${/over/i.test(over) ? "more" : "less"} than `,
  ],
  [
    /((?:[$]\s?)?\b(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)(?: ?%| (?:dollars?|bucks|cents?|percent|per cent))) and change\b/gi,
    "slightly more than $1",
  ],
  // From so many to so many is between them.
  [
    /\b(up|down|by|rose|fell|risen|fallen|gained|lost|dropped|climbed|moved|changed) (\d+(?:\.\d+)?)(?: ?%| percent| per cent)? ?(?:to|–|-) ?(\d+(?:\.\d+)?) ?(?:%|percent\b|per cent\b)/gi,
    "$1 between $2 and $3%",
  ],
  // The number is of both verbs.
  [
    new RegExp(
      String.raw`\b(?:neither|not|((?:has|have|did|do|does)n['’]t)) (?:${UP} n?or ${DOWN}|${DOWN} n?or ${UP})(?: by)? (more than|over|at least) (?=[$]?\d)`,
      "gi",
    ),
    (_, has, than = "") => `${has === undefined ? "" : "has "}not moved by ${than} `,
  ],
  // Near an extreme is so much below a high, and above a low.
  [
    new RegExp(
      String.raw`(?<!\b(?:come|came|got|gotten|moved|been) )\bwithin ${N} of (${OWNER} (?:${SPAN} )?(?:(${EVER}|high)|low)${OVER})\b`,
      "gi",
    ),
    (_, share = "", edge = "", high) => `less than ${share}% ${high === undefined ? "above" : "below"} ${edge}`,
  ],
  // What is worth a tenth of its record is nine tenths below it.
  [
    new RegExp(
      String.raw`\b(?:is |now |still )*(?:worth|costs|costing|priced at|trad(?:es|ing) at|is at|stands at|is) (less|more) than (?:an? |one )?(?:(two|three|four|five|six|seven|eight|nine) )?(half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)s?(?: of)? (?:its|the) ${EVER}(?: price)?`,
      "gi",
    ),
    (_, than = "", count = "", part = "") => {
      const share = 100 - (100 * numberOf(count)) / dividerOf(part);
      return `is ${/less/i.test(than) ? "more" : "less"} than ${Number(share.toFixed(2))}% below its all-time high`;
    },
  ],
  // For the whole of the time, and not at some time in it.
  [
    new RegExp(
      String.raw`\b(?<!(?:not|never) )(?:has|have) (?:been|traded|sat|stood) (above|below|over|under) (${SUM}) for (?:all of |the whole of |the entirety of )?the (?:last|past|previous) (?=\d)`,
      "gi",
    ),
    "has been $1 $2 for ",
  ],
];

const SOUGHT = soughtOf(PLAIN);

/** The same claim in plainer words. Pure. */
export const plainly = (text: string): string => measuresNamed(turned(text, SOUGHT()));
