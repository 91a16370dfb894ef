// Turns of market prose about what is told: two sides of one sum, who pays, bounds, what it is held against.

import { pctOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";
import { EXCEEDS, HOW, PART_OF, RECORD, SIDE, SINCE, SUM, sideOf, TIME, text } from "./prose-words.ts";
import { CALLED } from "./turns-called.ts";

/** Two sides of one sum, and what was more by how much. */
const SIDED: readonly Turn[] = [
  [
    /\b(\d+) (?:large|whale|big)(?:[- ]sized)? (?:transactions|transfers|moves),? (?:worth|totall?ing|for|of|carrying) ([$][\d.]+ ?(?:m|million|bn|billion))/gi,
    (_, count = "", sum = "") => `${count} large transfers, value of large transfers ${sum}`,
  ],
  [
    /\bfrom (?:the )?exchanges (?:was|were|has been|have been) (?:withdrawn|taken|removed|pulled)\b/gi,
    "exchange outflow of",
  ],
  [/\bon(?:to)? (?:the )?exchanges (?:came|arrived|(?:was|were) deposited|landed)\b/gi, "exchange inflow of"],
  [
    /\bbids?\/asks?(?: depth)? ([$]?[\d.]+\w?)\/([$]?[\d.]+\w?)/gi,
    (_, bid = "", ask = "") => `bids ${bid}, asks ${ask}`,
  ],
  [
    new RegExp(
      String.raw`\b(long|short|bull|bear)s?(?: traders| positions)? (?:was|were|got|have been) hit (?:with|for|by) ${SUM}(?: of the ${SUM})?(?: in)?(?: total)? liquidations`,
      "gi",
    ),
    (_, side = "", sum = "", all) =>
      `${sideOf(side)} liquidations ${sum}${text(all) ? `, liquidations ${text(all)}` : ""}`,
  ],
  [
    new RegExp(String.raw`,? (?:of which|including|with) ${SUM}(?: worth)? (?:of |${PART_OF} )*${SIDE}\b`, "gi"),
    (_, sum = "", side = "") => `, ${sideOf(side)} liquidations ${sum}`,
  ],
  [
    new RegExp(
      String.raw`,? (?:compared (?:to|with)|versus|vs\.?|against|while|and|with) (?:just |only )?${SUM}(?: worth)? (?:of|in|for|from) ${SIDE}\b`,
      "gi",
    ),
    (_, sum = "", side = "") => `, ${sideOf(side)} liquidations ${sum}`,
  ],
  [
    new RegExp(
      String.raw`,? (?:exceeding|surpassing|topping|dwarfing|outweighing|well above|far above|above) (?:the )?(?:[$][\d.]+\S* in )?(long|short) liquidations (?:of|at) ${SUM}`,
      "gi",
    ),
    (_, side = "", sum = "") => `, ${sideOf(side)} liquidations ${sum}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:exchange )?(inflows?|outflows?|deposits|withdrawals) (?:have |has |had )?${EXCEEDS} (?:exchange |the )?(inflows?|outflows?|deposits|withdrawals) by\b`,
      "gi",
    ),
    (all, one = "", other = "") => {
      const isIn = (what: string) => /^(?:in|dep)/i.test(what);
      return isIn(one) === isIn(other) ? all : `net ${isIn(one) ? "inflow" : "outflow"} of`;
    },
  ],
  [
    /\b(taker (?:sell|buy)(?:ing)?(?: volume| orders)?|bids?|asks?|longs?|shorts?|inflows?|outflows?) (?:has|have|had) (?=[a-z]+ed\b)/gi,
    "$1 ",
  ],
  [
    /\bneither (binance|bybit|okx|kraken|kucoin|gate|bitget|hyperliquid|deribit) nor (binance|bybit|okx|kraken|kucoin|gate|bitget|hyperliquid|deribit) (?:shows?|has|have|reports?|posts?|offers?|prints?)(?: an?)? (positive|negative) funding(?: rates?)?/gi,
    "funding is not $3 on $1 and funding is not $3 on $2",
  ],
];

/** Longs and shorts: who pays, who was closed, which way they lean. */
const SIDES: readonly Turn[] = [
  [/\blong accounts outnumber short accounts (?:by )?([\d.]+) to (?:1|one)\b/gi, "long short ratio is $1"],
  [/\btop traders are (?:even )?(?:longer|more long),? (?:with|at) a ratio of (?=\d)/gi, "top trader ratio is "],
  [
    /\b(?:the )?(?:cost|price) of (?:holding|carrying) (longs|shorts) is (negative|positive):?/gi,
    (_, side = "", sign = "") => `${/long/i.test(side) === /neg/i.test(sign) ? "shorts" : "longs"} are paying, `,
  ],
  [
    /\b(negative|positive) funding (?:prevails|dominates|is the norm) on most (?:exchanges|venues)\b/gi,
    "most venues have $1 funding",
  ],
  [
    new RegExp(
      String.raw`\bliquidated (long|short)s (?:have )?${EXCEEDS} liquidated (long|short)s by ((?:${HOW} )?[\d.]+|(?:more than )?(?:two|three|four|five|six)) times\b`,
      "gi",
    ),
    "$1 liquidations are $3 times $2 liquidations",
  ],
  [/\bforce[- ]liquidated\b/gi, "liquidated"],
  [
    /\bwhales made (?=(?:over|more than|about|around|some|at least|fewer than|less than|\d))([^,;]*?) transfers\b/gi,
    "whale transfers $1",
  ],
  [/\bone of them\b/gi, "up"],
  [
    new RegExp(
      String.raw`\b(long|short)s?(?: liquidations| positions)? (?:made up|accounted for|represented|were|are|make up|account for) ((?:${HOW} )?[\d.]+ ?%) of (?:the total|it all|all of (?:it|them)|(?:all |the |total )?liquidations)`,
      "gi",
    ),
    "$1 liquidations are $2 of liquidations",
  ],
  [/\b(?:must|have to|need to|are forced to|are made to) pay\b/gi, "pay"],
  [
    /\b(?:you |one |traders )?(?:get|gets|are|being|getting) paid to (?:be |go |hold )?(long|short)\b/gi,
    (_, side = "") => `${/long/i.test(side) ? "shorts" : "longs"} are paying`,
  ],
  [
    new RegExp(
      String.raw`^of (?:the |that )?${SUM}(?: that was)? (?:liquidated|in liquidations|of liquidations|wiped out)((?: (?:in|over) [a-z0-9 ]+)?), `,
      "i",
    ),
    "liquidations $1$2, of which ",
  ],
  [
    /\b(?:slightly |somewhat |a bit |a little )?more (?:of it |of that )?(?:is )?on the (bid|ask) side\b/gi,
    (_, side = "") => `${side}s are higher than ${/bid/i.test(side) ? "asks" : "bids"}`,
  ],
  [/\bnear the (?:price|mid|market|top of the book)\b/gi, ""],
  [
    /\b(?:traders|those|people) betting on (higher|lower|rising|falling) prices\b/gi,
    (_, way = "") => (/higher|ris/i.test(way) ? "longs" : "shorts"),
  ],
  [/([$][\d.]+ ?(?:k|m|mn|million|bn|billion)) (?:came|flowed|went|moved) in\b/gi, "exchange inflow $1"],
  [/([$][\d.]+ ?(?:k|m|mn|million|bn|billion)) (?:flowed|went|moved) out\b/gi, "exchange outflow $1"],
  [
    /\b(?:traders|those|people|accounts|users|players|investors) (?:who (?:are )?)?(?:holding|with|in|running|sitting in) (?:open )?(long|short)(?: positions?| bets?)?\b/gi,
    "$1s",
  ],
  [/\bthose who are (long|short)\b/gi, "$1s"],
  [/\btop traders (?:are |sit |stand |lean )?(?:at )?([\d.]+)(?:x| times) long\b/gi, "top trader ratio is $1"],
  [
    new RegExp(
      String.raw`\b(bids?|asks?|inflows?|outflows?|longs?|long liquidations|shorts?|short liquidations) ${EXCEEDS} (?:the )?(bids?|asks?|inflows?|outflows?|longs?|long liquidations|shorts?|short liquidations),? (?:at |by |with )?(?:about |roughly )?([$][\d.,]+ ?(?:m|mn|million|bn?|billion|k)?) (?:to|versus|vs\.?|against) (?:about |roughly )?([$][\d.,]+ ?(?:m|mn|million|bn?|billion|k)?)`,
      "gi",
    ),
    (all, one = "", other = "", sum = "", less = "") =>
      /^(?:longs?|shorts?)$/i.test(one) ? all : `${one} $${sum.slice(1)}, ${other} $${less.slice(1)}`,
  ],
  [
    /\b(?:[a-z]+ )?(?:traders|people|speculators|punters|they|everyone|users|folks) (?:are |is |have to |must |now )*pay(?:ing)? (?:up |a premium |money |a fee |funding )?to (?:be|stay|go|hold|remain|keep) (?:a )?(long|short)s?(?: positions?)?\b/gi,
    (_, side = "") => `${side.toLowerCase()}s are paying`,
  ],
  [
    /\bliquidations? (?:were|was|are|is|skewed)? ?(?:heavily |mostly |strongly |clearly |overwhelmingly |very )*(?:skewed|tilted|weighted|leaning|concentrated|biased)? ?(?:heavily |mostly )?(?:to|towards?|on|in) (?:the )?(long|short)(?:s| side)\b/gi,
    (_, side = "") => `most liquidations are of ${side.toLowerCase()}s`,
  ],
  [
    /\b(longs|shorts|bulls|bears)((?:(?!\b(?:and|but|while)\b)[^.;])*?),? (?:accounting for|making up|with|representing) ([$]\d[\d.]*\s?(?:m|mn|million|bn|billion|k)?)(?: of (?:that|the|it|those|all)[^.;,]*)?/gi,
    (_, side = "", what = "", sum = "") => `${side}${what}, ${sideOf(side)} liquidations ${sum}`,
  ],
  [
    new RegExp(
      String.raw`\b(longs|shorts|bulls|bears) (?:have |had )?(?:lost|suffered|took|ate|swallowed|saw|absorbed) ${SUM} (?:to|in|of|from|worth of) (?:forced )?liquidations?\b`,
      "gi",
    ),
    (_, side = "", sum = "") => `${sideOf(side)} liquidations ${sum}`,
  ],
  [
    /\b(?:of |in )?(longs|shorts|leveraged positions|positions) (?:got|were|have been|was|getting|just got) (?:absolutely |totally |completely )?(?:smoked|cooked|toasted|roasted|fried|slaughtered|destroyed|annihilated|crushed|cleaned out|hosed|murdered|killed|taken out|butchered|steamrolled|run over|squeezed out|shaken out|blown apart|kicked out|forced out)\b/gi,
    "of $1 liquidated",
  ],
  [/\b(?:were|was|got) forced out(?: of (?:their|the) (?:positions|trades|bets))?/gi, "were liquidated"],
  [
    /\baccounts (?:lean|are leaning|skew|tilt) long:? (?:at |by )?(\d[\d.]*) to (?:1|one)\b/gi,
    "long short ratio is $1",
  ],
  [
    /\b(?:money|capital|bets|positions|contracts) in (?:[a-z]{2,12} )?(?:futures|perps|perpetuals|derivatives)\b/gi,
    "open interest",
  ],
  [/\bmore (negative|positive) than\b/gi, (_, sign = "") => (/neg/i.test(sign) ? "lower than" : "higher than")],
];

/** What never was, and what is no more than. */
const BOUNDS: readonly Turn[] = [
  [
    /\b(?:has|have|had|did)(?:n['’]t| not) (?:once |ever |even )?(?:traded?|gone|been|climbed?|risen|fallen|dropped|go|trade|rise|fall|moved?) (?:even |any )?(higher|lower) than(?= [$]?\d[\d.,]*k?(?! ?%| percent))/gi,
    (_, way = "") => `was never ${/higher/i.test(way) ? "above" : "below"}`,
  ],
  [
    /\bnever (?:once )?(?:fell|dropped|dipped|sank|slid|went|traded|got|slipped) (?:beneath|below|under|lower than)\b/gi,
    "was never below",
  ],
  [
    /\bnever (?:once )?(?:rose|climbed|went|traded|got|jumped|moved|pushed) (?:above|over|beyond|past|higher than)\b/gi,
    "was never above",
  ],
  [/\b(?:has|have|did)(?:n['’]t| not) moved? (?:by )?(?:more than|over)\b/gi, "moved less than"],
  [/\b(?:is|are)(?:n['’]t| not) as (?:big|large|valuable) as\b/gi, "is smaller than"],
  [/\brang(?:ed|es|ing) from ([$]?[\d.,]+k?) to ([$]?[\d.,]+k?)/gi, "ranged between $1 and $2"],
];

/** What is held against a time, a record or another coin. */
const HELD: readonly Turn[] = [
  [
    /\bworth (more|less) (?:now|today|at present) than (?:it was )?(\d+ (?:hours|days)|(?:an?|one|two) (?:hour|day|week|month)s?) (?:ago|earlier)/gi,
    (_, way = "", time = "") => `${/more/i.test(way) ? "up" : "down"} in the last ${time}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:price )?${TIME} ago(?:,? it)? was (lower|higher|cheaper|more expensive|dearer) than (?:it is )?(?:now|today|at present)`,
      "gi",
    ),
    (_, time = "", way = "") => `${/lower|cheap/i.test(way) ? "up" : "down"} in the last ${time}`,
  ],
  [
    new RegExp(
      String.raw`^${TIME} ago,? ([a-z]{2,10}|it|the (?:price|coin|token)) (?:was|cost|traded) (lower|higher|cheaper|more expensive|dearer|less|more) than (?:it (?:is|does) )?(?:now|today|at present)`,
      "i",
    ),
    (_, time = "", who = "", way = "") =>
      `${who} is ${/lower|cheap|less/i.test(way) ? "up" : "down"} in the last ${time}`,
  ],
  [
    /,? after an? ([\d.]+ ?%)(?: (hourly|daily|weekly|monthly))? (drop|fall|decline|slide|rise|gain|jump|increase)/gi,
    (_, far = "", time, move = "") => `, ${move} of ${far} ${text(time)}`,
  ],
  [
    /\bcame with (?:an? )?([\d.]+ ?%) (drop|fall|decline|rise|gain|jump|increase) in (?=open interest|volume|tvl)(open interest|volume|tvl)/gi,
    ", $3 $2 of $1",
  ],
  [
    new RegExp(
      String.raw`\b(below|above|under|over) (?:where|what) it (?:was|stood|traded|cost)(?: at)? ${TIME} (?:ago|earlier|before)`,
      "gi",
    ),
    (_, way = "", time = "") => `${/below|under/i.test(way) ? "down" : "up"} in the last ${time}`,
  ],
  [
    new RegExp(
      String.raw`(?<!\b(?:than|to|with|from|versus|vs\.?) )\b(?:roughly |about |pretty much |more or less |basically |essentially )?(?:where|what) it (?:was|stood|traded|cost)(?: at)? ${TIME} (?:ago|earlier|before)`,
      "gi",
    ),
    "flat in the last $1",
  ],
  [/\b(?:a )?(bigger|smaller|larger) one than\b/gi, "$1 than"],
  [
    /\b(weaker|worse|poorer|stronger|better) (?:price )?performance than\b/gi,
    (_, how = "") => (/str|bet/i.test(how) ? "outperformed" : "underperformed"),
  ],
  [/\bin (?:extreme )?(?:fear|greed)(?: territory)? at (?=\d)/gi, "at "],
  [/\b(?:won|winning|wins) against (?:the )?/gi, "outperformed "],
  [/\b(?:lost|losing|loses) against (?:the )?/gi, "underperformed "],
  [/,? (?<!high )(?:hitting|reaching|landing at|ending at|standing at|coming in at) (?=[$])/gi, ", at "],
  [/\b(?:haircut|pull-?back|correction|retracement|setback|sell-?off|comedown|drawdown today)\b/gi, "drop"],
  [/\b(?:upswing|upmove|comeback|run-up|appreciation)\b/gi, "rise"],
  [
    /\b(?:got|gets|getting|been|was) (?:absolutely |totally )?(?:smacked|clobbered|wrecked|slapped|hammered|clapped|walloped|whacked|crushed|destroyed|battered|pummell?ed|thrashed)\b(?! (?:for|out))/gi,
    "fell",
  ],
  [/\b(?:trading |look(?:s|in|ing) )?like (?=[$]?\d)/gi, "at about "],
  [/\bchopp(?:ed|ing)(?: around)? between\b/gi, "ranged between"],
  [/\b(up|down) only\b/gi, "$1"],
  [/\bpoorer\b/gi, "down"],
  [/\bricher\b/gi, "up"],
  [
    /\bimplied (?:vol|volatility) (?:is |trades |sits )?at a (premium|discount) to (?=(?:[a-z0-9]+[- ])*(?:reali[sz]ed|historical))/gi,
    (_, way = "") => `implied volatility is ${/prem/i.test(way) ? "higher" : "lower"} than `,
  ],
  [
    /\b(?:trades? |trading |is |are )?at an? (discount|premium) of (\d[\d.]*) ?% (?:to|versus|against|over|below) (?:the )?spot\b/gi,
    (_, way = "", far = "") => `basis is ${/disc/i.test(way) ? "-" : ""}${far}%`,
  ],
  [
    /\brank(?:ing)?(?: by market cap\w*)? is (better|higher|worse|lower) than\b/gi,
    (_, way = "") => `market cap is ${/better|higher/i.test(way) ? "higher" : "lower"} than`,
  ],
  [/\b(?:has )?flipped (?=[a-z]{2,10} (?:in|by) (?:mcap|market))/gi, "higher market cap than "],
  [/(?<=higher market cap than [a-z]{2,10}) (?:in|by) (?:mcap|market ?cap)/gi, ""],
  [/\bcompar(?:ing|ed) (?:to|with) (?=yesterday)/gi, "compared to "],
  [
    /\b(?:extended|widened|deepened|trimmed|pared|cut|brought|took) its (hourly|daily|weekly|monthly|24[- ]hour) (losses|gains|loss|gain) to (?=[\d.])/gi,
    (_, time = "", way = "") => `${/loss/i.test(way) ? "fell" : "rose"} ${time} `,
  ],
  [
    /\b(?:gave back|gave up|trimmed|pared|erased|handed back) (?:some|part) of its (weekly|monthly) gains,? ?/gi,
    (_, time = "") => `is up ${time}, and `,
  ],
  [
    /\bha(?:s|ve)(?:n['’]t| not)(?: yet)? (?:recovered|recouped|made back|regained|erased) (?:all )?(?:of )?(?:its|the) losses (?:of|over|from|in) /gi,
    "is down in ",
  ],
  [
    /\b(?:could(?:n['’]t| not)|can(?:['’]t|not)|failed to|was unable to|unable to|did(?:n['’]t| not)) (?:even )?(?:hold|stay above|defend|keep|hang on to|hang onto|sustain|maintain)(?: above)? (?:the )?(?=[$]?\d)/gi,
    "is below ",
  ],
  [/\b(?:became|becomes|got|grew|turned) (?:cheaper|less expensive)(?: on| by| for)?(?= [\d.]+)/gi, "fell"],
  [/\b(?:became|becomes|got|grew|turned) (?:more expensive|dearer|pricier)(?: on| by| for)?(?= [\d.]+)/gi, "rose"],
  [/\b(?:in )?2 times (?:bigger|higher|larger|more|greater) than (?:the )?day before\b/gi, "doubled in a day"],
  [
    /\b(?:(half)|an? (third|quarter|fifth|sixth|tenth)|(\d[\d.]*) ?(?:%|percent)) of what ([a-z]{2,10}) is(?: worth)?\b/gi,
    (_, half, part, far, other = "") =>
      `${text(half) ? 50 : text(far) || pctOf("", text(part))}% of the market cap of ${other}`,
  ],
  [
    /\b(?:it(?:['’]s| is| has| was)(?: been)? )?(?:a|another) (winning|losing|positive|negative|green|red) (hour|day|week|month)(?: for [a-z]{2,10}| again)?/gi,
    (_, way = "", time = "") => `it is ${/win|pos|green/i.test(way) ? "up" : "down"} in the last ${time}`,
  ],
  [
    /\b(?:is |are )?changing hands (?=(?:just |a bit |slightly |well |at |for |about |around |roughly |near |above |below |under |over )*[$]?\d)/gi,
    "is priced at ",
  ],
  [
    new RegExp(
      String.raw`^(?:since|from) (?:hitting )?(?:its|the)(?: old| previous)? ${RECORD},? ([a-z]{2,10}|the (?:coin|token|price)) (?:has |have |is )?(?:lost|shed|given up|dropped|fallen|down|declined)(?: by)? (?:(${HOW}) )?(?:(half)|(\d[\d.]*) ?(?:%|percent))(?: of)?(?: its)?(?: value)?`,
      "i",
    ),
    (_, who = "", how, half, far) => `${who} is ${text(how)} ${text(half) ? 50 : text(far)}% below its all time high`,
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:gap|distance|difference) between (?:[a-z]{2,10}['’]s|its|the) (?:current )?price and (?:its|the) ${RECORD} (?:is|stands at|comes to|exceeds) ((?:${HOW} )?[\d.]+ ?%)`,
      "gi",
    ),
    (_, far = "") => `it is ${far} below its all time high`,
  ],
  [
    /,? ?(?:(about|around|roughly|nearly|almost|more than|over|at least|just over) )?(double|twice|triple|half) (?:of )?(?:(?:that of|what it was|the figure of|the level of) )?(?:the |its )?(?:prior|previous|preceding|yesterday|earlier) ?(?:day|24 hours)?(?:['’]s)?(?: (?:level|figure|total|tally|volume|amount|number|print|value))?/gi,
    (_, how, much = "") => {
      const verb = /half/i.test(much) ? "halved" : /triple/i.test(much) ? "tripled" : "doubled";
      return `, ${text(how)} ${verb} in 24 hours`;
    },
  ],
  [/\b(doubling|doubled|tripling|tripled|halving|halved) (?:in a day )?to (?=[$]?\d)/gi, "$1, at "],
  [/\b(?:lost|losing|gave up|ceded|giving up) ground (?:to|against)\b/gi, "underperformed"],
  [/\b(?:gained|gaining|made up|won) ground (?:on|against|over)\b/gi, "outperformed"],
  [
    /\b(but|and|while|yet|though) (?:did |it did |fared |it fared )?(worse|better)(?= (?:in|over|on|today|this|for|during)\b)/gi,
    (_, join = "", way = "") => `${join} ${/worse/i.test(way) ? "underperformed" : "outperformed"}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:shy of|away from|short of|off|under|adrift of|lower than) (?:its|the|a|that)?(?: old| previous| former)? ?${RECORD}\b(?! (?:of|volume|open))`,
      "gi",
    ),
    "below its all time high",
  ],
  [
    new RegExp(String.raw`(?<!^)\b(?:from|since) (?:its|the)(?: old| previous| former)? ${RECORD}\b`, "gi"),
    "from its all time high",
  ],
  [
    /\b(?:hotter|higher|above|greater) than (?:the |its )?(monthly|30[- ]day|daily|24[- ]hour) (?:figure|reading|one|number|level|print)\b/gi,
    "higher than the $1 volatility",
  ],
  [/\b(?:hotter|wilder|choppier|jumpier) than\b/gi, "higher than"],
  [
    /\bopen interest (?:relative to|as a share of|as a percentage of|versus|over|divided by) (?:its |the )?market cap\w*/gi,
    "open interest to market cap",
  ],
  [
    new RegExp(
      String.raw`\b(cheaper|dearer|pricier|more expensive|lower|higher|costlier|less|more) ${SINCE} (?:it (?:was|did|cost|traded)|where it (?:was|traded)|what it (?:was|cost))? ?(?:at )?${TIME} (?:ago|earlier|back|before)`,
      "gi",
    ),
    (_, way = "", time = "") => `${/cheap|lower|less/i.test(way) ? "down" : "up"} in the last ${time}`,
  ],
];

export const TOLD: readonly Turn[] = [...SIDED, ...SIDES, ...BOUNDS, ...HELD, ...CALLED];
