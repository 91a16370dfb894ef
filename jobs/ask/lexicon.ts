// The words of questions and claims: phrases, and what each stands for. A phrase is matched as a whole, the longest first.
import { ADVERBS, FILLS, NOUNS } from "./aside-words.ts";
import type { SentenceItem } from "./claim/core/sentence-item.ts";
import { inflected } from "./inflect.ts";
import type { MetricId } from "./metric.ts";
import { METRIC_WORDS } from "./metric-words.ts";
import { MOVES_DOWN, MOVES_UP, STRONG_DOWN, STRONG_UP } from "./move-words.ts";
import { DAYS, type SpanName } from "./span.ts";

export type Op = ">" | "<" | ">=" | "<=" | "=";
export type Item =
  | { readonly is: "metric"; readonly id: MetricId; readonly sign?: 1 | -1 }
  | { readonly is: "part"; readonly part: "long" | "short" }
  | { readonly is: "op"; readonly op: Op; readonly event?: true; readonly more?: true }
  | { readonly is: "move"; readonly dir: 1 | -1; readonly strong?: true }
  | { readonly is: "times"; readonly factor: number }
  | { readonly is: "extreme"; readonly side: 1 | -1; readonly ever?: true }
  | { readonly is: "hours"; readonly hours: number }
  | { readonly is: "span"; readonly name: SpanName }
  | { readonly is: "about"; readonly how: "about" | "almost" | "bit" | "well" }
  | { readonly is: "not" | "never" | "flat" | "either" | "join" | "or" | "fill" | "noun" }
  | { readonly is: "positive"; readonly sign: 1 | -1 }
  | { readonly is: "versus"; readonly dir: 1 | -1 }
  | { readonly is: "fact"; readonly id: FactId; readonly value: boolean | string }
  | { readonly is: "stayed" | "reached" | "all" | "any" | "than" | "to" | "by" | "from" | "between" | "both" | "vague" }
  | { readonly is: "per"; readonly per: "year" | "hours" }
  | {
      readonly is:
        | "since"
        | "ago"
        | "for"
        | "fresh"
        | "market"
        | "most"
        | "turned"
        | "outer"
        | "top"
        | "value"
        | "futures"
        | "spot";
    }
  | { readonly is: "bigger"; readonly metric: MetricId; readonly dir: 1 | -1 }
  | { readonly is: "more"; readonly dir: 1 | -1 }
  | { readonly is: "peg"; readonly how?: "on" | "off" }
  | SentenceItem
  | { readonly is: "refuse"; readonly why: Refusal };

export type Refusal = "future" | "condition" | "opinion" | "cause" | "time" | "currency" | "unread" | "hearsay";
export type FactId =
  | "honeypot"
  | "mintable"
  | "proxy"
  | "open_source"
  | "transfer_pausable"
  | "blacklist_function"
  | "hidden_owner"
  | "risk"
  | "regime"
  | "verdict";

/** As much of a period of the calendar as has passed. */
const soFar = (of: string, named = of === "day" ? "today" : `this ${of}`): string =>
  `so far ${named}|${named} so far|${of} to date|${of[0]}td|this calendar ${of}|start of the ${of}|beginning of the ${of}`;

/** Phrase lists, by what they stand for. */
const LISTS: readonly (readonly [Item, string])[] = [
  ...Object.entries(METRIC_WORDS).map(([id, list]) => [{ is: "metric", id: id as MetricId }, list] as const),
  [
    { is: "metric", id: "netflow", sign: 1 },
    "net inflow|net inflows|net exchange inflow|net exchange inflows|net deposits|net inflow to exchanges|net inflows to exchanges|net flow to exchanges|net inflow into exchanges|net inflows into exchanges",
  ],
  [
    { is: "metric", id: "netflow", sign: -1 },
    "net outflow|net outflows|net exchange outflow|net exchange outflows|net withdrawals|net outflow from exchanges|net outflows from exchanges",
  ],
  [
    { is: "metric", id: "funding_year" },
    "annualised funding|annualized funding|annual funding|funding apr|yearly funding|funding annualised|funding annualized|annualised funding rate|annualized funding rate|funding rate annualised|funding rate annualized",
  ],
  [{ is: "metric", id: "unlock_value" }, "value of the next unlock|next unlock value|worth of the next unlock"],
  [
    { is: "metric", id: "long_liquidations" },
    "long liquidations|longs liquidated|liquidated longs|long positions liquidated|longs were liquidated|longs got liquidated|of longs|long liqs|longs wiped out|longs were wiped out|longs got wiped out|longs got rekt|long positions were liquidated|longs closed by force|longs were closed by force|liquidations of longs|in long liquidations|longs have been liquidated",
  ],
  [
    { is: "metric", id: "short_liquidations" },
    "short liquidations|shorts liquidated|liquidated shorts|short positions liquidated|shorts were liquidated|shorts got liquidated|of shorts|short liqs|shorts wiped out|shorts were wiped out|shorts got wiped out|shorts got rekt|short positions were liquidated|shorts closed by force|shorts were closed by force|liquidations of shorts|in short liquidations|shorts have been liquidated",
  ],
  [{ is: "part", part: "long" }, "long|longs|long side|long positions|long accounts"],
  [{ is: "part", part: "short" }, "short|shorts|short side|short positions|short accounts"],
  [
    { is: "op", op: ">" },
    "above|greater than|bigger than|larger than|in excess of|north of|tops|beyond|surpasses|superior to|beats|thicker than|heavier than|fatter than|steeper than|stacked heavier than|deeper than|wider than",
  ],
  [{ is: "op", op: ">" }, inflected("exceed outweigh outstrip dwarf outnumber eclipse").join("|")],
  [{ is: "op", op: ">", more: true }, "more than|higher than"],
  [
    { is: "op", op: "<" },
    "below|smaller than|beneath|south of|inferior to|short of|cheaper than|thinner than|lighter than|narrower than",
  ],
  [{ is: "op", op: "<", more: true }, "less than|lower than|fewer than"],
  [
    { is: "op", op: ">=" },
    "at least|no less than|not less than|not below|minimum of|or more|or higher|or above|a minimum of|no lower than|not under|no fewer than|at minimum|at or above|no smaller than",
  ],
  [
    { is: "op", op: "<=" },
    "at most|no more than|not more than|not above|maximum of|or less|or lower|or below|a maximum of|no higher than|not over|not exceeding|does not exceed|do not exceed|did not exceed|at maximum|at or below|no greater than|no bigger than",
  ],
  [
    { is: "op", op: ">", event: true },
    "crossed above|broke above|broke through|pushed through|blasted through|smashed through|burst through|reclaimed|surpassed|topped|rose above|climbed above|moved above|jumped above|went above|got above|crossed over|rallied above|rose past|climbed past|went over|got over|broken above|pushed above|back above|broke over|recovered above",
  ],
  [
    { is: "op", op: "<", event: true },
    "crossed below|broke below|broke under|fell below|dropped below|dropped under|fell under|slipped below|slid below|went below|went under|sank below|dipped below|dipped under|fallen below|moved below|lost the|crashed below|dropped beneath|back below|falls below|drops below|tumbled below|plunged below",
  ],
  [{ is: "move", dir: 1 }, MOVES_UP],
  [{ is: "move", dir: -1 }, MOVES_DOWN],
  [{ is: "move", dir: 1, strong: true }, STRONG_UP],
  [{ is: "move", dir: -1, strong: true }, STRONG_DOWN],
  [
    { is: "flat" },
    "flat|barely budged|hardly budged|did not budge|has not budged|gone nowhere|went nowhere|going nowhere|unchanged|stable|sideways|little changed|did not move|has not moved|not moved|hardly moved|barely moved|barely changed|hardly changed|did not change|has not changed|steady|no change|not changed",
  ],
  [{ is: "either" }, "moved|moved by|swung|swung by|budged|moves by|move of|swing of"],
  [{ is: "times", factor: 2 }, "doubled|doubling|has doubled|2x ed|doubled in|twofold|gone 2x"],
  [{ is: "times", factor: 3 }, "tripled|trebled|threefold"],
  [{ is: "times", factor: 4 }, "quadrupled|fourfold"],
  [{ is: "times", factor: 5 }, "quintupled|fivefold"],
  [{ is: "times", factor: 10 }, "tenfold|increased tenfold"],
  [
    { is: "times", factor: 0.5 },
    "halved|cut in half|fell by half|lost half|dropped by half|down by half|lost half its value|lost half of its value|more than halved in|been halved|down half",
  ],
  [
    { is: "times", factor: 2 / 3 },
    "lost a third|fell by a third|down a third|dropped a third|fell a third|lost one third|down by a third|dropped by a third",
  ],
  [
    { is: "times", factor: 0.75 },
    "lost a quarter|fell by a quarter|down a quarter|dropped a quarter|fell a quarter|lost one quarter|down by a quarter|dropped by a quarter",
  ],
  [{ is: "times", factor: 1.25 }, "gained a quarter|rose by a quarter|up a quarter|rose a quarter|up by a quarter"],
  [{ is: "times", factor: 4 / 3 }, "gained a third|rose by a third|up a third|rose a third|up by a third"],
  [{ is: "times", factor: 1.5 }, "gained half|rose by half|up by half|up half|rose half"],
  [
    { is: "extreme", side: 1 },
    "high|highs|peak|peaked|top of the range|maximum|highest|topped out|highest price|highest point|highest level|peaks",
  ],
  [
    { is: "extreme", side: -1 },
    "low|lows|bottom|bottomed|trough|minimum|lowest|bottomed out|lowest price|lowest point|lowest level",
  ],
  [
    { is: "extreme", side: 1, ever: true },
    "all time high|ath|record high|all time highs|highest ever|record highs|alltime high|highest price ever|all time peak|aths",
  ],
  [{ is: "extreme", side: -1, ever: true }, "all time low|atl|record low|lowest ever|all time lows"],
  [
    { is: "hours", hours: 1 },
    "this hour|past hour|last hour|hourly|an hour|the hour|in an hour|one hour|in the hour|past #60 minutes|previous hour|preceding hour|per hour|1hr",
  ],
  [
    { is: "hours", hours: 24 },
    "today|this day|on the day|intraday|past day|last day|daily|a day|one day|the day|day|day over day|day on day|per day|in a day|previous day|preceding day|dod|24hr|24hrs|in one day|twenty four hour",
  ],
  [
    { is: "hours", hours: 168 },
    "this week|past week|weekly|on the week|the week|a week|one week|week over week|week on week|wow|week|the last seven days|in a week|preceding week|7d|seven day|seven days|in one week",
  ],
  [
    { is: "hours", hours: 720 },
    "this month|past month|monthly|on the month|the month|a month|one month|month over month|month on month|month|in a month|preceding month|mom|30d|thirty day|thirty days|in one month",
  ],
  [{ is: "span", name: "yesterday" }, "yesterday"],
  [{ is: "span", name: "last_week" }, "last week|previous week|prior week"],
  [{ is: "span", name: "last_month" }, "last month|previous month|prior month"],
  ...(["day", "week", "month", "year"] as const).map((name) => [{ is: "span", name }, soFar(name)] as const),
  [{ is: "span", name: "year" }, "this year"],
  [{ is: "span", name: "day" }, "midnight|midnight utc|daily open"],
  ...DAYS.map((name) => [{ is: "span", name }, name] as const),
  [
    { is: "about", how: "about" },
    "about|around|basically|essentially|practically|pretty much|virtually|roughly|approximately|approx|circa|some|near|close to|nearby|or so|ish|in the region of|more or less|give or take|ca|hovering around|hovering near|hovers around|near to|ballpark|in the vicinity of|thereabouts",
  ],
  [
    { is: "about", how: "almost" },
    "almost|nearly|just under|just below|slightly below|slightly under|a little under|just shy of|shy of|slightly less than|a bit under|a bit below|just short of|little less than",
  ],
  [
    { is: "about", how: "bit" },
    "just over|just above|slightly above|slightly over|a little over|a bit over|slightly more than|a bit above|a little more than|a bit more than",
  ],
  [
    { is: "about", how: "well" },
    "well above|well over|far above|far over|much more than|way above|way over|well below|well under|far below|way below|much less than|way under|far more than|far less than",
  ],
  [
    { is: "not" },
    "not|no|without|neither|nowhere|does not|did not|do not|is not|was not|has not|have not|are not|were not|had not|none",
  ],
  [{ is: "never" }, "never|at no point|at no time"],
  [
    { is: "positive", sign: 1 },
    "positive|above zero|above #0|paid by longs|longs pay shorts|longs paying shorts|longs are paying shorts|longs pay|longs paying|longs are paying|in contango|at a premium|contango",
  ],
  [
    { is: "positive", sign: -1 },
    "negative|below zero|below #0|paid by shorts|shorts pay longs|shorts paying longs|shorts are paying longs|shorts pay|shorts paying|shorts are paying|in backwardation|at a discount|backwardation|inverted",
  ],
  [
    { is: "versus", dir: 1 },
    "led|leads|outperformed|outperforms|outperform|outperforming|beat|beaten|beating|outpaced|outpacing|did better than|performed better than|doing better than|done better than|stronger than|outran|outshone|ahead of|outperformance|outperformed against|better than|bettered",
  ],
  [
    { is: "versus", dir: -1 },
    "underperformed|underperforms|underperform|underperforming|lagged|lagging|lags|trailed|trailing|did worse than|performed worse than|doing worse than|done worse than|weaker than|behind|lagged behind|lost to|trails|underperformed against|worse than",
  ],
  [
    { is: "fact", id: "honeypot", value: true },
    "honeypot|honey pot|cannot be sold|can not be sold|unsellable|impossible to sell",
  ],
  [
    { is: "fact", id: "mintable", value: true },
    "mintable|can be minted|mint function|minting is possible|more can be minted|a mint function",
  ],
  [
    { is: "fact", id: "proxy", value: true },
    "proxy|upgradeable|upgradable|a proxy contract|proxy contract|behind a proxy",
  ],
  [
    { is: "fact", id: "open_source", value: true },
    "open source|verified source|source is verified|open sourced|verified contract|contract is verified|source code is public|source is public",
  ],
  [
    { is: "fact", id: "transfer_pausable", value: true },
    "pausable|transfers can be paused|can be paused|pause function",
  ],
  [
    { is: "fact", id: "blacklist_function", value: true },
    "blacklist|blacklist function|can blacklist|blacklist addresses|can freeze",
  ],
  [{ is: "fact", id: "hidden_owner", value: true }, "hidden owner|a hidden owner"],
  ...(["low", "medium", "high", "critical"] as const).map(
    (value) =>
      [
        { is: "fact", id: "risk", value },
        `${value} contract risk|contract risk is ${value}|contract risk ${value}|${value} risk contract|risk of the contract is ${value}|contract risk rated ${value}|${value} security risk|security risk is ${value}`,
      ] as const,
  ),
  [{ is: "fact", id: "regime", value: "risk_on" }, "risk on"],
  [{ is: "fact", id: "regime", value: "risk_off" }, "risk off"],
  [
    { is: "stayed" },
    "stayed|spent|held|holding|remained|remains|stays|holds|kept|keeping|hold|stay|remain|has held|throughout|all day|all week|the whole day|the whole week|the entire day|the entire week|at all times|consistently",
  ],
  [
    { is: "reached" },
    "reached|reach|hit|hits|touched|tagged|tapped|got to|made it to|printed|traded at|trade at|tested|seen|saw|set|made|marked|struck",
  ],
  [
    { is: "all" },
    "every|each|all venues|every venue|every exchange|all exchanges|each venue|each exchange|across all venues|across all exchanges|on all venues|all covered venues|all the venues|all the exchanges|across the board|across venues|across exchanges|everywhere|all perp venues|every perp venue|every major exchange|all major exchanges",
  ],
  [
    { is: "any" },
    "any venue|any exchange|some venue|some exchange|at least one venue|at least one exchange|some venues|some exchanges|one venue|any",
  ],
  [{ is: "than" }, "than|compared to|compared with|relative to|versus|vs|against|as opposed to"],
  [{ is: "to" }, "to|until"],
  [{ is: "by" }, "by"],
  [{ is: "from" }, "from"],
  [
    { is: "between" },
    "between|in between|in the range of|in a range of|range of|anywhere between|ranged between|ranging between|within a range of",
  ],
  [{ is: "both" }, "both"],
  [
    { is: "vague" },
    "sharply|significantly|slightly|mildly|a touch|gently|massively|strongly|substantially|a lot|much|considerably|a bit|a little|markedly|dramatically|heavily|hugely|modestly|marginally|hard|big|huge|very|quite|really|extremely|somewhat|big time|notably|rapidly|steeply|materially",
  ],
  [
    { is: "per", per: "year" },
    "apr|annualised|annualized|a year|per year|yearly|annually|per annum|pa|apy|on an annual basis",
  ],
  [
    { is: "per", per: "hours" },
    "per #8 hours|per #8 h|per #8h|every #8 hours|per eight hours|#8 h rate|per interval|over #8 hours|per #8 hour|each #8 hours|for #8 hours|#8 hour rate|#8 hour|#8 h|#8 hourly",
  ],
  [{ is: "since" }, "since"],
  [{ is: "ago" }, "ago|earlier|before"],
  [{ is: "for" }, "for"],
  [{ is: "fresh" }, "new|fresh|new local|another new"],
  [
    { is: "market" },
    "market|crypto as a whole|whole of crypto|crypto space|crypto markets|total market|total crypto market|total crypto market cap|total market cap|crypto market cap|whole market|whole crypto market|entire market|entire crypto market|overall crypto market|market as a whole|crypto market as a whole|broader market|rest of the market|overall market|average token|median token|most tokens|crypto market|wider market|altcoins|other tracked tokens|tracked tokens|peers|the rest",
  ],
  [
    { is: "most" },
    "mostly|mainly|majority|most|dominated by|primarily|predominantly|chiefly|largely|biggest part|mostly from|most venues|most exchanges|majority of venues|majority of exchanges",
  ],
  [{ is: "turned" }, "turned|flipped|flips|went|gone|became|turns|has turned|swung|switched|gone to"],
  [{ is: "outer" }, "within|inside"],
  [{ is: "top" }, "top"],
  [{ is: "futures" }, "perp|perps|perpetual|perpetuals|futures|derivatives|perpetual futures"],
  [{ is: "spot" }, "spot"],
  [{ is: "value" }, "value|its value|of its value|in value|worth|of value|valued|valued at|worth of"],
  [{ is: "more", dir: 1 }, "more|greater|heavier|exceeding"],
  [{ is: "more", dir: -1 }, "less|fewer"],
  [{ is: "bigger", metric: "market_cap", dir: 1 }, "bigger|larger|more valuable|worth more"],
  [{ is: "bigger", metric: "market_cap", dir: -1 }, "smaller|less valuable|worth less"],
  [{ is: "bigger", metric: "volatility", dir: 1 }, "more volatile"],
  [{ is: "bigger", metric: "volatility", dir: -1 }, "less volatile|calmer"],
  [{ is: "bigger", metric: "depth", dir: 1 }, "more liquid"],
  [{ is: "bigger", metric: "depth", dir: -1 }, "less liquid"],
  [{ is: "bigger", metric: "oi_share", dir: 1 }, "more leveraged"],
  [{ is: "bigger", metric: "oi_share", dir: -1 }, "less leveraged"],
  [{ is: "bigger", metric: "volume", dir: 1 }, "more heavily traded|more traded|traded more"],
  [
    { is: "join" },
    "and|but|while|whereas|although|though|however|yet|plus|as well as|also|and also|even though|moreover|and that|meanwhile|and its|and the",
  ],
  [{ is: "or" }, "or|or else"],
  [{ is: "peg", how: "off" }, "off its peg|off peg|depegged|de pegged|lost its peg|broke its peg|away from its peg"],
  [
    { is: "peg", how: "on" },
    "holds its peg|holding its peg|held its peg|on its peg|at its peg|on peg|at par|at parity",
  ],
  [{ is: "peg" }, "peg|its peg|parity"],
  [{ is: "fill" }, [FILLS, ADVERBS].join("|")],
  [{ is: "noun" }, NOUNS],
  [
    { is: "refuse", why: "future" },
    "will|going to|gonna|expected|expect|expects|forecast|forecasts|predict|predicted|prediction|target|targets|soon|tomorrow|next week|next month|next year|about to|shall|by the end of|by year end|by end of|on track|set to|heading to|headed to|poised|ahead|upcoming week|by friday|eventually|in the future|coming days|coming weeks|next|aims|plans|plan",
  ],
  [
    { is: "refuse", why: "condition" },
    "if|unless|assuming|provided|once|when|in case|suppose|would|could|might|may|should|were it not|only if|whenever|depending|otherwise",
  ],
  [
    { is: "refuse", why: "opinion" },
    "bullish|bearish|overvalued|undervalued|cheap|expensive|strong|weak|healthy|unhealthy|safe|risky|good|bad|best|worst|great|dead|moon|looks|look|seems|seem|feel|feels|think|thinks|believe|believes|opinion|probably|likely|possibly|perhaps|maybe|unlikely|sure|surely|overbought|oversold|attractive|scam|manipulated|support|resistance|undoubtedly|obviously|clearly|guess|crowded|overheated|euphoric|panic|impressive|disappointing|worrying|dangerous|buy|sell|accumulating|accumulation|distribution|dominant|promising",
  ],
  [
    { is: "refuse", why: "cause" },
    "because|due to|after|thanks to|caused|causes|cause|driven by|driven|following|as a result|amid|despite|owing to|triggered|triggering|on news|led to|leading to|on the back of|fuelled|fueled|therefore|hence|in response|so that|since the news|which is why|prompting",
  ],
  [
    { is: "refuse", why: "hearsay" },
    "reportedly|apparently|allegedly|rumour|rumor|rumours|rumors|said|says|claims|claimed|according|supposedly|analysts|announced|tweeted|source says",
  ],
  [
    { is: "refuse", why: "time" },
    "this morning|tonight|overnight|this afternoon|last year|this quarter|last quarter|weekend|this weekend|last weekend|recently|lately|last night|this evening|decade|century|ever since|years|quarter|in history|ever|long ago|asia session|us session|european session|in january|in february|in march|in april|in may|in june|in july|in august|in september|in october|in november|in december|q1|q2|q3|q4|halving|cycle|summer|winter|spring|autumn|first time|in a row|straight|consecutive|consecutively|every day|each day|each week|every week|session|close|closed|closes|opened|closing|average|averaged|avg|median|mean|moving average|on average|ma|ema|sma|rsi|macd",
  ],
  [
    { is: "refuse", why: "currency" },
    "currency|eur|euro|euros|gbp|pound|pounds|yen|jpy|cny|yuan|rupees|won|krw|chf|aud|cad|sats|satoshi|satoshis|btc terms|eth terms",
  ],
];

type Phrases = ReadonlyMap<string, readonly { readonly words: readonly string[]; readonly item: Item }[]>;

/** Phrases by their first word, the longest first; the first list that has one says what it stands for. */
function phrasesOf(lists: readonly (readonly [Item, string])[]): Phrases {
  const all = new Map<string, { words: readonly string[]; item: Item }[]>();
  const seen = new Set<string>();
  for (const [item, list] of lists) {
    for (const phrase of list.split("|")) {
      if (seen.has(phrase) || phrase === "") continue;
      seen.add(phrase);
      const words = phrase.split(" ");
      const [first = ""] = words;
      all.set(first, [...(all.get(first) ?? []), { words, item }]);
    }
  }
  for (const list of all.values()) list.sort((a, b) => b.words.length - a.words.length);
  return all;
}

export const PHRASES: Phrases = phrasesOf(LISTS);

const ALL = [...PHRASES.values()].flat();
/** Every word that phrases have. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(ALL.flatMap(({ words }) => words));
/** Words that are phrases by themselves. */
export const SINGLE_WORDS: ReadonlySet<string> = new Set(ALL.flatMap(({ words }) => (words.length === 1 ? words : [])));
