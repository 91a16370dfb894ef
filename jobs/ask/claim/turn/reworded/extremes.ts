// How the highest and the lowest price of a time are told by verbs and idioms: what got as high as, topped out, and how far it is from its record.
import type { Turn } from "../turned.ts";
import { ADVERB, COIN, EVER, NAME, OF_ITS, SHARE, SUM, THAN, WHILE } from "./pieces.ts";

const UP_TO =
  "(?:(?:get|got|gotten|go|went|gone|trade|traded|climb|climbed|rise|rose|risen|move|moved|cost|reach|reached|fetch|fetched) (?:up )?(?:as high as|as much as)|(?:make|made) it (?:up )?(?:to|as high as)|(?:get|got|gotten|rise|rose|risen|climb|climbed|go|went|gone) up to|(?:get|got|gotten) to|reach|reached|hit|touch|touched|attain|attained|see|seen|saw|tag|tagged|print|printed)";
const DOWN_TO =
  "(?:(?:get|got|gotten|go|went|gone|trade|traded|fall|fell|fallen|drop|dropped|sink|sank|sunk|dip|dipped|slip|slipped|slide|slid|move|moved) (?:down )?(?:as low as|as far as)|(?:fall|fell|fallen|drop|dropped|sink|sank|sunk|dip|dipped|slip|slipped|slide|slid|go down|went down|gone down|get down|got down) to|cost as little as)";
const NEVER =
  "(?:(?:has |have )?never(?: once)?|did not(?: once)?|didn['’]t(?: once)?|has not(?: once)?|hasn['’]t(?: once)?|failed to|fails to|(?:was|is) unable to|at no (?:point|time|stage)|could not|couldn['’]t|did not manage to|didn['’]t manage to)";
const HISTORY = "(?:in (?:its|all its|all of its|the) (?:history|life|lifetime|existence)|ever|in all its time)";
const END = String.raw`(?=\s*(?:[.,;!]|$)| (?:and|but|while|yet|whereas)\b)`;
const NO_PRICE = "(?! ?(?:%|percent|per cent|pct))";

const NOT_REACHED: readonly Turn[] = [
  // "At its low in 24 hours, it was worth less than $138": of the low, not of a price that is there.
  [
    new RegExp(
      `^at (?:its|the|their) (?:lowest|highest|(low|high|peak|bottom|top)) ?(?:point|level|price)? ?(?:in|during|over|of|within|for) (?:the )?(?:(?:last|past|previous) |(?=\\d))([^,]{2,24}?),? (?:the price of )?(${NAME}|it) (?:was|were|traded|stood|cost|changed hands|sold|fetched)(?: (?:worth|at|for|trading|priced at))? `,
      "i",
    ),
    (all, side = "", time = "", name = "") => {
      const isLow = /low|bottom/i.test(side === "" ? all.slice(0, 20) : side);
      return `the ${isLow ? "low" : "high"} of ${name} over the last ${time} was `;
    },
  ],
  [
    new RegExp(`(${NAME}|it)(?:['’]s price| price)? ${NEVER} ${UP_TO} (${SUM})${NO_PRICE} (${WHILE})`, "gi"),
    "the high of $1 $3 is below $2",
  ],
  [
    new RegExp(
      String.raw`\b(${WHILE}),? (${NAME}|it)(?:['’]s price| price)? ${NEVER} ${UP_TO} (${SUM})${NO_PRICE}${END}`,
      "gi",
    ),
    "the high of $2 $1 is below $3",
  ],
  [
    new RegExp(`(${NAME}|it)(?:['’]s price| price)? ${NEVER} ${DOWN_TO} (${SUM})${NO_PRICE} (${WHILE})`, "gi"),
    "the low of $1 $3 is above $2",
  ],
  [
    new RegExp(
      String.raw`\b(${WHILE}),? (${NAME}|it)(?:['’]s price| price)? ${NEVER} ${DOWN_TO} (${SUM})${NO_PRICE}${END}`,
      "gi",
    ),
    "the low of $2 $1 is above $3",
  ],
  [new RegExp(`(${COIN}) stopped short of (${SUM})${NO_PRICE} (${WHILE})`, "gi"), "the high of $1 $3 is below $2"],
  [
    new RegExp(
      `(${COIN}) has (?:never(?: once| yet| ever)?|not once|yet to)(?: been)? (?:${UP_TO}|traded at|been worth as much as) (${SUM})${NO_PRICE}(?: ${HISTORY})?${END}`,
      "gi",
    ),
    "the all-time high of $1 is below $2",
  ],
  [
    new RegExp(`(${COIN}) never ${UP_TO} (${SUM})${NO_PRICE} ${HISTORY}${END}`, "gi"),
    "the all-time high of $1 is below $2",
  ],
  [
    new RegExp(
      `(${COIN}) has (?:never(?: once| yet| ever)?|not once)(?: been)? (?:(?:traded|been|gone|risen|sold|changed hands|cost|priced|valued|got|gotten|climbed)(?: for| at)?|worth) (?:above|over|more than|higher than) (${SUM})${NO_PRICE}(?: ${HISTORY})?${END}`,
      "gi",
    ),
    "the all-time high of $1 is at most $2",
  ],
];

const PEAKED = "(?:topped out|peaked|maxed out|crested)";
const SIDE = "(?:above|below|over|under|beneath|at|north of|south of|short of)";
const COST =
  "(?:cost|was worth|fetched|traded(?: at| for)?|sold(?: at| for)?|changed hands(?: at| for)?|stood(?: at)?|was priced(?: at)?|was(?: at)?|commanded|went for|has traded)";

const AT_RECORD: readonly Turn[] = [
  [
    new RegExp(
      `(${NAME}|it)(?:['’]s price)? ${PEAKED} (${SIDE}) (${SUM}) (?:at|with|for|on) (?:its|the|an) ${EVER}`,
      "gi",
    ),
    "the all-time high of $1 is $2 $3",
  ],
  [
    new RegExp(
      String.raw`(?<=^|[.;,] |\b(?:and|but|while) )at (?:its|the) ${EVER},? (?:one |an? )?(${COIN}) ${COST} (?=(?:${THAN} )?${SUM})`,
      "gi",
    ),
    "the all-time high of $1 is ",
  ],
  [
    new RegExp(
      String.raw`(?<=^|[.;,] |\b(?:and|but|while) )at (?:its|the) ${EVER},? (${COIN}) (?:did not|didn['’]t|failed to) (?:reach|hit|get to|make it to|touch) (?=${SUM})`,
      "gi",
    ),
    "the all-time high of $1 is below ",
  ],
  [
    new RegExp(`(${COIN}) (?:has )?${COST} ((?:${THAN} )?${SUM}) at (?:its|the) ${EVER}`, "gi"),
    "the all-time high of $1 is $2",
  ],
  [
    new RegExp(
      String.raw`\bthe (?:highest price|most) (?:that )?(?:(?:one|an?) )?(${COIN}) (?:has )?ever (?:had|reached|saw|seen|fetched|cost|commanded|hit|traded (?:at|for)|sold for|been worth|was worth|attained)\b`,
      "gi",
    ),
    "the all-time high of $1",
  ],
];

const PAID = "(?:anyone|anybody|buyers?|someone|traders?|a buyer|investors?) (?:has |have )?(?:ever )?paid";

const OF_A_TIME: readonly Turn[] = [
  [new RegExp(String.raw`\b(?:maxed out|crested|topped off) (?=${SIDE} ${SUM})`, "gi"), "peaked "],
  [new RegExp(String.raw`\btroughed (?=${SIDE} ${SUM})`, "gi"), "bottomed "],
  [
    /\bat its (?:dearest|priciest|costliest|most expensive|most costly|peak|top)(?= (?:in|over|during|within|of) the (?:last|past|previous))/gi,
    "at its highest",
  ],
  [
    /\bat its (?:cheapest|least expensive|least costly|trough|bottom)(?= (?:in|over|during|within|of) the (?:last|past|previous))/gi,
    "at its lowest",
  ],
  [
    new RegExp(String.raw`\bthe (?:most|highest price) (?:that )?${PAID} for (?:one |an? )?(${COIN})`, "gi"),
    "the highest price of $1",
  ],
  [
    new RegExp(String.raw`\bthe (?:least|lowest price) (?:that )?${PAID} for (?:one |an? )?(${COIN})`, "gi"),
    "the lowest price of $1",
  ],
  [/\bput in (?=an? (?:high|low|top|bottom|peak)\b)/gi, "printed "],
  [
    new RegExp(
      String.raw`\b(the|its|[$]?[A-Za-z]\w*['’]s) (top|ceiling)(?= (?:(?:of|for|in|on) (?:the )?${COIN} )?${WHILE})(?=[^,;]*\b(?:was|is|stood|stands|came|sits|sat|lies|fell|failed)\b[^,;]*${SUM})`,
      "gi",
    ),
    "$1 high",
  ],
  [
    new RegExp(
      String.raw`\b(the|its|[$]?[A-Za-z]\w*['’]s) (bottom|floor)(?= (?:(?:of|for|in|on) (?:the )?${COIN} )?${WHILE})(?=[^,;]*\b(?:was|is|stood|stands|came|sits|sat|lies)\b[^,;]*${SUM})`,
      "gi",
    ),
    "$1 low",
  ],
  [
    new RegExp(`(${COIN}) got (?:up )?(?:above|over|past|higher than) (${SUM}) (${WHILE})`, "gi"),
    "the high of $1 $3 is above $2",
  ],
  [
    new RegExp(String.raw`\b(${WHILE}),? (${COIN}) got (?:up )?(?:above|over|past|higher than) (${SUM})${END}`, "gi"),
    "the high of $2 $1 is above $3",
  ],
  [
    new RegExp(
      `(${COIN}) (?:got|went) (?:down )?(?:below|under|beneath|lower than|cheaper than) (${SUM})(?: at (?:some|one) (?:point|stage|time))? (${WHILE})`,
      "gi",
    ),
    "the low of $1 $3 is below $2",
  ],
  [
    new RegExp(
      String.raw`\b(${WHILE}),? (${COIN}) (?:got|went) (?:down )?(?:below|under|beneath|lower than|cheaper than) (${SUM})${END}`,
      "gi",
    ),
    "the low of $2 $1 is below $3",
  ],
];

const LOST =
  "(?:down|lower|(?:has |have )?(?:lost|fallen|fell|dropped|declined|shed|given up|gave up|given back|come down|came down|retraced|retreated|slid|slipped|sunk|depreciated|decreased|gone down|tumbled|slumped|plunged|crashed|been cut))";
const BY = `(?:by )?((?:${THAN} )?${SHARE})`;
const NOW = `(?:(?:is|are|was|sits|stands|trades|remains|lies|is trading|now|currently|still|has|have|had) )*`;
const SEEN_FROM =
  "(?:(?:measured|counted|counting|calculated|reckoned|taken|judged|seen|starting|going|down|computed|figured) )?(?:from|against|relative to|compared (?:to|with)|as compared (?:to|with)|versus|vs\\.?|in relation to|with respect to|since)";
const TIMES = /\b(?:hours?|days?|weeks?|months?|today|yesterday|24h|7d|30d|hourly|daily|weekly|monthly|year)\b/i;

/** So far below it, by the way that it went. */
function below(all: string, coin: string, rest: string): string {
  const lost = new RegExp(
    String.raw`^${NOW}(?:${LOST} ${BY}(?: of (?:its|the) value)?|${BY} (?:down|lower|cheaper|below it|off))\.?$`,
    "i",
  ).exec(rest.trim());
  const share = lost?.[1] ?? lost?.[2];
  return share === undefined || TIMES.test(rest) ? all : `${coin} is ${share} below its all-time high`;
}

const FAR: readonly Turn[] = [
  // "Measured from the record high, SOL is down over 45 %."
  [
    new RegExp(
      `^${SEEN_FROM} ${OF_ITS}${EVER}(?: of ${SUM})?,? (${COIN}|the price of ${COIN}|the ${COIN} price) ([^,;]+)$`,
      "gi",
    ),
    (all, coin = "", rest = "") => below(all, coin, rest),
  ],
  [
    new RegExp(
      `((?:${THAN} )?${SHARE}) separates? (?:the )?(${COIN}|price of ${COIN}|${COIN} price) from (?:its|the) ${EVER}`,
      "gi",
    ),
    "$2 is $1 below its all-time high",
  ],
  [
    new RegExp(
      String.raw`\b(is|are|sits|stands|trades|remains|lies)( not)? ${ADVERB}((?:${THAN} )?${SHARE}) (?:removed|away|distant|short|shy|off|adrift|beneath|under|lower) ?(?:from|of|than(?: at)?)? ?${OF_ITS}${EVER}`,
      "gi",
    ),
    "$1$2 $3 below its all-time high",
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:is|are|sits|stands|trades|has come|has fallen|has dropped|has slid|came|come|is trading) )${ADVERB}(?:off|down from|below|under|from|beneath|short of|lower than) ${OF_ITS}${EVER} by ((?:${THAN} )?${SHARE})`,
      "gi",
    ),
    "is $1 below its all-time high",
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:is|stands|sits|trades|remains) ${ADVERB})?(?<!\b(?:not|been|was|were|being) )(?<!n['’]t )${LOST} ${BY}(?: of (?:its|the) (?:value|price))? (?:from|since|off|against|versus|relative to|compared (?:to|with)) ${OF_ITS}${EVER}(?! (?:in|over|during|within) the (?:last|past))`,
      "gi",
    ),
    "is $1 below its all-time high",
  ],
  [
    new RegExp(
      String.raw`\b(?:has |have )?(?:given up|gave up|lost|shed|given back|surrendered) ((?:${THAN} )?${SHARE}) of (?:its|the) (?:record|peak|all-time-high|all-time high|ath)(?: price| value| level)\b`,
      "gi",
    ),
    "is $1 below its all-time high",
  ],
  [
    new RegExp(String.raw`\bat a discount of ((?:${THAN} )?${SHARE}) (?:to|from|against|on) ${OF_ITS}${EVER}`, "gi"),
    "$1 below its all-time high",
  ],
];

export const REACHED: readonly Turn[] = [...NOT_REACHED, ...AT_RECORD, ...OF_A_TIME, ...FAR];
