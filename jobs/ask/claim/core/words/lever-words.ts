// How perpetuals, who is long or short in them, what is paid for it and what is closed by force are spoken of.
import type { Item } from "../../../lexicon.ts";
import { either, joined } from "./joined.ts";

const LONGS =
  "longs|bulls|long positions|long traders|long holders|long side|those who are long|long accounts|holders of longs|holders of long positions|traders who are long|anyone long";
const SHORTS =
  "shorts|bears|short positions|short traders|short sellers|short holders|short side|those who are short|short accounts|holders of shorts|holders of short positions|traders who are short|anyone short";
const PAY =
  "pay|pays|paid|paying|are paying|is paying|must pay|have to pay|has to pay|had to pay|were paying|currently pay|are charged|are being charged|foot the bill|are footing the bill|pay up|are the ones paying|are the ones who pay|who pay|that pay|pick up the tab|bear the cost|fork out|shell out|have been paying|pay a fee|cough up|now pay|pay the funding|pay funding|are paying funding|still pay";
const EARN =
  "receive|receives|received|are receiving|earn|earns|earned|are earning|collect|collects|collected|are collecting|get paid|are paid|gets paid|is paid|are being paid|are getting paid|pocket|are pocketed by|cash in|pull in|were paid|are compensated|are rewarded|receive funding|earn funding|collect funding|take in funding|are on the receiving end|get funding";

const costs = (side: string) =>
  either(
    joined(
      "costs|charges|charged|charging|charged to|paid by|borne by|cost|charge|levied on|collected from|taken from|cost of holding|comes at the expense of|billed to|flows from|flow from",
      side,
    ),
  );
const gains = (side: string) =>
  joined("paid to|credited to|handed to|goes to|accrues to|rewards|flows to|flow to|pays", side);
const FORCED =
  "liquidated|closed|closed out|terminated|wiped out|unwound|shut|shut down|flushed|flushed out|blown out|stopped out|eliminated|taken out|erased|cleared|rekt|wrecked|destroyed|blown up|washed out|forced out|force closed|force liquidated|forcibly closed|forcibly liquidated|forced to close|closed by force|margin called|squeezed out|killed off";

export const LEVER_WORDS: readonly (readonly [Item, string])[] = [
  [
    { is: "positive", sign: 1 },
    either(
      joined(LONGS, PAY, "|shorts|to shorts|the shorts|to the shorts|bears|short positions|the bears"),
      joined(SHORTS, EARN),
      costs(LONGS),
      gains(SHORTS),
      "from longs to shorts|longs to shorts|northward of zero|greater than nothing|higher than zero|north of zero|on the positive side|positive side of zero|with a plus sign|a positive one|a positive number|positive sign|positively signed|above the zero line|net positive|on the plus side|non negative",
    ),
  ],
  [
    { is: "positive", sign: -1 },
    either(
      joined(SHORTS, PAY, "|longs|to longs|the longs|to the longs|bulls|long positions|the bulls"),
      joined(LONGS, EARN),
      costs(SHORTS),
      gains(LONGS),
      "from shorts to longs|shorts to longs|less than nothing|lower than zero|south of zero|on the negative side|negative side of zero|with a minus sign|a negative one|a negative number|negative sign|below the zero line|sub zero|subzero|net negative|on the minus side|beneath zero|underneath zero",
    ),
  ],
  [
    { is: "positive", sign: 1 },
    either(
      joined(
        "|carry|carries|command|commands|trade at|trades at|trading at|show|shows|have|has|at|is at|are at|fetch|priced at",
        "a",
        "|slight|small|modest|tiny|narrow",
        "premium",
        "|over|to|above|on|versus|against|relative to",
      ),
      "premium over|premium to|over parity with",
    ),
  ],
  [
    { is: "positive", sign: -1 },
    either(
      joined(
        "|carry|carries|trade at|trades at|trading at|show|shows|have|has|at|is at|are at|priced at",
        "a",
        "|slight|small|modest|tiny|narrow",
        "discount",
        "|to|from|below|on|versus|against|relative to",
      ),
      "discount to|below parity with",
    ),
  ],
  [
    { is: "metric", id: "funding" },
    either(
      joined(
        "funding",
        "payment|payments|cost|costs|charge|charges|fee|level|levels|print|reading|on perpetuals|on perps|of perpetuals|rate on perpetuals|rate of perpetuals|rate on perps|rates on perpetuals|for perpetuals|for perps|rate for perpetuals|in perpetuals|number|bill",
      ),
      joined(
        "perp|perpetual|perpetuals|swap|perpetual swap|futures",
        "funding rate|funding rates|funding|funding fee|funding costs",
      ),
      joined(
        "average|mean|avg|the average|the mean",
        "|#8 hour|8 hour|current|perp|perpetual|#8 hourly",
        "funding|funding rate|funding rates|rate of funding",
      ),
      "rate of funding|cost of carry|carry cost|holding cost|cost of holding a position|aggregate funding|blended funding|weighted funding|8 hour funding|eight hour funding|#8 hour funding|#8 hour funding rate|#8 hourly funding|#8 hour rate|the going funding rate|cross venue funding",
    ),
  ],
  [
    { is: "metric", id: "funding_year" },
    "annualised rate of funding|annualized rate of funding|yearly rate of funding|annual funding rate|yearly funding rate|funding on an annualised basis|funding on an annualized basis|funding on an annual basis|funding on a yearly basis|funding per year|funding a year|annualised carry|annualized carry|annualised cost of funding|annual cost of funding|annualised funding cost|yearly funding cost",
  ],
  [
    { is: "metric", id: "basis" },
    either(
      joined(
        "premium|discount|basis|spread|gap",
        "of|between|on",
        "perpetuals|futures|perps|the perpetual|the future",
        "to|over|and|against|versus|relative to",
        "spot|the spot price|the spot market",
      ),
      joined("perp|perpetual|futures|swap", "basis|premium|discount|spot basis|spot premium|spot spread"),
    ),
  ],
  [
    { is: "metric", id: "open_interest" },
    either(
      joined(
        "value|notional|notional value|total value|size|amount|sum|volume|dollar value|stock|total",
        "of",
        "open interest|open positions|open contracts|outstanding contracts|outstanding positions|open futures|open futures contracts|open perpetual positions|open perpetual contracts|open derivatives positions|unsettled contracts|live contracts|all open positions|open derivatives contracts",
      ),
      joined(
        "open|outstanding|live|unsettled|existing",
        "futures|perpetual|perp|derivatives|swap|derivative|leveraged|futures and perpetual",
        "positions|contracts|interest|bets|exposure|notional|position",
      ),
      joined(
        "open",
        "bets|exposure|notional|leverage|derivatives|perps|perpetuals|futures contracts|stakes|leveraged bets|leveraged positions",
      ),
      "futures open interest|derivatives open interest|aggregate open interest|total open interest|combined open interest|perpetual open interest|o i|contracts open|contracts still open|tied up in futures|tied up in perpetuals|committed to open positions|sitting in open positions|tied up in open positions|tied up in open contracts|leveraged exposure|perpetual positions|positions in futures|positions in perpetuals|money in open positions|held in open contracts|held in perpetual positions",
    ),
  ],
  [
    { is: "metric", id: "oi_share" },
    either(
      joined(
        "open interest|oi",
        "to market cap|to market value|to market capitalisation|to market capitalization|over market cap|relative to market cap|as a share of market cap|as a percentage of market cap|as a fraction of market cap|as a proportion of market cap|as a part of market cap|as a share of market value|as a percentage of market value|to cap|as a share of its market cap|as a percentage of its market cap|relative to its market cap|relative to the market cap|as a share of capitalisation|as a percent of market cap",
        "|ratio",
      ),
      "leverage ratio|ratio of oi to market cap|ratio of open interest to market value|ratio of open interest to capitalisation|ratio of open interest over market cap",
    ),
  ],
  [
    { is: "metric", id: "perp_volume" },
    either(
      joined(
        "perp|perps|perpetual|perpetuals|futures|derivatives|swap|derivative|perpetual futures|perpetual contract",
        "volume|volumes|turnover|trading volume|trading volumes|traded volume|activity|business|dealings|market volume|market turnover|exchange volume|volume traded",
      ),
      joined(
        "volume|turnover|trading|volumes|trading volume|business|dealings|activity|traded value|trade",
        "in|of|on|with|for",
        "perpetuals|perps|futures|derivatives|perpetual futures|perpetual contracts|the perpetual market|the futures market|the derivatives market|perpetual swaps|the perp market|swaps|perp markets|perpetual markets|derivatives markets|futures markets",
      ),
    ),
  ],
  [
    { is: "metric", id: "long_liquidations" },
    either(
      joined(
        "longs|bulls|long positions|long traders|long bets|long contracts|long exposure|long holders|long side|leveraged longs|leveraged long positions|long accounts",
        "|were|was|got|have been|has been|had been|being|get|getting|being|that were|that got",
        FORCED,
      ),
      joined(
        "liquidated|closed|terminated|forcibly closed|force closed|wiped out|rekt",
        "longs|bulls|long positions|long bets|long contracts|long exposure",
      ),
      joined(
        "long",
        "liquidations|liqs|liquidation|wipeouts|closures|forced closures|side liquidations|position liquidations|liquidation volume|liquidation total",
      ),
      joined(
        "liquidation|liquidations|forced closure|forced closures|forced liquidation|forced liquidations|closure|closures|closing|liquidation total|margin calls",
        "of|on|among|hitting|for",
        "longs|bulls|long positions|the longs|long side|the long side|long traders|long bets",
      ),
    ),
  ],
  [
    { is: "metric", id: "short_liquidations" },
    either(
      joined(
        "shorts|bears|short positions|short traders|short bets|short contracts|short exposure|short sellers|short side|leveraged shorts|leveraged short positions|short accounts",
        "|were|was|got|have been|has been|had been|being|get|getting|being|that were|that got",
        FORCED,
      ),
      joined(
        "liquidated|closed|terminated|forcibly closed|force closed|wiped out|rekt",
        "shorts|bears|short positions|short bets|short contracts|short exposure",
      ),
      joined(
        "short",
        "liquidations|liqs|liquidation|wipeouts|closures|forced closures|side liquidations|position liquidations|liquidation volume|liquidation total",
      ),
      joined(
        "liquidation|liquidations|forced closure|forced closures|forced liquidation|forced liquidations|closure|closures|closing|liquidation total|margin calls",
        "of|on|among|hitting|for",
        "shorts|bears|short positions|the shorts|short side|the short side|short traders|short bets|short sellers",
      ),
    ),
  ],
  [
    { is: "metric", id: "liquidations" },
    either(
      joined(
        "leveraged|derivatives|futures|perpetual|perp|margin|leveraged trading|open|traders'|derivative",
        "positions|bets|contracts|trades",
        "|were|was|got|have been|has been|had been|being",
        FORCED,
      ),
      joined(
        "positions|contracts|traders|bets|trades",
        "|were|was|got|have been|has been|had been|being|that were|to be",
        FORCED,
      ),
      joined(
        "forced|forcible|involuntary|compulsory",
        "closures|closure|closings|closing|liquidations|liquidation|unwinds|unwinding|selling|exits|position closures|termination",
      ),
      joined(
        "liquidation|liquidations",
        "total|volume|value|tally|bill|toll|count|figure|sum|losses|damage|events|across both sides|on both sides|of both sides|of all positions|overall|combined",
      ),
      joined(
        "total|combined|overall|aggregate|all|derivatives|futures|perp|perpetual",
        "liquidations|liqs|forced closures",
      ),
      joined(
        "lost|taken|gone|vanished|wiped",
        "in|to|through|by",
        "liquidations|forced closures|forced liquidations|liquidation",
      ),
      "force liquidated|forcibly liquidated|auto liquidated|positions wiped out|value of liquidated positions|closed forcibly|closed involuntarily|forcibly unwound|wiped out in liquidations|positions blown up|in forced closures|in forced liquidations",
    ),
  ],
  [
    { is: "metric", id: "top_traders" },
    either(
      joined(
        "top|largest|biggest|leading|elite|big|best funded|whale|pro|professional|highest volume|top tier",
        "traders|trader accounts|traders' accounts|accounts|trading accounts|margin traders|futures traders|position holders",
      ),
      joined(
        "top trader|top traders|top account",
        "long short ratio|long to short ratio|ratio|long short|positioning|ratio of longs to shorts|long short reading|positions|longs to shorts",
      ),
      "smart money|whale accounts|whale traders|big players|big money|larger traders|the pros|large traders",
    ),
  ],
  [
    { is: "metric", id: "long_short" },
    either(
      joined(
        "the|",
        "retail|retail accounts|retail traders|retail crowd|ordinary traders|average account|average trader|general crowd|everyone else|other traders|other accounts|rest of the accounts|rest of traders|all accounts|wider crowd|broader crowd|overall crowd|overall accounts|wider account base",
      ),
      "crowd's ratio|the crowd",
      joined(
        "ratio|number|proportion",
        "of",
        "longs to shorts|long to short accounts|long accounts to short accounts|long to short|longs over shorts|longs per short|long accounts to shorts|long over short accounts|accounts long to accounts short|long accounts to short ones|longs against shorts",
      ),
      joined(
        "long to short|long short|longs to shorts|long shorts|longs versus shorts|long vs short|l s|long over short",
        "ratio|account ratio|accounts ratio|balance|positioning|reading|skew|split|metric",
      ),
      joined(
        "longs|long accounts|long positions|accounts long",
        "per|for every|for each|to each|to every|against each|against every",
        "short|short account|short position|one short|account short|single short",
      ),
      "accounts long per account short",
    ),
  ],
  [
    { is: "metric", id: "taker" },
    either(
      joined(
        "taker",
        "buy to sell ratio|buy sell|buying to selling|buys to sells|buy over sell|buying over selling|buy volume to sell volume ratio|buy to sell volume ratio|buy sell volume ratio|buy volume over sell volume|long short ratio|buying to selling ratio|buys to sells ratio|buy versus sell ratio|flow ratio",
      ),
      "ratio of taker buys to taker sells|ratio of taker buys to sells|ratio of taker buying to taker selling|ratio of taker buying to selling|ratio of aggressive buying to aggressive selling|ratio of aggressive buying to selling|buy to sell ratio|ratio of buys to sells|ratio of taker buy volume to sell volume|ratio of taker buy to taker sell volume|ratio of taker buy to sell volume|ratio of buy to sell volume|aggressor ratio",
    ),
  ],
  [
    { is: "side", side: "buy" },
    either(
      joined(
        "taker|takers'|aggressive|aggressor|market|active",
        "buy|buying|bid|purchase|buyer",
        "|volume|orders|flow|pressure|trades|activity|market orders",
      ),
      joined(
        "takers|aggressors|market participants|market orders|aggressive traders",
        "bought|buying|bid|were buying|purchased|were buyers|are buying|have bought",
      ),
      joined(
        "buyers|bulls",
        "|were|are",
        "lifting offers|aggressing|crossing the spread|lifting the ask|hitting the ask|paying the offer",
      ),
      "buy volume|buying volume|buying pressure|buy pressure|buy side takers|buy market orders|market buy orders|market buy volume|lifting offers|buy aggressors|taking offers|buy flow|demand from takers|buying by takers|purchases by takers|takers buying|bought by aggressors|buys by takers|taker purchases|aggressive buys|buyers at market",
    ),
  ],
  [
    { is: "side", side: "sell" },
    either(
      joined(
        "taker|takers'|aggressive|aggressor|market|active",
        "sell|selling|offer|sale|seller",
        "|volume|orders|flow|pressure|trades|activity|market orders",
      ),
      joined(
        "takers|aggressors|market participants|market orders|aggressive traders",
        "sold|selling|were selling|offloaded|were sellers|are selling|have sold",
      ),
      joined("sellers|bears", "|were|are", "hitting bids|aggressing|crossing the spread|hitting the bid|pressing bids"),
      "sell volume|selling volume|selling pressure|sell pressure|sell side takers|sell market orders|market sell orders|market sell volume|hitting bids|sell aggressors|sell flow|supply from takers|selling by takers|sales by takers|takers selling|sold by aggressors|sells by takers|taker sales|aggressive sells|sellers at market|aggressive selling",
    ),
  ],
  [
    { is: "part", part: "long" },
    "the bulls|bullish bets|upside bets|long bias|to the long side|on the long side|long bettors|bull side|net long positions|bets on a rise",
  ],
  [
    { is: "part", part: "short" },
    "the bears|bearish bets|downside bets|short bias|to the short side|on the short side|short bettors|bear side|net short positions|bets on a fall",
  ],
  [
    { is: "lean" },
    "net positioning|on aggregate|in aggregate|in sum|tilts|tilted toward|tilted towards|skews|skew|leaning toward|leaning towards|lean toward|lean towards|leans toward|leans towards|biased toward|biased towards|positioning|positioned|positioning is|are positioned|is positioned|inclination|dominate|dominates|dominated|prevail|prevails|prevailed|have the upper hand|had the upper hand|in the majority|are in the majority|hold the majority|are in control|were in control|in command|in charge|outgunned|held sway|hold sway|favour|favours|favor|favors|sided with|side with|side|on the whole|by and large|stronger side|the stronger side|the bigger force|bigger force|had the edge|have the edge|has the edge",
  ],
];
