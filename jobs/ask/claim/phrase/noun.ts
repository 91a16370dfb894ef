// Turns of phrase that name a quantity by a noun ("the share of SOL that is staked"), as the lexicon has them.
import { bookSideOf } from "../prose/prose-words.ts";
import type { Turn } from "../turn/turned.ts";

const SHARE = "(?:share|percentage|proportion|fraction|portion)";
const HIGH = "(?:all[- ]time[- ]high|ath|record high|(?:historic(?:al)?|lifetime) (?:high|peak)|peak)";
const TEN = "(?:top|largest|biggest|richest)[- ](?:10|ten)|(?:10|ten) (?:top|largest|biggest|richest)";
const HOLDERS = "(?:holders?|wallets?|address(?:es)?|accounts?)";
const BITCOIN = "(?:btc|bitcoin)";
/** Whose it is: "of SOL", "of Solana's", "of the token's", or nothing. */
const OF = String.raw`(?: of (?:all |the |its )?(?:([$]?[A-Za-z][\w.-]*?)(?:['’]s)?(?= |$))?)?`;
const SUPPLY = "(?: (?:total |circulating |entire |token )?(?:supply|tokens|coins))?";
const own = (name: string | undefined): string => (name === undefined || name === "" ? "" : ` of ${name}`);

/** "The share of X (that is) …" names what the words after it say. */
const shareOf = (after: string, metric: string): Turn => [
  new RegExp(String.raw`\b(?:the )?(?:current |total )?${SHARE}${OF}${SUPPLY} ${after}(?! or\b)`, "gi"),
  (_, name) => `${metric}${own(name)}`,
];
const THAT =
  "(?:(?:that['’]s|that|which)(?: (?:is|are|has been|have been|was|were|will be))? |(?:is|are|being) )?(?:currently |now |presently )?";

export const NOUNS: readonly Turn[] = [
  shareOf(`${THAT}(?:staked|locked in staking|delegated)`, "staked share"),
  shareOf(`${THAT}(?:held|owned|controlled)(?: by| in| among) (?:the |its )?(?:${TEN}) ${HOLDERS}`, "top 10 holders"),
  shareOf(`(?:that (?:the |its )?(?:${TEN}) ${HOLDERS}) (?:hold|own|control)`, "top 10 holders"),
  [
    new RegExp(
      String.raw`\b(?:${TEN})[- ]${HOLDERS}(?:['’]s?)? (?:concentration|share|ownership|holdings?|percentage)\b|\b(?:concentration|share|holdings?|ownership) (?:of|among|in) (?:the |its )?(?:${TEN}) ${HOLDERS}`,
      "gi",
    ),
    "top 10 holders",
  ],
  shareOf(
    `${THAT}(?:unlocks|unlocking|unlock|unlocked|to (?:be )?unlock(?:ed)?|due to (?:be )?unlock(?:ed)?|set to (?:be )?unlock(?:ed)?|scheduled to (?:be )?unlock(?:ed)?|scheduled for unlock(?:ing)?)`,
    "unlocks",
  ),
  [
    new RegExp(
      String.raw`\b(?:the )?${SHARE} of (?:all |the |tracked )*(?:tokens|coins|assets|cryptocurrencies|the market) (?:that|which|whose price)?\s?(?:rose|have risen|gained|are up|advanced|went up|increased|is up)\b`,
      "gi",
    ),
    "breadth",
  ],
  [
    /\b(?:the )?(?:single )?(largest|biggest)(?: single)?(?: on-?chain)? ([$]?[A-Za-z][\w.-]*) (?:on-?chain )?(transfer|transaction)\b/gi,
    (all, size, name = "", kind) =>
      /^(?:whale|single|on|onchain|recorded|known|crypto|coin|token)$/i.test(name) ? all : `${size} ${kind} of ${name}`,
  ],
  [
    new RegExp(
      String.raw`\bbeta((?: of [$]?\w+)?) (?:against|versus|vs\.?|relative to|with respect to|over|with|to) ${BITCOIN}\b`,
      "gi",
    ),
    "beta to bitcoin$1",
  ],
  [
    new RegExp(
      String.raw`\b(?:relative|compared|with respect) to ${BITCOIN},? (.{2,30}?) has a beta of\b|\ba beta ((?:(?!\b(?:and|but)\b|[,;]).)+?) (?:against|versus|vs\.?|relative to|with respect to|compared (?:to|with)) ${BITCOIN}\b`,
      "gi",
    ),
    (_, who, level) => (who ? `${who} has beta of` : `a beta to bitcoin ${level}`),
  ],
  [
    new RegExp(String.raw`\bcorrelation (?:between|of) ([$]?\w+) (?:and|with|to) ${BITCOIN}\b`, "gi"),
    "correlation with bitcoin of $1",
  ],
  [/\b(?:market[- ]cap(?:itali[sz]ation)?|market value|cmc|coingecko|coinmarketcap) rank(?:ing)?\b/gi, "rank"],
  [
    /\b(?:open interest|oi) (?:as an? |in )(?:share|percentage|percent|fraction|proportion|part|%) of (?:its |the |([$]?[A-Za-z]\w*)['’]s )?(?:market[- ]cap(?:itali[sz]ation)?|market value|mcap)\b/gi,
    (_, name) => `open interest to market cap${own(name)}`,
  ],
  [
    /\bratio of (?:open interest|oi) to market[- ]cap(?:itali[sz]ation)?\b|\b(?:open interest|oi)[- /]?(?:to|over)?[- /]?(?:market[- ]cap(?:itali[sz]ation)?|mcap)(?: ratio)?\b/gi,
    "open interest to market cap",
  ],
  [
    new RegExp(
      String.raw`\b(?:drawdown|distance|decline|discount|drop|fall|gap)(?: of ([$]?\w+))? (?:from|below|to|relative to|since|against|versus) (?:its |the |their )?${HIGH}\b`,
      "gi",
    ),
    (_, name) => `drawdown${own(name)}`,
  ],
  [/\btop[- ]traders?(?:['’]s?)? (?:long[-/ ](?:to[- ])?short|l\/s)(?: ratio)?\b/gi, "top trader ratio"],
  [
    /\blong[-/ ](?:to[- ])?short ratio ((?:of [$]?\w+ )?)(?:among|amongst|of|for|from|by) (?:the )?(?:top|biggest|largest) traders?\b/gi,
    "top trader ratio $1",
  ],
  [
    /\b(?:price )?(performance|returns?|change) (?:is|was|has been|stands) (worse|lower|weaker|better|higher|stronger) than (?=[-−+]?\d)/gi,
    (_, what, how = "") => `${what} is ${/^(?:worse|lower|weaker)$/i.test(how) ? "less" : "more"} than `,
  ],
  [
    /\b(?:was|is|has been|came in at|reached)(?: (?:well|comfortably))? ((?:more than |over |nearly |almost |about |roughly )?)(?:double|twice) (?:that (?:of|from|on|in)|what it was(?: on)?|the (?:level|volume|figure) of)? ?(?=the (?:day|week) before|the (?:previous|prior) (?:day|week)|a (?:day|week) (?:earlier|before|ago)|yesterday)/gi,
    "$1doubled compared with ",
  ],
  [/\bcompared with the (day|week) before\b/gi, "compared with the previous $1"],
  // Said twice: over a day, and against the one before.
  [/\b(?:over|in|during) the (?:last|past) (?:day|24 hours|24h) (?=.*\bdoubled compared with the previous day)/gi, ""],

  // Sums that went to exchanges and away from them, and what was traded.
  [
    new RegExp(
      String.raw`\b(?:the )?(?:total |gross )?(?:amount|value|sum|quantity|volume|dollar value)${OF} ${THAT}(?:traded|exchanged|bought and sold)\b`,
      "gi",
    ),
    (_, name) => `volume${own(name)}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?net (?:amount|value|sum|quantity|volume)${OF} (?:that |which )?(?:was |were |has |have )?(?:been )?(flowed|flowing|moved|moving|sent|deposited|transferred|went|going|coming|came|withdrawn|taken|pulled|left|leaving) (?:(in|on)?to|out of|off|from|onto) (?:the )?exchanges\b`,
      "gi",
    ),
    (all, name) => `net ${/\b(?:out of|off|from)\b/i.test(all) ? "outflow from" : "inflow to"} exchanges${own(name)}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:total |gross )?(?:amount|value|sum|quantity|volume|dollar value)${OF} ${THAT}(?:flowed |flowing |moved |sent |deposited |transferred |going |that went )(?:in|on)?to (?:the )?exchanges\b`,
      "gi",
    ),
    (_, name) => `exchange inflow${own(name)}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:total |gross )?(?:amount|value|sum|quantity|volume|dollar value)${OF} ${THAT}(?:flowed |flowing |moved |sent |withdrawn |taken |pulled |transferred )(?:out of|off|from) (?:the )?exchanges\b`,
      "gi",
    ),
    (_, name) => `exchange outflow${own(name)}`,
  ],
  // Positions and what is paid for them.
  [/\b(?:outstanding|aggregated?|total|overall) (open interest|oi)\b/gi, "$1"],
  [
    /\bvalue of (?:all )?(?:open|outstanding) ((?:[$]?[A-Z][\w.]*)?) ?(?:perp\w*|futures|derivatives?)? ?positions\b/g,
    (_, name) => `open interest${own(name)}`,
  ],
  [
    /\bratio of (?:(\w+)['’]s )?(?:open interest|oi) to (?:its |the )?market (?:cap(?:itali[sz]ation)?|value)\b|(?:open interest|oi)(?: of (\w+))? (?:relative|compared|in relation|in proportion) to (?:its |the )?market (?:cap(?:itali[sz]ation)?|value)\b/gi,
    (_, one, other) => `open interest to market cap${own(one || other)}`,
  ],
  [/\b(?:account|accounts|trader|global|overall|retail) (long[-/ ](?:to[- ])?short ratio)\b/gi, "$1"],
  [
    /\b(?:long[-/ ](?:to[- ])?short|l\/s) ratio of ([$]?\w+)['’]s (?:top|biggest|largest) traders\b/gi,
    (_, name) => `top trader ratio${own(name)}`,
  ],
  [
    /\btaker buy[-/ ](?:to[-/ ])?sell ratio\b|\bratio of taker buys? (?:to|over) (?:taker )?sells?\b|\btaker buys? (?:to|over|divided by) (?:taker )?sells?\b/gi,
    "taker ratio",
  ],
  [
    /\b(?:premium|basis|discount) of ((?:[$]?[A-Z][\w.]*)?) ?(?:perp\w*|futures)(?: \w+)? (?:over|to|against|above|versus|vs\.?) (?:the )?spot(?: price| market)?\b/g,
    (_, name) => `basis${own(name)}`,
  ],
  [/\bimplied (?:vol|volatility) of ([$]?\w+)(?:['’]s)? options\b/gi, "implied volatility of $1"],
  [/\b(buy|bid|sell|ask)[- ]side (depth|liquidity)\b/gi, (_, side) => `${bookSideOf(side)} depth`],
  // Supply and who holds it.
  [
    /\b(?:30[- ]day|monthly|one[- ]month|1[- ]month) (?:growth|increase|expansion|inflation)(?: rate)? of ([$]?\w+)(?:['’]s)? (?:circulating |total )?supply\b/gi,
    "30-day supply growth of $1",
  ],
  [/\bmonthly (?:supply )?inflation(?: rate)?\b/gi, "30-day inflation"],
  [/\boverall supply\b/gi, "total supply"],
  [
    /\bnumber of (wallets|addresses|accounts) (?:that |which )?(?:hold|holding|own|owning|with)(?: a balance of)? (?=[$]?[A-Za-z])/gi,
    "number of holders of ",
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?${SHARE} of (?:the |its |total |circulating )*(?:supply|tokens|coins) (?:that is |which is )?(?:held|owned|controlled) by ([$]?\w+)['’]s (?:${TEN}) ${HOLDERS}`,
      "gi",
    ),
    (_, name) => `top 10 holders${own(name)}`,
  ],
  [
    new RegExp(
      String.raw`\b(${TEN})( ${HOLDERS})?(?:['’]s?)? (?:(?:own|hold|control|have|account for|possess)s? ((?:(?:more|less) than|over|under|about|around|roughly|at least|at most|some)? ?[\d.]+ ?(?:%|percent|per cent))) of (?:the )?[$]?\w+(?:['’]s)? (?:total |circulating |token )?supply\b`,
      "gi",
    ),
    "top 10 holders $3",
  ],
  [/\btop[- ](?:10|ten) concentration\b/gi, "top 10 holders"],
  // Moves by a noun.
  [
    /\b(?:price )?move(?:ment)?(?: (?:in|of|for) ([$]?\w+))? (?=(?:over|in|during|within) the (?:last|past)|over (?:\d|a|one))/gi,
    (_, name) => `price change${own(name)} `,
  ],
  [
    /\b(?:crypto |total |whole |overall |broader )*market['’]s (24[- ]?h(?:our|rs?)?|daily|one-day) (?:change|move|performance|return)\b|\b(24[- ]?h(?:our)?|daily|one-day) (?:change|move|performance|return) (?:of|in|for) the (?:total |whole |overall |broader )?(?:crypto )?market(?: cap(?:itali[sz]ation)?)?\b/gi,
    "24-hour total market change",
  ],
  [
    /\b(?:change|move) (?:in|of) (?:the )?(?:total|overall|aggregate) (?:crypto )?market[- ](?:cap(?:itali[sz]ation)?|value)\b/gi,
    "total market change",
  ],
  [
    /\b(?:the )?gap between ([$]?\w+)['’]s (?:current )?price and its (?:all[- ]time[- ]high|ath|record high|peak)\b/gi,
    "drawdown of $1",
  ],
  [
    /\b([$]?\w+)['’]s (?:total|overall|entire) market (?:value|cap(?:itali[sz]ation)?)\b/gi,
    (all, name = "") => (/^(?:crypto|market|world)$/i.test(name) ? all : `${name} market cap`),
  ],
  [/\bmarket['’]s (?=fear (?:and|&) greed)/gi, ""],
  [
    new RegExp(
      String.raw`\b(?:the )?${SHARE} of (?:all |the |tracked )*(?:tokens|coins|assets|cryptocurrencies) (?:that are |which are |trading )?(?:up|higher|in the green)\b`,
      "gi",
    ),
    "breadth",
  ],
  [/\bhow correlated ([$]?\w+) is (?:with|to) (?:btc|bitcoin)\b/gi, "correlation with bitcoin of $1"],
];
