// How testers, newsletters and language models report a measurement: "the absolute price change of A is below 1 %", "measured by volume, A is ahead of B", "A, B and C have all gained".
import type { Turn } from "../turned.ts";
import { EVER, NAME, SHARE, SUM, sized, THAN, WHILE } from "./pieces.ts";

const WHO = `(?:${NAME}|it\\b)`;
const SPAN = `(?:${WHILE}|(?:in|over|during|within) (?:\\d+|an?|one|seven|thirty|twenty[- ]four) (?:hours?|days?|weeks?|months?)\\b|so far today|today|on the day|since yesterday|since (?:midnight|00:00) utc|this week|this month)`;
const OPTIONAL_SPAN = `(?: (${SPAN}))?`;
const T = "(?:(?:\\d+|seven|thirty|twenty[- ]four)[- ]?(?:hours?|h|days?|d)|hourly|daily|weekly|monthly)";
const POINTS = "\\d[\\d.,]* (?:percentage )?points?";
const COINS = "(?:crypto ?(?:asset|currenc(?:y|ie))|asset|coin|token|cryptocurrenc(?:y|ie))s?";
const isUp = (verb: string): boolean =>
  /^(?:gain|ris|rose|add|up|advanc|appreciat|climb|increas|made|earn)/i.test(verb);
const EXCEED = "(?:exceeds|exceeded|tops|topped|surpasses|surpassed)";
const moved = (who: string, how: string, share: string, span: string): string =>
  `${who} moved ${sized(how)} ${share} in either direction ${span}`.trim();

/** "A, B and C" one by one. */
const namesOf = (list: string): string[] => list.split(/,? and |, /i).map((one) => one.trim());
const LIST = `${NAME}(?:, ${NAME})*,? and ${NAME}`;
function best(list: string, who: string, how: string, span: string): string | null {
  const plain = (name: string) => name.replace(/^[$]/, "").toLowerCase();
  const others = namesOf(list).filter((one) => plain(one) !== plain(who));
  if (others.length !== namesOf(list).length - 1) return null;
  const verb = /^(?:best|strongest|most)$/i.test(how) ? "outperformed" : "underperformed";
  return others.map((other) => `${who} ${verb} ${other} ${span}`).join(" and ");
}

const OF_CHANGES: readonly Turn[] = [
  // "PEPE, which has traded $181m, has gained 9.8 %": the coin has both.
  [
    new RegExp(
      `^(${NAME}), (?:which|that) ([^,;]+), (has|had|is|was|trades|traded|sits|stands|gained|lost|rose|fell|added|shed) `,
      "gi",
    ),
    "$1 $2 and $1 $3 ",
  ],
  [
    new RegExp(
      `\\b(?:the )?absolute (?:price )?(?:change|move|return) (?:of|in|for) (?:the price of )?(${WHO})${OPTIONAL_SPAN} (?:is|was) (${THAN}) (${SHARE})`,
      "gi",
    ),
    (_, who = "", span = "", how = "", share = "") => moved(who, how, share, span),
  ],
  [
    new RegExp(
      `^(?:(${SPAN}|on the day),? )?the (?:price of )?(${WHO})(?: price)? (?:has )?ended up within (${SHARE}) of (?:its starting point|where it (?:began|started))`,
      "gi",
    ),
    (_, span = "", who = "", share = "") => moved(who, "at most", share, /^on/i.test(span) ? "today" : span),
  ],
  [
    new RegExp(
      `^(?:net,? )?the price of (${WHO}) (?:has |had )?moved (?:by )?(${THAN}) (${SHARE})${OPTIONAL_SPAN},? (?:one way or the other|either way|in one direction or the other|up or down)`,
      "gi",
    ),
    (_, who = "", how = "", share = "", span = "") => moved(who, how, share, span),
  ],
  [
    new RegExp(
      `\\b(?:holders|owners) of (${WHO}) (?:have |are )?(made|gained|earned|lost|up|down) (?=(?:${THAN} )?\\d|(?:${THAN} )?(?:one|two|three|four|five|six|seven|eight|nine|ten|a)\\b)`,
      "gi",
    ),
    (_, who = "", verb = "") => `${who} is ${isUp(verb) ? "up" : "down"} `,
  ],
  [new RegExp(`\\b(${WHO}) holders have seen the price\\b`, "gi"), "$1 has seen its price"],
  [
    /\b(lost|shed|gained|added) (?:a|one) (half|third|quarter|fifth|tenth) of its value or more\b/gi,
    "$1 at least a $2",
  ],
  [new RegExp(`\\bfailed to (?:gain|rise|climb|advance|add)(?: by)? (?=${SHARE})`, "gi"), "is not up at least "],
  [
    /([;.]|, (?:and|but|while)) ((?:over|in|during|within) (?:the (?:last|past|previous) )?(?:hour|day|week|month|\d+ (?:hours|days)|seven days|thirty days|twenty[- ]four hours)), ((?:it|the token|the coin|the price) (?:is|was|has|had) (?:[^,;.]|\d\.\d)*?\d(?: ?(?:%|percent|per cent|pct))|(?:it|the token|the coin|the price) (?:is|was|has|had) (?:[^,;.]|\d\.\d)*?(?:per cent|percent|pct|%))(?=[.;,]|$)/gi,
    (_, stop = "", span = "", rest = "") =>
      `${stop} ${rest} ${/ (?:last|past|previous) /i.test(span) ? span : span.replace(/^(\w+) (?:the )?/i, "$1 the last ")}`,
  ],
  [
    new RegExp(
      `\\b(?:an? )?(rise|gain|increase|advance|fall|loss|drop|decline|decrease) of ((?:${THAN} )?${SHARE}) (${SPAN}) has left (${WHO}) (?:trading )?at (?=${SUM})`,
      "gi",
    ),
    (_, noun = "", share = "", span = "", who = "") =>
      `${who} ${isUp(noun) ? "rose" : "fell"} ${share} ${span} and ${who} is at `,
  ],
];

const OF_TWO: readonly Turn[] = [
  [
    new RegExp(`\\b(?:has )?done (${THAN} ${POINTS}) (better|worse) than (${NAME})`, "gi"),
    (_, by = "", way = "", other = "") => `${/^b/i.test(way) ? "outperformed" : "underperformed"} ${other} by ${by}`,
  ],
  [
    new RegExp(`\\b(${NAME})['’]s return (${SPAN}) is (${THAN} ${POINTS}) (above|below) that of (${NAME})`, "gi"),
    (_, who = "", span = "", by = "", way = "", other = "") =>
      `${who} ${/^a/i.test(way) ? "outperformed" : "underperformed"} ${other} by ${by} ${span}`,
  ],
  [
    /\b(?:has )?returned (more|less) than the (?:overall |broader |wider |whole )?(?:crypto )?market\b/gi,
    (_, how = "") => `${/^m/i.test(how) ? "outperformed" : "underperformed"} the market`,
  ],
  [
    new RegExp(`\\bhas gained (?:ground )?on (?=${NAME}|the (?:overall |broader |wider |whole )?market\\b)`, "gi"),
    "outperformed ",
  ],
  [
    /\bhas lost (?:ground )?(?:to|against|on) (?=the (?:overall |broader |wider |whole )?market\b)/gi,
    "underperformed ",
  ],
  [new RegExp(`\\bhas lost ground (?:to|against) (?=${NAME})`, "gi"), "underperformed "],
  [
    new RegExp(
      `^(?:measured |ranked |judged )?by (?:its )?((?:${T} )?(?:spot |perp(?:etual)?(?: futures)? |futures )?(?:trading )?volume|market (?:cap(?:italisation|italization)?|value)|open interest)(?: (${SPAN}))?, (${NAME}) is (?:currently |now )?(ahead of|behind|above|below|larger than|bigger than|smaller than) (${NAME})`,
      "gi",
    ),
    (_, metric = "", span = "", who = "", how = "", other = "") =>
      `${who}'s ${metric} is ${/^(?:ahead|above|larger|bigger)/i.test(how) ? "higher" : "lower"} than ${other}'s ${span}`.trim(),
  ],
  [
    new RegExp(
      `\\b(${WHO}) (?:has a (better|worse) market cap(?:italisation|italization)? rank than|is ranked (higher|lower) than) (${NAME})(?: by market cap(?:italisation|italization)?)?`,
      "gi",
    ),
    (_, who = "", better = "", higher = "", other = "") =>
      `${who}'s market cap is ${/^[bh]/i.test(better || higher) ? "higher" : "lower"} than ${other}'s`,
  ],
  [
    new RegExp(
      `, (lagging|trailing|beating|outpacing|outperforming|underperforming|outdoing) (${NAME}), which (added|gained|rose|climbed|lost|fell|shed|dropped) ((?:${THAN} )?${SHARE})(?: over the same (?:period|time|stretch))?`,
      "gi",
    ),
    ", $1 $2, and $2 $3 $4",
  ],
  [
    new RegExp(
      `, (lagging|trailing|beating|outpacing|outperforming|underperforming|outdoing) (${NAME})['’]s? (${SHARE}) (rise|gain|increase|advance|fall|loss|drop|decline|decrease)`,
      "gi",
    ),
    (_, verb = "", other = "", share = "", noun = "") =>
      `, ${verb} ${other}, and ${other} ${isUp(noun) ? "rose" : "fell"} ${share}`,
  ],
  [
    new RegExp(`^of (${LIST}), (${NAME}) has (?:performed|done|fared) (best|worst) (${SPAN})`, "gi"),
    (all, list = "", who = "", how = "", span = "") => best(list, who, how, span) ?? all,
  ],
  [
    new RegExp(
      `^(${NAME}) (?:has |had )?(?:had )?the (best|worst) (?:performance|return) (?:of|among) (${LIST}) (${SPAN})`,
      "gi",
    ),
    (all, who = "", how = "", list = "", span = "") => best(list, who, how, span) ?? all,
  ],
  [
    new RegExp(
      `^(?:(${SPAN}),? )?(?:both )?(${LIST}) (?:have )?(?:both|all) (gained|lost|risen|fallen|rose|fell)(?: in)?(?: value| ground)?${OPTIONAL_SPAN}`,
      "gi",
    ),
    (_, before = "", list = "", verb = "", span = "") =>
      namesOf(list)
        .map((name) => `${name} is ${isUp(verb) ? "up" : "down"} ${before || span}`.trim())
        .join(" and "),
  ],
  [
    new RegExp(
      `^(?:(${SPAN}),? )?(${NAME}) (?:has )?(fell|fallen|rose|risen|lost|gained)(?: value| ground)?${OPTIONAL_SPAN},? (?:while|whereas|but) (${NAME}) (?:has )?(fell|fallen|rose|risen|lost|gained)(?: value| ground)?\\.?$`,
      "gi",
    ),
    (_, before = "", one = "", verb = "", span = "", other = "", second = "") => {
      const time = before || span;
      return `${one} is ${isUp(verb) ? "up" : "down"} ${time} and ${other} is ${isUp(second) ? "up" : "down"} ${time}`.trim();
    },
  ],
  [
    new RegExp(`^it is (${NAME}), not (${NAME}),? that has (gained|lost) more (${SPAN})`, "gi"),
    (all, one = "", other = "", verb = "", span = "") =>
      /^g/i.test(verb) ? `${one} outperformed ${other} ${span}` : all,
  ],
];

const OF_LEVELS: readonly Turn[] = [
  // What trades at a level is the coin, whatever was told before it.
  [
    /(?<=[,;] |\b(?:and|but|while|yet|or) )it (?:(?:currently|now|still) )?(?:trades|is trading|is priced|changes hands|sells) (?=(?:just |well )?(?:at|above|below|under|over|near|around|between|for)\b)/gi,
    "its price is ",
  ],
  [new RegExp(`\\b(above|below|over|under) the (${SUM}) (?:mark|line|threshold|handle)\\b`, "gi"), "$1 $2"],
  [new RegExp(`^you can (?:get|buy|have) (?:one|an?) (${WHO}) for\\b`, "gi"), "$1 costs"],
  [
    new RegExp(
      `\\b(?:within|inside|in) (?:a|the) (${SUM})\\s?(?:-|–|—|to) ?(${SUM}) (?:band|corridor|range|channel)`,
      "gi",
    ),
    "between $1 and $2",
  ],
  [new RegExp(`\\bthe market value of all circulating (${WHO})`, "gi"), "$1's market cap"],
  [
    new RegExp(
      `^no (?:other )?${COINS} has an? (?:larger|bigger|higher) market cap(?:italisation|italization)? than (${WHO})`,
      "gi",
    ),
    "$1 ranks 1st by market cap",
  ],
  [/\boccup(?:ies|ied) (?:the )?(?:place|rank|position|spot|number|no\.?) #?(\d+)\b/gi, "ranks #$1"],
  [
    new RegExp(
      `\\b(${WHO}) quotes are (${THAN}) (\\d[\\d.,]* ?(?:bps?|basis points?)) apart between bid and ask`,
      "gi",
    ),
    "$1's spread is $2 $3",
  ],
  [
    new RegExp(`^(${THAN}) (${SUM}) of orders rest within 2 ?% of the (${WHO}) price`, "gi"),
    "$3's depth within 2% is $1 $2",
  ],
  [
    new RegExp(`\\btraders hold ((?:${THAN} )?${SUM}) in open (${WHO}) perp(?:etual)? positions`, "gi"),
    "$2's open interest is $1",
  ],
  [
    new RegExp(`\\b(?:the )?(${T}) active address count of (${WHO})`, "gi"),
    "the number of active addresses of $2 over $1",
  ],
];

const OF_EXTREMES: readonly Turn[] = [
  // "Over 20 % and under 30 % below its record": both of them are.
  [
    new RegExp(
      `\\b(is|was|are|trades|stands|sits) (${THAN}) (${SHARE}) (?:and|but|yet) (${THAN}) (${SHARE}) ((?:below|above|under|off|down from|up from|away from) (?:its|the|[$]?\\w+['’]s) [^,;.]+)`,
      "gi",
    ),
    "$1 $2 $3 $6 and $1 $4 $5 $6",
  ],
  [
    new RegExp(`\\bthe drawdown of (${WHO}) from its (${T} high) (?:is )?(${THAN}|${EXCEED}) (${SHARE})`, "gi"),
    (_, who = "", high = "", how = "", share = "") => `${who} is ${sized(how)} ${share} below its ${high}`,
  ],
  [new RegExp(`\\bhas come off its (${T} high) by ((?:${THAN} )?${SHARE})`, "gi"), "is $2 below its $1"],
  [
    new RegExp(`^(${SPAN}),? (${WHO}) has been as high as (${SUM}) or (?:higher|more)`, "gi"),
    "$2's high $1 is at least $3",
  ],
  [new RegExp(`\\b(${WHO}) got as high as (${SUM}) or (?:higher|more) (${SPAN})`, "gi"), "$1's high $3 is at least $2"],
  [
    new RegExp(`^at no point (${SPAN}) did (${WHO}) trade (above|below) (?=${SUM})`, "gi"),
    (_, span = "", who = "", way = "") =>
      `${who}'s ${/^a/i.test(way) ? "high" : "low"} ${span} is at ${/^a/i.test(way) ? "most" : "least"} `,
  ],
  [new RegExp(`^never in its history has (${WHO}) cost more than (?=${SUM})`, "gi"), "$1's all-time high is at most "],
  [
    new RegExp(`\\b(${WHO}) peaked at ((?:${THAN} )?${SUM}),? (?:which is )?its ${EVER}`, "gi"),
    "$1's all-time high is $2",
  ],
  [
    new RegExp(`\\b(${WHO}) swung between a low of (${SUM}) and a high of (${SUM}) (${SPAN})`, "gi"),
    "$1's low $4 is $2 and $1's high $4 is $3",
  ],
];

const HOURLY = "$1's volume of the last hour is $2 its usual hourly volume";
const TIMES = "(?:\\d[\\d.,]* times|half|twice|double)";
const OF_FUTURES: readonly Turn[] = [
  [
    new RegExp(
      `\\b(?:the past hour['’]s spot volume in (${WHO})|(${NAME})['’]s spot volume (?:of|in) the (?:past|last) hour) (?:was|is) (higher|lower|above|below) (?:than )?(?:the 24-hour median hour|its median hourly volume(?: of the (?:past|last) 24 hours)?)`,
      "gi",
    ),
    (_, one = "", other = "", how = "") =>
      `${one || other}'s hourly volume is ${/^[ha]/i.test(how) && !/^b/i.test(how) ? "above" : "below"} usual`,
  ],
  [
    new RegExp(
      `\\b(?:perpetual futures|perps|perpetuals) on (${WHO}) trade ((?:${THAN} )?\\d[\\d.,]* times) as much as spot\\b`,
      "gi",
    ),
    "$1's perp to spot volume ratio is $2",
  ],
  [/\bperp\/spot volume ratio\b/gi, "perp to spot volume ratio"],
  [
    new RegExp(
      `\\bthe (?:last|past) hour of (${WHO}) spot volume was (${THAN} ${TIMES}) the median hour(?: of the (?:past|last) day)?`,
      "gi",
    ),
    HOURLY,
  ],
  [
    new RegExp(
      `\\b(${NAME})['’]s spot volume (?:of|in) the (?:past|last) hour is (?:running )?(${THAN} ${TIMES}) its median hourly volume(?: of the (?:past|last) 24 hours)?`,
      "gi",
    ),
    HOURLY,
  ],
  [
    new RegExp(
      `\\bhourly spot volume in (${WHO}) is (?:running )?(${THAN} ${TIMES}) its (?:24-?h(?:our)? )?median`,
      "gi",
    ),
    HOURLY,
  ],
  [
    new RegExp(
      `\\bholders of (long|short) (${WHO}) (?:perp(?:etual)?s?|futures)(?: positions?)? are paying funding(?: to the (?:longs|shorts))?`,
      "gi",
    ),
    (_, side = "", who = "") => `${side}s pay ${/^l/i.test(side) ? "shorts" : "longs"} on ${who}`,
  ],
  [
    new RegExp(`^all venues report (positive|negative) funding rates for (${WHO})`, "gi"),
    "funding is $1 on every venue for $2",
  ],
  [
    new RegExp(
      `^(\\w+(?:\\.io)?) charges ((?:${THAN} )?${SHARE} per (?:eight|8) hours) on (${WHO}) perps in funding`,
      "gi",
    ),
    "$1 funding on $3 is $2",
  ],
  [
    new RegExp(`^(\\w+(?:\\.io)?) has (${WHO}) funding (below|above) zero`, "gi"),
    (_, venue = "", who = "", way = "") =>
      `funding on ${venue} is ${/^b/i.test(way) ? "negative" : "positive"} for ${who}`,
  ],
  [
    new RegExp(`\\bmost accounts trading (${WHO}) perp(?:etual)?s (?:hold|are) (long|short)s?`, "gi"),
    (_, who = "", side = "") => `more ${who} accounts are ${side} than ${/^l/i.test(side) ? "short" : "long"}`,
  ],
  [
    /\b(?:accounts holding )?(longs|shorts) outnumber (?:those holding |accounts holding )?(longs|shorts)\b/gi,
    (all, one = "", other = "") =>
      one.toLowerCase() === other.toLowerCase()
        ? all
        : `more accounts are ${one.slice(0, -1)} than ${other.slice(0, -1)}`,
  ],
  [
    new RegExp(`\\b((?:${THAN} )?${SHARE}) of accounts trading (${WHO}) perp(?:etual)?s hold (longs|shorts)`, "gi"),
    (_, share = "", who = "", side = "") => `${share} of ${who} accounts are ${side.slice(0, -1)}`,
  ],
  [
    new RegExp(
      `\\b(${WHO}) (long|short)s worth (${THAN}) (${SUM}) were (?:force-closed|forcibly closed|closed by force|liquidated) (${SPAN})`,
      "gi",
    ),
    "$2 liquidations of $1 $5 were $3 $4",
  ],
  [
    new RegExp(`\\bat least one (${WHO}) liquidation (${SPAN}) ${EXCEED} (?=${SUM})`, "gi"),
    "$1's largest liquidation $2 was more than ",
  ],
  [new RegExp(`\\blarge on-chain transfers of (${WHO}) added up to\\b`, "gi"), "$1's large transfers were"],
];

const OF_SUPPLY: readonly Turn[] = [
  [
    new RegExp(
      `\\b(?:the )?(?:circulating supply of (${WHO})|supply of (${WHO}) in circulation) (?:has )?(?:grown|grew|increased|risen|rose)(?: by)? (?=(?:more than|over|above|at least) \\d|(?:more than|over|above|at least) (?:one|two|three|four|five)\\b)`,
      "gi",
    ),
    (_, one = "", other = "") => `${one || other}'s supply grew `,
  ],
  [
    new RegExp(
      `\\b(${NAME})['’]s circulating supply has (?:grown|increased|risen) by (?=(?:more than|over|above|at least) )`,
      "gi",
    ),
    "$1's supply grew ",
  ],
];

const OF_DENIALS: readonly Turn[] = [
  [
    /^the (?:statement|claim|assertion|sentence) ["“](.+?)\.?["”] is (?:wrong|false|untrue|incorrect|not true)\.?$/gi,
    "it is not true that $1",
  ],
  [/\bit (?:isn['’]t|is not) so that\b/gi, "it is not true that"],
  [/^it is neither true that (.+?) nor that (.+)$/gi, "it is not true that $1 and it is not true that $2"],
  [
    new RegExp(
      `\\b(${WHO}) is (?:not|neither) ((?:below|above|up|down|over|under|in)\\b[^,;]+), nor is it (?=below|above|up|down|over|under|in\\b)`,
      "gi",
    ),
    "$1 is not $2 and $1 is not ",
  ],
  [/[.;] also, it (?=has|is|was|trades)/gi, " and it "],
];

export const REPORTED: readonly Turn[] = [
  ...OF_DENIALS,
  ...OF_CHANGES,
  ...OF_TWO,
  ...OF_LEVELS,
  ...OF_EXTREMES,
  ...OF_FUTURES,
  ...OF_SUPPLY,
];
