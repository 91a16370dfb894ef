// Words of whole sentences by what they stand for, read before those of the lexicon: what is compared and with what, who did it, and what was usual.
import { inflected } from "../../inflect.ts";
import type { Item } from "../../lexicon.ts";

const BE = "amount total equal stand come represent constitute equate correspond work control command";

/** Phrases with a bar between them; the first list that has one says what it stands for. */
export const LISTS: readonly (readonly [Item, string])[] = [
  // What is measured.
  [
    { is: "refuse", why: "unread" },
    "anything but|nothing but|all but|or so they say|the last alone|the first alone|the latter|the former|except|except for|excluding|apart from|other than|instead of|rather than",
  ],
  [
    { is: "metric", id: "price" },
    "changes hands at|changes hands for|change hands at|change hands for|changing hands at|changing hands for|changed hands at|changed hands for|cost|costs|sells for|sold for|goes for|fetches|trades for|trades at|traded at|trading at|trade at|priced at|quoted at|costing|asking price|going rate|value of a coin|value of one coin|value per coin",
  ],
  [
    { is: "metric", id: "volume" },
    "turned over|business done|dealings|trading turnover|transaction volume|volume traded|volume of trading|changed owners|changing hands in|spot market volume|volumes traded|daily turnover|money traded|traded value",
  ],
  [
    { is: "metric", id: "perp_volume" },
    "perp market volume|volume in perpetuals|volume in perps|volume of perpetuals|volume of perps|volume on perpetuals",
  ],
  [
    { is: "metric", id: "open_interest" },
    "outstanding futures positions|outstanding positions|outstanding contracts|outstanding perpetual positions|outstanding derivatives|positions outstanding|contracts outstanding|futures positions|open derivatives positions|open leverage|leveraged positions|outstanding futures and perpetual positions|open bets|notional outstanding|positions open|open futures",
  ],
  [
    { is: "metric", id: "top_traders" },
    "top traders|top trader accounts|the largest traders|largest traders|biggest traders|leading traders|big traders",
  ],
  [
    { is: "metric", id: "long_short" },
    "ordinary accounts|retail accounts|all accounts|trading accounts|accounts in general|the average account|accounts overall|accounts as a whole|ordinary traders|other accounts",
  ],
  [
    { is: "metric", id: "liquidations" },
    "forced closures|forced closure|liquidated value|value liquidated|forcibly closed|force closed|closed by force|margin calls|liquidated positions|forced liquidations|liquidated in total|forced out|closed out|liquidation losses|wipeouts|wiped out",
  ],
  [
    { is: "part", part: "long" },
    "bulls|long holders|long traders|long bets|those who were long|long exposure|long side",
  ],
  [
    { is: "part", part: "short" },
    "bears|short sellers|short holders|short traders|short bets|those who were short|short exposure|short side",
  ],
  [
    { is: "metric", id: "inflow" },
    "arriving at exchanges|arriving on exchanges|flowing to exchanges|flowing into exchanges|flowing onto exchanges|moving to exchanges|going to exchanges|going into exchanges|coming to exchanges|coming onto exchanges|entering exchanges|entered exchanges|sent to exchanges|went to exchanges|moved to exchanges|moved onto exchanges|went to them|came to them|sent to them|went into them|came in|went in|put in|was deposited|were deposited|entered them|arrived|incoming|deposits|deposited|came in|came into exchanges|arrived at exchanges|arrived on exchanges|arrivals at exchanges|sent onto exchanges|transferred to exchanges|transferred onto exchanges|brought to exchanges|brought onto exchanges|inflow to exchanges|inflows to exchanges|inflow into exchanges|inflows into exchanges|moved in",
  ],
  [
    { is: "metric", id: "outflow" },
    "leaving exchanges|leave exchanges|flowing out of exchanges|moving off exchanges|coming off exchanges|taken off exchanges|taken from exchanges|came off exchanges|pulled from exchanges|left them|left it|taken off them|taken out|came out of them|came off them|withdrawn from them|pulled from them|pulled out|drained from exchanges|outgoing|withdrawals|withdrawn|went out|left exchanges|departed from exchanges|removed from exchanges|pulled off exchanges|transferred off exchanges|transferred out of exchanges|withdrawn from exchanges|departures from exchanges|outflow from exchanges|outflows from exchanges|moved out",
  ],
  [
    { is: "metric", id: "reserve" },
    "exchange holdings|exchange inventories|inventories|stockpiles|exchange stocks|exchange stock|exchange wallets hold|balances held by exchanges|coins held by exchanges|sol held by exchanges|stock of coins on exchanges|exchanges hold|exchanges keep|exchanges are holding|exchanges together hold|exchanges own|venues hold|venues keep|trading venues keep|trading venues hold|holdings of exchanges|on exchange supply|balances at exchanges|exchange reserves|what exchanges hold|held on exchanges|held at exchanges|sits on exchanges|sit on exchanges|lie on exchanges",
  ],
  [
    { is: "metric", id: "holders" },
    "addresses hold|addresses own|wallets hold|wallets own|holding wallets|addresses with a balance|owners",
  ],
  [
    { is: "metric", id: "top10" },
    "ten largest addresses|ten richest addresses|ten richest wallets|ten richest holders|ten biggest accounts|top ten accounts|ten largest accounts|ten largest owners|ten biggest owners|#10 largest owners|#10 biggest owners|#10 richest holders|#10 largest accounts|biggest ten holders|biggest ten wallets|largest ten wallets|largest #10 holders|biggest #10 holders",
  ],
  [
    { is: "metric", id: "staked" },
    "stakers have locked up|locked up by stakers|staking locks up|put to stake|locked in staking|locked up in staking|delegated|at stake|being staked|tied up in staking|locked for staking|under stake|bonded",
  ],
  [
    { is: "metric", id: "inflation" },
    "rate of inflation|inflation rate|issuance|new issuance|newly issued|supply expansion|supply increase|growth in supply|supply grew by|supply rose by|supply increased by|supply expanded by|supply has grown by|supply inflated by|supply inflates by",
  ],
  [
    { is: "metric", id: "circulating" },
    "circulating coins|circulating tokens|coins in circulation|tokens in circulation|circulating amount",
  ],
  [
    { is: "metric", id: "implied" },
    "volatility implied by options|option implied volatility|options implied volatility|implied volatility|options price in|expected volatility|volatility that options price in|volatility priced in by options|volatility priced by options",
  ],
  [
    { is: "metric", id: "volatility" },
    "realised swings|price swings|realised vol|historic volatility|actual volatility",
  ],
  [
    { is: "metric", id: "correlation" },
    "correlated with bitcoin|correlation with bitcoin|correlation to bitcoin|correlation between sol and bitcoin|correlation of sol with bitcoin|correlation of sol and bitcoin|correlation with btc|correlation to btc",
  ],
  [
    { is: "metric", id: "beta" },
    "beta to bitcoin|beta against bitcoin|beta versus bitcoin|beta relative to bitcoin|beta with bitcoin|bitcoin beta|sensitivity to bitcoin",
  ],
  [
    { is: "metric", id: "depth" },
    "resting orders|rest in the order book|rests in the order book|resting in the order book|resting in the book|order book|orderbook|order books|book|books|orders in the book|liquidity in the book|rest in the book|rests in the book|order book within #2 percent|resting liquidity",
  ],
  [{ is: "metric", id: "bids" }, "buy side|bid side|buying interest|buy side liquidity|orders to buy|resting bids"],
  [
    { is: "metric", id: "asks" },
    "sell side|ask side|offers|offer side|sell side liquidity|orders to sell|resting asks|offered side",
  ],
  [
    { is: "metric", id: "spread" },
    "gap between bid and ask|difference between bid and ask|bid to ask spread|bid ask spread|quoted spread|bid offer spread",
  ],
  [
    { is: "metric", id: "oi_share" },
    "ratio of open interest to market cap|ratio of open interest to market capitalisation|proportion of open interest to market capitalisation|proportion of open interest to market capitalization|open interest to market capitalisation|open interest relative to market cap|open interest as a share of market cap|proportion of open interest to market cap|share of open interest in market cap",
  ],
  [
    { is: "metric", id: "market_cap" },
    "capitalisation|capitalization|market worth|market value|market size|total market value|valuation by the market|market capitalisation|market capitalization",
  ],
  [
    { is: "metric", id: "fdv" },
    "fully diluted valuation|fully diluted worth|fully diluted capitalisation|diluted value|fully diluted market value|diluted valuation|diluted worth|fully diluted value",
  ],
  [
    { is: "metric", id: "tvl" },
    "value locked|total value locked|money locked|capital locked|funds locked|deposits in defi|locked capital|value deposited in defi|defi deposits",
  ],
  [
    { is: "metric", id: "transfer_count" },
    "large transfers|big transfers|large transactions|whale transfers|large onchain transfers|sizeable transfers|sizable transfers",
  ],
  [
    { is: "metric", id: "largest_transfer" },
    "largest single transfer|biggest single transfer|single largest transfer|single biggest transfer|largest transfer|biggest transfer|largest of them|biggest of them|largest whale transfer",
  ],
  [
    { is: "metric", id: "breadth" },
    "tokens gained|tokens rose|tokens advanced|tokens climbed|coins gained|coins rose|coins advanced|tokens went up|tokens are up|tokens were up|coins are up|tokens that gained|tokens that rose|tokens are in the green|tokens are in positive territory|tokens traded higher|tokens managed to gain|tokens managed to rise",
  ],
  [
    { is: "crowd" },
    "tokens|coins|all tokens|all coins|tracked tokens|of the tokens|of tokens|of coins|of all tokens|of all coins|cryptocurrencies|tokens in the market|coins in the market|of the tracked tokens|of tracked tokens|tokens on the market|tokens across the market",
  ],
  [
    { is: "metric", id: "funding" },
    "average funding|average funding rate|mean funding|mean funding rate|average rate of funding|overall funding",
  ],
  // Compared with what.
  [{ is: "bigger", metric: "price", dir: 1 }, "dearer|pricier|costlier|more expensive|more costly"],
  [{ is: "bigger", metric: "price", dir: -1 }, "cheaper|less expensive|less costly|less dear"],
  [
    { is: "bigger", metric: "volatility", dir: 1 },
    "more volatile|wilder|jumpier|choppier|more turbulent|less stable|less calm|bumpier",
  ],
  [
    { is: "bigger", metric: "volatility", dir: -1 },
    "less volatile|calmer|steadier|more stable|tamer|less turbulent|more tranquil",
  ],
  [{ is: "bigger", metric: "volume_ratio", dir: 1 }, "busier|brisker|livelier|more active|heavier traded"],
  [
    { is: "bigger", metric: "volume_ratio", dir: -1 },
    "quieter|slower|less active|less busy|more subdued|thinner trading",
  ],
  [{ is: "bigger", metric: "depth", dir: 1 }, "deeper|thicker|more liquid"],
  [{ is: "bigger", metric: "depth", dir: -1 }, "shallower|thinner|less liquid"],
  [
    { is: "more", dir: -1 },
    "more negative|more deeply negative|deeper in negative territory|less positive|further below zero",
  ],
  [{ is: "more", dir: 1 }, "more positive|less negative|further above zero"],
  [{ is: "more", dir: 1 }, "higher|larger|greater|bigger|stronger|heavier|harder|wider"],
  [{ is: "more", dir: -1 }, "lower|smaller|lighter|weaker|narrower"],
  [{ is: "times", factor: 0.5 }, "halved|has halved|have halved|been cut in half|been halved"],
  [
    { is: "usual" },
    "usual|the usual|than usual|normal|the norm|than normal|its norm|typical|average hour|usual hour|the average hour|its usual pace|usual pace|usual level|its usual level|normal level|normal pace|customary|customary pace|its average pace|typical hour|normal hour|ordinary hour|the ordinary",
  ],
  [{ is: "range" }, "trading range|range spans|ranged|spans|spanned|daily range|traded in a range"],
  [{ is: "lean" }, "the more aggressive side|more aggressive|the more aggressive|more aggressive side"],
  [{ is: "holder" }, "would be|would now be|would have|would by now be"],
  [{ is: "bigger", metric: "price", dir: 1 }, "as expensive as|as dear as|as costly as|as pricey as"],
  [{ is: "bigger", metric: "market_cap", dir: 1 }, "as large as|as big as|as valuable as|the size of"],
  [{ is: "bigger", metric: "volatility", dir: 1 }, "as volatile as|as wild as"],
  [{ is: "bigger", metric: "depth", dir: 1 }, "as deep as|as liquid as|as thick as"],
  [{ is: "more", dir: 1 }, "as high as|as great as|as many as|as strong as"],
  [
    { is: "degree", how: "much" },
    "nearly all|almost all|practically all|virtually all|the vast majority|the overwhelming majority|the overwhelming part",
  ],
  [{ is: "only" }, "only|alone|sole|the only|the only one|the sole|nowhere but"],
  [
    { is: "like", dir: 1 },
    "like|just like|just as with|as with|same as|in common with|as is the case with|similarly to",
  ],
  [
    { is: "like", dir: -1 },
    "unlike|in contrast to|in contrast with|contrary to|as opposed to|differently from|different from",
  ],
  [{ is: "neither" }, "neither"],
  [{ is: "nor" }, "nor"],
  [
    { is: "superlative", side: -1 },
    "most negative|most deeply negative|deepest negative|lowest|least positive|cheapest",
  ],
  [{ is: "superlative", side: 1 }, "most positive|highest|least negative|steepest"],
  [
    { is: "side", side: "buy" },
    "aggressive buyers|taker buyers|takers bought|taker buying|taker buys|market buyers|buying takers|aggressive buying|buyers|bought by takers|buy takers|market buys|takers buy",
  ],
  [
    { is: "side", side: "sell" },
    "aggressive sellers|taker sellers|takers sold|taker selling|taker sells|market sellers|selling takers|aggressive selling|sellers|sold by takers|sell takers|market sells|takers sell",
  ],
  [
    { is: "lean" },
    "on balance|on net|in net terms|lean|leans|leaning|leaned|net|positioned|skewed|tilted|tilt|lopsided|inclined|biased|stand|lean more|overall",
  ],
  [{ is: "owner" }, "bought|purchased|acquired|holding|held|entered|got in"],
  [
    { is: "holder" },
    "someone who|anyone who|somebody who|anybody who|holders who|holder who|buyers who|investors who|whoever|those who|anyone|someone|people who|traders who|an investor who|a holder who|a buyer who",
  ],
  [
    { is: "together" },
    "uncorrelated with bitcoin|move together|moved together|moves together|move in step|moved in step|in step|in lockstep|correlated|correlation|hardly moved together|barely moved together|did not move together|moved independently|move independently|moved independently of|hand in hand|in tandem|move with|moved with|moving together|co move",
  ],
  [{ is: "degree", how: "much" }, "strongly|closely|highly|tightly"],
  [{ is: "degree", how: "little" }, "weakly|loosely|next to no|almost no|uncorrelated|independently"],
  [{ is: "refuse", why: "future" }, "coming"],
  [
    { is: "futures" },
    "perpetual contracts|futures contracts|perp contracts|perpetual swaps|perp market|futures market|perpetual market|derivatives market",
  ],
  [{ is: "spot" }, "spot market|spot markets|the spot market"],
  [
    { is: "extreme", side: 1, ever: true },
    "record|record price|record level|record peak|all time best|best ever|historic high|historic peak|lifetime high",
  ],
  [{ is: "hours", hours: 1 }, "latest hour|most recent hour|hour|current hour"],
  [{ is: "span", name: "yesterday" }, "yday|yesterday's"],
  [
    { is: "positive", sign: 1 },
    "above nought|above nil|over zero|greater than zero|in the positive|in positive territory",
  ],
  [
    { is: "positive", sign: -1 },
    "below nought|below nil|under zero|less than zero|in the negative|in negative territory",
  ],
  [
    { is: "versus", dir: 1 },
    "a better performer than|better performer than|the better performer than|came out ahead of|came off better than|came out better than|fared better than|held up better than|performed better than|finished ahead of|stronger performer than|came ahead of|has the better of|better than",
  ],
  [
    { is: "versus", dir: -1 },
    "a worse performer than|worse performer than|the worse performer than|came out behind|came off worse than|came out worse than|fared worse than|held up worse than|performed worse than|finished behind|weaker performer than|gave up ground to|lost ground to|worse than",
  ],
  [{ is: "gap" }, "gap|difference|distance|the gap|the difference|the distance|gulf"],
  [
    { is: "metric", id: "largest_transfer" },
    "single transfer|a single transfer|any single transfer|one single transfer|individual transfer|any individual transfer",
  ],
  [{ is: "metric", id: "spread" }, "traded at a spread of|trades at a spread of|at a spread of"],
  [{ is: "metric", id: "inflow" }, "took in|taken in|take in"],
  [{ is: "metric", id: "outflow" }, "paid out|pay out|sent out"],
  [
    { is: "bigger", metric: "volatility", dir: 1 },
    "swings more|swing more|swung more|fluctuates more|fluctuated more|moves around more",
  ],
  [
    { is: "bigger", metric: "volatility", dir: -1 },
    "swings less|swing less|swung less|fluctuates less|fluctuated less|moves around less",
  ],
  [
    { is: "metric", id: "volume" },
    "change hands|changes hands|changed hands|changing hands|changed owner|bought and sold",
  ],
  [
    { is: "fill" },
    "on all of|all of|on each of|each of|to the supply|to supply|can be|it has been|on average over|has been on average over|been on average over|individual",
  ],
  // What says nothing more.
  [
    { is: "about", how: "almost" },
    "barely under|not quite|fractionally under|marginally below|marginally under|fractionally below|a shade under|a shade below|a touch under|a touch below|slightly short of",
  ],
  [
    { is: "about", how: "bit" },
    "barely above|barely over|fractionally over|marginally above|marginally over|fractionally above|a shade over|a shade above|a touch over|a touch above|slightly more than",
  ],
  [
    { is: "about", how: "about" },
    "some|something like|in the order of|of the order of|somewhere around|somewhere near|close to|nearly exactly|roughly speaking|approximately|roughly",
  ],
  [
    { is: "most" },
    "most|the majority|a majority|the bulk|the greater part|the larger part|the lion's share|the better part|mostly|mainly|predominantly|for the most part|the larger share|the greater share",
  ],
  [
    { is: "move", dir: 1 },
    "in profit|in the money|sitting on a gain|sitting on a profit|sitting on gains|sitting on profits|made money|make money|made a profit|earned|ahead on the trade|in plus|up on the trade|a gain|a profit|gains|advance|advances|upside|a rise|an increase",
  ],
  [
    { is: "move", dir: -1 },
    "gone from|gone since|are gone|is gone|has gone since|have gone since|value has been wiped out|value was wiped out|value wiped out|at a loss|out of pocket|sitting on a loss|sitting on losses|nursing a loss|nursing losses|lost money|lose money|losing money|made a loss|in minus|down on the trade|under water|underwater|a loss|a decline|a fall|a drop|a decrease|been wiped out|wiped off|been wiped off",
  ],
  [
    { is: "fill" },
    [
      "stood|stands|standing|remains|remain|of the supply|of supply|of its supply|of all supply|of the total supply|of total supply|of the existing total|fared|came out|came off|held up|performed|turned out|finished|ended up|priced|comes to|came to|amounts to|amounted to|adds up to|added up to|works out at|runs to|ran to|totalled|belonged to|belongs to|went to|fell on|came from|comes from|bore|shouldered|suffered|absorbed|accounted|made up|makes up|make up|made|took up|that of|those of|did|does|do|than did|as much as|the one|the ones|the figure|the same|whatever|what|also|too|as well|in general|as a whole|for its part|in its entirety|altogether|in all|the three|of the three|among the three|three|exchange|exchanges|venue|venues",
      "space of|in the space of|most recent|the most recent|recent|course|found|is found|to be found|observed|recorded|measured|reported|quoted|at|mid|the mid|midpoint|mid price|of mid|of the mid|either side",
      "for each|for every|single|one|per|itself|respectively|whole|its|their|is there|there|in place|left over|on record|on the books|by value|in value|by comparison|in comparison|comparison|by contrast|contrast|in turn|pace|a pace|at a pace|rate|ran|runs|run|running|currency|asset|assets|cryptocurrency",
      inflected(BE).join("|"),
    ].join("|"),
  ],
];
