// Puts what is measured, where a clause tells it by what is done with it, into words that name it: "processed 2m transactions", "the bid and the ask are 2 bps apart".
import { countsOf, numberOf } from "./number-words.ts";
import { soughtOf, type Turn, turned } from "./turned.ts";

const NAME = "[$]?[A-Za-z][A-Za-z0-9]*";
const N = String.raw`\d[\d.,]*\s?(?:(?:k|m|mn|mln|bn?|t|tn|thousand|million|billion|trillion)\b)?`;
const MONEY = String.raw`(?:[$]\s?)?${N}(?:\s?(?:(?:us )?dollars?|usd|bucks)\b)?`;
const HOW =
  "(?:(?:more than|less than|fewer than|over|under|above|below|at least|at most|no more than|no less than|upwards of|in excess of|about|around|roughly|nearly|almost|approximately|close to|some|exactly|just over|just under|north of|south of) )?";
const SUM = `${HOW}${MONEY}`;
const NOW = "(?:(?:currently|now|still|already|presently) )?";
const IS = "(?:is|are|was|were|sits?|stands?|remains?|has been|have been|lies?|got|gets)";
const COUNTED = "addresses|wallets|accounts|holders|users|transactions|transfers|positions|traders";
const COINS =
  "(?: (?:crypto ?currenc(?:y|ies)|cryptos|coins|tokens|assets|crypto assets|digital assets|digital currencies|altcoins))?(?: (?:by|in) (?:market (?:cap\\w*|value)|capitali[sz]ation))?(?=\\s*(?:$|[.,;!]|and\\b|but\\b|while\\b|yet\\b|with\\b))";
const VALUED = "(?:most valuable|largest|biggest|highest[- ]valued|most highly valued|top|leading)";
const COUNT = `(\\d+|${countsOf(2, 12)})`;
const TIMES: Readonly<Record<string, string>> = { daily: "day", weekly: "week", monthly: "30 days" };
const PLACE = String.raw`(?:the )?(?:no\.?|number|#)?\s?(\d+)(?:st|nd|rd|th)`;
const AT =
  "(?: (?:place|spot|position|rank))?(?: (?:by|in|on) (?:the )?market (?:cap\\w*|value)(?: (?:rankings?|table|list))?)?";
const FORCED =
  "(?:forced closed|force[- ]?closed|forcibly closed|closed by force|forcefully closed|liquidated|force[- ]?liquidated|forcibly liquidated|wiped out|rekt)";
const SIDES = "(longs?|shorts?|long positions|short positions)";
const sideOf = (word: string): string => (/^l/i.test(word) ? "longs" : "shorts");

const MEASURES: readonly Turn[] = [
  // Addresses that were active are active addresses.
  [
    /\b(addresses|wallets|accounts|users) (?:(?:were|are|was|have been|has been|being|that were|which were) )+active\b/gi,
    "active addresses",
  ],
  // "24,000 ADA addresses": the name is of whom they are, and the number is no sum of it.
  [
    new RegExp(String.raw`(?<![$\d.,])(${N}) ([$]?[A-Z][A-Z0-9]{1,9}) ((?:active )?(?:${COUNTED}))\b`, "g"),
    "$1 $3 of $2",
  ],
  [
    new RegExp(String.raw`\b(top|first|leading|largest|biggest) (10|ten) (${NAME}) (${COUNTED})\b`, "gi"),
    "$1 $2 $4 of $3",
  ],
  [
    new RegExp(
      String.raw`\bvalue of (?:all )?(?:large|whale|big) (${NAME}) ((?:transfers|deposits) (?:in)?to exchanges|(?:transfers|withdrawals) (?:from|off|out of) exchanges)\b`,
      "gi",
    ),
    (_, name = "", way = "") =>
      `value of large transfers ${/to exchanges$/i.test(way) ? "to" : "from"} exchanges of ${name}`,
  ],
  // A chain that processed so many transactions had them.
  [
    new RegExp(
      String.raw`\b(?:network|chain|blockchain|ledger|mainnet) (?:has |have )?(?:processed|handled|settled|confirmed|validated|recorded|carried|executed|cleared|included|completed|logged) (?=${HOW}${N} (?:on-?chain )?transactions\b)`,
      "gi",
    ),
    "saw ",
  ],
  [
    new RegExp(
      String.raw`\b(?:processed|handled|settled|confirmed|validated|executed|cleared|completed) (?=${HOW}${N} (?:on-?chain )?transactions\b)`,
      "gi",
    ),
    "saw ",
  ],
  [
    new RegExp(
      String.raw`(?<=\btransactions )(?:${IS} )(?:processed|handled|settled|confirmed|validated|executed|recorded|carried out|made)\b`,
      "gi",
    ),
    "were seen",
  ],
  // What is locked on a chain is the value locked there.
  [
    new RegExp(
      String.raw`(?<=${MONEY} )(?:${IS} )${NOW}locked (?:up )?(?:on|in|into|within|across|at) (?:the )?(${NAME})(?<!stak\w*)(?: (?:network|chain|blockchain|protocols|defi|apps|ecosystem))?(?=\s*(?:[.,;!]|$|(?:and|but|while|yet)\b))`,
      "gi",
    ),
    "is the total value locked on $1",
  ],
  [/\b(?:secures?|secured|boasts|commands|attracts|hosts|holds) (?=(?:a |an )?(?:tvl|total value locked)\b)/gi, "has "],
  // A price of the future beside that of the coin.
  [
    /\b(?:perp(?:etual)?s?|futures|swaps?)(?: (?:futures|contracts?|swaps?))? (?:mark )?prices?\b(?=(?:(?!\band\b)[^,;$])*\bspot\b)/gi,
    "perps",
  ],
  [/(?<=\bperps\b(?:(?!\band\b)[^,;$])*)\b(?:the |its )?spot(?: market)? price\b/gi, "spot"],
  [
    /(?<=\b(?:perps|perpetuals|futures|swaps)(?: (?:currently|now|still))?) (exceeds?|exceeded|tops?|topped|surpass(?:es|ed)?|beats?|outstrips?) (?:the )?spot\b/gi,
    " trade above spot",
  ],
  // The median of the tokens that are covered is what a token is held against.
  [
    /\b(?:the |a )?(?:median|typical)(?: tracked)? (?:tokens?|coins?|assets?|cryptocurrency)(?:['’]s?)?(?: (?:return|performance|change|move))?(?=\s*(?:$|[.,;!]|(?:did|over|in|during|across|within|today|this|on|for|by|since|and|but|while|yet)\b))/gi,
    "the market",
  ],
  [
    /\b(?:the )?median(?: (?:return|performance|change|move))? (?:of|across|among) (?:all )?(?:the )?tracked (?:tokens|coins|assets)(?=\s*(?:$|[.,;!]|(?:did|over|in|during|across|within|today|this|on|for|by|since|and|but|while|yet)\b))/gi,
    "the market",
  ],
  // A return that is higher than another's is a better one.
  [
    new RegExp(
      `\\b(?:has|had|posted|shows?|showed|delivered|booked|made) (?:an? )?(?:(higher|better|stronger|larger|bigger)|lower|worse|weaker|smaller) (\\d+[- ]?(?:hours?|h|days?|d)|daily|weekly|monthly) (?:price )?(?:return|performance|change) than (?:the )?(${NAME})`,
      "gi",
    ),
    (_, better = "", time = "", other = "") =>
      `${better === "" ? "underperformed" : "outperformed"} ${other} over the last ${TIMES[time.toLowerCase()] ?? time.replace("-", " ")}`,
  ],
  [
    /\b(?:was|is|has been|proved) (?:the )?(?:(better|stronger)|worse|weaker) performer (?:against|versus|vs\.?|beside|compared (?:to|with)) /gi,
    (_, better = "") => `${better === "" ? "underperformed" : "outperformed"} `,
  ],
  // So many long accounts for each short one are the ratio of them.
  [
    new RegExp(
      String.raw`\bfor (?:each|every) short (?:account|trader|position)( (?:in|on|of) ${NAME})?,? there (?:are|is) (${HOW}\d+(?:\.\d+)?) long (?:accounts?|traders?|positions?|ones?)\b`,
      "gi",
    ),
    (_, name = "", sum = "") => `the long short ratio${name.replace(/ (?:in|on) /, " of ")} is ${sum}`,
  ],
  // What holding a side costs.
  [
    new RegExp(
      String.raw`\b(holding|keeping|running|carrying|owning) an? (${NAME}) (long|short)(?: position)? (?=costs?|earns?|pays?|yields?)`,
      "gi",
    ),
    "$1 a $3 in $2 ",
  ],
  // Who has a position is on its side.
  [
    /\b(traders|accounts|investors|users|people) (?:hold|have|keep|run|carry|own|maintain)(?: an?| open)? (long|short)(?: positions?)?\b/gi,
    "$1 are $2",
  ],
  // Books that offer so much hold it.
  [/\b((?:order ?)?books?) (?:offers?|shows?|provides?|displays?|contains?) (?=[^,;]*\d)/gi, "$1 hold "],
  // How far bids and asks are apart.
  [/\bquotes (?:are|sit|stand) ([^,;]{0,30}?\d[\d.]* ?(?:bps?|basis points?)) (?:wide|apart)\b/gi, "the spread is $1"],
  [
    /\b(?:the )?(?:best )?bids? and (?:the )?(?:best )?(?:asks?|offers?) (?:are|sit|stand|lie) ([^,;]{0,30}?\d[\d.]* ?(?:bps?|basis points?)) apart\b/gi,
    "the spread is $1",
  ],
  [/\b(?:gap|distance|difference) between (?:the )?(?:best )?bid and (?:the )?(?:best )?(?:ask|offer)\b/gi, "spread"],
  [/\bbid[-/ ](?:ask|offer) (?:gap|margin|difference)\b/gi, "spread"],
  // Supply that has an end.
  [
    new RegExp(
      String.raw`\bsupply( of (?:the )?${NAME})?(?: coins| tokens)? (?:${IS} )${NOW}(?:hard[- ])?(?:capped|limited) (?:at|to) `,
      "gi",
    ),
    "max supply$1 is ",
  ],
  [
    new RegExp(
      String.raw`\bof (?:the |its |all )?(?:(?:total|full|hard|overall|eventual|maximum|max) )?(?:(${NAME}) )?(?:supply )?(?:cap|maximum supply|max supply|supply limit) (?:${IS} )${NOW}(?:in circulation|circulating|issued|mined|released)\b`,
      "gi",
    ),
    (_, name = "") => `of the max supply${name === "" ? "" : ` of ${name}`} is circulating`,
  ],
  [
    new RegExp(
      String.raw`\b(${HOW}${N})(?: (${NAME}))??(?: coins| tokens)? (?:can|could|may) ever (?:exist|be (?:issued|minted|mined|created))\b`,
      "gi",
    ),
    (_, sum = "", name = "") => `the max supply${name === "" ? "" : ` of ${name}`} is ${sum}`,
  ],
  [
    new RegExp(
      String.raw`\bthere (?:can|could) never be (more than|over|above) (${N})(?: (${NAME}))?(?: coins| tokens)?\b`,
      "gi",
    ),
    (_, _than = "", sum = "", name = "") => `the max supply${name === "" ? "" : ` of ${name}`} is at most ${sum}`,
  ],
  // A place above another is a smaller number.
  [
    new RegExp(
      String.raw`\brank(?:s|ed|ing)? (?:(?:comfortably|well|just) )?(?:above|ahead of|higher than|better than|over) ${PLACE}${AT}`,
      "gi",
    ),
    "rank < $1",
  ],
  [
    new RegExp(
      String.raw`\brank(?:s|ed|ing)? (?:(?:well|just) )?(?:below|behind|lower than|worse than|under|beneath) ${PLACE}${AT}`,
      "gi",
    ),
    "rank > $1",
  ],
  [new RegExp(String.raw`\brank(?:s|ed|ing)? ${PLACE}${AT} or (?:better|higher|above)\b`, "gi"), "rank <= $1"],
  [new RegExp(String.raw`\brank(?:s|ed|ing)? ${PLACE}${AT} or (?:worse|lower|below)\b`, "gi"), "rank >= $1"],
  [
    new RegExp(String.raw`\b(?:among|one of|within|inside|in) the (?:top )?${COUNT} ${VALUED}${COINS}`, "gi"),
    (_, count = "") => `rank <= ${numberOf(count)}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:outside|not among|not in|not one of|beyond)(?: of)? the (?:top )?${COUNT} ${VALUED}${COINS}`,
      "gi",
    ),
    (_, count = "") => `rank > ${numberOf(count)}`,
  ],
  // What was closed by force, by what was closed.
  [
    new RegExp(
      String.raw`\bliquidations (?:have |has )?(?:took out|taken out|wiped out|knocked out|flushed out|swept away|cleared out|claimed|erased|hit|cost|ate|swallowed|consumed|removed|closed) (${SUM}) (?:in|of|worth of) (?:(?:the )?(${NAME}) )?${SIDES}\b`,
      "gi",
    ),
    (_, sum = "", name = "", side = "") =>
      `${sum} of ${sideOf(side)} were liquidated${name === "" ? "" : ` in ${name}`}`,
  ],
  [
    new RegExp(
      String.raw`\b(long|short) positions (?:worth|valued at|totall?ing|of|amounting to) (${SUM}) (?:${IS} )${NOW}${FORCED}`,
      "gi",
    ),
    (_, side = "", sum = "") => `${sum} of ${sideOf(side)} were liquidated`,
  ],
  [
    new RegExp(
      String.raw`\bpositions (?:worth|valued at|totall?ing|of|amounting to) (${SUM}) (?:${IS} )${NOW}${FORCED}`,
      "gi",
    ),
    "liquidations are $1",
  ],
  // Which way the net flow went.
  [
    new RegExp(
      String.raw`\b(?:net )?(?:exchange )?(?<=\bnet[^,;]*)flows?( of ${NAME})? (?:went|ran|were|was|moved|pointed|headed|tilted|leaned|are|is|goes|go|run|turned) (?:on)?(?:into|to|towards?) (?:the )?exchanges\b`,
      "gi",
    ),
    "net inflow$1 to exchanges",
  ],
  [
    new RegExp(
      String.raw`\b(?:net )?(?:exchange )?(?<=\bnet[^,;]*)flows?( of ${NAME})? (?:went|ran|were|was|moved|pointed|headed|tilted|leaned|are|is|goes|go|run|turned) (?:away from|out of|off|from) (?:the )?exchanges\b`,
      "gi",
    ),
    "net outflow$1 from exchanges",
  ],
  // Exchanges that saw so much come in or go out.
  [
    new RegExp(
      String.raw`\bexchanges (?:saw|had|recorded|watched|registered|witnessed|experienced) (${SUM})(?: (?:in|of|worth of))?( ${NAME})? (?:flow|flowing|come|coming|go|going|pour|pouring|move|moving) (in|out)\b(?! of\b)`,
      "gi",
    ),
    (_, sum = "", name = "", way = "") =>
      `exchange ${way.toLowerCase()}flow${name === "" ? "" : ` of${name}`} was ${sum}`,
  ],
  // Contracts that are open.
  [
    new RegExp(
      String.raw`\b(?:in|of|worth of) (${NAME}) (?:futures|perp(?:etual)?s?|perpetual futures|derivatives?|swaps?)(?: contracts| positions)? (?:${IS} )${NOW}(?:open|outstanding)\b`,
      "gi",
    ),
    "of $1 open interest",
  ],
  [
    /\b(?:is|are|was|were) (?:currently |now |still )?(?:tied up|locked up|parked|held|sitting) in (?=[^,;]{0,20}\bopen interest\b)/gi,
    "of ",
  ],
];

const SOUGHT = soughtOf(MEASURES);

/** The same claim with what it measures named. Pure. */
export const measuresNamed = (text: string): string => turned(text, SOUGHT());
