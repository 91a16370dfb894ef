// How rises, falls and changes either way are told by nouns, by who brought them about and by where a price stood.
import type { Turn } from "../turned.ts";
import { ADVERB, AGO, COIN, NAME, SHARE, SIZED, sinceThen, sized, THAN, WHILE } from "./pieces.ts";

const MADE =
  "(?:book(?:s|ed)?|log(?:s|ged)?|notch(?:es|ed)?(?: up)?|post(?:s|ed)?|register(?:s|ed)?|record(?:s|ed)?|scor(?:es|ed)|chalk(?:s|ed) up|rack(?:s|ed) up|deliver(?:s|ed)?|return(?:s|ed)?|see(?:s|n)?|saw|enjoy(?:s|ed)?|show(?:s|ed|n)?|clock(?:s|ed)?(?: up)?|secur(?:es|ed)|achiev(?:es|ed)|manag(?:es|ed)|pocket(?:s|ed)?|bank(?:s|ed)?|made|makes|had|has|have|experienc(?:es|ed)|put in|put up|print(?:s|ed)?|turn(?:s|ed) in|stag(?:es|ed)|muster(?:s|ed)?|produc(?:es|ed)|generat(?:es|ed)|incur(?:s|red)?|sustain(?:s|ed)?|suffer(?:s|ed)?|endur(?:es|ed)|took|takes?|taken|undergo(?:es)?|underwent|undergone|accumulat(?:es|ed)|amass(?:es|ed)?|gather(?:s|ed)?|realis(?:es|ed)|mark(?:s|ed)|carv(?:es|ed) out|ek(?:es|ed) out|pull(?:s|ed) off)";
const RISE =
  "(?:rises?|gains?|increases?|advances?|climbs?|jumps?|upticks?|upswings?|upturns?|upmoves?|appreciation|improvements?|pickups?|pick-ups?|growth|rally|rebounds?|recovery|bounces?|surges?|spikes?|price increases?|price gains?|price rises?)";
const FALL =
  "(?:loss(?:es)?|falls?|drops?|declines?|decreases?|slides?|slumps?|dips?|retreats?|setbacks?|pullbacks?|pull-backs?|corrections?|depreciation|downturns?|tumbles?|plunges?|sell-?offs?|price (?:falls?|drops?|declines?|decreases?))";
const SOME =
  "(?:an? )?(?:(?:price|net|total|overall|cumulative|solid|modest|sharp|small|large|big|slight|strong|healthy|steep|further) )*";
const NOBODY = String.raw`(?<!\b(?:traders?|holders?|longs?|shorts?|investors?|buyers?|sellers?|bulls?|bears?|positions?|accounts?|whales?|liquidations?)\b[^,;.]*)`;

const NOUNS: readonly Turn[] = [
  [
    new RegExp(
      String.raw`${NOBODY}\b${MADE} ${SOME}${RISE} (?:in (?:price|value) )?(?:(${SIZED}) |of (${THAN} )?|by (${THAN} )?|(${THAN}) )(?=${SHARE})`,
      "gi",
    ),
    (_, size = "", of = "", by = "", than = "") => `rose by ${told(size, of, by, than)}`,
  ],
  [
    new RegExp(
      String.raw`${NOBODY}\b${MADE} ${SOME}${FALL} (?:in (?:price|value) )?(?:(${SIZED}) |of (${THAN} )?|by (${THAN} )?|(${THAN}) )(?=${SHARE})`,
      "gi",
    ),
    (_, size = "", of = "", by = "", than = "") => `fell by ${told(size, of, by, than)}`,
  ],
  [
    new RegExp(
      String.raw`(${COIN}) (?:has |have )?(?:enjoyed|posted|booked|seen|saw|had|recorded|registered|notched|logged|made|staged|experienced|shown|showed|scored) ${SOME}${RISE}(?: in (?:price|value))?(?= (?:${WHILE}|versus|compared|on a|week-on|day-on)|\s*[.,;!]|$)`,
      "gi",
    ),
    "$1 rose",
  ],
  [
    new RegExp(
      String.raw`(${COIN}) (?:has |have )?(?:suffered|posted|booked|seen|saw|had|recorded|registered|notched|logged|made|taken|took|experienced|shown|showed|endured|incurred|sustained) ${SOME}${FALL}(?: in (?:price|value))?(?= (?:${WHILE}|versus|compared|on a|week-on|day-on)|\s*[.,;!]|$)`,
      "gi",
    ),
    "$1 fell",
  ],
];

const told = (size: string, of: string, by: string, than: string): string => {
  const said = size || of || by || than;
  return said.trim() === "" ? "" : `${sized(said.trim())} `;
};

const TRADERS =
  "(?:(?:the )?(?:buyers?|sellers?|bulls?|bears?|traders?|investors?|markets?|market|buying|selling|demand|buying pressure|selling pressure|speculators?|dip buyers))";
const PUSHED =
  "(?:pushed|drove|driven|lifted|bid|sent|carried|took|taken|hauled|propelled|bumped|knocked|dragged|beat|beaten|pulled|hammered|forced|pressed|marked|moved|brought|bumped|nudged|walked|talked|hiked|squeezed|boosted|raised|hoisted|smacked|battered|slammed|bid)";
const THE_PRICE = `(?:${COIN}|the price of ${COIN}|the ${COIN} price|${NAME}['’]s price|its price|the price)`;
const DONE = String.raw`(?= by\b| (?:${THAN} )?${SHARE}| ${WHILE}| (?:versus|compared|week-on|day-on|on a|against)\b|\s*[.,;!]|$)`;

const RAISED = "(?:raised|lifted|increased|expanded|boosted|built up|added to|upped|grew|grown|swelled|pushed up)";
const CUT =
  "(?:cut|reduced|trimmed|lowered|slashed|pared|pared back|wound down|unwound|cut back|shrank|shrunk|decreased|scaled back|brought down)";
const POSITIONS = `(?:(?:the )?(?:${NAME}(?:['’]s)? )?(?:open interest|oi)(?: (?:in|on|of|for) ${COIN})?)`;

const BY_WHOM: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b${TRADERS} (?:have |has )?${PUSHED} (${THE_PRICE}) (?:back )?(?:up|higher|upwards?|north)${DONE}`,
      "gi",
    ),
    "$1 rose",
  ],
  [
    new RegExp(
      String.raw`\b${TRADERS} (?:have |has )?${PUSHED} (${THE_PRICE}) (?:back )?(?:down|lower|downwards?|south)${DONE}`,
      "gi",
    ),
    "$1 fell",
  ],
  [
    new RegExp(
      String.raw`\b(?:buyers|bulls|dip buyers) (?:have )?(?:lifted|boosted|raised|hoisted) (${THE_PRICE})${DONE}`,
      "gi",
    ),
    "$1 rose",
  ],
  [
    new RegExp(
      String.raw`\b(?:sellers|bears) (?:have )?(?:knocked|beat|beaten|pushed) (${THE_PRICE}) back${DONE}`,
      "gi",
    ),
    "$1 fell",
  ],
  [
    new RegExp(
      String.raw`\b(?:traders|speculators|investors|market participants) (?:have )?${RAISED} (${POSITIONS})${DONE}`,
      "gi",
    ),
    "$1 rose",
  ],
  [
    new RegExp(
      String.raw`\b(?:traders|speculators|investors|market participants) (?:have )?${CUT} (${POSITIONS})${DONE}`,
      "gi",
    ),
    "$1 fell",
  ],
  [
    /\b(?:has |have )?(?:saw|seen|sees|watched) (?:its|the) (?:price|value|quote|quotation) (?:rise|climb|increase|go up|grow|advance|improve|jump|move up|move higher|tick up)\b(?! to\b)/gi,
    "rose",
  ],
  [
    /\b(?:has |have )?(?:saw|seen|sees|watched) (?:its|the) (?:price|value|quote|quotation) (?:fall|drop|decline|decrease|go down|shrink|slip|slide|sink|worsen|move down|move lower|tick down)\b(?! to\b)/gi,
    "fell",
  ],
];

const BETTER = String.raw`(?= by\b| (?:${THAN} )?${SHARE}| ${WHILE}| (?:versus|compared|week-on|day-on|on a|against (?:an?|\d|one|seven|thirty|twenty)|from (?:an?|\d|one|seven|thirty|twenty)|since (?:an?|\d|one))\b|\s*[.,;!]|$)`;
const IT = String.raw`((?:^|[.;,] |\b(?:and|but|while|yet) )(?:${COIN})|\b(?:the )?(?:${NAME}(?:['’]s)? )?price(?: of ${COIN})?)`;

const WORDS: readonly Turn[] = [
  [new RegExp(`${IT} (?:has |have |had )?(?:improved|bettered)${BETTER}`, "gi"), "$1 rose"],
  [new RegExp(`${IT} (?:has |have )?(?:powered|roared|raced|pulled|forged|stormed) ahead${BETTER}`, "gi"), "$1 rose"],
  [new RegExp(`${IT} (?:has |have )?headed (?:up|higher|north)${BETTER}`, "gi"), "$1 rose"],
  [new RegExp(`${IT} (?:has |have )?headed (?:down|lower|south)${BETTER}`, "gi"), "$1 fell"],
  [new RegExp(`${IT} (?:has |have )?(?:been )?sold off${BETTER}`, "gi"), "$1 fell"],
  [new RegExp(`${IT} ((?:is|was|has been|stands|sits) ${ADVERB})on the plus side(?! of)`, "gi"), "$1 $2up"],
  [new RegExp(`${IT} ((?:is|was|has been|stands|sits) ${ADVERB})on the minus side(?! of)`, "gi"), "$1 $2down"],
  [new RegExp(`${IT} (?:has |have |had )?(?:worsened|deteriorated)${BETTER}`, "gi"), "$1 fell"],
  [
    new RegExp(
      String.raw`\b(?:has |have )?(?:got|gotten|become|became|grown|grew|turned) (?:dearer|pricier|costlier|more expensive|more costly)${BETTER}`,
      "gi",
    ),
    "rose",
  ],
  [
    new RegExp(
      String.raw`\b(?:has |have )?(?:got|gotten|become|became|grown|grew|turned) (?:cheaper|less expensive|less costly|less dear)${BETTER}`,
      "gi",
    ),
    "fell",
  ],
  [
    new RegExp(String.raw`\bis ${ADVERB}(?:ahead|to the good|stronger) (?:by )?(?=(?:${THAN} )?${SHARE})`, "gi"),
    "is up by ",
  ],
  [
    new RegExp(String.raw`\bis ${ADVERB}(?:behind|to the bad|weaker) (?:by )?(?=(?:${THAN} )?${SHARE})`, "gi"),
    "is down by ",
  ],
  [new RegExp(String.raw`\b(?:was|got|has been) hit (?:for|by) (?=(?:${THAN} )?${SHARE})`, "gi"), "fell by "],
  [/\bin one (?:direction|way) or (?:the other|another)\b|\beither way\b|\bup or down(?= by)/gi, "in either direction"],
  [
    new RegExp(`${IT} (?:has |have )?(?:shifted|varied|budged) (?:by )?(?=(?:${THAN} )?${SHARE})`, "gi"),
    "$1 moved by ",
  ],
];

const STOOD =
  "(?:where (?:it|the price) (?:stood|was|traded|had been|was trading|had stood|sat|changed hands)|what it (?:was|cost|fetched)|(?:its|the) (?:price|level|value|quote|price level|mark)(?: of)?|that(?: of)?|the (?:price|level|one)(?: of)?)";
const ENDS = String.raw`(?=\s*(?:[.,;!]|$)| (?:and|but|while|yet|whereas)\b)`;
const THEN = `(?:${STOOD},? )(${AGO})${ENDS}`;
const PRICE = `(?:${NAME}(?:['’]s price)?|it|the price of ${COIN}|the ${COIN} price)`;
const moved = (_: string, price = "", than = "", ago = ""): string => `${price} moved by ${than} ${sinceThen(ago)}`;

const AWAY: readonly Turn[] = [
  [
    new RegExp(
      `(${PRICE}) ${ADVERB}(?:is|stands|trades|sits|lies|remains) ${ADVERB}((?:${THAN} )?${SHARE}) (?:(?:away|off|different|removed|distant) )?(?:from |off )?${THEN}`,
      "gi",
    ),
    moved,
  ],
  [
    new RegExp(
      `(${PRICE}) ${ADVERB}(?:differs?|deviates?|differed|deviated|departs?|varies) (?:by )?((?:${THAN} )?${SHARE}) from ${THEN}`,
      "gi",
    ),
    moved,
  ],
  [
    new RegExp(
      `(${PRICE}) ${ADVERB}(?:is|stands) ((?:${THAN} )?${SHARE}) (?:different|away) from (${AGO})${ENDS}`,
      "gi",
    ),
    moved,
  ],
  [
    new RegExp(
      `(${PRICE}) (?:has )?(?:shifted|moved|changed) (?:by )?((?:${THAN} )?${SHARE}) from (?:${STOOD},? )?(${AGO})${ENDS}`,
      "gi",
    ),
    moved,
  ],
  [
    new RegExp(`((?:${THAN} )?${SHARE}) separates? (${PRICE}) from ${THEN}`, "gi"),
    (all, than = "", price = "", ago = "") => moved(all, price, than, ago),
  ],
  [
    new RegExp(`(${PRICE}) ${ADVERB}(?:is|stands|trades|sits|remains) ${ADVERB}within (${SHARE}) of ${THEN}`, "gi"),
    (all, price = "", share = "", ago = "") => moved(all, price, `less than ${share}`, ago),
  ],
];

export const CHANGED: readonly Turn[] = [...AWAY, ...BY_WHOM, ...NOUNS, ...WORDS];
