// Turns of phrase that hold a quantity against itself some time before, or against nothing: "half that of the previous hour", "no liquidations", "in positive territory".

import { inMood } from "../prose/prose-words.ts";
import { pctOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";

const HOW = "(?:more than|over|less than|under|nearly|almost|about|roughly|around|at least|at most)";
const WINDOW = "(?:(?:\\d+|one|two|three|seven|thirty|twenty-four)[- ])?(?:hours?|days?|weeks?|months?)";
/** "Compared with the 24 hours before", "on the previous week", "relative to the preceding seven days". */
const BEFORE = String.raw`(?:compared (?:with|to)|relative to|versus|vs\.?|against|than(?: in| for| over| during)?|on|from|up on|down on) (?:the |a |that of the |those of the )?(?:(?:previous|prior|preceding) (${WINDOW})|(${WINDOW}) (?:before|prior|earlier|previously)(?: that)?)(?! the)\b`;
const LASTS = /\b(?:last|past|latest|hourly|daily|weekly|24[- ]?h(?:ours?)?|1h|7[- ]?d(?:ays?)?)\b/i;
const isOfVolume = (text: string): boolean => /\b(?:volumes?|turnover|trading activity)\b/i.test(text);

const FIRST = new RegExp(BEFORE, "i");
const [AT_START, WITHIN] = [new RegExp(String.raw`^${BEFORE},\s*`, "i"), new RegExp(` (?:${BEFORE})`, "i")];

/** A volume's change is measured against as long a time before: said so, it is said twice. */
function withoutBefore(text: string): string {
  if (!isOfVolume(text)) return text;
  const without = text.replace(AT_START, "").replace(WITHIN, "");
  if (without === text) return text;
  if (LASTS.test(without)) return without;
  const found = FIRST.exec(text);
  return `${without.replace(/[.\s]+$/, "")} over the last ${found?.[1] ?? found?.[2] ?? "day"}`;
}

export const AGAINST: readonly Turn[] = [
  // "(More than) twice that of the preceding 24 hours", "half that of the previous hour".
  [
    new RegExp(
      String.raw`\b(?:was|is|has been|came in at) (${HOW} )?(twice|double|half|triple) (?:that|those|what it was|the (?:level|volume|figure)) ?(?:of|in|from|during)? (?=(?:the )?(?:previous|prior|preceding|${WINDOW} (?:before|prior|earlier)))`,
      "gi",
    ),
    (_, how, many = "") => {
      const verb = /^half$/i.test(many) ? "halved" : /^triple$/i.test(many) ? "tripled" : "doubled";
      return `${how ?? ""}${verb} compared with `;
    },
  ],
  [/^[\s\S]*$/, (text = "") => withoutBefore(text)],
  [
    new RegExp(
      String.raw`\b(lost|lose|loses|shed|sheds|dropped|fell|declined|gained|gains|added|rose|grew) (?:by )?(${HOW} )?(?:a |one[- ])?(half|third|quarter|fifth|tenth)(?: (?:of|in|off) (?:its|their|the) (?:value|price|worth))?(?= (?:over|in|during|within|since|from)\b|[.,;]|$)`,
      "gi",
    ),
    // A tenth and a fifth are as round as their per cent, which have a band of their own.
    (_, verb, how, part = "") =>
      `${verb} ${how ?? (/^(?:fifth|tenth)$/i.test(part) ? "" : "about ")}${pctOf("", part)}%`,
  ],
  // Nothing of it.
  [
    /\b(?:there (?:are|is|were|was|have been|has been) )?no (?:([$]?[A-Z]{2,6}) )?unlocks? (?:is |are |was |were )?(?:scheduled|planned|due|coming(?: up)?|set|expected) (?:for|in|over|within|during)? ?(?:the )?(?:next|coming) (?=\d|seven|thirty|week|month)/gi,
    (_, name) => `unlocks${name ? ` of ${name}` : ""} are at most 0% in the next `,
  ],
  [
    /\b(?:there (?:were|was|have been|has been|are) )no (?:([$]?[A-Z]{2,6}) )?(long |short )?liquidations\b/gi,
    (_, name, side) => `${side ?? ""}liquidations${name ? ` of ${name}` : ""} are at most $0`,
  ],
  // Prices that are up and down.
  [
    /^(?!.*\b(?:funding|basis|premium|flows?|netflows?|correlat\w+|rates?)\b)(.*?)\b(?:is|are|trades|trading|remains|stays|sits) (?:currently |now |firmly |still )?in (positive|negative) territory\b/i,
    (_, who, sign = "") => `${who}is ${/^pos/i.test(sign) ? "up" : "down"}`,
  ],
  [
    /\bchang(?:es?|ing|ed) hands (?=(?:just |well |comfortably |currently |now )?(?:above|below|over|under|near|around|close to|between|within|north|south)\b)/gi,
    "is priced ",
  ],
  [
    /\b(?:from|than|versus|against|compared (?:with|to)) (?:where (?:it|the price) (?:stood|was|traded|sat)|its (?:price|level|value)|what it (?:was|cost)) (?=(?:\d+|an?|one|two|three|seven|thirty) (?:hours?|days?|weeks?|months?) (?:ago|earlier|before))/gi,
    "than it was ",
  ],
  [
    /\b(?:on|over|in|within|across) the (day|week|month)[- ]long (?:window|period|time ?frame|horizon|basis)\b/gi,
    "over the last $1",
  ],
  [
    /\b(?:on|over|in|within|across) (?:the|a) (\d+|one|two|three|seven|thirty)[- ](hour|day|week|month) (?:window|period|time ?frame|horizon|basis|view)\b/gi,
    "over the last $1 $2s",
  ],
  [/\bso far (this (?:week|month|year)|today)\b/gi, "$1 so far"],
  [
    /\b(\d+[- ]?h(?:our)?|daily|intraday|weekly|\d+[- ]day) trading range (?:of|for|in) ([$]?\w+) (?:ran|runs|was|is|spans|spanned|stretched|extended|goes|went)(?: from)? ([$]?[\d.,]+k?) (?:to|and|through|-|–) ([$]?[\d.,]+k?)/gi,
    "$1 high of $2 is $4 and $1 low of $2 is $3",
  ],
  [
    /(?<=\bindex\b[^;]*\d),? (?:and )?(?:which )?(?:signal(?:s|ing|ling)|indicat(?:es|ing)|mean(?:s|ing)|reflect(?:s|ing)|show(?:s|ing)|suggest(?:s|ing)|(?:is |in )?(?:a sign of|classified as|labell?ed(?: as)?)) (extreme )?(fear|greed)\b/gi,
    (_, extreme, mood = "") => ` and sentiment index is ${inMood(mood, Boolean(extreme))}`,
  ],
];
