// How coins that come to exchanges and leave them, and positions closed by force, are told by who did it.
import type { Turn } from "../turned.ts";
import { COIN, SUM, THAN } from "./pieces.ts";

const OF_COIN = `(?:of|in|worth of) (${COIN})`;
const AMOUNT = `((?:${THAN} )?${SUM})`;
const HOLDERS = "(?:(?:the )?(?:holders|traders|users|investors|depositors|whales|people|customers|owners))";
const EXCHANGES = "(?:(?:the )?(?:centrali[sz]ed )?exchanges|exchange wallets|trading (?:venues|platforms))";
const COMES =
  "(?:(?:flow|come|go|pour|stream|move|roll|head)(?:ing)? (?:in|into (?:their|its) wallets)|arriv(?:e|ing)|deposited|land|enter(?:ing)?|sent in)";
const LEAVES =
  "(?:(?:flow|come|go|pour|stream|move|roll|head|drain)(?:ing)? (?:out|off|away)|leav(?:e|ing)|depart(?:ing)?|exit(?:ing)?|withdrawn|taken out|pulled(?: out)?|drained)";

const FLOWS: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b${EXCHANGES} (?:saw|have seen|had|recorded|registered) ${AMOUNT} (?:worth )?${OF_COIN} ${COMES}\b`,
      "gi",
    ),
    "exchange inflow of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`\b${EXCHANGES} (?:saw|have seen|had|recorded|registered) ${AMOUNT} ${COMES} in (${COIN})`,
      "gi",
    ),
    "exchange inflow of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`\b${EXCHANGES} (?:saw|have seen|had|recorded|registered) ${AMOUNT} (?:worth )?${OF_COIN} ${LEAVES}\b`,
      "gi",
    ),
    "exchange outflow of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`\b${EXCHANGES} (?:saw|have seen|had|recorded|registered) ${AMOUNT} ${LEAVES} in (${COIN})`,
      "gi",
    ),
    "exchange outflow of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`\b${EXCHANGES} (?:collected|were sent|accepted|welcomed|pulled in|brought in) ${AMOUNT} (?:worth )?${OF_COIN}`,
      "gi",
    ),
    "exchange inflow of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`\b${HOLDERS} (?:have |had )?(?:deposited|sent|moved|transferred|shipped|put|placed|parked|brought|shifted|delivered|poured) ${AMOUNT} (?:worth )?${OF_COIN} (?:to|on|onto|into|at|with|in) ${EXCHANGES}`,
      "gi",
    ),
    "exchange inflow of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`\b${HOLDERS} (?:have |had )?(?:withdrew|withdrawn|moved|transferred|shipped|took|taken|pulled|removed|shifted|drained) ${AMOUNT} (?:worth )?${OF_COIN} (?:from|off|out of|away from) ${EXCHANGES}`,
      "gi",
    ),
    "exchange outflow of $2 is $1",
  ],
  [
    new RegExp(
      `${AMOUNT} (?:worth )?${OF_COIN} (?:was|were|has been|have been) (?:put|placed|parked) (?:on|onto|with) ${EXCHANGES}`,
      "gi",
    ),
    "exchange inflow of $2 is $1",
  ],
];

const CLOSES =
  "(?:took out|taken out|wiped out|claimed|erased|swallowed|swallowed up|ate up|consumed|cleared out|flushed out|flushed|hit|knocked out|closed out|closed)";
const FORCED =
  "(?:forced closed|forced shut|forcibly shut|force[- ]liquidated|closed out by force|flushed out|taken out by liquidations|shut by force)";

const CLOSED: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b(?:liquidations|margin calls|forced closures) (?:have )?${CLOSES} ${AMOUNT} (?:worth )?${OF_COIN} (positions|longs|shorts|long positions|short positions|leverage)`,
      "gi",
    ),
    "$1 of $2 $3 were liquidated",
  ],
  [
    new RegExp(
      String.raw`\b(?:exchanges|venues) (?:have )?(?:liquidated|force[- ]closed|forcibly closed|closed by force|force[- ]liquidated) ${AMOUNT} (?:worth )?${OF_COIN} (positions|longs|shorts|long positions|short positions)`,
      "gi",
    ),
    "$1 of $2 $3 were liquidated",
  ],
  [
    new RegExp(
      String.raw`\b(${COIN}) traders (?:have )?lost ${AMOUNT} (?:to|in|through) (?:forced )?liquidations\b`,
      "gi",
    ),
    "$1 liquidations were $2",
  ],
  [new RegExp(String.raw`\blong (${COIN}) positions\b`, "gi"), "$1 long positions"],
  [new RegExp(String.raw`\bshort (${COIN}) positions\b`, "gi"), "$1 short positions"],
  [new RegExp(String.raw`\b(was|were|got|been|being) ${FORCED}\b`, "gi"), "$1 liquidated"],
];

const SIDES: readonly Turn[] = [
  [/\b(is|are|was|were|remain|stand|sit) (?:currently |now |still )?positioned (long|short)\b/gi, "$1 $2"],
  [
    /\b(?:of )?((?:[$]?\w+ )?(?:traders|accounts)) (?:hold|have|carry|run|are holding|are running) (?:a )?(long|short) positions?\b/gi,
    "of $1 are $2",
  ],
];

export const MOVED: readonly Turn[] = [...FLOWS, ...CLOSED, ...SIDES];
