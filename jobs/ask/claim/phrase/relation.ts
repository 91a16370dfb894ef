// Turns of phrase that relate two things: what one did despite the other, what neither does, how many times one is the other.

import { MOVES_DOWN, MOVES_UP } from "../../move-words.ts";
import { bookSideOf, inMood } from "../prose/prose-words.ts";
import { pctOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";

/** The venues by their names. */
export const VENUE =
  "(?:binance|bybit|okx|bitget|gate(?:\\.io)?|kucoin|deribit|hyperliquid|kraken|coinbase|mexc|htx|bitmex|dydx)";
const DOWN = `(?:falling|dropping|declining|slipping|sliding|losing ground|sinking|retreating|being (?:down|lower)|${MOVES_DOWN})`;
const UP = `(?:rising|gaining|climbing|advancing|rallying|increasing|being (?:up|higher)|${MOVES_UP})`;

const largerSide = (side: string | undefined, of = ""): string =>
  bookSideOf(side) === "bid" ? `bids${of} are larger than asks` : `asks${of} are larger than bids`;

const SHOWS = "(?:has|shows?|have|reports?|charges?|sees?|tells?)";

export const RELATIONS: readonly Turn[] = [
  [new RegExp(String.raw`,? (?:despite|in spite of|notwithstanding|even after) ${DOWN}\b`, "gi"), " but down"],
  [new RegExp(String.raw`,? (?:despite|in spite of|notwithstanding|even after) ${UP}\b`, "gi"), " but up"],
  [/\b(is|are|was|were|has|have|did|does)( not)? also\b/gi, (_, verb, not) => `${verb}${not ?? ""}`],
  [/\b((?:more|less) than|over|under|at least|at most|about|roughly|nearly|almost) twice\b/gi, "$1 2 times"],
  [
    new RegExp(
      String.raw`\bneither (${VENUE}) nor (${VENUE}) (?:has|shows?|have|reports?|charges?|sees?) (?:a )?(positive|negative) (?:([A-Za-z]+) )?funding(?: rates?)?\b`,
      "gi",
    ),
    (_, one, other, sign, name) => {
      const of = name ? ` of ${name}` : "";
      return `funding${of} on ${one} is not ${sign} and funding${of} on ${other} is not ${sign}`;
    },
  ],
  [
    new RegExp(
      String.raw`\bfunding(?: rates?)?((?: (?:of|for|on) [A-Za-z]+)?) is (positive|negative) (?:on|at) neither (${VENUE}) nor (${VENUE})\b`,
      "gi",
    ),
    (_, of, sign, one, other) =>
      `funding${of ?? ""} on ${one} is not ${sign} and funding${of ?? ""} on ${other} is not ${sign}`,
  ],
  [
    /(%|\bpercent|\bper cent) of (?:the )?[$]?\w+?(?:['’]s)? (?:total |circulating |token )?supply (?:will (?:be )?|is (?:set |due |scheduled )?(?:to )?(?:be )?)?(?:unlocks?|unlocked|unlocking)\b/gi,
    "$1 unlocks",
  ],
  [
    /\b(?:the )?(bid|ask|buy|sell)(?:ing)? side of (?:the )?([$]?\w+)(?:['’]s)? (?:order )?books?\b/gi,
    (_, side, name) => `${bookSideOf(side)}s of ${name}`,
  ],
  [
    /(?<=\b(?:deeper|larger|bigger|thicker|smaller|thinner|more|less) than )(?:the |its )?(bid|ask|buy|sell)(?:ing)? side\b/gi,
    (_, side) => `${bookSideOf(side)}s`,
  ],
  // "Net long SOL": one of it is no number of coins.
  [
    /\b(?:are|is|remain|stay) net (long|short)(?: (?:on|in))? (?=[$]?[A-Z]{2,6}\b)/g,
    (_, side) => `are net ${side}, on `,
  ],

  // "1.2 million SOL holders" are no coins.
  [
    /(\d[\d.,]*(?: ?(?:k|m|bn?|thousand|million|billion))?) ([$]?[A-Z]{2,6}) ((?:token )?holders|wallets|addresses)\b/g,
    "$1 $3 of $2",
  ],
  [
    /\bof (?:the |all )?([$]?[A-Za-z]\w*?)(?:['’]s)? (?:total |circulating |token )?supply (?=(?:is|are|has been|have been) (?:\w+ )?staked\b)/gi,
    (all, name = "") => (/^(?:the|its|total|circulating|all|token)$/i.test(name) ? all : `of ${name} `),
  ],
  [
    /^\s*(?:it isn['’]t|it['’]s not|it is not) (?:true|correct|right|accurate|the case) (?:to say )?that ((?:(?!\b(?:and|but|while|or)\b|[,;]).)+)$/i,
    "it is false that $1",
  ],
  [
    /\b(?:is|are|costs?|trades) (cheaper|less expensive|pricier|more expensive|dearer) than (?=[$]?[A-Z][A-Za-z]+(?:$|[.,;!]| (?:and|but|right now|now|today|currently)))/g,
    (_, how = "") => `has a ${/^(?:cheaper|less)/i.test(how) ? "lower" : "higher"} price than `,
  ],
  [
    /\b(funding(?: rates?)?(?: (?:of|for|on) [A-Za-z]+(?: perp\w*)?)?) (?:is|are|sits?|stays?|remains?) (below zero|above zero|negative|positive) (?:at|on|across|for) (?:most|the majority of) (?:venues|exchanges)\b/gi,
    (_, funding, sign = "") => `most venues show ${/below|negative/i.test(sign) ? "negative" : "positive"} ${funding}`,
  ],
  [
    /\bexchanges (lost|shed|bled|gained|added|took in) (?:a )?net(?: of)? (?=[$]?\d)/gi,
    (_, verb = "") => `net ${/^(?:lost|shed|bled)$/i.test(verb) ? "outflow" : "inflow"} of `,
  ],
  [
    /\b(?:there is |there['’]s |has )?more (buy|bid|sell|ask)[- ]side than (?:buy|bid|sell|ask)(?:[- ]side)? (?:depth|liquidity)\b/gi,
    (_, side) => largerSide(side),
  ],

  [
    new RegExp(
      String.raw`\bnone of (${VENUE}(?:(?:, (?:and )?| and )${VENUE})+) ${SHOWS} (?:a )?(positive|negative) (?:([A-Za-z]+) )?funding(?: rates?)?\b`,
      "gi",
    ),
    (_, list = "", sign, name) =>
      list
        .split(/,? and |, /)
        .map((venue) => `funding${name ? ` of ${name}` : ""} on ${venue} is not ${sign}`)
        .join(" and "),
  ],
  [/\bmore negative ((?:[A-Za-z-]+ )?funding(?: rates?)?|basis|netflow) than\b/gi, "lower $1 than"],
  [
    /\bmore (?:[$]?[A-Z]{2,6} )?accounts are (short|long) than (?:short|long)\b/gi,
    (_, side = "") => `long short ratio is ${/^short$/i.test(side) ? "below" : "above"} 1`,
  ],
  [
    /\b(?:is|are) (negatively|inversely|positively) correlated (?:with|to) (?:btc|bitcoin)\b/gi,
    (_, way = "") => `correlation with bitcoin is ${/^pos/i.test(way) ? "more" : "less"} than 0.00`,
  ],
  [
    /\bmore (?:([$]?[A-Z]{2,6}) )?(?:was|were|is|has been|gets) traded (?:on|in|via|through|as) (perp\w*|futures|derivatives)(?: markets?)? than (?:on|in|via|through|as)?\s?(?:the )?spot(?: markets?)?\b/gi,
    (_, name) => `perp volume${name ? ` of ${name}` : ""} is above spot volume`,
  ],
  [
    /\b(?:traders|investors|speculators|market participants) (added to|built up|increased|raised|grew|reduced|cut|trimmed|pared) (?:the |their )?(?:([$]?[A-Z]{2,6}) )?open interest\b/gi,
    (_, verb = "", name) =>
      `open interest${name ? ` of ${name}` : ""} ${/^(?:added|built|increased|raised|grew)/i.test(verb) ? "rose" : "fell"}`,
  ],
  // The contracts are a thing here, and nothing that shrinks.
  [/\b(perpetual|perp|futures?|swap|derivatives?) contracts\b/gi, "$1s"],
  [/\b((?:in|on|of|for) [$]?[A-Z]{2,6}) contracts\b(?! by\b)/g, "$1"],
  // Large transfers and coming unlocks of a coin.
  [/\blarge ([$]?[A-Z]{2,6}) (transfers|transactions)\b/gi, "large transfers of $1"],
  [
    /\b(?:the )?large transfers((?: of [$]?\w+)?(?: (?:in|over|during) the (?:last|past) (?:24 hours|day))?) (?:(?:had|have|has|with|reached) (?:an? )?(?:combined|total|aggregate) (?:value|worth|size) of|(?:added up|amounted|summed up|came|totall?ed)(?: to)?(?= (?:more|less|over|under|about|around|roughly|at least|at most|nearly|some)?[^,;]*[$]))(?= |$)/gi,
    "value of large transfers$1 is",
  ],
  [/\b(large transfers.*?) (?:took place|occurred|happened|were recorded|were made)\b/gi, "$1"],
  [/\b(next|upcoming|coming) ([$]?[A-Z]{2,6}) unlock\b/g, "next unlock of $2"],
  [
    /\b(unlock(?: of [$]?\w+)?) (?:takes|will take|is to take|is going to take|happens|will happen|occurs|will occur|arrives|lands|is due|is scheduled|is set)(?: place| to take place| to happen)? (?=within|in less|in more|in under|in over|in about|less|more)/gi,
    "$1 is ",
  ],
  [
    /\b(top (?:10|ten) (?:holders|wallets|addresses)) (?:own|hold|control|have|account for|possess)s? ((?:(?:more|less) than |over |under |about |around |roughly |at least |at most |nearly |almost )?)(?:an? |one[- ])(half|third|quarter|fifth|tenth) of (?:the |its )?(?:[$]?[A-Z]\w*(?:['’]s)? )?(?:total |circulating |token )?supply\b/gi,
    (_, who, how, part = "") => `${who} ${how || "about "}${pctOf("", part)}%`,
  ],

  [
    /\bboth ([$]?\w+) and ([$]?\w+) (?:have|show|see) (positive|negative) funding(?: rates?)?\b/gi,
    "$1 funding is $3 and $2 funding is $3",
  ],
  [
    /\b(?:is ranked|ranks?) (ahead of|behind) (?=[$]?[A-Z]\w+)/g,
    (_, how) => `ranks ${how === "behind" ? "below" : "above"} `,
  ],
  [/(?<=\b(?:liquidat\w+|closed|more bids than asks|more asks than bids)\b.*) (?:by|in) (?:dollar )?value\b/gi, ""],
  [
    /\b(?:the )?([$]?\w+) order books? (?:has|holds|shows|contains) more (bids|asks) than (bids|asks)\b/gi,
    "$2 of $1 are larger than $3",
  ],
  [
    /\bmore ([$]?[A-Z]{2,6}) (longs|shorts|long positions|short positions) than (longs|shorts|long positions|short positions) (?:were|got|have been|had been) (liquidated|closed|wiped out)\b/gi,
    "more $2 than $3 of $1 were $4",
  ],
  [
    /\bno (long|short)(?:s| positions)(?: (?:in|on|of) ([$]?\w+))? (?:were|was|have been|got) (?:liquidated|closed|wiped out)\b/gi,
    (_, side, name) => `${side} liquidations${name ? ` of ${name}` : ""} are at most $0`,
  ],
  [
    /\b([$]?\w+) and (?:btc|bitcoin) (?:are|were|have been) (negatively|inversely|positively) correlated\b/gi,
    (_, name, way = "") => `correlation with bitcoin of ${name} is ${/^pos/i.test(way) ? "more" : "less"} than 0.00`,
  ],
  [
    /\b(fear (?:and|&) greed (?:index|score|reading)|sentiment index) (?:is|was|has been|stands|sits) (?:showing|at|in|signall?ing|indicating|reading) (extreme )?(fear|greed)\b/gi,
    (_, index, extreme, mood = "") => `${index} is ${inMood(mood, Boolean(extreme))}`,
  ],
  [
    /\bmost (?:of the )?(?:coins|tokens|cryptocurrencies|assets)(?: (?:in|on|of) the market)? (?:went up|rose|gained|are up|were up|advanced|climbed)\b/gi,
    "breadth is more than 50%",
  ],
  [
    /\b(30-day )?(implied) (vol\w*)((?: of [$]?\w+)?) (is|was|stays|remains) (above|below|higher than|lower than|greater than|less than) (?:its |the )?30-day (reali[sz]ed) (vol\w*)\b/gi,
    "$2 $3$4 $5 $6 30-day $7 $8",
  ],
  [
    /\b(?:has|have|shows?) a (deeper|thicker|thinner|shallower) (?:order )?book(?: within 2 ?%)? than ([$]?\w+)\b/gi,
    (_, how = "", name) => `has ${/^(?:deeper|thicker)/i.test(how) ? "more" : "less"} depth than ${name}`,
  ],
  [
    /\btaker (buy|sell)(?:ing)?(?: volume)?((?: (?:in|of|for) [$]?\w+)?) (?:exceeded|exceeds|was (?:above|higher than|larger than|greater than)|outweighed|outpaced|topped) taker (?:buy|sell)(?:ing)?(?: volume)?\b/gi,
    (_, side = "", name) => `taker ratio${name ?? ""} is ${/^sell/i.test(side) ? "below" : "above"} 1`,
  ],
  [/\b(large transfers(?: of [$]?\w+)?) (?:were|was|have been) (?:counted|recorded|seen|made|observed)\b/gi, "$1"],
  [
    /\b(large transfers[^,;]*), (?:and )?the largest (?:one )?(?:was|is|being) (?:worth |of )?(?=about|around|[$]?\d|more|over|nearly)/gi,
    "$1 and the largest transfer is ",
  ],
  [
    /\b(?:traders|those|people|accounts|holders) who (?:are|hold|have|were) (short|long)(?: positions in| on| in)? (?:([$]?[A-Z]{2,6}) )?(?:perp\w*|futures)? ?(?:are |were )?(?:currently |now )?(pay|paying|receive|receiving|earn|earning)(?: the)? funding(?: (?:to|from) (?:those|traders|people) who (?:are|hold) (?:long|short))?\b/gi,
    (_, side = "", name, verb = "") => {
      const isPaying = /^pay/i.test(verb);
      const other = /^short$/i.test(side) ? "longs" : "shorts";
      const words = isPaying ? `${side}s are paying ${other}` : `${other} are paying ${side}s`;
      return `${words}${name ? ` on ${name}` : ""}`;
    },
  ],

  [
    /\bboth (?:the )?(\d+[- ](?:day|hour)|daily|weekly|monthly) and (?:the )?(\d+[- ](?:day|hour)|daily|weekly|monthly) (returns?|performance|changes?)((?: of| in| for) [$]?\w+)? (?:are|were|is) (positive|negative)\b/gi,
    (_, one, other, what = "", name, sign) =>
      [one, other].map((time) => `${time} ${what.replace(/s$/i, "")}${name ?? ""} is ${sign}`).join(" and "),
  ],
  [
    /\bexchanges (?:have )?(received|took in|got|gained|sent out|lost|paid out|gave out|released) more (?:[$]?[A-Z]{2,6} )?than (?:they )?(?:have )?(?:sent out|lost|paid out|gave out|released|received|took in|got|gained)\b/gi,
    (_, verb = "") =>
      /^(?:received|took|got|gained)/i.test(verb) ? "net inflow to exchanges" : "net outflow from exchanges",
  ],
  [
    /\b((?:(?:more|less) than |over |under |about |around |roughly |at least |at most |nearly |almost )?[\d.]+ ?(?:%|percent|per cent)) of (?:all |the |its )*(?:[$]?[A-Z]\w*(?:['’]s)? )?(?:total |circulating |token |supply ?)*(?:belongs? to|is (?:owned|held|controlled) by|is in the hands of) (?:the |its )?top (?:10|ten) (?:holders|wallets|addresses)\b/gi,
    "top 10 holders $1",
  ],
  [
    /\b(longs|shorts) (?:are )?(?:currently |now )?(receive|receiving|earn|earning|collect|get|pay|paying) funding (?:from|to) (?:the )?(?:longs|shorts)\b/gi,
    (_, side = "", verb = "") => {
      const isPaying = /^pay/i.test(verb);
      const isLong = /^longs$/i.test(side);
      return isLong === isPaying ? "longs are paying shorts" : "shorts are paying longs";
    },
  ],
  [new RegExp(String.raw`^on (${VENUE}), `, "i"), "on $1 "],
  [new RegExp(String.raw`\bon all (?:(?:two|three|four|\d) )?(?:venues|exchanges)[:,] (?=${VENUE}\b)`, "gi"), "on "],
  [
    /\btop traders (?:hold|have|are holding) more (long|short)(?: positions)? than (?:long|short)(?: positions)?\b/gi,
    (_, side = "") => `top trader ratio is ${/^long$/i.test(side) ? "above" : "below"} 1`,
  ],
  [
    /\bnet (?:exchange )?flows?((?: of [$]?\w+)?) (?:was|were|is|are|went) (out of|into|to|onto|from|off) (?:the )?exchanges\b/gi,
    (_, name, way = "") =>
      `net ${/^(?:out of|from|off)$/i.test(way) ? "outflow from" : "inflow to"} exchanges${name ?? ""}`,
  ],
  [
    /\bmore accounts are (long|short)(?: (?:on|in))?(?: ([$]?[A-Z]{2,6}))? than (?:are )?(?:short|long)\b/gi,
    (_, side = "", name) =>
      `long short ratio${name ? ` of ${name}` : ""} is ${/^long$/i.test(side) ? "above" : "below"} 1`,
  ],
  [
    /\b(?:did not|didn['’]t|has not|hasn['’]t) (?:trade|traded|go|gone|rise|risen|fall|fallen|drop|dropped|get|gotten|climb|climbed|dip|dipped|been) (above|below|over|under) ([$]?[\d.,]+k?) at any (?:time|point|moment)\b/gi,
    "was never $1 $2",
  ],
  [/(?<=\b(?:not|never|n['’]t)\b.*) at any (?:time|point|moment)\b/gi, ""],
  [/\bat least once\b/gi, "at some point"],
  [/\bremains? (up|down|higher|lower)(?= (?:over|in|on|for|during)\b)/gi, "is $1"],
  [
    /^at (?:its|the) (peak|high|highest|low|lowest|trough|bottom)(?: point)? ((?:in|over|during|of) the (?:last|past) [^,]+), ([^,;]+?) (?:traded|was|stood|changed hands|cost|reached|hit|touched)(?: at)? (?=above|below|over|under|near|about|around|[$]?\d|more|less|at)/gi,
    (_, edge = "", time, who) => `the ${/^(?:p|h)/i.test(edge) ? "high" : "low"} of ${who} ${time} is `,
  ],

  [
    /\b(?:an? )?(growth|increase|rise|gain|decline|decrease|drop|fall) in ([^,;]{3,40}?) (?:was|were|has been|have been) (?:recorded|seen|observed|registered|noted|reported)\b/gi,
    (_, way = "", what) => `${what} ${/^(?:growth|increase|rise|gain)$/i.test(way) ? "rose" : "fell"}`,
  ],
  [
    /\bmost (?:of the )?(?:([$]?[A-Z]{2,6}) )?liquidations((?: (?:in|over|during) the (?:last|past) [\w ]{2,12}?)?) (?:hit|affected|were|came from|concerned|fell on|were of) (longs|shorts|long positions|short positions)\b/gi,
    (_, name, time, side = "") => {
      const isLong = /^long/i.test(side);
      return `more ${isLong ? "longs" : "shorts"} than ${isLong ? "shorts" : "longs"}${name ? ` of ${name}` : ""} were liquidated${time ?? ""}`;
    },
  ],
  [
    /\bmore (?:([$]?[A-Z]{2,6}) )?(?:was|were|is|has been|gets) traded (?:on|in|via) (?:the )?spot(?: markets?)? than (?:on|in|via|through|as)?\s?(?:the )?(?:perp\w*|futures|derivatives)(?: markets?)?\b/gi,
    (_, name) => `spot volume${name ? ` of ${name}` : ""} is above perp volume`,
  ],
  [/(?<=\bon .*) alike\b/gi, ""],
  [
    /\ban? (high|low) of ([$]?[\d.,]+k?) (?:was|has been) (?:reached|hit|set|seen|recorded|made|touched)(?: by ([$]?\w+))?\b/gi,
    (_, edge, level, name) => `the ${edge}${name ? ` of ${name}` : ""} is ${level}`,
  ],
  [/\bgain ground\b(?! on)/gi, "rise"],
  [/\bgained ground\b(?! on)/gi, "rose"],
  [/\blose ground\b(?! (?:to|against))/gi, "fall"],
  [/\blost ground\b(?! (?:to|against))/gi, "fell"],
  [
    /\b(perp\w*|futures) (?:trade|trades|are trading|are|sit) (?:slightly|just|a bit|marginally|a little) (?=(?:below|above|under|over) (?:the )?spot\b)/gi,
    "$1 trade ",
  ],
  [
    /\ba (30-day )?beta of ((?:(?:more|less) than |over |under |about |around )?\d[\d.]*) (?:to|with|against|versus) (?:btc|bitcoin)\b/gi,
    "beta of $2",
  ],
  [/(\b(24[- ]?h(?:our)?|daily|hourly)\b.*\bits )\2 /gi, "$1"],

  [
    /\bexchanges (?:now )?hold (more|less|fewer) ([$]?\w+) (?:now )?than (?:they did )?(?=(?:\d+|an?|one|two|three|seven|thirty) (?:hours?|days?|weeks?|months?) ago)/gi,
    (_, how = "", name) => `exchange reserves of ${name} are ${/^more$/i.test(how) ? "up" : "down"} from `,
  ],
  [
    /\b(more|less) ([$]?\w+) (?:was|were|has been) traded(?: on (?:the )?spot(?: markets?)?)?((?: (?:in|over|during) the (?:last|past) [\w ]+?)) than (?:in|over|during) the (?:previous|prior|preceding|same)?[\w ]{3,20}?(?: before| prior| earlier)?(?=[.,;]|$)/gi,
    (_, how = "", name, time) => `volume of ${name} ${/^more$/i.test(how) ? "rose" : "fell"}${time ?? ""}`,
  ],
  [
    /\b(?:costs?|is worth|trades) (more|less) (?:now )?than (?:it did |it was |it cost )?(?=(?:\d+|an?|one|two|three|seven|thirty) (?:hours?|days?|weeks?|months?) ago)/gi,
    (_, how = "") => `is ${/^more$/i.test(how) ? "higher" : "lower"} than it was `,
  ],
  [
    /\btakers (bought|sold) more (?:[$]?[A-Z]\w+ )?than they (?:sold|bought)\b/gi,
    (_, verb = "") => `taker ratio is ${/^bought$/i.test(verb) ? "above" : "below"} 1`,
  ],
  [
    /\b([$]?\w+)['’]s order books? (?:holds|has|shows) more on the (ask|bid|sell|buy) side than on the (?:ask|bid|sell|buy) side\b/gi,
    (_, name, side = "") => largerSide(side, ` of ${name}`),
  ],
  [
    /((?:(?:more|less) than |over |under |about |around |roughly |at least |at most |nearly |almost )?[$][\d.,]+ ?(?:k|m|bn?|thousand|million|billion)?) of ([$]?\w+) (?:has |have )?(?:flowed|moved|gone|went|been moved) (?:on )?net (?:(on|in)?to|out of|off|from|onto) (?:the )?exchanges\b/gi,
    (all, sum, name) =>
      `net ${/\bnet (?:out of|off|from)\b/i.test(all) ? "outflow from" : "inflow to"} exchanges of ${sum} of ${name}`,
  ],
  [/\bcosts (?=(?:less|more) than (?:half|a third|a quarter) (?:of )?(?:its|the)\b)/gi, "trades at "],
];
