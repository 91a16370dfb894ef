// Turns of phrase of chats, desks and newspapers: who is spoken of, how near something is, and what is said twice.
import { inMood } from "../prose/prose-words.ts";
import type { Turn } from "../turn/turned.ts";

const BIT =
  "(?:just |only )?(?:an? )?(?:very )?(?:touch|hair|tad|shade|whisker|smidgen?|notch|fraction|bit|little(?: bit)?|sliver|tiny bit|fractionally|marginally|narrowly|barely|scarcely|hardly)";
const FAR =
  "(?:comfortably|easily|solidly|safely|considerably|significantly|substantially|clearly|markedly|handily|decisively|a lot|a good deal|materially)";
/** Over which something went a bit or far: no amount. */
const A_TIME = String.raw` (?:(?:the|this|an?) )?(?:last|past|previous|hour|day|week|month|\d+ ?(?:h|hours?|d|days?)\b)`;
const MORE = "(?:above|over|more than|higher than|greater than|north of|past)";
const LESS = "(?:below|under|less than|lower than|south of|beneath)";
const AMOUNT = String.raw`(?:[$]|-)?\d[\d.,]*\s?(?:k|m|mn|mil|million|bn?|bil|billion|t|%|percent|per cent|dollars?|usd|bps|basis points)?`;

const LOWS: Readonly<Record<string, readonly [number, number]>> = {
  low: [0, 0.4],
  lower: [0, 0.4],
  mid: [0.3, 0.7],
  middle: [0.3, 0.7],
  high: [0.6, 1],
  upper: [0.6, 1],
};

/** "The low 140s" are for nobody below 140 or above 145. */
function inTens(...found: string[]): string {
  const [, part = "", dollars = "", lead = "", zeros = "", k = ""] = found;
  const [from, to] = LOWS[part.toLowerCase()] ?? [0, 1];
  const size = 10 ** zeros.length;
  const base = Number(lead) * size;
  const at = (share: number) => `${dollars}${Number((base + size * share).toFixed(2))}${k}`;
  return `between ${at(from)} and ${at(to)}`;
}

export const CHATS: readonly Turn[] = [
  // Who speaks, and to whom.
  [
    /^(?:ok(?:ay)?|so|right|look|listen|guys|boys|gm|update|breaking|just in|note|reminder|alert|psa|fwiw|ngl|imo|in short|in fact|as of (?:now|today|writing))[,:]?\s+(?=\S)/i,
    "",
  ],
  [
    /\b(?:we|we['’]re|we are|we['’]ve|it['’]s|they['’]re|y['’]all) (?:are |have |is )?(?:still |now |currently |back |all )*(?=(?:under|below|above|over|down|up|at|sub|north|south|more than|less than)\b)/gi,
    "it is ",
  ],
  [/\b(?:boys|fam|lads|frens|ser|anon|mate|af|asf|lmfao|rn|atm|irl|tho|kek|gg)\b[,!]*/gi, ""],
  [
    /\b(?:couldn['’]?t|could not|can['’]?t|cannot|didn['’]?t|did not|failed to|unable to|is not able to) (?:hold|keep|defend|stay above|reclaim|get back above|get above|break)(?: above| over)? (?=[$]?\d)/gi,
    "is not above ",
  ],
  [
    new RegExp(
      String.raw`\b(?:lost|lose|loses|losing|gave up|give up|given up) (?:the )?(${AMOUNT})(?: level| mark| handle| support| line)\b`,
      "gi",
    ),
    "is below $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:reclaim(?:s|ed)|regain(?:s|ed)|retook|won back|is back (?:at or )?(?:above|over)|back (?:above|over)) (?:the )?(${AMOUNT})(?: level| mark| handle| line)?`,
      "gi",
    ),
    "is above $1",
  ],
  [new RegExp(String.raw`\bback (?:below|under) (?:the )?(${AMOUNT})`, "gi"), "is below $1"],
  [
    /\b(?:hold(?:s|ing)?|keeps?|maintain(?:s|ing)?) (?:on to |onto )?(?:the )?([$]?\d[\d.,]*k?)(?: level| mark| handle| support| line)(?= |$|[.,;!])/gi,
    "holds above $1",
  ],
  [
    /\b(left|leaving|entered) (?:the )?exchanges\b((?:(?!\b(?:net|and|but|while|or|as|whereas)\b)[^,;])*?) net\b(?! (?:exchange|in|out|flow))/gi,
    (_, way = "", rest = "") => `net ${/enter/i.test(way) ? "inflow to" : "outflow from"} exchanges${rest}`,
  ],
  [
    /\b(inflows?|outflows?)\b((?:(?!\b(?:net|and|but|while|or|as|whereas)\b)[^,;])*?) net\b(?! (?:exchange|in|out|flow))/gi,
    "net $1$2",
  ],
  [
    /\b(?:stays?|remains?|holds?|is holding|keeps?)( (?:above|below|under|over) [$]?\d[\d.,]*k?(?: ?(?:[$]|usd|dollars))?) (?:now|currently|at the moment|for now|rn)\b/gi,
    "is$1",
  ],
  // What has come about holds now.
  [
    /\b(?:has|have|['’]s) (?:now |just |since |already )?(?:slipped|fallen|dropped|dipped|sunk|slid|tumbled|moved|gone|broken|crashed|sagged|plunged) (?:back )?(?:below|under|beneath) (?=[$]?\d)/gi,
    "is below ",
  ],
  [
    /\b(?:has|have|['’]s) (?:now |just |since |already )?(?:risen|climbed|jumped|moved|gone|broken|pushed|rallied|surged|soared|recovered|bounced) (?:back )?(?:above|over|past) (?=[$]?\d)/gi,
    "is above ",
  ],
  [/\b(longs|shorts) pays?(?: to)? (?=longs|shorts)/gi, "$1 pay "],
  [/\bpositive at (?=[$]?\d)/gi, "at +"],
  [/\bnegative at (?=[$]?\d)/gi, "at -"],
  [/\bmakes it (?=(?:the|a) )/gi, ", it is "],
  [
    /\b(perp\w*|futures) vol(?:ume)? ([$]?\d[\d.]* ?\w*) (?:vs\.?|versus|against) spot (?=[$]?\d)/gi,
    "$1 volume $2, spot volume ",
  ],
  [
    /\b([a-z]{2,6}) ?> ?([a-z]{2,6}) (?=today|this (?:week|month)|on the|over the|in the|(?:1h|24h|7d|30d)\b)/gi,
    "$1 outperformed $2 ",
  ],
  [
    /\b([a-z]{2,6}) ?< ?([a-z]{2,6}) (?=today|this (?:week|month)|on the|over the|in the|(?:1h|24h|7d|30d)\b)/gi,
    "$1 underperformed $2 ",
  ],
  // How near.
  [new RegExp(String.raw`\b${BIT} ${MORE}(?!${A_TIME})`, "gi"), "just over"],
  [new RegExp(String.raw`\b${BIT} (?:${LESS}|shy of|short of)`, "gi"), "just under"],
  [new RegExp(String.raw`\b${FAR} (?=(?:${MORE}|${LESS})(?!${A_TIME}))`, "gi"), "well "],
  [/\bwell (?:more than|higher than|greater than|north of|past)/gi, "well above"],
  [/\bwell (?:less than|lower than|south of|beneath)/gi, "well below"],
  [
    /\b(?:merely|simply|a mere|as (?:much|many|little|few) as|no fewer than|to be precise|to be exact|exactly|precisely)\b(?= [$-]?\d)/gi,
    "",
  ],
  [/\bonly (?=(?:about |around |some |roughly |nearly |almost |just )?[$-]?\d)/gi, ""],
  [
    /\b(?:over|above|more than|under|below|less than|about|around|nearly|almost|just over|just under) an? (?=(?:basis point|percentage point|percent|per cent)\b)/gi,
    (all) => all.replace(/an? $/i, "1 "),
  ],
  [/\b(?:in |at )?the (low|lower|mid|middle|high|upper)(?:-| )([$]?)(\d+?)(0+)(k?)s\b/gi, inTens],
  [/\b(low|mid|high)[- ]([$]?)(\d+?)(0)(k?)s\b/gi, inTens],
  // Sums.
  [
    /\b(\d[\d.,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred) (?:yards?|milliards?|yrds?)\b/gi,
    (_, count = "") => `${/^an?$/i.test(count) ? "1" : count} billion`,
  ],
  [/(?<=\d)\s?(?:mill|mils|mlns|mlln|milion|milions|millon)\b/gi, " million"],
  [/(?<=\d)\s?(?:bill|bils|blns|bilion|bilions|billon)\b/gi, " billion"],
  // Abbreviations.
  [/\bneg\b/gi, "negative"],
  [/\bpos\b(?= |$|[.,;!])/gi, "positive"],
  [/\((\d+ ?(?:h|hrs?|hours?|d|days?|w|weeks?))\)/gi, " $1 "],
  [/#(\d+) by (?:mcap|market ?cap\w*)/gi, "rank $1"],
  [/(?<![\w])#(\d+)\b/g, "rank $1"],
  [/\btop[- ]?(?:10|ten) (?=(?:hold|own|control|have)s?\b)/gi, "top 10 holders with "],
  [/\b(holders|wallets|addresses) (?:hold|own|control|account for|have)\b/gi, "$1 with"],
  [
    /\bby a factor of ((?:(?:at least|at most|more than|less than|over|about|around|almost|nearly) )?)(\d[\d.]*|two|three|four|five|six|seven|eight|nine|ten)/gi,
    "$1$2 times",
  ],
  [
    /\b(exceed(?:s|ed)?|(?:is|are|was|were) (?:bigger|larger|higher|greater) than|outweigh(?:s|ed)?|beats?|tops?|topped) ((?:(?!\band\b|[,;]).)*?) ((?:at least |at most |more than |less than |over |about |around |almost |nearly )?\d[\d.]* times)(?=$|[.,;!]| in | over | on | today)/gi,
    "is $3 $2",
  ],
  [/,? (?:implying|indicating|meaning|suggesting|showing|signalling|signaling|i\.e\.,?)(?: that)? /gi, " and "],
  [/\b(?:is|are|was|have|has) (?:go|going|went|gone) (up|down)\b/gi, "went $1"],
  [
    /\bmore (big|small|high|low|cheap)(?= than| as)/gi,
    (_, how = "") =>
      ({ big: "bigger", small: "smaller", high: "higher", low: "lower", cheap: "cheaper" })[how.toLowerCase()] ?? how,
  ],
  [/\b(bigger|smaller|higher|lower|cheaper|(?:more|less) (?:volatile|liquid|leveraged|valuable)) as\b/gi, "$1 than"],
  [/\bback (?:at|on|to)(?: its| the)? peg\b/gi, "at its peg"],
  [/\bat (?=(?:premium|discount)\b)/gi, "at a "],
  [
    /\b(up|down|green|red|higher|lower) (?:across the board|(?:on|across|over) (?:all|every) (?:time ?frames?|windows?|horizons?))[:,]?(?!.*\bfunding\b)/gi,
    "$1",
  ],
  [
    /(?:,? ?)\bwith (?:an? |the |its |their )?(?=(?:24h |24[- ]hour |daily |spot |perp |trading |total |annuali[sz]ed )*(?:volume|vol|market cap|mcap|open interest|oi|funding|tvl|liquidations|spread|depth|rank|fdv)\b)/gi,
    ", ",
  ],
  [/\b(?:in|on) the (?:order ?)?books?\b(?=.*|$)/gi, ""],
  [
    /\b(?:the )?(?:market|crypto|investors|traders|sentiment|mood|investor sentiment|market sentiment|crypto market|(?:the )?(?:fear (?:and|&) greed )?index) (?:is|are|indicates?|shows?|signals?|reads?|says|points to|in) (?:in |at )?(?:a state of )?(fear(?:ful)?|greed(?:y)?)\b/gi,
    (_, mood = "") => `sentiment index is ${inMood(mood)}`,
  ],
  [
    /\bmost (?:of the |of )?(?:coins|tokens|alts|altcoins|cryptos) (?:are |were |is )?(?:up|green|higher|in the green|rising)\b/gi,
    "breadth is above 50%",
  ],
  [
    /\bmost (?:of the |of )?(?:coins|tokens|alts|altcoins|cryptos) (?:are |were |is )?(?:down|red|lower|in the red|falling)\b/gi,
    "breadth is below 50%",
  ],
  [/(%|percent) of (?:coins|tokens|alts|altcoins|cryptos) (?:are |were )?(?:green|up|higher)\b/gi, "$1 of breadth"],
  [
    /\b(?:tight|wide|thin|elevated|subdued|shallow|modest|solid|robust|muted) (?=at (?:about |around |just |roughly )?[$]?\d)/gi,
    "",
  ],
  [
    /\b(?:against|versus|vs\.?|compared (?:to|with)) (outflows|inflows|bids|asks|long liquidations|short liquidations|spot volume|perp volume) of (?=[$]?\d)/gi,
    "and $1 are ",
  ],
  [
    // To exchanges or from them it is no sum of transfers.
    /\bwhales (?:have )?(?:moved|shifted|transferred|sent)(?: around)?(?= )(?=.*\d)(?!.*\b(?:exchanges?|venues|platforms)\b)/gi,
    "value of large transfers is",
  ],
  [
    /\b(?:has|have) (?:now |just )?(?:crossed|passed|broken through|surpassed|eclipsed|cleared)(?: above)? (?=[$]?\d)/gi,
    "is above ",
  ],
  [
    /\b(?:tends? to )?(?:moves?|swings?)(?: about| around| roughly)? (\d[\d.]*)(?:x| times)(?: as much)? as (?:much as )?(?:bitcoin|btc)\b/gi,
    "beta is $1",
  ],
  [
    /\b(?:is |are )?having an? (?:rough|bad|tough|terrible|ugly|brutal|red|awful|good|great|strong|green|decent|solid|nice) (?:day|week|month|session|hour)[:,;–-]+ ?/gi,
    "",
  ],
  [/\b(?:one|a single|each|every) (?=(?:ether|bitcoin|btc|eth|sol|ada)\b)/gi, ""],
  [/ to (?:stay|be|remain) (?:short|long)\b/gi, ""],
  // Against what is usual.
  [
    /\b(?:the )?(?:last hour['’]?s|past hour['’]?s|hourly|this hour['’]?s) volume\b|\b(?:in|over) the (?:last|past) hour,? volume\b/gi,
    "hourly volume",
  ],
  [
    /\bhourly volume (?:is|was|came in|ran|runs)?((?: at)?) ?(\d[\d.]*) ?(?:%|percent) (above|higher than|over|below|lower than|under) (?:the |its )?(?:usual|normal|average|typical|median)\b/gi,
    (_, _at = "", pct = "", way = "") =>
      `relative volume is ${Number((1 + ((/above|higher|over/i.test(way) ? 1 : -1) * Number(pct)) / 100).toFixed(4))}`,
  ],
  [
    /\bhourly volume (?:is|was|came in|ran|runs)? ?(well |far |way |just |slightly )?(above|higher than|over|below|lower than|under) (?:the |its )?(?:usual|normal|average|typical|median)\b/gi,
    "relative volume is $1$2 1",
  ],
  [
    /\bhourly volume (?:is|was|came in|ran|runs)? ?(?:at )?((?:about |around |nearly |almost |over |more than |less than )?)(half|twice|double|triple|\d[\d.]*(?:x| times)) (?:of )?(?:the |its )?(?:usual|normal|average|typical|median)\b/gi,
    (_, how = "", count = "") =>
      `relative volume is ${how}${({ half: "0.5", twice: "2", double: "2", triple: "3" })[count.toLowerCase()] ?? Number.parseFloat(count)}`,
  ],
  // So many times an earlier one.
  [
    /\b((?:more than|over|at least|less than|about|around|nearly|almost|roughly) )?(twice|double|triple|(\d[\d.]*)(?:x| times)) (?:that of |what it was |the level of |the )?(yesterday|the (?:day before|previous day)|a day ago|a day earlier|the day prior)(?:['’]s)?\b/gi,
    (_, how = "", word = "", count = "") => {
      const times = { twice: 2, double: 2, triple: 3 }[word.toLowerCase()] ?? Number.parseFloat(count || word);
      if (!how && (times === 2 || times === 3)) return `${times === 2 ? "doubled" : "tripled"} in the last 24 hours`;
      return `up ${how || "about "}${(times - 1) * 100}% in the last 24 hours`;
    },
  ],
  [/\biv\b/gi, "implied volatility"],
  [/\brv\b/gi, "realized volatility"],
  [/\b(?:30[- ]?d(?:ay)?|thirty[- ]day|monthly) (?:realized|realised)\b(?! vol)/gi, "30d realized volatility"],
  [/\b(?:realized|realised)(?= (?:over|in|for|by|is|vol\b))(?! vol)/gi, "realized volatility"],
  [/\bf ?(?:&|n) ?g(?: index)?\b/gi, "fear and greed"],
  [/\bcorr\b/gi, "correlation"],
  [/\bfundies\b/gi, "funding"],
  [/\bliq(?:d|ed|['’]d)\b/gi, "liquidated"],
  [/\bl\/s\b/gi, "long short"],
  [/\bb\/s(?: ratio)?\b/gi, "buy sell ratio"],
  [/\b(?:circ|circs)\b(?=[^a-z]|$)/gi, "circulation"],
  [/\bcexs?\b|\bcexes\b/gi, "exchanges"],
  [
    /\b([a-z]{2,6})\/(btc|eth|xbt) (?:is |was |went )?(up|down|higher|lower|green|red)\b/gi,
    (_, own = "", other = "", way = "") =>
      `${own} ${/up|higher|green/i.test(way) ? "outperformed" : "underperformed"} ${other} by`,
  ],
  [
    /\b(outperformed|underperformed) (btc|eth|xbt) by(?! (?:about |around |over |under |more |less |nearly |almost |roughly |at |some |~)?-?\d)/gi,
    "$1 $2",
  ],
  [/\bdepth ?(?:\+-|±|\+\/-) ?2 ?%/gi, "depth"],
  // Words that say nothing by themselves beside a number.
  [
    /(%|percent|per cent) of (?:all |the |its |total |every )*(?:[A-Z]{2,6}|coins?|tokens?|supply)\b(?=.*\bstaked\b)/g,
    "$1",
  ],
  [/\b(?:highly|closely|tightly|strongly) correlated (?=(?:with|to) )/gi, "correlation "],
  [/\bcorrelated (with|to) (btc|bitcoin)\b(?=.*\d)/gi, "correlation $1 $2"],
  [/\b(?:on )?balance[,:]? (?=net)/gi, ""],
  [
    /\b(?:worth of|in) (?:leveraged |open |crypto )?(?:positions|contracts|bets)\b(?=.*(?:liquidat|wiped|closed))/gi,
    "",
  ],
  [
    /\b(?:leveraged|futures|derivatives?|perp(?:etual)?s?) traders (?:cut|reduced|trimmed|added|increased|raised|built)(?: up)? (?:their )?(?:exposure|positions)\b,? (?:with |as )?(?=open interest|oi\b)/gi,
    "",
  ],
  [
    /\b(?:despite|in spite of|notwithstanding|for all of|even after|even with) (?:the |its |a |this |that )?(?:today['’]?s |daily |recent |day['’]?s )?(dip|drop|fall|slide|decline|loss|sell-?off|pullback|rise|gain|rally|jump|bounce|recovery)\b(?: (?:today|in the (?:last|past) (?:24 hours|day)|over (?:the|a) day|on the day))?,?/gi,
    (said, what = "") =>
      `${/^(?:rise|gain|rally|jump|bounce|recovery)$/i.test(what) ? "up" : "down"} ${/today/i.test(said) ? "today" : "in a day"},`,
  ],
  [
    /,? after (?:briefly |first |having )?(?:touching|hitting|reaching|tapping|printing|seeing|setting|making|marking|trading (?:as (?:high|low) as|at))(?= )/gi,
    ", and hit",
  ],
  [/\b(?:earlier )?(?:wicked|wick|spiked|flushed)(?: all the way)?(?: up| down)? to(?= ~?[$]?\d)/gi, "hit"],
  [
    /\b(?:peaked|topped out|maxed out|bottomed(?: out)?|troughed) at(?= ~?[$]?\d)(?!.*\b(?:today|24|day|week|month|hours?|7d|30d|1h|session)\b)/gi,
    "undrawn",
  ],
  [
    /\b(?:peaked|topped out|maxed out) at(?=.*\b(?:today|24|day|week|month|hours?|7d|30d|1h|session)\b)(?= ~?[$]?\d)/gi,
    "the high is",
  ],
  [
    /\b(?:bottomed(?: out)?|troughed) at(?=.*\b(?:today|24|day|week|month|hours?|7d|30d|1h|session)\b)(?= ~?[$]?\d)/gi,
    "the low is",
  ],
];
