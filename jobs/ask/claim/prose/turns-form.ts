// Forms of whole sentences in plainer words: how many of all coins, who holds which side, what came to exchanges and left them, what it would be with every coin.

import { numberOf, pctOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";
import { text } from "./prose-words.ts";
import { HOW, USUAL } from "./turns-liken.ts";

const COINS =
  "(?:(?:all|the|of|tracked|listed|major|other|crypto|digital) )*(?:tokens|coins|cryptos|cryptocurrencies|altcoins|alts|assets|names)(?: (?:we track|on the list|that we track|across the (?:board|market)|(?:in|of|on|across) (?:the |our )?(?:(?:crypto|whole|entire|wider|broader|overall) )*(?:market|sector|board|list|universe|space)))?";
const DOES =
  "(?:(?:have|had|has|are|were|was|is|managed|managing|posted|saw|made|booked|recorded|logged|showed|finished|ended|been|currently|now|also|still|either|a|an|some|in|into|the|to|on|went|going|trading|sitting|any|actually) )*";
const UP =
  "(?:rose|risen|rising|gained|gains?|gaining|up|higher|green|climb(?:ed|ing)?|advanc(?:ed|ing|es?)|increased?|positive territory|the black|rall(?:ied|ying)|plus)";
const DOWN =
  "(?:fell|fallen|falling|lost|loss(?:es)?|losing|down|lower|red|dropp(?:ed|ing)|declin(?:ed|ing|es?)|decreased?|negative territory|slid|sank|minus)";
const TRADERS =
  "(?:accounts?|traders?|crowd|retail|herd|positioning|users|speculators|punters|people|investors|everyone|everybody|most)";
const EXCHANGES =
  "(?:the )?(?:centrali[sz]ed |crypto |trading )?(?:exchanges|trading venues|venues|platforms|exchange wallets)";
/** Any time that is told. */
const TIMED = /\b(?:hours?|days?|weeks?|months?|hourly|daily|weekly|monthly|today|yesterday|\d+ ?[hd]|since|year)\b/i;
const NAME = "(?: (?:of|in) (?:[$]?[A-Za-z]{2,12}))?";
const sideOf = (side: string): string => (/^(?:long|bull|buy)/i.test(side) ? "above" : "below");

export const FORMS: readonly Turn[] = [
  // How many of all coins.
  [
    new RegExp(
      String.raw`((?:${HOW} )?)([\d.]+ ?(?:%|per ?cent)|(?:an? |one )?(?:third|quarter|fifth|tenth|half)) of ${COINS} ${DOES}${UP}\b`,
      "gi",
    ),
    (_, how = "", share = "") => {
      const part = /third|quarter|fifth|tenth|half/i.exec(share)?.[0];
      return part === undefined ? `${how}${share} of breadth` : `${how || "about "}${pctOf("", part)}% of breadth`;
    },
  ],
  [
    new RegExp(
      String.raw`\b(?:only )?(${HOW} )?(one|two|three|four|five|six|seven|eight|nine|\d+) (?:(?:coins?|tokens?|assets?) )?(?:in|out of)(?: every)? (two|three|four|five|six|seven|eight|nine|ten|twenty|\d+)(?: ${COINS})?(?: across the (?:market|board))? ${DOES}${UP}\b`,
      "gi",
    ),
    (all, how, some = "", of = "") => {
      const share = (100 * numberOf(some)) / numberOf(of);
      return share > 0 && share <= 100 ? `${text(how) || "about "}${Number(share.toFixed(1))}% of breadth` : all;
    },
  ],
  [
    new RegExp(
      String.raw`\b(?:most|the majority|a majority|the bulk|more than half|over half)(?: of)? ${COINS} ${DOES}(?:(${UP})|${DOWN})\b`,
      "gi",
    ),
    (_, up) => `breadth is ${text(up) ? "above" : "below"} 50%`,
  ],
  [
    new RegExp(String.raw`\b(more|fewer) ${COINS} ${DOES}(?:(${UP})|${DOWN}) than ${DOES}(?:${UP}|${DOWN})\b`, "gi"),
    (_, more = "", up) => `breadth is ${(text(up) !== "") === /more/i.test(more) ? "above" : "below"} 50%`,
  ],
  [
    /\b(gainers|advancers|winners|advancing (?:coins|tokens)|losers|decliners|declining (?:coins|tokens)) (?:are )?(?:still |clearly |easily |far )?(outnumber(?:ed|ing)?|outnumbered by|exceed(?:ed)?) (?:the )?(gainers|advancers|winners|advancing (?:coins|tokens)|losers|decliners|declining (?:coins|tokens))\b/gi,
    (_, one = "", how = "") =>
      `breadth is ${/^(?:gain|adv|win)/i.test(one) !== / by$/i.test(how) ? "above" : "below"} 50%`,
  ],
  // Which side accounts are on.
  [
    new RegExp(
      String.raw`\b(?:for|to) every (\d+)? ?(?:${TRADERS} )?(?:that (?:are|is) |who (?:are|is) )?(short|long)s?(?: ${TRADERS})?(?: (?:of|on|in) [$]?[A-Za-z]{2,12})?,? (?:there (?:are|were|is) |we count |come )?((?:some|about|around|roughly|over|more than|only|nearly|almost) )?(\d[\d.]*)(?: ${TRADERS})?(?: (?:that|which|who) (?:are|is))? (long|short)s?\b`,
      "gi",
    ),
    (all, base, one = "", how, count = "", other = "") => {
      const ratio = Number(count) / Number(text(base) || 1);
      return one.toLowerCase() === other.toLowerCase() || !/short/i.test(one)
        ? all
        : `long short ratio is ${text(how)}${Number(ratio.toFixed(4))}`;
    },
  ],
  [
    new RegExp(
      String.raw`\b(?:those|${TRADERS}|wallets|positions)(?: (?:that|who|which))?(?: are| is)? (?:positioned|sitting|leaning|betting|standing) (?:to the )?(long|short)\b`,
      "gi",
    ),
    "$1s",
  ],
  [/\bamong (?:the )?accounts (?:trading|holding|in) [$]?[a-z]{2,12}, /gi, ""],
  [
    new RegExp(
      String.raw`\b(?:the )?${TRADERS} (?:are |is |remains? |stays? |leans? |lean |sits? |skews? )?(?:(?:still|now|net|positioned|tilted|skewed|mostly|heavily|firmly|leaning|clearly|overall|currently|predominantly) )*(long|short)(?: (?:by (?:headcount|number|count)|overall|on balance|on the whole|on net))?(?=$|[.,;!]| (?:and|but|on|in) )`,
      "gi",
    ),
    (all, side = "") => (/^(?:the )?top/i.test(all) ? all : `long short ratio is ${sideOf(side)} 1`),
  ],
  [
    /\b(?:the )?(?:top|big|large|biggest|largest|elite) (?:traders|accounts)(?:['’] positioning)? (?:are |is |remain |stay |lean |sit )?(?:(?:still|now|net|more|mostly|heavily|firmly|leaning|clearly) )*(long|short|bullish|bearish)(?: than (?:short|long|bullish|bearish))?\b(?! (?:even|than|short))/gi,
    (_, side = "") => `top trader ratio is ${sideOf(side)} 1`,
  ],
  // Coins that come to exchanges and leave them.
  [
    new RegExp(
      String.raw`\b(?:more (?:[$]?\w+ )?|coins |tokens )(?:has |have |had )?(arrived|came|moved|landed|flowed|(?:was|were|been) (?:sent|deposited|moved)|(?:was|were|been) (?:withdrawn|pulled|taken)|left|departed|exited) (?:(?:on|at|in|to|onto|into|from|off|out of) )?${EXCHANGES} than (?:has |have |had )?(?:left|departed|exited|arrived|come|came|gone|flowed|moved|was|were|been|sent|deposited|withdrawn|entered|out|in|the other way)(?: (?:on|at|in|to|onto|into|from|off|out of|the|them|it|other|way|again|back))*`,
      "gi",
    ),
    (_, way = "") =>
      `net ${/left|depart|exit|withdrawn|pulled|taken/i.test(way) ? "outflow from" : "inflow to"} exchanges`,
  ],
  [
    new RegExp(
      String.raw`\b(?:saw |watched |had )?(?:coins|tokens|[$]?[A-Za-z]{2,8}) (leave|leaving|left|exit(?:ed|ing)?|enter(?:ed|ing)?|reach(?:ed|ing)?|come to|came to|arriv(?:ed|ing) (?:on|at)|move (?:on)?to) ${EXCHANGES} (?:on (?:balance|net|a net basis)|net|in net terms)`,
      "gi",
    ),
    (_, way = "") => `net ${/^(?:l|ex)/i.test(way) ? "outflow from" : "inflow to"} exchanges`,
  ],
  [
    new RegExp(
      String.raw`\b${EXCHANGES} (took in|received|absorbed|gained|added|lost|shed|gave up|bled|let go of|saw off)( a net)?( [$]?[A-Za-z]{2,8})?((?: [$]?[\d.]+\S*(?: million| billion)?)?)(?: (?:worth )?of [$]?[A-Za-z]{2,8})? (?:on (?:balance|net|a net basis)|net|in net terms)`,
      "gi",
    ),
    (_, way = "", _net, _name, sum) =>
      `net ${/^(?:took|rec|abs|gain|add)/i.test(way) ? "inflow to" : "outflow from"} exchanges${text(sum)}`,
  ],
  [
    new RegExp(
      String.raw`\b(deposits|withdrawals|inflows|outflows)${NAME} (?:in|to|into|onto|from|off|out of|at|on) ${EXCHANGES}`,
      "gi",
    ),
    (_, way = "") => (/^(?:d|i)/i.test(way) ? "inflow" : "outflow"),
  ],
  [/\b(?:exchange )?withdrawals\b/gi, "outflow"],
  [/\b(?:exchange )?deposits\b(?! (?:in|of) defi)/gi, "inflow"],
  // With every coin counted.
  [
    /\b(?:fully diluted|(?:were|if|with) (?:all|the entire|the whole|the full|the total|every) (?:possible |single )?(?:supply|coins?|tokens?|[a-z]{2,6})[^,]{0,30}), ((?:[$]?[a-z]{2,12}(?:['’]s)? )?)(?:(?:market )?(?:valuation|cap|value|capitalisation|capitalization|worth|price) )?(?:would|is|will) (?:be |come |stand |amount |run )?(?:worth |valued |to |at )*/gi,
    (_, name) => `${text(name)}fdv is `,
  ],
  // Against what is usual.
  [
    new RegExp(
      String.raw`\b(?:volume|turnover|trading|activity)(?: (?:is|was|ran|running|ran at|came in|stands|sits))? ?(?:(?:well|way|far|much|comfortably|somewhat|slightly) )*(under|below|beneath|short of|lower than|less than|quieter than|above|over|beyond|higher than|more than|busier than) (?:its |the )?(?:own )?${USUAL}(?: (?:level|pace|rate|hourly|hour))*`,
      "gi",
    ),
    (_, way = "") => `relative volume is ${/^(?:ab|ov|bey|hi|mo|bu)/i.test(way) ? "above" : "below"} 1`,
  ],
  [
    new RegExp(String.raw`(\d[\d.]* ?(?:x|times)) (?:its |the )?${USUAL} (?:pace|rate|level|volume|clip|amount)`, "gi"),
    "$1 usual volume",
  ],
  // Nobody, and no more than.
  [/\bnot even (?=[$]?\d|an? |half|one |two |three )/gi, "less than "],
  [
    /\bnot (?:one|a single) (?:[$]?[A-Za-z]{2,8} )?(long|short)s?(?: position)? (?:was|got|has been|were)\b/gi,
    "no $1s were",
  ],
  [
    /\b(?:no|not one|not a|none of the|not a single|no single|no individual) (?:single |individual )?(?:large |whale )?(?:[$]?[A-Za-z]{2,8} )?(?:transfers?|transactions?|move)((?: (?:of|in|over|during|on chain)(?: the)? [^,;]*?)?) (?:was|were|is|has been|topped|exceeded|surpassed|crossed|beat|went|came to) ?(?:larger|bigger|more|greater|higher|above|over|beyond|worth more)? ?(?:than )?(?:the )?(?=[$]\d)/gi,
    (_, time) => `largest transfer${text(time)} is at most `,
  ],
  [
    /\b(?:the )?(?:biggest|largest|single biggest|single largest) (?:[$]?[a-z]{2,8} )?(?:on-?chain )?(?:whale )?(?:move|transfer|transaction|shift|movement)(?: (?:of|in) [$]?[A-Z]{2,6}\b)?/gi,
    "largest transfer",
  ],
  [
    /\b(\d+) (?:big|large|whale|huge|chunky) (?:[$]?[a-z]{2,8} )?(?:moves|transfers|transactions|movements)\b/gi,
    "$1 large transfers",
  ],
  // Better or worse, and by how far.
  [
    /\b(?:is |was |stands |sits |it['’]s )?(\d[\d.]*) ?(points|percentage points|%|percent|per cent|pp) (ahead|behind|in front)(?: of)?\b/gi,
    (_, far = "", unit = "", way = "") => `${/beh/i.test(way) ? "underperformed" : "outperformed"} by ${far} ${unit} `,
  ],
  [
    /\b(?:did|does|doing|fared|faring|performed|held up|came off) (?:even |much |far |somewhat |a little |slightly )?(better|worse)(?: than (?:that|it|this))?(?! than)/gi,
    (_, way = "") => (/bet/i.test(way) ? "outperformed" : "underperformed"),
  ],
  [
    /\b(?:less negative|more positive|less (?:deeply )?(?:in the red|below zero)|deeper in the green|further (?:above zero|in the green)) than\b/gi,
    "higher than",
  ],
  [
    /\b(?:more negative|less positive|(?:deeper|further|more|lower) (?:in the red|into the red|below zero|in negative territory|into negative territory)) than\b/gi,
    "lower than",
  ],
  // What is measured of several venues is their mean.
  [/\b(funding\b[^,;]*?) (?:on average|avg|overall on average)\b(?!.*\b(?:week|month|days)\b)/gi, "$1"],
  [/^on average,? (?=[^;]*\b(?:funding|pay|paying|paid|compensat\w+)\b)(?!.*\b(?:week|month|days)\b)/i, ""],
  [
    /\b(longs?|shorts?|bulls?|bears?)(?: (?:sellers|buyers|traders|holders|positions))? (?:(?:who|that|which) )?(?:are |is |have to |must )?(?:the ones )?(?:compensat|pay|remunerat|reward|subsidi[sz])(?:e|ing|s)?(?: (?:a fee|money|funding|the fee|interest) to)? (?:the )?(?:longs?|shorts?|bulls?|bears?)\b/gi,
    (_, side = "") => `${sideOf(side) === "above" ? "longs" : "shorts"} are paying`,
  ],
  [/^it is (?=(?:the )?(?:longs|shorts|bulls|bears|long|short)\b)/i, ""],
  // Which times.
  [
    /\b(?:this|the|its) (?:latest|most recent|trailing|preceding|running|very last) (hour|day|week|month)\b/gi,
    "the last $1",
  ],
  [/\bthis past (hour|day|week|month)\b/gi, "the last $1"],
  [
    /\b(?:the|these|this) (?:past |last )?(\d+|one|two|three|four|six|seven|eight|twelve|thirty|twenty-four) (hours?|days?|weeks?|months?)(?: just)? (?:gone|past|ended|just ended|gone by)\b/gi,
    "the last $1 $2",
  ],
  [/\bthese (\d+|two|three|four|six|seven|eight|twelve|thirty) (hours|days|weeks|months)\b/gi, "the last $1 $2"],
  [/\b(implied (?:vol\w*)[^,;]*?), (30 days|one month|a month) (?:out|ahead)\b/gi, "$1"],
  [/((?:hours|days|weeks|minutes|\d ?h|\d ?d)) (?:away|from now|out)\b(?=(?:(?!$).)*|$)/gi, "$1"],
  // How the day went is told by what follows, and over which time by it where nothing else says so.
  [
    /^(?:it(?:['’]s| has| was| is)? (?:been )?)?(?:an? )?(?:(?:really|very|pretty|another|rather|quite) )*(?:rough|great|good|bad|tough|brutal|strong|weak|dead|quiet|busy|wild|awful|terrible|nasty|fine|lovely|dull|slow|calm|hectic|difficult|painful|solid|sluggish|decent|stellar|miserable|grim|choppy|eventful) (hour|day|week|month) (?:for|in) ([$]?[a-z]{2,12}(?: (?:holders|investors|traders))?)(?:,? (?:which|who|with|as|that|and it)\b|[,:;–—-]+) *([\s\S]*)$/i,
    (_, time = "", who = "", rest = "") => `${who} ${rest}${TIMED.test(rest) ? "" : ` over the last ${time}`}`,
  ],
  // Longs and shorts by their other names, where positions are closed.
  [
    /^(?=.*\b(?:liquidat\w*|liqs?\b|liq['’]?d|rekt|wiped out|coughed up|smoked|wrecked|blown out|force[- ]?closed|squeezed))([\s\S]*)$/i,
    (_, all = "") =>
      all.replace(/\b(bull|bear)s?\b(?! market| case)/gi, (_one: string, who: string) =>
        /bull/i.test(who) ? "longs" : "shorts",
      ),
  ],
  [
    /\b(?:the )?(?:most|bulk|brunt|majority|lion['’]?s share|greater part) of (?:the |all )?(?:liquidat\w+|forced closures|positions closed)(?: (?:pain|damage|volume|value|losses|hit))?((?: (?:in|over|during) the [^,;]*?)?) (?:fell on|fell to|hit|came from|landed on|was borne by|were borne by|were|was|involved|concerned|befell|struck) (?:the )?(long|short)(?: sellers|s| positions| side| traders| holders)?\b/gi,
    (_, time, side = "") => `most liquidations are of ${side}s${text(time)}`,
  ],
  [
    /\b(long|short)(?: sellers|s| positions| side| traders| holders)? (?:took|bore|suffered|absorbed|felt|shouldered|accounted for|made up|were|got) (?:the )?(?:most|bulk|brunt|majority|lion['’]?s share|greater part)(?: of (?:the |all |(?:it|that|those)(?=$|[ .,;:!]))?(?:(?:[$]?[A-Z]\w+ )?(?:liquidat\w+|forced closures|damage|pain|hit))?)?(?=$|[ .,;:!])/gi,
    (_, side = "") => `most liquidations are of ${side}s`,
  ],
  [/^of (?:all |the )*([^,\d]*\bliquidat\w+\b[^,\d]*), (?=[^,]*\b(?:long|short)s?\b)/i, "$1 "],
  // Who takes: market orders.
  [
    /\b(?:takers?[- ]|aggressive |market )?(buyers|buying|buys|sellers|selling|sells) (?:volume |orders |flow )?(?:was|were|is|are|has been|have been|proved|remained)? ?(?:the )?(?:more|most) (?:aggressive|active|dominant)(?: (?:takers|side|party|ones))?/gi,
    (_, side = "") => `taker ratio is ${sideOf(side)} 1`,
  ],
  [
    /\b(buyers|buying|sellers|selling) (?:have |has )?(?:outpaced|outnumbered|exceeded|outweighed|outgunned|outdid|overpowered|dominated) (?:the )?(?:buyers|buying|sellers|selling) (?:among|by|in|on) (?:the )?(?:takers?(?: side| flow| volume| orders)?|market orders)/gi,
    (_, side = "") => `taker ratio is ${sideOf(side)} 1`,
  ],
  [
    /\b(?:takers?|taker (?:flow|volume|side|orders|activity)|market orders) (?:was|were|is|are|has been|have been|leaned|leans|tilted|tilts|skewed|favou?red)? ?(?:(?:mostly|mainly|predominantly|net|slightly|somewhat|clearly|tilted|skewed|leaning|more|heavier|to|towards?|on|the|often|biased) )*(buy|sell)(?:ers?|ing|s| side)?\b(?! ratio)/gi,
    (_, side = "") => `taker ratio is ${sideOf(side)} 1`,
  ],
  // What comes free.
  [
    /\b(?:(?:is|are|will|to|be|being|set|scheduled|due|would) )*(?:releas(?:e[sd]?|ing)|fre(?:e[sd]?|eing)(?: up)?|unleash(?:es|ed|ing)?|falling due|falls? due|coming due|comes? due)(?= |$)(?=.*\bunlock)|(?<=\bunlocks?\b[^;]*)\b(?:(?:is|are|will|to|be|being|set|scheduled|due|would) )*(?:releas(?:e[sd]?|ing)|fre(?:e[sd]?|eing)(?: up)?|unleash(?:es|ed|ing)?|falling due|falls? due)\b/gi,
    "is",
  ],
  [/\bnext ([$]?[A-Z][A-Za-z]{1,9}) (?=(?:token )?unlock)/g, "$1 next "],
  // Of all of it.
  [/\bof all (?=(?:the )?[$]?[A-Z])/g, "of "],
  [
    /^(?:it (?:would be|is|['’]s) (?:wrong|incorrect|false|untrue|inaccurate|a mistake|misleading) to (?:describe|characteri[sz]e|call|label|regard|see|portray|depict)) ([$]?[\w]+)(?: as)? /i,
    "it is false that $1 is ",
  ],
  [/\b(?:surrendered|ceded|conceded|yielded) ground\b/gi, "fell"],
  [/\b(?:even as|just as|all while|at the same time as|in spite of the fact that|even while)\b/gi, "while"],
  [
    /\bas (?=(?:its |the )?(?:open interest|oi|volume|trading volume|funding|price|tvl|liquidations|market cap|reserves)\b[^,;]*\b\w+(?:ed|fell|rose|grew|sank|lost|up|down)\b)/gi,
    ", while ",
  ],
  [
    /^((?:mcap|market cap|price|volume|funding|oi|open interest|tvl|spread|depth|fdv|supply|rank|volatility|vol)) (?:check|watch|update|report|corner|alert|note|monitor)\s?[:–—-]+ /i,
    "$1 of ",
  ],
  [/\b(?:the )?cost of (?:[$]?\w+ )?(?=funding)/gi, ""],
  [/\bworks? out (?=near|around|at|to|about|roughly|close)/gi, "is "],
  [/\boptions?[- ]implied\b/gi, "implied"],
  [
    /\b(\w+) as (deep|liquid|big|large|valuable|volatile) as ([$]?\w+)(?:['’]s)?/gi,
    (all, before = "", how = "", other = "") => {
      const what = /deep|liq/i.test(how) ? "depth" : /vol/i.test(how) ? "volatility" : "market cap";
      return /^(?:times|x|twice|half|third|quarter|fifth|tenth|eighth|%|percent)$/i.test(before)
        ? `${before} the ${what} of ${other}`
        : all;
    },
  ],
  [
    new RegExp(
      String.raw`\b${EXCHANGES} (?:together |currently |now |collectively )?(?:hold|have|keep|store|own|custody|are holding|sit on|control|house|safeguard) (?=(?:${HOW} )?(?:a |one |two |\d)[^$]*$)(?![^;]*(?:%|percent))`,
      "gi",
    ),
    "exchange reserves are ",
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:stock|stockpile|pile|amount|balance|holdings|hoard|number|quantity|supply|stash) of ([$]?\w+) (?:that (?:is|are) )?(?:kept|held|sitting|stored|parked|lying|on deposit|in custody|resting) (?:at|on|by|with|in) ${EXCHANGES}`,
      "gi",
    ),
    "exchange reserves of $1",
  ],
  [/\b(?:were|was|is|are) worth (less|more) than (?=one|an? |half|two|three)/gi, "is $1 than "],
  [
    /(?<=\b(?:perps?|perpetuals?|futures)\b.*)\bas (?:much|many|heavily) as (?:the )?spot\b(?! volume)/gi,
    "spot volume",
  ],
  [
    /\b(?:market )?sentiment (?:in|across|of|on) (?:the )?(?:crypto )?(?:markets?|space|industry|sector) (is|remains|stays)/gi,
    "market sentiment $1",
  ],
  [
    new RegExp(
      String.raw`(?<=\b(?:volume|traded|turnover|trading)\b.*), (?:which is |that is |that['’]s )?(?:(?:well|far|way|comfortably|much) )*(above|below|under|over|more than|less than) (?:what is |the |its )?${USUAL}(?=$|[.,;!])`,
      "gi",
    ),
    (_, way = "") => `, relative volume is ${/^(?:ab|ov|mo)/i.test(way) ? "above" : "below"} 1`,
  ],
  // Amounts.
  [/\bone half of (?:one|1|a) (?=per ?cent|%|point)/gi, "0.5 "],
  [/\b(?:nought|nil|naught|nothing at all)\b/gi, "0"],
  [/\bas (?:wide|much|many|large|big|great|deep|little|few) as (?=[$]?\d|a |an |half |about |one |two |three )/gi, ""],
  [
    /\ba (?:strong|solid|healthy|robust|tidy|hefty|respectable|weak|modest|meagre|meager|measly|paltry) (?=[$]?\d)/gi,
    "",
  ],
  [
    /\bbetter than (?=(?:an? |one |two |three |four |five )?(?:half|third|quarter|fifth|two|three|four|\d))/gi,
    "more than ",
  ],
  [/(?<=^|[^-\w])(\d[\d.]*(?: ?%| percent)?) (?:is |was |has been )?gone\b/gi, "down $1"],
  [
    /\b(?:was|is|marked|proved|formed|set) the (ceiling|floor|cap)(?=.*\b(?:day|hours?|24h|week|month)\b)/gi,
    (_, edge = "") => `was the ${/floor/i.test(edge) ? "low" : "high"}`,
  ],
  [/\b(?:the )?(?:market['’]s )?(?:mood|sentiment) (?:index|gauge|barometer|reading|meter)\b/gi, "sentiment index"],
  [
    /\b(?:with|at|on) an? (?:reading|print|score|value|level) of (\d+), ([^;]*\b(?:fear|greed)\b[^;]*)$/i,
    "$2, fear and greed index is $1",
  ],
];
