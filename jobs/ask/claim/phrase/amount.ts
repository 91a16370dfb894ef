// Turns of phrase about amounts: parts and multiples of a whole, ranges, shorthand of chats.
import { countsOf, numberOf, pctOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";

const COUNT = `(?:\\d+(?:\\.\\d+)?|${countsOf(1, 10)})`;

const PART = "(half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)s?";
const COMPARED =
  /(?:than|over|above|under|below|at least|at most|about|around|nearly|almost|roughly|some|up to|exactly|just) (?:a |an |one )?$/i;
/** Words before a part that say how far something went: the lexicon has them. */
const MOVED =
  /\b(?:lost|fell|down|dropped|fallen|shed|gained|rose|up|risen|by|cut in|lose|losing|loses) (?:a |an |one |more than |over |about )*$/i;

/** "Two thirds of" as a share; about so much where nothing compares it. */
function asShare(...found: string[]): string {
  const [all = "", count = "", part = ""] = found;
  const [at, text] = [Number(found.at(-2)), found.at(-1) ?? ""];
  const before = text.slice(0, at);
  if (MOVED.test(before)) return all;
  const share = pctOf(count.trim(), part);
  return `${COMPARED.test(before) ? "" : "about "}${share}% of `;
}

const TIMES: Readonly<Record<string, string>> = { twice: "2", double: "2", thrice: "3", triple: "3" };
const MORE = "(?:(almost|nearly|about|around|roughly|more than|over|less than|at least|at most) )?";

const LESS = /lower|cheap|below/i;
const HOURS_OF: Readonly<Record<string, string>> = {
  hour: "60 minutes",
  day: "24 hours",
  week: "7 days",
  month: "30 days",
};
const asHours = (time: string): string => HOURS_OF[time.replace(/^an? /i, "").toLowerCase()] ?? time;

export const AMOUNTS: readonly Turn[] = [
  [
    /\b(?:ngl|tbh|lol|lmao|omg|fr fr|fr|bro|bruh|dude|man|folks|guys|y['’]?all|btw|fyi|afaik|iirc|smh|yikes|whoa|damn|hey|yo|well,|so yeah,?|yeah|yep|nope)(?:\b|(?<=,))[,!]*/gi,
    "",
  ],
  [
    /\b([hdwm])\/\1\b/gi,
    (_, of = "") =>
      ({ h: "in the last hour", d: "day over day", w: "week over week", m: "month over month" })[of.toLowerCase()] ??
      of,
  ],
  [/\s\/\s/g, ", "],
  [/\bif anything,?/gi, ""],
  [/\banything but\b/gi, "not"],
  [
    /\bwithin (?:the )?([$]?\d[\d.,]*k?)\s?(?:-|–|to|and)\s?([$]?\d[\d.,]*k?)(?! ?(?:%|percent|hours?|days?))/gi,
    "between $1 and $2",
  ],
  [/\b(longs|shorts) (?:still|now|currently|clearly|slightly) outnumber/gi, "$1 outnumber"],
  [
    /\b(?:price )?(?:change|return|performance)\b([^,;]*?) (?:is|was) not (positive|negative)\b/gi,
    (_, time = "", sign = "") => `not ${sign === "positive" ? "rose" : "fell"}${time}`,
  ],
  [
    /\b(?:coins|tokens|funds|money) (?:left|flowed out of) (?:the )?exchanges (?:on balance|on net|net)\b/gi,
    "net outflow from exchanges",
  ],
  [
    /\b(?:coins|tokens|funds|money) (?:entered|flowed (?:in)?to|came to) (?:the )?exchanges (?:on balance|on net|net)\b/gi,
    "net inflow to exchanges",
  ],
  [/\bmore in (?:percent|percentage terms|relative terms) than\b/gi, "more than"],
  [/\b(?:minus|negative) (?=[$]?\d)/gi, "-"],
  [/\bvol\b(?=[^,;%]*?(?:[$]\s?\d|\d[\d.,]*\s?(?:mn?|million|bn?|billion|k)\b))/gi, "volume"],
  // Tens: all of them, or a part of them that nobody draws alike.
  [/\b(?:in |at )?the (?:low|lower|mid|middle|high|upper)(?: |-)[$]?\d+k?s\b/gi, "in the undrawn part"],
  [
    /\b(?:in |at )?the [$]?(\d+?)(0+)(k?)s\b/gi,
    (_, lead = "", zeros = "", k = "") => `between ${lead}${zeros}${k} and ${Number(lead) + 1}${zeros}${k}`,
  ],
  [/\b(?:in |by )?(?:the )?double[- ]digits?(?: percent(?:age)?| %)?(?: range| territory)?\b/gi, "at least 10%"],
  [/\b(?:in |by )?(?:the )?single[- ]digits?(?: percent(?:age)?| %)?(?: range| territory)?\b/gi, "less than 10%"],
  // Parts of a whole.
  [
    new RegExp(
      String.raw`\b(${COUNT}) (?:in|out of)(?: every)? (${COUNT})(?= (?:tracked )?(?:tokens|coins|cryptos|[A-Z]{2,6} (?:is|are|get|gets) ))`,
      "gi",
    ),
    (_, some = "", all = "") => `${Number(((100 * numberOf(some)) / numberOf(all)).toFixed(1))}% of`,
  ],
  [/\b(?:half|a half|one half) (?:a |of a |of one )(percent|per cent|percentage point|point|cent|%)/gi, "0.5 $1"],
  [/\b(?:a quarter|quarter) (?:of a |of one )(percent|per cent|percentage point|point|%)/gi, "0.25 $1"],
  [
    /\b(\d[\d,]*(?:\.\d+)?) ?(?:us )?(?:cents?\b|¢)/gi,
    (_, count = "") => `$${Number((Number(count.replaceAll(",", "")) / 100).toFixed(14))}`,
  ],
  [/\b(?:a|one) (?:us )?dollar\b(?! (?:peg|amount|value|figure|parity|mark))/gi, "$$1"],
  [/\bhalf an hour\b/gi, "30 minutes"],
  [/\b(?:half|50%) (?=(?:below|under|off|down from) )/gi, "50% "],
  [new RegExp(String.raw`\b((?:an?|${COUNT}) )?${PART} of (?=(?!a |an |one |its value|the value))`, "gi"), asShare],
  // How many of all tokens: of those that fell nothing is measured by itself.
  [
    /(%|\bpercent|\bper cent) (?:of )?(?:all |the |tracked |these )*(?:tokens|coins|cryptos|cryptocurrencies|altcoins|alts)( or (?:fewer|less|more))? (?:rose|gained|(?:are|were|is) (?:up|green|higher|in the green|in the plus)|went up|advanced|climbed)\b/gi,
    "$1$2 of breadth",
  ],
  [
    /(%|\bpercent|\bper cent) (?:of )?(?:all |the |tracked |these )*(?:tokens|coins|cryptos|cryptocurrencies|altcoins|alts)\b/gi,
    "$1 of undrawn tokens",
  ],
  // Multiples.
  [
    new RegExp(
      String.raw`\b(${COUNT}) times (?:as many |more )?(longs|shorts) (?:as|than) (longs|shorts) (?:were|got|have been) (?:liquidated|force closed|rekt|wiped out)\b`,
      "gi",
    ),
    (_, count = "", one = "", other = "") =>
      `${one.slice(0, -1)} liquidations are ${numberOf(count)} times ${other.slice(0, -1)} liquidations`,
  ],
  [
    /\b(?:twice|double|two times) (?:what it was|its level|the level) (?:at this time )?(?:of )?(yesterday|a day ago|24 hours ago|an hour ago|a week ago)(?: at this time)?\b/gi,
    (_, when = "") =>
      `doubled in the last ${/hour ago/i.test(when) ? "hour" : /week/i.test(when) ? "7 days" : "24 hours"}`,
  ],
  [
    new RegExp(
      String.raw`\b${MORE}(?:(twice|double|thrice|triple)|(${COUNT})(?: times|x)) (?:as many |the )?longs (?:as|than|for|vs\.?|to) shorts\b(?! (?:were|got|have|are) (?:liquidated|closed|rekt|wiped))`,
      "gi",
    ),
    (_, how = "", word = "", count = "") =>
      `long short ratio is ${how} ${word ? TIMES[word.toLowerCase()] : numberOf(count)}`,
  ],
  [
    /\b(twice|double|thrice|triple) (?=as |the |its |that |what |[A-Z]\w*['’]s |(?:\w+ )?(?:volume|market cap|open interest|depth)\b)/g,
    (_, word = "") => `${TIMES[word.toLowerCase()]} times `,
  ],
  [
    /\btimes (?:as (?:much|many|big|large|high|great)(?: as)?|the size of|larger than|bigger than|higher than|more than)\b/gi,
    "times that of",
  ],
  [/\btimes as (volatile|liquid|leveraged) as\b/gi, "times more $1 than"],
  [
    new RegExp(
      String.raw`\b(?:hourly |this hour['’]s )?volume (?:is|was|of|at|runs at)((?: \w+){0,2}?) (${COUNT})(?: times|x) (?:the |its )?(?:usual|normal|typical|average|median)\b`,
      "gi",
    ),
    (_, how = "", count = "") => `relative volume is${how} ${numberOf(count)}`,
  ],
  [
    /\b(lost|fell|dropped|shed|declined|decreased|shrank|contracted|slid|down|fallen|gained|rose|risen|increased|grew|expanded|advanced|up|climbed|added|jumped)(?: by)?(?: (more than|over|at least|less than|under|at most|almost|nearly|about|around|roughly|some|just over|just under))? (an?|one|two|three|four) (third|quarter|fifth|tenth)s?(?: of its value)?\b/gi,
    (all, verb = "", how = "", count = "", part = "") => {
      // Alone these are words of their own.
      if (!how && numberOf(count) === 1 && /^(?:third|quarter)$/i.test(part)) return all;
      const pct = pctOf(count, part);
      // What is as round as its per cent has their band.
      return `${verb} ${how || pct % 10 === 0 ? how : "about"} ${pct}%`;
    },
  ],
  [/\byesterday at this time\b|\bthis time yesterday\b/gi, "a day ago"],
  [
    /(%|\bpercent|\bper cent) (lower|cheaper|higher|dearer|more expensive) than(?: it was| where it was| its price(?: of)?)? (an? (?:hour|day|week|month)|\d+ (?:hours?|days?|weeks?)) ago\b/gi,
    (_, unit = "", way = "", time = "") => `${unit} ${LESS.test(way) ? "down" : "up"} in the last ${asHours(time)}`,
  ],
  // What was cheaper then is dearer now.
  [
    /^(an? (?:hour|day|week|month)|\d+ (?:hours?|days?|weeks?)) ago,? (.{2,30}?) was (?:trading )?(lower|cheaper|higher|pricier|dearer|more expensive)$/i,
    (_, time = "", what = "", way = "") => `${what} is ${LESS.test(way) ? "up" : "down"} in the last ${asHours(time)}`,
  ],
  [
    /\bwas (?:trading )?(lower|cheaper|higher|pricier|dearer|more expensive) (an? (?:hour|day|week|month)|\d+ (?:hours?|days?|weeks?)) ago\b/gi,
    (_, way = "", time = "") => `is ${LESS.test(way) ? "up" : "down"} in the last ${asHours(time)}`,
  ],
  [/\b(than|above|over|under|below|exceeds|at least|at most) one(?=$|[.,;!]| and | but )/gi, "$1 1"],
  [/\b(fell|dropped|lost|slid|declined|rose|gained|climbed) (?:harder|further|faster) than\b/gi, "$1 more than"],
  [/\b(?:deeper|thicker) (?:order ?)?books than\b/gi, "higher depth than"],
  [/\b(?:thinner|shallower) (?:order ?)?books than\b/gi, "lower depth than"],
  [/\bnet ([$]?\d[\d.,]*\s?\w*) (?:left|came off|flowed out of) (?:the )?exchanges\b/gi, "net outflow of $1"],
  [
    /\bnet ([$]?\d[\d.,]*\s?\w*) (?:entered|went to|came to|flowed (?:in)?to) (?:the )?exchanges\b/gi,
    "net inflow of $1",
  ],
  [/(%|percent) of (?:the |its |all )?(?:circulating |total )?supply\b(?=.*\bstaked\b)/gi, "$1"],
  [/((?:holders|wallets|addresses)\b.*(?:%|percent)) of (?:the |its |all )?(?:circulating |total )?supply\b/gi, "$1"],
  // Two ends of a day.
  [
    /\b(?:(?:24[- ]?h(?:our)?|daily|day['’]?s|today['’]?s|intraday)(?: trading| price)? range)(?: (?:was|is|of|runs?|ran|spans?))?:?(?: from| between)? ([$]?\d[\d.,]*k?) (?:to|and|-|–) ([$]?\d[\d.,]*k?)/gi,
    "the 24h low is $1 and the 24h high is $2",
  ],
  [/\bsince (?:this time yesterday|yesterday,? (?:at )?(?:this|the same) time)\b/gi, "in the last 24 hours"],
  [/\bcosts?\b(?=.*(?:\bhundred|\bthousand|\bdollars?|\bbucks))/gi, "is priced at"],
  [/\blongs outnumber(?:ed)? shorts (?=\d)/gi, "longs outnumber shorts by "],
  [/(%|percent) of (?:the |its )?(?:circulating |total )?supply (?=.*\bunlock)/gi, "$1 "],
  [/\b(unlock.*?%|unlock.*?percent) of (?:the |its )?(?:circulating )?supply\b/gi, "$1"],
  [
    /\b(?:nobody|no one|noone|no traders?) (?:got|was|were|has been) (?:liquidated|rekt|wiped out|force closed)\b/gi,
    "liquidations are zero",
  ],
  [/\b(?:perps?|perpetuals?|futures) (?:traded|turned over|did|saw)(?= )/gi, "perp volume is"],
  [/\b(?:perps?|perpetuals?|futures)\b[^,;]*? at a discount\b/gi, "basis is negative"],
  [/\b(?:perps?|perpetuals?|futures)\b[^,;]*? at a premium\b/gi, "basis is positive"],
  [
    /\btaker (?:buys|buying|buyers) (?:outweigh\w*|exceed\w*|beat|outnumber\w*|outpac\w*|are above) (?:taker )?(?:sells|selling|sellers)\b/gi,
    "taker ratio is above 1",
  ],
  [
    /\btaker (?:sells|selling|sellers) (?:outweigh\w*|exceed\w*|beat|outnumber\w*|outpac\w*|are above) (?:taker )?(?:buys|buying|buyers)\b/gi,
    "taker ratio is below 1",
  ],
  [/\bsupply (?:inflated|grew|expanded|increased)(?: by)?\b/gi, "supply inflation is"],
  [
    /\bshorts (?:are |were )?pay(?:ing)?(?: longs)?(?: (about|around|roughly))? (\d[\d.]*)(?= ?(?:%|percent|bps|basis))/gi,
    "funding is $1 -$2",
  ],
  [
    /\bshorts (?:are |were )?pay(?:ing)?(?: longs)? (?:more than|over|above) (\d[\d.]*)(?= ?(?:%|percent|bps|basis))/gi,
    "funding is below -$1",
  ],
  [
    /\btop traders are (?:net |more |mostly )?long(?: than short)?(?=$|[.,;!]| and | but )/gi,
    "top trader ratio is above 1",
  ],
  [
    /\btop traders are (?:net |more |mostly )?short(?: than long)?(?=$|[.,;!]| and | but )/gi,
    "top trader ratio is below 1",
  ],
  [
    /\btakers are (?:net (?:buyers|buying)|buying more than (?:they(?: are|['’]re)? )?selling)\b/gi,
    "taker ratio is above 1",
  ],
  [
    /\btakers are (?:net (?:sellers|selling)|selling more than (?:they(?: are|['’]re)? )?buying)\b/gi,
    "taker ratio is below 1",
  ],
  [
    /\bliquidations of (longs|shorts) (?:beat|exceed(?:ed)?|topped|outweigh(?:ed)?|were (?:bigger|larger|higher) than) (?:those of |liquidations of )?(longs|shorts)\b/gi,
    "more $1 than $2 were liquidated",
  ],
  [/\btrade[sd]? more than (?=[A-Z])/g, "has higher volume than "],
  // Coins that come and go.
  [/\bexchanges (?:hold|held|are holding)\b/gi, "exchange reserve is"],
  [/\b(?:sits?|lies?|(?:is|are) held|(?:is|are) sitting|are) on (?:the )?exchanges\b/gi, "exchange reserve"],
  [
    /\bexchanges (?:received|took in|got|saw) more (?:\w+ )?(?:come in |arrive )?than (?:they )?(?:left|leave|sent out|gave out|lost|(?:was|were) withdrawn|came out|went out|flowed out|go out)(?: of them)?\b/gi,
    "net inflow to exchanges",
  ],
  [
    /\bexchanges (?:lost|sent out|gave out|paid out|saw) more (?:\w+ )?(?:leave |go out )?than (?:they )?(?:received|took in|got|came in|arrived?|come in|(?:was|were) deposited|entered)\b/gi,
    "net outflow from exchanges",
  ],
  [
    /\b(?:fell|dropped|slipped|slid|is|was|sits|ranks|ranked|stands) (?:out|outside)(?: of)? (?:the )?top\b/gi,
    "is not top",
  ],
];
