// Turns of phrase about how sentences are put together: asides, who is spoken of, what happens while something else does.

import { MOVES_DOWN, MOVES_UP, STRONG_DOWN, STRONG_UP } from "../../move-words.ts";
import { numberOf, pctOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";

const HOW =
  "(?:(?:more|less|fewer|greater|higher|lower) than|over|above|under|below|at least|at most|about|around|roughly|nearly|almost|close to|just over|just under|some|only|just|approximately|well over|well under|as much as)";
const WORDS =
  "(?:(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|half)[- ])+(?:point [a-z]+ )?(?:thousand|million|billion|trillion|mil|bn|grand)";
const SUM = String.raw`(?:[$]\s?\d[\d.,]*\s?(?:(?:k|m|mn|mio|mil|million|bn?|bil|billion|t|trillion)(?![a-z]))?|\d[\d.,]*\s?(?:(?:k|m|mn|mio|mil|million|bn?|bil|billion|t|trillion)(?![a-z]))?|${WORDS})(?: (?:dollars|usd|bucks|greenbacks))?`;
const text = (one: unknown): string => (typeof one === "string" ? one : "");
const anyOf = (...lists: readonly string[]): string =>
  `(?:${lists
    .flatMap((list) => list.split("|"))
    .toSorted((a, b) => b.length - a.length)
    .join("|")})`;
const FELL = anyOf(MOVES_DOWN, STRONG_DOWN, "off");
const ROSE = anyOf(MOVES_UP, STRONG_UP);
const OTHER = "(bitcoin|btc|ethereum|ether|eth|solana|sol|cardano|ada|xrp|bnb|doge)";
const SIDE = "(?:against|versus|vs\\.?|relative to|compared (?:to|with)|in terms of)";
const FAR = String.raw`(?: (?:about|around|roughly|some|nearly|almost))? (\d[\d.]*) ?(?:%|percentage points|percent(?!age)|per cent|points|pp)`;

/** How it did against another: so much more or less, about. */
const AGAINST: readonly Turn[] = (
  [
    [FELL, "underperformed"],
    [ROSE, "outperformed"],
  ] as const
).flatMap(([moved, verb]): Turn[] => {
  const has = `(?:(?:has|have|is|was|are) )?${moved}`;
  return [
    [
      new RegExp(
        String.raw`\b${has}(?: by)?${FAR} (more|less) than (${OTHER.slice(1, -1)}|the (?:broader |overall |whole |crypto )?market)\b`,
        "gi",
      ),
      (_, far = "", more = "", other = "") => {
        const isAhead = (verb === "outperformed") === /more/i.test(more);
        return `${isAhead ? "outperformed" : "underperformed"} ${other} by about ${far}%`;
      },
    ],
    [
      new RegExp(String.raw`\b${has}(?: by)?${FAR} ${SIDE} ${OTHER}\b`, "gi"),
      (_, far = "", other = "") => `${verb} ${other} by about ${far}%`,
    ],
    [
      new RegExp(
        String.raw`^(?:measured |priced |quoted )?${SIDE} ${OTHER},? (\w+(?: \w+)?) ${has}(?: by)?${FAR}`,
        "i",
      ),
      (_, other = "", who = "", far = "") => `${who} ${verb} ${other} by about ${far}%`,
    ],
    [
      new RegExp(
        String.raw`^(?:measured |priced |quoted )?${SIDE} ${OTHER},? (\w+(?: \w+)?) ${has}(?: ground)?(?= (?:over|in|on|this|for|during|today|since)\b|$|[.,;!])`,
        "i",
      ),
      (_, other = "", who = "") => `${who} ${verb} ${other}`,
    ],
    [
      new RegExp(
        String.raw`\b${has}(?: ground)? ${SIDE} ${OTHER}(?=$|[.,;!]| (?:over|in|on|this|for|during|today|and|but)\b)`,
        "gi",
      ),
      (_, other = "") => `${verb} ${other}`,
    ],
  ];
});

const METRIC =
  "(?:(?:spot |trading |perp |futures |exchange |total )?(?:volumes?|open interest|oi|funding(?: rates?)?|tvl|value locked|liquidations|volatility|netflows?|inflows|outflows|market cap|price))";
const ACT =
  "(?:sell-?off|selling|rally|drop|fall|slide|decline|dump|pump|crash|move|slump|plunge|bounce|rebound|correction|dip|jump|surge|spike|pullback|retreat)";

/** How sentences are put together. */
export const SENTENCES: readonly Turn[] = [
  ...AGAINST,
  [
    /\b(up|down|green|red|higher|lower|gains?|gained|rose|fell) (?:just |only )?(?:a )?(?:small|smidge|tad|touch|hair|tiny bit|wee bit)(?: bit| amount)?(?=$|[.,;!]| (?:today|on|over|in|this|for|the))/gi,
    "slightly $1",
  ],
  [
    /\b(?:perps?|perpetuals?|futures|perpetual futures)(?: contracts| swaps)? (?:(?:are|is|were|currently|now|still) )*(?:trad(?:e|es|ing|ed) |priced )?(?:at|with|below|above) (?:an? )?(?:(?:slight|small|steep|tiny|modest|hefty|big|minor|marginal|mild|little|thin) )?(discount|premium)(?: (?:to|over|versus|vs\.?|against|relative to|from) (?:the )?(?:spot|spot price|spot market|index|index price))?\b/gi,
    (_, what = "") => `basis is ${/discount/i.test(what) ? "negative" : "positive"}`,
  ],
  [/\bbeta (?:versus|vs\.?|against|with|relative to|with respect to|on) (?:bitcoin|btc)\b/gi, "beta to bitcoin"],
  [
    /(?<=\d),? ?(?:i\.e\.,?|meaning|which is|which means|that is|aka|so|—|–|-|:|=) ?(?:in )?(?:extreme )?(fear|greed)\b/gi,
    (_, mood = "") => ` and sentiment index is ${/fear/i.test(mood) ? "below 47" : "above 54"}`,
  ],
  [/(?<![\d.])#?(\d+)(?:st|nd|rd|th) by (?:mcap|market ?cap\w*|market value|capitali[sz]ation)\b/gi, "rank $1"],
  [/\bsmaller than (.{2,30}?) (?:by|in) (?:market (?:cap\w*|value)|mcap)\b/gi, "lower market cap than $1"],
  [
    /\b(?:holders|hodlers)(?: of [a-z]+)? (?:are |is |have been )?(?:now |currently |still )?(?=(?:up|down|in profit|at a loss|in the red|in the green)\b)/gi,
    "is ",
  ],
  [/\btaker buy(?:s)? ?\/ ?sell(?:s)?(?! ratio)/gi, "taker buy sell ratio"],
  [
    /\b(?:make|makes|making) (?=(?:an? |the )?(?:new |fresh )?(?:all[- ]time|ath|weekly|daily|monthly|24h|local|record|high|low))/gi,
    "hit ",
  ],
  [/^(?:gm|gn|hi|hello|hey|dear (?:all|team)|hi all|hello all)[.,!:]? +(?=\S)/i, ""],
  [
    /\b(?:represents?|constitutes?|corresponds? to|is equivalent to|are equivalent to|equates? to|is tantamount to)\b/gi,
    "is",
  ],
  [
    /\b(?:an? |the )?(?:wave|flurry|cascade|string|series|spate|total|sum|barrage|grand total|combined total) of (?=(?:[$]|\d|liquidations|forced|long|short|leveraged))/gi,
    "",
  ],
  [
    new RegExp(
      String.raw`\bas (?=${METRIC} (?:has |have |is |are |was |were )?(?:more than |nearly |almost )?(?:doubled|tripled|halved|rose|fell|dropped|jumped|climbed|surged|plunged|declined|slid|increased|decreased|rises|falls|drops|up|down|turned|grew|shrank|slipped|gained|lost)\b)`,
      "gi",
    ),
    ", ",
  ],
  [
    new RegExp(
      String.raw`\b(?:the |a |today['’]s |this )?(?:latest |recent )?${ACT} (?:took|sent|dragged|pushed|brought|carried|drove|lifted|knocked|pulled) (it|the (?:price|token|coin)|[A-Z]{2,6}|[A-Z][a-z]+|prices) (?:all the way )?(?:back |down |up |lower |higher )?to (?:(?:an? |its |the )?(?:intraday |24[- ]?h(?:our)? |daily |session |day['’]s )(low|high) (?:of|at) )?(?=[$]?\d)`,
      "gi",
    ),
    (_, who = "", side) => (text(side) ? `the 24h ${text(side).toLowerCase()} is ` : `${who} hit `),
  ],
  [
    /\b(longs|shorts) (?:on|in|of|for|holding) ([a-z]{2,12}) (?=(?:is|are|were|pay|pays|get|gets|receive|receives|earn|have)\b)/gi,
    "$2 $1 ",
  ],
  [
    /\b(?:holding|being|staying|going|keeping|running) (?:an? |the )?(?:[A-Za-z]{2,10} )?(long|short)(?: positions?)?(?: open)? (costs?|pays?|earns?)(?: (?:you|holders|traders))?(?: (?:money|funding|something|fees?))\b/gi,
    (_, side = "", verb = "") => {
      const isCost = /^cost/i.test(verb);
      return `${(side.toLowerCase() === "long") === isCost ? "longs" : "shorts"} are paying`;
    },
  ],
  [/\bfear (?:and|&) greed (?:gauge|meter|score|reading|barometer|indicator|value)\b/gi, "fear and greed index"],
  [
    /\b(\d[\d.,]*) ?(billion|million|bn|k|thousand|m|b)? and (?:something|change|some(?: change)?|a bit)\b/gi,
    (all, lead = "", unit) =>
      /[.,]/.test(lead) ? all : `between ${lead} ${text(unit)} and ${Number(lead) + 1} ${text(unit)}`,
  ],
  [/\bdown (?:bad|horrendous|horribly|terribly|astronomical)\b/gi, "down"],
  [
    /\b(\d)x(?:['’]?e?d)\b/gi,
    (all, count = "") => ({ 2: "doubled", 3: "tripled", 4: "quadrupled", 5: "quintupled" })[count] ?? all,
  ],
  [/\b(bid|ask)s? (?:walls?|stack|wall side)\b/gi, (_, side = "") => `${side.toLowerCase()}s`],
  [
    new RegExp(
      String.raw`\b(?:far|far away|a long way|long way|miles|well|way) (?:from|off|below|under|away from) (?:its|the) (?:all[- ]time high|ath|peak|record(?: high)?),? (?:by )?((?:${HOW} )?\d[\d.]* ?(?:%|percent|per cent))`,
      "gi",
    ),
    "$1 below its all time high",
  ],
  [
    new RegExp(
      String.raw`\b(perp\w*|futures|spot) vol(?:ume)? (?:is |at |of )?(${SUM}) (?:vs\.?|versus|against|compared (?:to|with)) (${SUM})(?: (?:on|for|in))? (spot|perps?|futures)\b`,
      "gi",
    ),
    "$1 volume is $2 and $4 volume is $3",
  ],
  [
    /\b(?:most|the (?:bulk|majority|lion['’]s share)) of (?:it|them|that|those|which)(?: (?:coming|came|being|was|were))? (?:from |on |in )?(?:the )?(longs?|shorts?)(?: positions?| side)?\b/gi,
    (_, side = "") => `and most liquidations are of ${side.replace(/s?$/i, "s")}`,
  ],
  [
    /\b(?:is|are|was|stays?|remains?|turned|went|goes) (plus|minus)(?! ?[$\d]| (?:one|two|three|four|five|six|seven|eight|nine|ten))\b/gi,
    (_, sign = "") => `is ${/plus/i.test(sign) ? "positive" : "negative"}`,
  ],
  [/\bon all exchange\b/gi, "on all exchanges"],
  [
    /\bmore (?:\w+ )?(?:goes?|is going|flows?|is flowing|leaves?|is leaving) (?:out of|off|from)? ?(?:the )?exchanges than (?:goes |flows |comes |going |coming )?(?:in|into them|in to them|enters?)\b/gi,
    "net outflow from exchanges",
  ],
  [
    /\bmore (?:\w+ )?(?:goes?|is going|flows?|is flowing|comes?|is coming|enters?) (?:in)?(?:to)? ?(?:the )?exchanges than (?:goes |flows |comes |going |coming )?(?:out|leaves?|out of them)\b/gi,
    "net inflow to exchanges",
  ],
  [/\b(?:flowing|going|moving|coming) out(?= *(?:$|[.,;!]))/gi, "of outflow"],
  [/\bshares? of (?:the )?staked (?:supply|tokens|coins|[a-z]{2,12})\b/gi, "staked share"],
  [
    new RegExp(
      String.raw`(\bstaked (?:share|ratio)[^,;]*?(?:at|is|of) )(?:(${HOW}) )?(?:(a|one|two|three) )?(half|third|quarter|fifth)s?\b`,
      "gi",
    ),
    (_, lead = "", how, count, part) => {
      return `${lead}${text(how) || "about"} ${pctOf(text(count), text(part))}%`;
    },
  ],
  [
    /\b(?:despite|in spite of|notwithstanding|even after|even while) (?:having )?(?:(falling|dropping|losing|sliding|declining|shedding|slipping|tumbling|being down|crashing)|(?:rising|gaining|climbing|jumping|adding|rallying|advancing|being up|surging))(?: by)?(?= )/gi,
    (_, fell) => (text(fell) ? "down" : "up"),
  ],
  [new RegExp(String.raw`\b(${METRIC}) and (${METRIC}) (?:(?:have|has|are|were) )?both\b`, "gi"), "both $1 and $2"],
  [
    /\b(?:is |are |was )?worth ((?:(?:about|around|roughly|some|nearly|almost|over|more than|less than|at least) )?\d[\d.]* ?(?:%|percent|per cent)) (more|less)\b/gi,
    (_, far = "", way = "") => `is ${/more/i.test(way) ? "up" : "down"} ${far}`,
  ],
  [
    /\b(?:a single|one|each|every single|any one|every) (?:coin|token|unit)(?= (?:trades?|costs?|is|sells?|changes|goes|fetches)\b)/gi,
    "the price",
  ],
  [
    /^(?:by|in terms of|measured by|going by|based on) (?:its |their )?(?:market cap\w*|market value|mcap|capitali[sz]ation),? ([^,;]+)$/i,
    "$1 by market cap",
  ],
  [
    /\b(?:nearer|closer) to ([$]?)(\d[\d.,]*)(k?) than (?:to )?[$]?(\d[\d.,]*)(k?)(?! ?(?:%|percent))/gi,
    (_, cash = "", one = "", k = "", other = "") => {
      const [near = 0, far = 0] = [one, other].map((figures) => Number(figures.replaceAll(",", "")));
      return `${near < far ? "below" : "above"} ${cash}${(near + far) / 2}${k}`;
    },
  ],
  [
    /\b(?:overall|total|combined|aggregate|whole) market (?:cap\w*|value) of (?:all |the )?(?:crypto\w*|coins|the market)(?: market)?\b/gi,
    "total crypto market cap",
  ],
  [
    /^(?:if (?:we|you|one) (?:look at|take|consider|zoom out to|looks at)|looking (?:at|back(?: over| at)?|over)|zooming (?:out|in)(?: to| on)?|considering|measured over|taking|seen over|viewed over|over a (?:horizon|window|period) of)(?: it)?(?: over)? (?:the )?((?:last |past )?(?:an?|one|\d+|two|three|seven|thirty|twenty[- ]four)?[- ]?(?:hours?|days?|weeks?|months?|24h|7d|30d|1h)),? /i,
    (_, time = "") => `in ${/last|past/i.test(time) ? "the " : ""}${time}, `,
  ],
  [/\b(?:record|all[- ]time|lifetime|historic(?:al)?) (?:peak|top|maximum)\b/gi, "all time high"],
  [/^supply: (?=[$]?\d)/i, ""],
  [
    new RegExp(
      String.raw`\b(inflows?|outflows?) (?:beat|exceed(?:s|ed)?|topped|outweigh(?:s|ed)?|outpaced|surpass(?:es|ed)) (?:the )?(inflows?|outflows?) by (${SUM})`,
      "gi",
    ),
    (all, one = "", other = "", far = "") =>
      one[0]?.toLowerCase() === other[0]?.toLowerCase()
        ? all
        : `net ${/^in/i.test(one) ? "inflow" : "outflow"} of ${far}`,
  ],
  [
    new RegExp(
      String.raw`\bnet ([+])?(${SUM}) (?:worth )?(?:of \w+ )?(onto|into|to|off|out of|from) (?:the )?exchanges\b`,
      "gi",
    ),
    (_, _plus, far = "", way = "") => `net ${/^(?:onto|into|to)$/i.test(way) ? "inflow" : "outflow"} of ${far}`,
  ],
  [
    new RegExp(
      String.raw`(?<=\bcirculat\w*\b[^.;]*)(?:,|\/|\band\b|\bof\b)?\s*(${SUM}) (?:in )?total\b(?=$|[.,;!])`,
      "gi",
    ),
    " and total supply is $1",
  ],
  [
    /(\d ?(?:%|percent|per cent) (?:below|under|off|from) its all time high) (?:of|at) (?=[$]?\d)/gi,
    "$1, and its all time high is ",
  ],
  [/\b(?:not|n['’]t) (negative|positive) anywhere\b/gi, "not $1 on any venue"],
  [
    /\b(?:has|have)(?:n['’]t| not)(?: once| ever)? (?:been|traded|gone|risen|climbed|fallen|dropped|dipped|slipped) (above|over|past|below|under) ([$]?\d[\d.,]*k?(?: (?:dollars|usd|bucks))?) (?=(?:in|over|for|during|within|throughout|today|this|at any)\b)/gi,
    (_, side = "", level = "") => `was never ${/below|under/i.test(side) ? "below" : "above"} ${level} `,
  ],
  [
    new RegExp(
      String.raw`\b(is|are|was|were|stays?|remains?) (?:still |now |currently |very |quite |rather |fairly |pretty )*(?:weak|low|high|strong|tiny|small|huge|big|large|thin|wide|tight|narrow|elevated|subdued|modest|solid|poor|awful|terrible|great|decent|healthy|moderate|deep|shallow|busy|brisk|muted|depressed|heavy|light|minuscule|negligible),? (?:(?:at|just|only|with|standing at|sitting at|coming in at) )*(?=(?:${HOW} )?(?:[$-]|minus )?\d)`,
      "gi",
    ),
    "$1 ",
  ],
  [
    /(?<!points |% |percent |pp )\b(?:is |are |remains? |stays? |sits? )?(?:still |now )?(ahead|behind)(?= (?:on|over|for|in|this) (?:the |its )?(?:day|week|month|hour|24h|7d|30d|year|last|past)\b)/gi,
    (_, way = "") => `is ${/ahead/i.test(way) ? "up" : "down"}`,
  ],
  [/\b(?:turned|turns) out (?:to be )?(?=(?:negative|positive|higher|lower|above|below|[-$\d]))/gi, "is "],
  [
    /\b(rank \d+|(?:number|no\.?|#) ?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)) (?:among|amongst|of|out of) (?:all )?(?:the )?(?:crypto\w*|coins|tokens|digital assets|crypto assets)\b/gi,
    "$1",
  ],
  [/\b(?:continues?|continued|keeps?|kept) (?:to )?(?=(?:trad|stay|be |hover|sit|hold))/gi, ""],
  [/^of all (?:the |circulating )?[a-z]{2,12},? /i, ""],
  [/\b(?:fluctuated|oscillated|swung|bounced|whipsawed|seesawed|traded) (?=(?:anywhere )?between )/gi, "ranged "],
  [
    /\bneither (?:the )?(.{2,25}?) nor (?:the )?(.{2,25}?) (?:is|are|was|were) (positive|negative|up|down|higher|lower)\b/gi,
    "$1 is not $3 and $2 is not $3",
  ],
  [/\bcosts?\b(?=.*\bgrand\b)/gi, "is priced at"],
  [
    /\b(?:only |just )?(\d+|one|two|three|four|five|six|seven|eight|nine|ten) (?:other )?(?:coins?|tokens?|crypto\w*|assets?) (?:has|have|with|carry|boast) an? (?:higher|larger|bigger|greater) (?:market (?:cap\w*|value)|valuation|mcap)(?: than (?:it|[a-z]+))?/gi,
    (_, count = "") => `it is rank ${numberOf(count) + 1}`,
  ],
  [/(?<=\bcirculat\w*\b[^;]*\d\s?(?:k|m|mn|million|b|bn|billion)? (?:in )?)total\b(?! supply)/gi, "undrawn"],
  [
    /^(?:after|following) an? (?:rough|bad|tough|terrible|ugly|brutal|red|awful|good|great|strong|green|decent|solid|nice|quiet|volatile|wild) (?:day|week|month|session|hour|start|stretch),? /i,
    "",
  ],
  [
    /\b(?:stuck|parked|anchored|glued|pinned|rock[- ]solid|frozen) (?=(?:at|around|near|just|below|above|between)\b)/gi,
    "",
  ],
  [/\b(?:small|tiny|minor|modest|big|large|huge|major|sizeable) (?=(?:token )?unlocks? of \d)/gi, ""],
];
