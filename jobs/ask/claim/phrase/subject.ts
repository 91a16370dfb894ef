// Turns of phrase about what is measured: money in contracts, what trades, what moves to exchanges, supply and unlocks.
import { pctOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";

const HOW =
  "(?:(?:more|less|fewer|greater|higher|lower) than|over|above|under|below|at least|at most|about|around|roughly|nearly|almost|close to|just over|just under|some|only|just|approximately|well over|well under|as much as)";
const WORDS =
  "(?:(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|half)[- ])+(?:point [a-z]+ )?(?:thousand|million|billion|trillion|mil|bn|grand)";
const SUM = String.raw`(?:[$]\s?\d[\d.,]*\s?(?:(?:k|m|mn|mio|mil|million|bn?|bil|billion|t|trillion)(?![a-z]))?|\d[\d.,]*\s?(?:(?:k|m|mn|mio|mil|million|bn?|bil|billion|t|trillion)(?![a-z]))?|${WORDS})(?: (?:dollars|usd|bucks|greenbacks))?`;
const BE = "(?:is|are|was|were|has been|have been|['’]s|['’]re)";
const STILL = "(?:(?:currently|now|still|already|presently|right now|at the moment) )*";
const USUAL =
  "(?:the |its |a )?(?:usual|normal|norm|average|typical|median|ordinary|regular|standard)(?: (?:level|pace|hour|rate|amount|volume|activity|reading))?";
const LEVERAGE =
  "(?:contracts|positions|futures|perps|perpetuals|derivatives|futures contracts|perp contracts|perpetual contracts|perp positions|futures positions|leveraged positions|open positions)";
const TOKEN = "(?:(?!perp|futures|spot|deriv|leverag|open|short|long|whale|contracts|positions)[a-z]{2,12} )?";
const text = (one: unknown): string => (typeof one === "string" ? one : "");

/** What it costs to have one. */
const PRICES: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b(?:you|we|i|one|buyers?|anyone|investors?)(?:['’]d| would| will)? (?:currently |now )?(?:need|must pay|have to pay|has to pay|pay|should pay|shell out|must spend|have to spend|need to pay|must fork out) ((?:${HOW} )?${SUM}) (?:to (?:buy|get|own|have|acquire|purchase)|for) (?:a single |one |an? |each )?([A-Za-z]+)(?: (?:coin|token))?\b`,
      "gi",
    ),
    "$2 is priced at $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:hang(?:s|ing)|cling(?:s|ing)|hung|clung) on(?:to| to)? (?=(?:the )?(?:${HOW} )?(?:${SUM}))`,
      "gi",
    ),
    "holds above ",
  ],
  [
    new RegExp(
      String.raw`\b(?:slipped|fell|fallen|dropped|dipped|slid|drifted|sank|heading|eased|pulled back|retreated|rose|climbed|moved) (?:back )?towards? (?:the )?${SUM}(?: (?:level|mark|handle))?,? (?:but|yet|though) (?:${BE} )?(?:still )?(?:holds?|holding|stays?|staying|remains?|remaining|trades?|trading|sits?) (above|over|below|under) (?:it|that)(?: level| mark)?`,
      "gi",
    ),
    (all, side = "") => {
      const level = /towards? (?:the )?(.+?)(?: (?:level|mark|handle))?,? (?:but|yet|though) /i.exec(all)?.[1] ?? "";
      return `is ${side} ${level}`;
    },
  ],
  [
    /\b(?:closer|nearer) to (?:its|the) (?:24[- ]?h(?:our)? |daily |day['’]?s |intraday )?(low|high) (?:of the day )?than (?:to )?(?:its|the) (?:24[- ]?h(?:our)? |daily |day['’]?s |intraday )?(?:low|high)(?: of the day)?\b/gi,
    "undrawn between both",
  ],
  [
    /\b(?:holders(?: of [A-Za-z]+)?|[A-Za-z]+ holders|investors|hodlers|everyone|buyers) (?:are |is )?(?:currently |now |still )?(?:sitting on|nursing|looking at|facing|staring at|in for|booking|showing|carrying) (?:a |an )?(?:paper |unrealised |unrealized |net )?(loss|losses|gain|gains|profit|profits)\b/gi,
    (_, what = "") => `it is ${/^loss/i.test(what) ? "down" : "up"}`,
  ],
  [
    /\b(?:took|takes|taking|has taken|suffered|suffers) an? (?:beating|hit|knock|dive|hammering|pounding|battering|tumble|spill|bath),? (?=(?:shedding|losing|dropping|falling|sliding|giving up|down)\b)/gi,
    "is down, ",
  ],
  [
    /\b(?:took|takes|taking|has taken|suffered|suffers) an? (?:beating|hit|knock|dive|hammering|pounding|battering|tumble|spill|bath)(?= (?:over|in|during|today|this) [^,;]*,? (?:shedding|losing|dropping|falling|sliding|giving up)\b)/gi,
    "is down",
  ],
  [
    /\bdown((?: (?:over|in|during|for|on) (?:the )?(?:past|last)? ?(?:24 hours|24h|day|week|month|hour|7 days|30 days)| today| this week| this month)?), (?:shedding|losing|dropping|falling|sliding|giving up) (?=(?:\w+ ){0,4}?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty))/gi,
    "down$1 ",
  ],
];

/** Money in contracts. */
const OPEN: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b((?:${HOW} )?${SUM}) (?:worth )?(?:of |in )?(?:open |outstanding )?${TOKEN}${LEVERAGE} (?:${BE} |remains? |stays? )${STILL}(?:open|outstanding|live|running)\b`,
      "gi",
    ),
    "open interest is $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:there (?:${BE}) |there['’]s )${STILL}((?:${HOW} )?${SUM}) (?:worth )?(?:of |in )?(?:open |outstanding )${TOKEN}${LEVERAGE}\b`,
      "gi",
    ),
    "open interest is $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:there (?:${BE}) |there['’]s )${STILL}((?:${HOW} )?${SUM}) (?:of |in )(?:\w+ )?(open interest|depth|liquidity|liquidations|inflows?|outflows?|volume|value locked|tvl|market cap)\b`,
      "gi",
    ),
    "$2 is $1",
  ],
];

/** What trades. */
const TRADED: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b(?:traders|people|investors|market participants) (?:have )?(?:exchanged|traded|swapped|turned over) ((?:${HOW} )?${SUM})(?: worth)?(?: of [a-z]{2,12})? (?:on|in) (?:the )?(spot|perp|perpetual|futures|derivatives?) (?:markets?|exchanges|venues)\b`,
      "gi",
    ),
    (_, amount = "", kind = "") => `${/spot/i.test(kind) ? "spot" : "perp"} volume is ${amount}`,
  ],
  [
    new RegExp(
      String.raw`\b(perp\w*|futures|derivatives|spot)(?: markets?)? (?:saw|did|had|recorded|posted|printed|notched|clocked) ((?:${HOW} )?${SUM}) (?:in|of) (?:trading )?(?:volume|turnover|trades)\b`,
      "gi",
    ),
    (_, kind = "", amount = "") => `${/spot/i.test(kind) ? "spot" : "perp"} volume is ${amount}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:perp\w*|futures|derivatives?)(?: market| markets| exchanges| venues)? (?:traded|turned over|handled|processed|recorded|clocked) (?=(?:${HOW} )?${SUM})`,
      "gi",
    ),
    "perp volume is ",
  ],
  [
    new RegExp(
      String.raw`\b((?:${HOW} )?${SUM}) (?:worth )?(?:of |in )${TOKEN}(perps?|perpetuals?|futures|derivatives|perpetual futures|perp contracts|futures contracts|spot)?(?: volume)? ?(?:${BE} )?(?:has |have )?(?:changed hands|(?:was|were|been|got) traded|traded|turned over)\b`,
      "gi",
    ),
    (_, amount = "", kind) => `${/^(?:spot|)$/i.test(text(kind)) ? "spot" : "perp"} volume is ${amount}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?<!buy |sell |taker )(?:(?:trading |spot )?(?:volume|activity|turnover) (?:in|over|of|for|during) (?:the )?(?:past|last|latest|this|previous) hour|(?:past|last|latest|previous) hour['’]?s? volume|hourly volume|hourly turnover|this hour['’]?s volume|the (?:last|past) hour (?:${BE} )?(?:was )?(?:busy|quiet|brisk|slow|active|lively)[,:;] (?:with )?volume)\b`,
      "gi",
    ),
    "hourly volume",
  ],
  [
    new RegExp(
      String.raw`\bhourly volume (?:(?:${BE}|runs?|running|came|comes|stands|sits|ran) )*(?:in )?(?:at )?(?:about |around |roughly |nearly |almost |some )?(\d[\d.]*) ?(?:%|percent|per cent) (above|over|higher than|more than|below|under|lower than|less than) ${USUAL}`,
      "gi",
    ),
    (all, pct = "", way = "") => {
      const about = /\b(?:about|around|roughly|nearly|almost|some)\b/i.test(all) ? "about " : "";
      const sign = /above|over|higher|more/i.test(way) ? 1 : -1;
      return `relative volume is ${about}${Number((1 + (sign * Number(pct)) / 100).toFixed(4))}`;
    },
  ],
  [
    new RegExp(
      String.raw`\bhourly volume (?:(?:${BE}|runs?|running|came|comes|stands|sits|ran) )*(?:in )?(?:at )?((?:${HOW} )?)(\d[\d.]*)(?:x| times) ${USUAL}`,
      "gi",
    ),
    "relative volume is $1$2",
  ],
  [
    new RegExp(
      String.raw`\bhourly volume (?:(?:${BE}|runs?|running|came|comes|stands|sits|ran) )*(?:in )?(well |far |way )?(above|over|higher than|below|under|lower than|less than|more than) ${USUAL}`,
      "gi",
    ),
    (_, far, way = "") => `relative volume is ${text(far)}${/above|over|higher|more/i.test(way) ? "above" : "below"} 1`,
  ],
];

const MOVED_TO =
  "(?:moved|sent|deposited|shifted|transferred|put|brought|parked|dumped|shipped|poured|loaded|flowed|piled)";
const MOVED_FROM = "(?:moved|withdr[ae]w|withdrawn|pulled|took|taken|removed|shifted|transferred|drained|flowed)";
/** The whole of a sum, and no part of it that what follows would fit. */
const NOT_CUT = String.raw`(?![\d.,]*\d| ?(?:k|m|mn|mil|million|bn?|billion|thousand|dollars)\b)`;
const PEOPLE = "(?:whales|holders|investors|people|users|traders|large holders|big holders|participants|wallets)";

/** What comes to exchanges and leaves them. */
const FLOWS: readonly Turn[] = [
  [
    /\b(more|fewer|less) (?:\w+ )?(?:(?:was|were|has|have) )?(?:flowed|moved|went|gone|came|sent|taken|travelled) (off|out of|onto|into|to) (?:the )?exchanges than (?:off|out of|out|onto|into|in|to)(?: (?:them|it))?\b/gi,
    (_, more = "", way = "") =>
      /more/i.test(more) === /^(?:onto|into|to)$/i.test(way) ? "net inflow to exchanges" : "net outflow from exchanges",
  ],
  [
    new RegExp(
      String.raw`\bnet ((?:${HOW} )?${SUM}) (?:worth )?(?:of [a-z]{2,12} )?(leave|leaving|exit|exiting|go out of|enter|entering|arrive on|arriving on|come onto|coming onto|go to|going to) (?:the )?exchanges\b`,
      "gi",
    ),
    (_, far = "", way = "") => `net ${/^(?:leav|exit|go out)/i.test(way) ? "outflow" : "inflow"} of ${far}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:whales|big holders|large holders|big players|big wallets|large wallets) (?:have |has )?(?:collectively )?(?:moved|shifted|transferred|sent|pushed) ((?:${HOW} )?${SUM})(?: (?:worth|around))?(?: (?:of|in) [a-z]{2,12})?(?: in (?:large|whale|big|sizeable) (?:transfers|transactions))?${NOT_CUT}(?! (?:to|on|into|onto|off|from|out|through|of)\b)`,
      "gi",
    ),
    "value of large transfers is $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:one|a single) whale (?:has |just )?(?:moved|sent|transferred|shifted) ((?:${HOW} )?${SUM})(?: (?:at once|in one go|in a single (?:transfer|transaction|move)))?${NOT_CUT}(?! (?:to|on|into|onto|off|from|out)\b)`,
      "gi",
    ),
    "largest transfer is $1",
  ],
  [/\b(?:on net|on balance|in net terms|net of everything|on a net basis)\b,?/gi, "net"],
  [
    /\b(more|fewer|less) (?:\w+ )?(entered|reached|came to|arrived (?:on|at)|went to|flowed (?:in)?to|moved (?:on)?to|left|exited|came off|went off|flowed out of|moved off) (?:the )?exchanges than (?:(?:have|were|was|had) )?(?:left|exited|came off|went out|withdrawn|flowed out|moved out|entered|came in|arrived|flowed in|deposited|joined)(?: (?:them|it|exchanges|from them|of them|to them|there))?\b/gi,
    (_, more = "", way = "") => {
      const isIn = /^(?:entered|reached|came to|arrived|went to|flowed (?:in)?to|moved (?:on)?to)/i.test(way);
      return /more/i.test(more) === isIn ? "net inflow to exchanges" : "net outflow from exchanges";
    },
  ],
  [
    new RegExp(
      String.raw`\b${PEOPLE} (?:have |has )?(?:collectively )?${MOVED_TO} ((?:${HOW} )?${SUM}) (?:worth )?(?:of \w+ )?(?:in|on)?to (?:the )?(?:crypto )?exchanges\b`,
      "gi",
    ),
    "exchange inflow is $1",
  ],
  [
    new RegExp(
      String.raw`\b${PEOPLE} (?:have |has )?(?:collectively )?${MOVED_FROM} ((?:${HOW} )?${SUM}) (?:worth )?(?:of \w+ )?(?:off|from|out of) (?:of )?(?:the )?(?:crypto )?exchanges\b`,
      "gi",
    ),
    "exchange outflow is $1",
  ],
  [
    /\b(?:exchange|cex) (?:deposits|inflows) (?:came (?:to|in at)|amounted to|totall?ed|stood at|were|reached|summed to|added up to)(?= )/gi,
    "exchange inflow is",
  ],
  [
    /\b(?:exchange|cex) (?:withdrawals|outflows) (?:came (?:to|in at)|amounted to|totall?ed|stood at|were|reached|summed to|added up to)(?= )/gi,
    "exchange outflow is",
  ],
  [
    /\bexchanges (?:took in|received|got|absorbed|gained|saw come in) (?:more|less|fewer) (?:\w+ )?(?:in )?than (?:they )?(?:let go|gave up|released|lost|sent out|paid out|saw leave|(?:saw )?withdrawn|left|went out|let out|handed out)(?: of)?\b/gi,
    (all) => (/\b(?:less|fewer)\b/i.test(all) ? "net outflow from exchanges" : "net inflow to exchanges"),
  ],
  [
    /\b(?:net,? )(?:of )?(?:more )?(?:coins|tokens|money|supply|funds|[A-Z]{2,6}) (?:have |has )?(?:been )?(left|leaving|flowed out of|flowing out of|moved off|came off|withdrawn from|exited|flowed off) (?:the )?exchanges\b/gi,
    "net outflow from exchanges",
  ],
  [
    /\b(?:net,? )(?:of )?(?:more )?(?:coins|tokens|money|supply|funds|[A-Z]{2,6}) (?:have |has )?(?:been )?(entered|entering|flowed (?:in)?to|flowing (?:in)?to|moved (?:on)?to|came (?:on)?to|arrived (?:on|at)|reached) (?:the )?exchanges\b/gi,
    "net inflow to exchanges",
  ],
  [
    /\b(?:exchange (?:balances?|reserves?|holdings|supply|stockpiles?|stacks?)|(?:the )?(?:amount|number|supply|stack|pile|stash|hoard|stockpile|holdings|balance) (?:of (?:\w+ )?)?(?:coins |tokens )?(?:held |sitting |kept |parked |left )?on exchanges)\b/gi,
    "exchange reserve",
  ],
  [
    new RegExp(
      String.raw`\b((?:${HOW} )?${SUM}) ([A-Z]{2,6}|[A-Z][a-z]+|coins|tokens|sol|btc|eth|ada)? ?(?:${BE} )?${STILL}(?:sit|sits|sitting|held|kept|stored|parked|lying|lie|rest|remain) (?:in|on|at) (?:the )?(?:exchange wallets|exchanges|centrali[sz]ed exchanges|exchange addresses)\b`,
      "gi",
    ),
    (_, amount = "", coin) => `exchange reserve is ${amount}${text(coin) ? ` ${text(coin)}` : ""}`,
  ],
  [
    new RegExp(
      String.raw`\b((?:${HOW} )?${SUM}) (?:worth )?(?:of [a-z]{2,12} )?(?:(?:has|have|was|were) )?(?:hit|reached|landed (?:on|at)|arrived (?:at|on)|poured (?:in|on)to|piled (?:in|on)to|streamed (?:in|on)to|made (?:its|their) way (?:on)?to) (?:the )?exchanges\b`,
      "gi",
    ),
    "exchange inflow is $1",
  ],
  [
    new RegExp(
      String.raw`\b((?:${HOW} )?${SUM}) (?:worth )?(?:of [a-z]{2,12} )?(?:(?:has|have|was|were) )?(?:exited|streamed out of|poured out of|drained from|escaped|made (?:its|their) way (?:off|out of)|walked out of) (?:the )?exchanges\b`,
      "gi",
    ),
    "exchange outflow is $1",
  ],
  [
    /\b(?:is|are|keeps?|has been|have been) (?:still |now )?(?:flowing|moving|going|coming|heading|streaming|pouring|piling) (?:in|on)?to (?:the )?exchanges(?! (?:than|and off))\b/gi,
    "net inflow to exchanges",
  ],
  [
    /\b(?:is|are|keeps?|has been|have been) (?:still |now )?(?:flowing|moving|going|coming|heading|streaming|pouring|draining) (?:off|out of|from|away from) (?:the )?exchanges(?! (?:than|and on))\b/gi,
    "net outflow from exchanges",
  ],
  // Large ones.
  [
    new RegExp(
      String.raw`\b((?:${HOW} )?\d[\d.,]*) (?:whale|whale[- ]sized|whale[- ]size|large|big|sizeable|sizable|huge) (?:transfers|transactions|moves|movements|txs)(?: (?:${BE} )?(?:spotted|seen|recorded|detected|made|counted|logged|observed|registered|took place|happened|occurred|hit the chain))?`,
      "gi",
    ),
    "number of large transfers is $1",
  ],
  [
    /\b(?:at least one|a|one|some) (?:single )?(?:whale )?(?:transfer|transaction) (?:exceed(?:s|ed)|was (?:above|over|larger than|bigger than|more than)|topped|surpassed|went above) /gi,
    "largest transfer is above ",
  ],
  [/\bwhales? (?:made|carried out|conducted|executed|did) (?=number of large transfers)/gi, ""],
  [
    /\b(large|whale|big) (transfers|transactions) (?:took place|happened|occurred|were made|were seen|were recorded|were counted)\b/gi,
    "$1 $2",
  ],
  [
    /\b(?:the )?(?:single )?(?:largest|biggest|top)(?: single)? (?:transfer|transaction|move|whale transfer|whale transaction|whale move|on-?chain transfer)\b/gi,
    "largest transfer",
  ],
  [
    new RegExp(
      String.raw`\b(?:there was )?a (?:single )?(?:whale )?(?:transfer|transaction) (?:of|worth|bigger than|larger than|exceeding|above|over) ((?:${HOW} )?${SUM})(?: (?:was|has been) (?:seen|spotted|recorded|made|detected|observed))?`,
      "gi",
    ),
    (all, amount = "") =>
      /^(?:more than|over|above|at least)/i.test(amount)
        ? `largest transfer is ${amount}`
        : /(?:bigger than|larger than|exceeding|above|over) /i.test(all)
          ? `largest transfer is above ${amount}`
          : all,
  ],
];

/** Supply and what is to come. */
const SUPPLIES: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b(?:the )?(?:circulating |total )?supply (?:${BE} )?${STILL}(?:(?:grew|grows|growing|grown|increased|increases|increasing|inflated|inflating|expanded|expanding|rose|rising|up|risen) )(?:by )?(?=(?:${HOW} )?[\d\w.]+ ?(?:%|percent|per cent|of a percent))`,
      "gi",
    ),
    "supply inflation is ",
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:[A-Za-z]+['’]s )?(?:circulating |total |token )?supply (?:${BE} )?${STILL}(?:(?:grew|grows|growing|grown|increased|increasing|inflating|expanding|rose|rising|inflationary))(?! by)(?=$|[.,;!]| (?:over|in|and|but|this|on|month))`,
      "gi",
    ),
    "supply inflation is positive",
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:[A-Za-z]+['’]s )?(?:circulating |total |token )?supply (?:${BE} )?${STILL}(?:(?:shrank|shrinks|shrinking|shrunk|declining|decreasing|decreased|contracting|fell|falling|deflationary|deflating))(?! by)(?=$|[.,;!]| (?:over|in|and|but|this|on|month))`,
      "gi",
    ),
    "supply inflation is negative",
  ],
  [
    new RegExp(
      String.raw`\b(?:(${HOW}) )?(?:(a|one|two|three|four|nine|seven) )?(half|third|quarter|fifth|tenth)s? (?=(?:of [^,;%]*?)?(?:is|are|being) ${STILL}staked\b)`,
      "gi",
    ),
    (_, how, count, part) => {
      return `${text(how) || "about"} ${pctOf(text(count), text(part))}% `;
    },
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:of|in) )?(?:all|the|its|total|circulating) (?:[A-Za-z]{2,8} )?(?:supply |coins |tokens )?(?:${BE} )${STILL}(?:staked|locked in staking|locked up in staking|bonded)\b`,
      "gi",
    ),
    "is staked",
  ],
  [
    /(?<=%|percent|half|thirds|quarters|fifths) of (?:all |the |its |total |circulating )*(?:supply|coins|tokens|[A-Z]{2,6}|sol|eth|ada|btc)(?= is staked| staked| are staked)/gi,
    "",
  ],
  // Unlocks.
  [
    /(\bunlock[^,;]*?(?:%|percent|per cent)) of (?:the |its |all )?(?:circulation|circulating(?: supply)?|float|(?:total )?supply)\b/gi,
    "$1",
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(next|coming|upcoming)( token)? unlock (?:${BE} |comes? |lands? |happens? |arrives? |takes place )?(?:due |coming |scheduled |only |just )*((?:${HOW} )?(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty) (?:hours?|days?|weeks?)) (?:away|out|off|from now|ahead|to go)\b`,
      "gi",
    ),
    "next unlock is in $3",
  ],
  [
    /\b(?:an?|the|one|a token|some) unlock (?:of|above|over|exceeding|bigger than|larger than) ((?:(?:more than|over|above|at least|about|less than|under) )?\d[\d.]* ?(?:%|percent|per cent)) (?:of (?:the |its )?(?:circulating |total )?(?:supply|circulation|float) )?(?:is |are )?(?:coming(?: up)?|due|scheduled|set|happening|planned|lands?|comes)? ?(?:for |in |within |over |during )?(?:the )?(?:next|coming) (week|7 days|seven days|month|30 days|thirty days)\b/gi,
    (all, amount = "", time = "") => {
      const how = /\bunlock (?:above|over|exceeding|bigger than|larger than) /i.test(all) ? "above " : "";
      return `unlocks in ${/month|30|thirty/i.test(time) ? "30 days" : "7 days"} are ${how}${amount}`;
    },
  ],
  [
    /\b(?:an? |the |some )?unlocks? (?:is |are )?(?:due |coming |scheduled |set )?(?:for |in )?(next week|next month)(?: (?:is|are|of|worth))? (?=(?:above|over|more than|exceed\w*|bigger|larger|below|under|less than|at least|at most|about|around|nearly|\d))/gi,
    "unlocks $1 are ",
  ],
  [
    /\bunlocks? (?:over|in|during|within|for|due in|due over|scheduled (?:for|over|in)) (?:the )?(?:next|coming|following) (week|7 days|seven days|month|30 days|thirty days|90 days|three months|quarter)\b(?=.*(?:%|percent|per cent))/gi,
    (_, time = "") =>
      `unlocks in ${/quarter|90|three/i.test(time) ? "90 days" : /month|30|thirty/i.test(time) ? "30 days" : "7 days"}`,
  ],
  [
    /\b(?:next|coming) (week|month)['’]s unlocks?\b/gi,
    (_, time = "") => `unlocks in ${/month/i.test(time) ? "30 days" : "7 days"}`,
  ],
];

export const SUBJECTS: readonly Turn[] = [...PRICES, ...OPEN, ...TRADED, ...FLOWS, ...SUPPLIES];
