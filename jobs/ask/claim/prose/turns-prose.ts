// Turns of market prose that are put into plain words where a first reading left a claim open: openers, asides, words of number, who bought when.

import { countsOf, numberOf, pctOf, placeOf, placesOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";
import { HOW, PUT, TIME, text } from "./prose-words.ts";
import { TOLD } from "./turns-told.ts";

const WORDED: readonly Turn[] = [
  [
    new RegExp(
      String.raw`(?<![-\w])(${countsOf(1, 12)})(?= (?:percent|per cent|percentage points?|points?|pp|basis points?|times|bucks|dollars)\b)`,
      "gi",
    ),
    (_, word = "") => String(numberOf(word)),
  ],
  [
    new RegExp(String.raw`\b(${placesOf(1, 10)})(?=[- ](?:place|position|spot|rank|ranked|slot)\b)`, "gi"),
    (_, word = "") => `${placeOf(word)}th`,
  ],
  [/\b(?:the |a )?(\d+)(?:st|nd|rd|th)[- ]ranked (?:crypto\w*|coin|token|asset)/gi, "rank $1, and it"],
  [
    new RegExp(
      String.raw`(?:\b(${HOW}) )?\b(an?|one|two|three|four)[- ](third|quarter|fifth|sixth|eighth|tenth)s?\b(?! of\b|[- ](?:largest|biggest))`,
      "gi",
    ),
    (_, how, count = "", part = "") => `${text(how) || "about"} ${pctOf(count, part)}%`,
  ],
];

/** Who it was that "which" goes on about. */
export const WHO: readonly Turn[] = [
  [
    /\b((?:(?:broader|overall|crypto|wider|whole) )*market|bitcoin|btc|ether|ethereum|eth|cardano|ada|xrp|bnb|solana|sol), (?:which|who) (?=[a-z])/gi,
    "$1, $1 ",
  ],
  [
    /\b(?:average|mean) (funding(?: rates?)?),? (?:taken )?(?:across|over|on|of) (?:all |the |all the )?(?:exchanges|venues)\b/gi,
    "$1",
  ],
  [
    /\b(?:lower|upper|bottom|top) (?:half|third|quarter|end|part) of (?:its|the|today['’]s) (?:[a-z0-9]+[- ])*range\b/gi,
    "undrawn",
  ],
  [/^(?:in fact|right now|honestly|actually|as of now|at the moment),? (?=\w)/i, ""],
  [
    /\b(?:the |its )?(?:(24[- ]?h(?:our)?|daily|weekly|monthly|intraday) )?(?:high and (?:the )?low|(low) and (?:the )?high)(?: (?:are|were|of|at|stand at|come to))+ ([$]?[\d.,]*\d) and ([$]?[\d.,]*\d)/gi,
    (_, time, isLow, first = "", second = "") =>
      `${text(time)} ${text(isLow) ? "low" : "high"} is ${first}, ${text(time)} ${text(isLow) ? "high" : "low"} is ${second}`,
  ],
  // From where it was, and not since a day ago.
  [
    /\b(?:and|then|before)(?: then)? (?:bounc(?:ed|ing)|rebound(?:ed|ing))(?: back| off it| from there)?(?=\s*$|[.,;!])/gi,
    "",
  ],
];

/** What comes before what is said. */
const OPENERS: readonly Turn[] = [
  [
    /^(?:as of|according to|going by|based on|per) (?:this morning|today|the latest|current|our|the)(?:['’]s)? (?:data|figures|numbers|readings?),? /i,
    "",
  ],
  [
    /^(?:leverage is (?:being )?(?:unwound|unwinding|building|being built(?: up)?|flushed)|speculators have (?:closed|opened) positions|traders are (?:de-?leveraging|leveraging up)),? ?(?:with|:|as) /i,
    "",
  ],
  [/\bturned sour\b/gi, "is down"],
  [/\b(?:only|just|merely) (?=(?:slightly|a bit|a little|marginally|mildly) )/gi, ""],
  [
    /\b(liquidity|depth|market breadth|breadth|volume|spread|funding|sentiment) is (?:thin|poor|weak|decent|healthy|good|bad|strong|tight|wide|low|high)(?=[:,])/gi,
    "$1",
  ],
  [
    /^it (?:would be|is|['’]s) (?:wrong|incorrect|false|untrue|inaccurate|a mistake) to (?:say|claim|state|argue)(?: that)? /i,
    "it is false that ",
  ],
  [/\bunder (?:heavy )?(?:selling|buying) pressure\b:?/gi, ""],
  [/\b(is|are|was)(n['’]t| not) (?:currently )?trading (?=anywhere|near|close|at)/gi, "$1$2 "],
  [/\bin a single (day|week|hour|month)\b/gi, "in a $1"],
  [
    /^(?:let(?:['’]s| us) be clear|to put (?:things|it|this) (?:in perspective|simply|bluntly|plainly)|for what it(?:['’]s| is) worth|simply put|put (?:simply|differently)|in other words|that said|make no mistake|no doubt|to be (?:clear|fair|honest|precise)|for (?:context|reference|the record)|just (?:so you know|to be clear)|(?:by any measure )?[a-z]{2,10} has had an? (?:bad|good|rough|great|terrible|strong|weak) (?:day|week|month|hour)|i(?:['’]m| am) (?:hearing|seeing|told)|i wouldn(?:['’]t| not) call it an? [a-z]+,? but)(?: that)?[,:]? /i,
    "",
  ],
  [/^(?:no|yes|nope|yep|yeah|nah|true|correct|indeed)[,:] /i, ""],
  [/\bas (?=(?:longs|shorts|bulls|bears) )/gi, ", "],
  [
    /\b(?:despite|even after|notwithstanding|in spite of) (today|yesterday|this week|this month)['’]s ([\d.]+ ?(?:%|percent)) ([a-z-]+)/gi,
    ", and $3 of $2 $1",
  ],
  [/,? means? (?:that )?(?=(?:longs|shorts))/gi, ", "],
  [
    /^(?:it (?:is|['’]s) (?:worth|important to|to be|fair to|useful to) (?:pointing out|noting|noted?|mentioning|say|remember|stress|saying|point out)|it (?:should|must) be (?:noted|said|pointed out|stressed|mentioned)|(?:what )?(?:stands out|is notable|is striking|matters|you see) is|one (?:can )?(?:observes?|notes?|sees?)|we (?:can )?(?:see|note|observe)|(?:the )?data shows?|(?:the )?(?:numbers|figures|charts?) shows?) that /i,
    "",
  ],
  [/^what (?:stands out|is notable|is striking|matters|you see) is that /i, ""],
  [/(?<=, )one (?:observes|notes|sees) that /gi, ""],
  [
    /^(?:all in all|to sum up|in short|in summary|in a nutshell|long story short|as it stands|contrary to (?:what|popular)[^,]*|whatever (?:people|they|you)[^,]*|in terms of ranking)[,:] /i,
    "",
  ],
  [
    /^(?:as far as|when it comes to|in terms of|as for|speaking of|with regard to|regarding|concerning|on the (?:topic|subject|matter) of) (?:the )?([^,]+?)(?: is concerned| goes)?, /i,
    "$1 ",
  ],
  [/\bin aggregate\b,?/gi, ""],
  [
    /^(?:after|following) (?:an?|its|the) ([\d.]+ ?%|[\d.]+ percent) (slide|drop|fall|decline|plunge|dip|loss|rise|gain|jump|rally|climb|surge|increase|decrease)((?: (?:in|over|during|on) [^,]+)?), /i,
    (_, far = "", move = "", time) => `${move} of ${far}${text(time)}, and `,
  ],
  [
    /^at ([$]?[\d.,]+ ?(?:k|m|mn|million|bn|billion|%|percent)?), ((?:the |its )?(?:long |short |spot |perp )?(?:liquidations|volume|open interest|funding|market cap|inflows|outflows|tvl)) (?=(?:is|are|was|were|has|have|[a-z]+ed|[a-z]+s)\b)/i,
    "$2 is $1, $2 ",
  ],
  [/\b(?:sheds?|added|took (?:off|on)|cut|reduced|piled on) (?:more )?risk\b:?/gi, ""],
];

/** What is said beside the numbers. */
const ASIDES: readonly Turn[] = [
  [/\b(?:at|as of|by|around) (?:press time|the time of (?:writing|publication)|publication)\b,?/gi, "now"],
  [/^(?:anyone else (?:notice|see)(?: that)?|did you know(?: that)?|remember,?|just saw(?: that)?|turns out)\s+/gi, ""],
  [
    /,? (?:which means|meaning|implying|indicating|signalling|signaling|suggesting|ie|i\.e\.)(?: that)? |, so(?: that)? /gi,
    ", ",
  ],
  [/\b(?:open interest|oi|volume)[- ]weighted\b/gi, ""],
  [/\beveryone(?:['’]s| is) long(?=[:,])/gi, "long short ratio above 1, "],
  [
    /\b(?:a larger number|more|most|the majority)(?: of)?(?: the)? (?:traders|accounts|people) (?:are|is) (long|short)\b/gi,
    (_, side = "") => `long short ratio is ${/long/i.test(side) ? "above" : "below"} 1`,
  ],
  [
    new RegExp(
      String.raw`,? before (?:${PUT})(?: back| down| up| lower| higher| off)?(?: (?:to|towards?))?(?: (above|below|under|over|around))? ([$]\d[\d.,]*k?)`,
      "gi",
    ),
    (_, side = "", level = "") => ` , and is now ${text(side) || "at"} ${level}`,
  ],
  [new RegExp(String.raw`,? before (?:${PUT})(?: back| down| up| lower| higher| off| again)*(?=$|[.!;])`, "gi"), ""],
  [/\bno (?:sign|trace|hint|evidence) of\b/gi, "not"],
  [/\b(?:share|unit|token|coin) price\b/gi, "price"],
  [
    /\b(?:move|leg|push|trip|journey) (down|lower|south|up|higher|north)\b/gi,
    (_, way = "") => (/down|lower|south/i.test(way) ? "drop" : "rise"),
  ],
  [/\bfortnight\b/gi, "two weeks"],
  [
    /(?<=\w),? (?:is|has|have|did|does|are|was)n['’]t (?:it|they)\b[?!.]*$|,? (?:right|no|eh|huh|yeah|correct|innit)[?]+$/i,
    "",
  ],
  [/\b[a-z]+-wise\b,?/gi, ""],
  [/\bfar (?=more\b|fewer\b|less\b)/gi, ""],
  [/\b(?:with |in )?respect to (?=yesterday|last|the|a|one)/gi, "compared to "],
  [/\b(millions?|billions?) of (?:dollars|usd|bucks)\b/gi, "$1 dollars"],
  [/\b(?:holders|investors|owners|traders|bagholders|buyers) (?:have |had )?(?:seen|watched|saw) (?:their|the) /gi, ""],
  [
    /\b(?:has|have|had) (?:dipped|fallen|slipped|dropped|shifted|moved|slid|drifted|sunk|crossed|edged|gone|strayed) (?:deeper |further |back )?(?:in|into|to|onto) (?:the )?(negative|positive)\b/gi,
    "is $1",
  ],
  [/\b(?:a|the) market (?:cap\w*|value) (?:which|that) /gi, "market cap "],
  [/\bby (?:number of )?accounts?\b/gi, ""],
  [/\bis what (?:it|[a-z]{2,12}) (?:has|have|shows?)\b/gi, ""],
  [/\bto (?:buy|own|get|purchase) (?:one|a|an|1|a single) [a-z]{2,12}\b/gi, ""],
  [/\bnot one but (?:two|three) venues,? /gi, ""],
  [
    /\b(?:top |major |other |big )?(?:assets|names|majors|coins|tokens|peers|rivals|cryptos|cryptocurrencies) (?:including|like|such as) (?=[A-Z])/gi,
    "",
  ],
  [/\bthe likes of\b/gi, ""],
  [/\b(?:barely|only just|fractionally) (?=(?:positive|negative|up|down|higher|lower|green|red)\b)/gi, "slightly "],
  [
    /\b(up|down|higher|lower|positive|negative) (?:fractionally|marginally|a hair|a smidge|ever so slightly|a tad)\b/gi,
    "slightly $1",
  ],
  [/\b(?:the )?past year\b|\bover (?:the course of )?a year\b/gi, "the last 365 days"],
  [/\bthis (week|month|year)\b([^;]*?) so far\b/gi, "$2 this $1 so far"],
  [/\bgiving (?:up|back)\b/gi, "losing"],
  [
    /\bcost (?:its )?(?:holders|investors|owners|traders|[a-z]{2,10}) (?=(?:(?:about|around|roughly|nearly|almost|over|more than|some) )?\d[\d.]* ?(?:%|percent))/gi,
    "it fell ",
  ],
  [
    /\bholders(?:,? who)? (?:are|have been) (?=(?:now |currently |still )*(?:up|down|sitting|nursing|in (?:profit|the)))/gi,
    "is ",
  ],
];

/** Who bought then is so far up or down since. */
const BOUGHT: readonly Turn[] = [
  [
    /\b(?:those|people|anyone|holders|investors|everyone) (?:who (?:have |has )?(?:been )?)?(?:holding|hold|held) [a-z]{2,10} (?:for|over|in|during) (the (?:past|last) [a-z0-9 ]+?) (?:have|has|are|is) (made|earned|gained|lost|up|down)\b/gi,
    (_, time = "", way = "") => `in ${time} it ${/lost|down/i.test(way) ? "fell" : "rose"}`,
  ],
  [/\bon their (?:investment|money|stake|position|purchase)s?\b/gi, ""],
  [
    new RegExp(
      String.raw`\b(?:if (?:you|one|someone|i|we) (?:had |have )?|(?:every(?:one|body)|any(?:one|body)|those|people|holders|investors|traders|buyers|whoever) (?:(?:who|that) )?(?:had )?|having )(?:bought|entered|purchased|gone long|invested|aped|got|gotten|acquired|picked up|held)(?: [a-z]{2,10}){0,3}? (?:exactly |just )?${TIME} (?:ago|back|earlier),? (?:(?:you|one|they|i|we|he|she)\b(?:['’](?:d|re|ve)| would| are| is| have)?|would|is|are|has|have)(?: (?:now|currently|today|already|still|be|been))*`,
      "gi",
    ),
    (_, time = "") => `in the last ${time} it is`,
  ],
  [
    /\b(?:sitting|sit|sits|holding|looking|nursing|enjoying|booking|pocketing|facing|staring) (?:on|at|with)? ?(?:an? )?(?:unreali[sz]ed |paper )?(gain|profit|loss)(?:s|es)?(?: of)?/gi,
    (_, way = "") => (/loss/i.test(way) ? "down" : "up"),
  ],
];

export const PROSE: readonly Turn[] = [...OPENERS, ...WORDED, ...ASIDES, ...BOUGHT, ...TOLD];
