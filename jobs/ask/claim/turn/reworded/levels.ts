// How prices, sizes, volumes and positions are told by verbs and idioms, as the reader has them: what a coin commands and fetches, what was racked up, what is open.
import type { Turn } from "../turned.ts";
import { ADVERB, COIN, NAME, SCALED, SUM, THAN } from "./pieces.ts";

const WHO =
  "(?:(?:the )?(?:buyers?|traders?|investors?|people|you|one|anyone|someone|customers?|shoppers?|market participants|the market))";
const BUY = "(?:buy|get|own|purchase|acquire|pick up|obtain)";
const ONE = "(?:(?:one|an?|each|a single|every|1) )?";
const isScaled = (sum: string): boolean => new RegExp(`^${SCALED}`, "i").test(sum);

/** So many dollars of one coin are its price; so many millions are of all of them. */
const valued = (coin: string, than: string, sum: string): string =>
  isScaled(sum) ? `${coin} has a market cap of ${than} ${sum}` : `${coin} is priced at ${than} ${sum}`;

const PRICES: readonly Turn[] = [
  // "ADA has a volume above $1m, and it has lost 2 %": the coin has, whose volume it is.
  [
    new RegExp(
      String.raw`(?<=(?:^|[,;] |\b(?:and|but|while) )(?:${NAME}|it) (?:has|had|saw|boasts|carries|shows|posts|records|recorded|commands|enjoys) [^;]{3,90}(?:[,;]| and| but| or| while| yet)(?: and| but)? )(?:it )?(?=(?:has |is |had |also |now )*(?:lost|gained|shed|added|up|down|risen|fallen|rose|fell|dropped|climbed|declined|advanced)\b)`,
      "gi",
    ),
    "its price ",
  ],
  // "…, and it trades under $130": of the price, whatever was told before.
  [
    /(?<=[;,]? (?:and|but|while|yet|whereas)(?: also)? )(?:it|the coin|the token) (?:now |currently |still |also )?(?:trades|is trading|changes hands) (?=(?:now |still |currently )?(?:at|above|below|under|over|between|near|around) )/gi,
    "its price is ",
  ],
  [
    /\b(?:is |are )?(?:trades|trading|stands|sits|is|are|was) (above|below|under|over|higher than|lower than) (?:its|the) (?:own )?(?:price|level|value) (?:of |from )?((?:\d+|an?|one|two|three|seven|thirty) (?:hours?|days?|weeks?|months?)) (?:ago|earlier|before)\b/gi,
    (_, side = "", time = "") => `${/above|over|higher/i.test(side) ? "rose" : "fell"} over the last ${time}`,
  ],
  [
    /\b(?:has |have |is )?(more than |less than )halved from (?=(?:its|the) (?:all[- ]time high|ath|record|peak))/gi,
    (_, than = "") => `is ${than}50 % below `,
  ],
  [
    /\b(?:has |had )?once (?:traded|been|cost|stood) (?:higher than|above|over|at more than|more than) (?=[^,;]*\d)/gi,
    "has an all-time high above ",
  ],
  [
    /\b(?:(?:is|are) )?command(?:s|ed|ing)? (?=(?:an? |the )?(?:\w+ )?(?:price|valuation|value|market|capitali[sz]ation|mcap|cap|tvl|fdv)\b)/gi,
    "has ",
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:is|are) )?command(?:s|ing)? (?=(?:${THAN} )?${SUM}(?:\s*[.,;!]|$| (?:and|but|while|now|right|at|per|apiece|each)\b))`,
      "gi",
    ),
    "is priced at ",
  ],
  [/\bsets? (?:buyers?|traders?|investors?|a buyer|an investor|anyone|people) back (?=.{0,24}\d)/gi, "is priced at "],
  [
    new RegExp(
      String.raw`\bthe market ${ADVERB}(?:prices|values|puts|marks|rates) (?:all (?:of )?)?(?:the )?${ONE}(${COIN}|coin|token)(?: coins?| tokens?)? (?:at )?(${THAN} )?(${SUM})( in total| in all| altogether| overall)?`,
      "gi",
    ),
    (_, coin = "", than = "", sum = "") => valued(coin, than, sum),
  ],
  [
    new RegExp(
      String.raw`\b(is|are) ${ADVERB}priced by (?:the market|traders|investors|buyers) (?=at |above |below |over |under )`,
      "gi",
    ),
    "$1 priced ",
  ],
  [
    /\b(?:is|are) (?:marked|perched|marooned|planted|camped|lodged|stuck|stranded|mired|anchored|entrenched) (?=(?:above|below|under|over|beneath) )/gi,
    "is ",
  ],
  [new RegExp(String.raw`\b(?:dearer|pricier|costlier|more expensive|more costly) than (?=${SUM})`, "gi"), "above "],
  [new RegExp(String.raw`\b(?:less expensive|less costly|less dear) than (?=${SUM})`, "gi"), "below "],
  [
    new RegExp(String.raw`\bit (?:currently |now |still )?takes (${THAN} )?(${SUM}) to ${BUY} ${ONE}(${COIN})`, "gi"),
    "$3 is priced at $1$2",
  ],
  [
    new RegExp(
      String.raw`\b${WHO} (?:currently |now |still )?(?:needs?|require|(?:have|has) to (?:pay|spend)|must (?:pay|spend)|are paying|is paying|pays?|shells? out|forks? out|are (?:shelling|forking) out|parts? with) (${THAN} )?(${SUM}) (?:to ${BUY}|for|per|on) ${ONE}(${COIN})`,
      "gi",
    ),
    "$3 is priced at $1$2",
  ],
  [
    new RegExp(
      String.raw`\b(?:traders|buyers|investors) ${ADVERB}(?:value|price) ${ONE}(${COIN}) (?:at )?(?=(?:${THAN} )?${SUM})`,
      "gi",
    ),
    "$1 is priced at ",
  ],
  [
    new RegExp(
      String.raw`(?<=^|[.;,] |\b(?:and|but|while) )(${THAN} )(${SUM}) is (?:${ADVERB}(?:paid|charged|asked|what is paid|what buyers pay) for|what) ${ONE}(${COIN})(?: costs| fetches| goes for| sells for)?(?=\s*[.,;!]|$)`,
      "gi",
    ),
    "$3 is priced at $1$2",
  ],
  [/\btrad(es?|ing|ed) (?:upwards?|north) of (?=[$]?\d)/gi, "trad$1 above "],
  [/\btrading hands (?=at |above |below |over |under |for )/gi, "trading "],
  [/\bchang(es?|ed|ing) owners (?=at |above |below |over |under |for )/gi, "chang$1 hands "],
  [
    new RegExp(
      String.raw`\b(?:is|are) (?:${ADVERB})(?:being |getting )?(?:traded|bought and sold|bought|sold) (?=(?:above|below|over|under|at|for) (?:${THAN} )?[$])`,
      "gi",
    ),
    "trades ",
  ],
  [
    new RegExp(String.raw`\bfinds? (?:buyers|takers|sellers) (?=(?:above|below|over|under|at) (?:${THAN} )?[$])`, "gi"),
    "trades ",
  ],
  [
    new RegExp(String.raw`\b(?:retails? (?:for|at)|brings? (?:its )?sellers) (?=(?:${THAN} )?${SUM})`, "gi"),
    "is priced at ",
  ],
  [new RegExp(String.raw`\bsells? (?=(?:above|below|under|over|beneath) ${SUM})`, "gi"), "trades "],
  [
    new RegExp(
      String.raw`\b(is|are)(n['’]t| not)? ${ADVERB}(?:available|to be had|to be bought|on offer|obtainable) (?:for|at|from) (?=(?:${THAN} )?${SUM})`,
      "gi",
    ),
    "$1$2 priced at ",
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:is|are) not|isn['’]t) (?:available|to be had|to be bought|on offer|obtainable) (?=(?:below|under|above|over) ${SUM})`,
      "gi",
    ),
    "is not ",
  ],
  [
    new RegExp(
      String.raw`\bcan ?(?:not|['’]t) be (?:bought|had|purchased|picked up|got) (?:for|at) (?=(?:${THAN} )?${SUM})`,
      "gi",
    ),
    "is not priced at ",
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:does|do|did|is|are) not|(?:doesn|don|didn|isn|aren)['’]t) (?:currently |now |even )?(?:cost|fetch|worth|priced at|trade at|sell for|go for|come to|amount to|stand at) as much as (?=${SUM})`,
      "gi",
    ),
    "is below ",
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:is|are) not|(?:isn|aren)['’]t) (?:currently |now |even |quite )?as (?:high|great|large|big|much|expensive|dear) as (?=${SUM})`,
      "gi",
    ),
    "is below ",
  ],
  [
    new RegExp(
      String.raw`\bprice (?:does not|doesn['’]t) (?:currently |now |even |quite )?(?:reach|attain|come up to) (?=${SUM})`,
      "gi",
    ),
    "price is below ",
  ],
  [/\bweigh(?:s|ed|ing)? in (?=(?:above|below|over|under) )/gi, "comes in "],
];

const WHOLE = "(?:total|aggregate|overall|combined|entire|full|complete)";

const CAPS: readonly Turn[] = [
  [new RegExp(`(${COIN}) (?:is|are) ${ADVERB}capitali[sz]ed at `, "gi"), "$1 has a market cap of "],
  [new RegExp(`(${COIN}) (?:is not|isn['’]t) ${ADVERB}capitali[sz]ed at `, "gi"), "$1 does not have a market cap of "],
  [
    new RegExp(
      String.raw`\b${WHOLE} market (?:value|worth|valuation|capitali[sz]ation)(?= (?:of|for) (?:the )?${COIN})|(?<=['’]s |\bits )${WHOLE} market (?:value|worth|valuation)\b`,
      "gi",
    ),
    "market cap",
  ],
  [
    new RegExp(
      String.raw`\b(?:all|every)(?: of the)?(?: the)?(?: circulating| outstanding)? (${COIN})(?: coins| tokens)?(?: in circulation| outstanding)?(?: taken)?(?: together| combined)? (?:is|are|has|have|comes? to|adds? up to)(?: together| combined)?(?: a value of| worth| valued at)? (?=(?:${THAN} )?${SCALED})`,
      "gi",
    ),
    "$1 has a market cap of ",
  ],
  [
    new RegExp(
      String.raw`(?<=['’]s |\bits )circulating (?:supply|coins|tokens) (?:is|are) (?:together )?(?:worth|valued at) (?=(?:${THAN} )?${SCALED})`,
      "gi",
    ),
    "market cap is ",
  ],
  [/(?<=['’]s |\bits )worth in the market (?=is\b)/gi, "market cap "],
];

const GATHERED =
  "(?:(?:has |have |had )?(?:racked up|chalked up|piled up|notched up|notched|clocked up|clocked|logged|posted|registered|recorded|generated|drew|drawn|drawn in|drew in|attracted|pulled in|brought in|amassed|tallied|garnered|seen|saw|did|done|enjoyed|gathered|accumulated|put up|put in|produced|managed|handled|reached|scored|booked|delivered|experienced))";
const TURNOVER =
  "(?:(?:spot |trading |traded |total |exchange )*(?:volumes?|turnover|trades|trading|trading activity|dealings|business))";
const FUTURES = "(?:perps?|perpetuals?|futures|derivatives?|swaps?)";

const VOLUMES: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b${GATHERED} ((?:${THAN} )?${SUM})(?: worth)? (?:of|in) (${FUTURES} )?${TURNOVER}\b(?! fees)`,
      "gi",
    ),
    (_, sum = "", futures = "") => `had ${futures}volume of ${sum}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:saw|has seen|had|recorded) ((?:${THAN} )?${SCALED}) (?:traded|change hands|bought and sold)\b`,
      "gi",
    ),
    "had volume of $1",
  ],
  [
    new RegExp(
      String.raw`(?<!\b${FUTURES} )\b(?:the )?(?:total |overall |spot )?(?:trading|trades|dealings|business) (?:in|of) (${COIN})(?! ${FUTURES}) (?:has |have )?(amount(?:ed|s)? to|came? to|comes to|totall?ed|totals?|ran to|runs to|summed to|sums to|add(?:ed|s) up to|exceed(?:ed|s)|top(?:ped|s)|surpass(?:ed|es)|was worth|were worth|was|were|is|hit|reached) (?=(?:${THAN} )?${SCALED})`,
      "gi",
    ),
    (_, coin = "", verb = "") => `${coin} volume ${standing(verb)} `,
  ],
  [
    new RegExp(
      String.raw`(${COIN}) (?:trading|trades|dealings)(?! (?:at|above|below|over|under)\b) (amount(?:ed|s)? to|came? to|comes to|totall?ed|totals?|ran to|runs to|summed to|sums to|add(?:ed|s) up to|exceed(?:ed|s)|top(?:ped|s)|surpass(?:ed|es)|was worth|were worth|was|were|is|hit|reached) (?=(?:${THAN} )?${SCALED})`,
      "gi",
    ),
    (_, coin = "", verb = "") => `${coin} volume ${standing(verb)} `,
  ],
  [new RegExp(String.raw`(${COIN}) (?:has )?traded (?=(?:${THAN} )?${SCALED}(?! of\b))`, "gi"), "$1 had volume of "],
  [new RegExp(String.raw`\b(?:the )?(?:total )?value of (${COIN}) (?:trades|trading|deals)\b`, "gi"), "$1 volume"],
];

const HELD = "(?:(?:is|are|remains?|stays?|sits?|stands?) )";
const POSITIONS = `(?:(?:${FUTURES}|contracts?|positions?|bets)(?: (?:contracts?|positions?))?)`;

const POSITIONED: readonly Turn[] = [
  [
    new RegExp(
      String.raw`((?:${THAN} )?${SUM})(?: worth)? (?:is|are|sits|remains) ${ADVERB}(?:tied up|held|parked|locked up|committed|invested|placed|sitting)? ?in (${COIN}) open interest\b`,
      "gi",
    ),
    "open interest of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`((?:${THAN} )?${SUM})(?: worth)? (?:in|of) (${COIN}) ${POSITIONS} ${HELD}${ADVERB}(?:open|outstanding)\b`,
      "gi",
    ),
    "open interest of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:open|outstanding) (${COIN}) ${POSITIONS} (?:is|are) ${ADVERB}(?:worth|valued at) (?=(?:${THAN} )?${SUM})`,
      "gi",
    ),
    "open interest of $1 is ",
  ],
  [
    new RegExp(
      String.raw`(?<!\b(?:long|short|open) )(${COIN}) ${POSITIONS} (?:worth|valued at) ((?:${THAN} )?${SUM}) ${HELD}${ADVERB}(?:open|outstanding)\b`,
      "gi",
    ),
    "open interest of $1 is $2",
  ],
  [
    new RegExp(
      String.raw`\b(?:traders|speculators|market participants) ${ADVERB}(?:hold|have|keep|carry|are (?:holding|keeping|carrying|sitting on)) (?:open )?(${COIN}) ${POSITIONS} (?:worth|of|valued at) (?=(?:${THAN} )?${SUM})`,
      "gi",
    ),
    "open interest of $1 is ",
  ],
  [
    new RegExp(
      String.raw`\b(?:traders|speculators|market participants) ${ADVERB}(?:hold|have|keep|are (?:holding|keeping)) ((?:${THAN} )?${SUM})(?: worth)? (?:open in|riding on|tied up in|committed to|in open) (${COIN}) ${POSITIONS}`,
      "gi",
    ),
    "open interest of $2 is $1",
  ],
];

const standing = (verb: string): string =>
  /^(?:exceed|top|surpass)/i.test(verb) ? "is more than" : /^(?:hit|reached)/i.test(verb) ? "hit" : "is";

const LOCKERS =
  "(?:(?: the)?(?:['’]s)?(?: (?:de-?fi|network|chain|ecosystem|protocols?|smart contracts|apps|dapps|blockchain))*)";
const LOCKED: readonly Turn[] = [
  [/\bsecures? (?=an? (?:tvl|total value locked)\b)/gi, "has "],
  [
    new RegExp(
      `((?:${THAN} )?${SCALED})(?: worth| of value| in value| of assets| of capital)? (?:is|are|has been|sits|lies) ${ADVERB}(?:locked|locked up|deposited) (?:in|on|into|across|inside|with) (?:the )?(${COIN})${LOCKERS}`,
      "gi",
    ),
    "TVL of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:users|people|investors|depositors) (?:have |had )?(?:locked|deposited|locked up) ((?:${THAN} )?${SCALED})(?: worth)? (?:in|into|on) (?:the )?(${COIN})${LOCKERS}`,
      "gi",
    ),
    "TVL of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:users|people|investors|depositors) (?:have |hold )((?:${THAN} )?${SCALED})(?: worth)? locked(?: up)? (?:in|on) (?:the )?(${COIN})${LOCKERS}`,
      "gi",
    ),
    "TVL of $2 is $1",
  ],
  [
    new RegExp(
      String.raw`(${COIN})(?:['’]s)? (?:protocols|de-?fi(?: protocols| apps)?) (?:has|have|holds?|boasts?)(?: attracted| gathered)? ((?:${THAN} )?${SCALED})(?: locked(?: up)?| in (?:deposits|locked value|value locked))?(?=\s*[.,;!]|$| (?:and|but|while)\b)`,
      "gi",
    ),
    "TVL of $1 is $2",
  ],
  [
    new RegExp(
      String.raw`\bdeposits (?:in|on|into) (?:the )?(${COIN})(?:['’]s)? (?:de-?fi|protocols)(?: protocols)?\b`,
      "gi",
    ),
    "TVL of $1",
  ],
];

/** Of the coin itself, whoever it is told of. */
export const LEVELS: readonly Turn[] = [...CAPS, ...PRICES, ...VOLUMES, ...POSITIONED, ...LOCKED];
