// How the price, the size, the supply, the books, the swings and the mood of a coin are spoken of.
import { inflected } from "../../../inflect.ts";
import type { Item } from "../../../lexicon.ts";
import { either, joined } from "./joined.ts";

const COSTS = inflected(
  "cost/cost fetch command sell/sold trade change hand price quote go/went/gone buy/bought list mark swap",
);

export const VALUE_WORDS: readonly (readonly [Item, string])[] = [
  [
    { is: "metric", id: "price" },
    either(
      joined(COSTS.filter((word) => !/^(?:chang|hand|go|went)/.test(word)).join("|"), "for|at"),
      joined(
        "can be|could be|may be",
        "had for|bought for|sold for|bought at|sold at|picked up for|bought|purchased for|purchased at|acquired for|got for|obtained for",
      ),
      joined(
        "price|cost|value|worth|quote|quotation|price tag|going rate|rate|asking price|sticker price|market price|dollar price|dollar value|unit price",
        "|level|tag|quote",
        "of one|of a single|of a|of one coin|of a coin|per coin|per token|a coin|for one coin|for a coin|for one|apiece|a piece|each|per unit|of the coin|of the token",
      ),
      joined(
        "pay|pays|paid|paying|pay up|shell out|fork out|part with|hand over|spend|give|get|gets|receive|receives",
        "for one|for a coin|for one coin|per coin|a coin|per token|for each|apiece|for a single coin|for a single one|for it|for a",
      ),
      "changing hands around|changes hands around|changes hands near|changing hands near|goes at|going for|went for|sets you back|set you back|sets one back|set one back|asking price|last price|last traded price|last trade|price level|price point|token price|coin price|current price|the last price|market quote|price quote|spot quote|spot rate|price per coin|price per token|unit price|mark price|price print|price in dollars|dollar price|costs you|will cost you|buyers pay|buyers are paying|sellers get|sellers receive|price today|px|quotes|sells at|sell for|sell at|buys a coin|buys one coin|is priced around|priced around|priced near|priced in at|cost|costs|costing|fetch|fetches|fetched|fetching|commands|commanded|is worth in dollars|bought for|sold at|bought at",
    ),
  ],
  [
    { is: "metric", id: "market_cap" },
    either(
      joined(
        "market|total market|overall market|total|combined|aggregate|network",
        "cap|capitalisation|capitalization|valuation|value of all coins|value of circulating coins|worth of all coins",
      ),
      joined(
        "value|worth|dollar value|total value|combined value|market value|valuation",
        "of",
        "all coins in circulation|all circulating coins|the circulating supply|circulating supply|all tokens in circulation|all circulating tokens|the whole network|the network|all the coins in circulation|all outstanding coins|the entire circulating supply|the circulating coins|coins in circulation",
      ),
      "market caps|market capitalisations|market capitalizations|network value|network valuation|size by market cap|cap by market|marketcap|valuation of the network|market valuation|equity value|m cap|cap size|size by market value|collective worth|company value|caps",
    ),
  ],
  [
    { is: "metric", id: "fdv" },
    either(
      joined(
        "fully|full|fully and",
        "diluted",
        "market cap|market capitalisation|market capitalization|valuation|value|worth|capitalisation|capitalization|market value|figure|number|basis|cap|market valuation|supply valuation|network value",
      ),
      joined(
        "value|worth|valuation|market cap",
        "if all coins were in circulation|if all coins existed|at full dilution|after full dilution|counting all coins|once fully diluted|on a fully diluted basis|fully diluted|at maximum dilution|with all coins counted|including locked coins|assuming full dilution",
      ),
      "diluted market cap|diluted cap|fully diluted",
    ),
  ],
  [
    { is: "metric", id: "volume" },
    either(
      joined(
        "spot|trading|traded|exchange|market|cash|dollar|transacted|total|overall|reported|buying and selling",
        "volume|volumes|turnover|activity|business|dealings|value traded",
      ),
      joined(
        "volume|turnover|trading volume|business|dealings",
        "in|of|on|at|across",
        "spot|the spot market|spot markets|spot exchanges|spot venues|spot trading",
      ),
      joined(
        "was|were|has been|have been|got|being|is|are|been",
        "traded|turned over|transacted|exchanged|bought and sold|swapped|dealt",
      ),
      joined(
        "changed|change|changes|changing",
        "owners|hands|owner|hands on spot markets|hands in spot trading|hands on the spot market|hands in the spot market|hands on spot exchanges",
      ),
      "amount traded|value of trades|value of trading|value traded|traded amount|traded volumes|trading turnover|turnover in spot trading|volume of trades|volume of spot trading|spot market activity|market turnover|traders moved|traders exchanged|traders swapped|traders transacted|trades worth|trading worth|switched hands|swapped hands|transacted|exchanged hands|trading in it|business in it|spot volume figures|turnover figures",
    ),
  ],
  [
    { is: "metric", id: "circulating" },
    either(
      joined(
        "circulating|liquid|outstanding|free floating|floating|tradable|tradeable|available|current circulating",
        "coins|tokens|amount|supply|float|units|number of coins|stock",
      ),
      joined(
        "coins|tokens|supply|amount|units|number of coins",
        "|that are|currently|now|already|actually|presently|that is",
        "in circulation|circulating|in the market|on the market|in free circulation|available to trade|in public hands|in free float|outstanding|in the wild|freely traded|freely tradable|released so far|in issue",
      ),
      "enter circulation|entered circulation|enter into circulation|entering circulation|reached circulation|circulate|circulates|circulated|is circulating|are circulating|already circulating|in circulation|are in circulation|free float|are out there|coin supply|liquid supply|circulation figure|currently circulates|is in circulation|makes up the circulating supply|already in circulation|in active circulation|are outstanding",
    ),
  ],
  [
    { is: "metric", id: "total_supply" },
    "total supply|total coin supply|overall supply|existing supply|existing coins|total number of coins|number of existing coins|coins in existence|tokens in existence|coins that exist|tokens that exist|in existence|exist in total|in total exist|exist|exists|total issuance to date|coins issued so far|issued so far|minted so far|have been issued|have been minted|been minted so far|total coins|total tokens|all coins that exist|all existing coins|all existing tokens|whole supply|entire supply|supply in total|total issued supply|issued supply|total amount of coins|coins minted|all coins issued|the supply in existence|total existing supply|coins in total|tokens in total|ever been issued|ever been minted|ever issued|ever minted|full supply",
  ],
  [
    { is: "metric", id: "inflation" },
    either(
      joined(
        "supply|coin supply|circulating supply|token supply|number of coins|coin count|coin stock",
        inflected("expand grow/grew/grown increase inflate rise/rose/risen swell dilute creep/crept climb").join("|"),
        "|by",
      ),
      joined(
        "supply|coin supply|circulating supply|token supply|coin|token|monetary",
        "growth|inflation|expansion|increase|growth rate|inflation rate|dilution|issuance|emission|emissions|increment",
      ),
      joined(
        "growth|increase|expansion|inflation|rise|addition|enlargement|dilution|rate of growth|rate of increase",
        "in|of|to",
        "supply|circulating supply|the supply|the circulating supply|its supply|coin supply|the coin supply|its circulating supply|the number of coins|the token supply|its coin supply|coins in circulation",
      ),
      joined(
        "added to|add to|adds to|adding to|grew|expanded|enlarged|diluted|inflated|swelled|increased|has expanded|has enlarged|has diluted",
        "supply|the supply|circulating supply|the circulating supply|its supply|its circulating supply|the coin supply|the number of coins",
      ),
      "emission|emissions|new emission|new emissions|new coins|newly minted coins|newly created coins|newly issued coins|freshly minted coins|coin issuance|token issuance|net issuance|new supply|fresh supply|newly minted supply|monetary inflation|diluted holders by|dilution of holders|holders were diluted|were diluted by|was diluted by|has been diluted by|inflated|inflates|supply has inflated|new issuance|rate of issuance|minting|new supply issued",
    ),
  ],
  [
    { is: "metric", id: "staked" },
    either(
      joined(
        "|is|are|being|is being|are being|currently|sits|sit|lies|lie|has been|have been|been",
        "staked|bonded|delegated|at stake|locked up for staking|locked in staking|locked up in staking|tied up in staking|in staking|staked away|with validators|delegated to validators|staked with validators|committed to staking|put to work in staking|locked in stake|locked by stakers|securing the network|used for staking|in staking contracts|locked with validators|parked in staking|earning staking rewards",
      ),
      joined(
        "staking|staked|stake",
        "ratio|share|rate|participation|participation rate|proportion|percentage|portion|level|part|fraction|supply|quota",
      ),
      joined(
        "share|proportion|percentage|part|portion|fraction",
        "of",
        "supply staked|coins staked|the supply staked|supply that is staked|coins that are staked|staked coins|staked supply|tokens staked|staked tokens|the supply that is staked|coins at stake|the supply in staking|supply in staking",
      ),
      "stakers hold|stakers have|stakers lock up|stakers have locked|locked away by stakers|secures the network|secure the network|helps secure the network|help secure the network",
    ),
  ],
  [
    { is: "metric", id: "unlock_share" },
    "next unlocking|next token release|next release|next vesting event|next vesting unlock|next cliff unlock|next scheduled unlock|next tranche|next scheduled release|next supply release|next batch of unlocks|next unlocked tranche|next planned unlock|upcoming unlocking|upcoming release|upcoming token release|next unlock event|coming release|next vesting release|forthcoming unlock|following unlock|impending unlock|nearest unlock|next vesting|unlock event|vesting event|next batch of coins to be unlocked|next batch to unlock|next coins to unlock|an unlock|the unlock|a token unlock|the token unlock",
  ],
  [
    { is: "metric", id: "unlocks" },
    either(
      joined(
        "tokens|coins|supply|of supply|of the supply|of circulating supply|of the circulating supply|of coins",
        "|set to be|to be|due to be|scheduled to be|that will be|will be|being|get|gets|are to be|is to be|are due to be|is due to be",
        "unlocked|released from vesting|vested|unlock|unlocks|vesting",
      ),
      "unlocks due|unlocks scheduled|scheduled unlocks|planned unlocks|total unlocks|pending unlocks|cumulative unlocks|vesting releases|unlocks over|unlock schedule|due to unlock|set to unlock|scheduled to unlock|will unlock|to be unlocked|will be unlocked|coming onto the market through unlocks|entering circulation through unlocks|forthcoming unlocks|upcoming vesting",
    ),
  ],
  [
    { is: "metric", id: "volatility" },
    either(
      joined(
        "realised|realized|historical|actual|historic|observed|annualised|annualized|measured|statistical|recorded|past|recent",
        "volatility|vol|price volatility|swings|vols|price swings|annual volatility",
      ),
      joined(
        "volatility|vol|price swings|swings|fluctuations|price fluctuations|variability",
        "|realised|realized",
        "of the price|in the price|of returns|of price|in price|annualised|annualized|in annual terms|at an annual rate|on an annual basis",
      ),
      "realised|realized|choppiness|price variability|annualised swings|price fluctuations|price fluctuation|price turbulence|turbulence|standard deviation|day's volatility|volatility reading|volatility measure|vols|bumpiness|degree of fluctuation|volatility level|price swing",
    ),
  ],
  [
    { is: "metric", id: "implied" },
    either(
      joined(
        "implied|option implied|options implied|forward looking|forward|market implied|anticipated|expected|priced in|options",
        "volatility|vol|vols|volatilities|price volatility|swings",
      ),
      joined(
        "volatility|vol|swings",
        "|that is|that|which|being",
        "priced in|implied by options|implied by option prices|implied by the options market|priced by options|priced by the options market|expected by options|expected by the options market|options imply|options price in|options are pricing in|options traders expect|option traders expect|option traders price in|the options market prices in|the options market implies|options traders price in|option prices imply|option markets imply|the options market expects|baked into options|embedded in options|in option prices|priced into options|expected by options traders|expected by option traders",
      ),
      joined(
        "options|option traders|options traders|the options market|option prices|options markets|option markets|option sellers|options desks",
        "imply|price in|are pricing in|expect|implies|prices in|pricing in|priced in|imply a volatility of|suggest|anticipate|are pricing|price|point to|is pricing|is pricing in|expects|anticipates|predict|put|bake in",
      ),
      "implied|implieds|iv|options vol|option vol|volatility expectations|expected volatility",
    ),
  ],
  [
    { is: "metric", id: "correlation" },
    either(
      joined(
        "correlation|correlation coefficient|coefficient of correlation|comovement|co movement|link",
        "|with|to|between it and|between the coin and|between the token and|of it with|versus|against|and",
        "bitcoin|btc|bitcoin's|the price of bitcoin|bitcoin price|bitcoin returns",
      ),
      joined("bitcoin|btc", "correlation|correlation coefficient"),
      "correlation coefficient|coefficient of correlation|correlates with bitcoin|correlates to bitcoin|correlates with btc|correlate with bitcoin",
    ),
  ],
  [
    { is: "metric", id: "beta" },
    either(
      joined(
        "beta|beta coefficient|beta factor|price beta|sensitivity|elasticity",
        "|to|with|with respect to|versus|against|relative to|vs|on|toward|towards",
        "bitcoin|btc|bitcoin's moves|bitcoin moves|moves in bitcoin|bitcoin's price|bitcoin returns",
      ),
      "beta coefficient|beta factor|bitcoin sensitivity|market beta",
    ),
  ],
  [
    { is: "metric", id: "bids" },
    either(
      joined(
        "bid|buy|buyer|buyers'|bids|buying|demand",
        "side|orders|liquidity|depth|support|interest|wall|walls|side depth|side liquidity|side of the book|side of the order book|limit orders|side orders|volume in the book|orders in the book|book|stack|interest in the book|quotes",
      ),
      joined(
        "orders|limit orders|resting orders|depth|liquidity",
        "|on|of",
        "to buy|bidding|the bid side|the buy side|the bid|bids|the bids|the buyers",
      ),
      "resting buy orders|resting buys|waiting buyers|standing bids|standing buy orders|buy side of the book|bid side of the book|money bidding|bidders|buy walls|bid stack|queued buyers|bids in the book",
    ),
  ],
  [
    { is: "metric", id: "asks" },
    either(
      joined(
        "ask|sell|offer|seller|sellers'|asks|selling|offered|supply|offers",
        "side|orders|liquidity|depth|interest|wall|walls|side depth|side liquidity|side of the book|side of the order book|limit orders|side orders|volume in the book|orders in the book|book|stack|interest in the book|quotes",
      ),
      joined(
        "orders|limit orders|resting orders|depth|liquidity",
        "|on|of",
        "to sell|the ask side|the sell side|the ask|asks|the asks|the offer|the offers|the offer side|the sellers",
      ),
      "resting sell orders|resting sells|waiting sellers|standing offers|standing sell orders|sell side of the book|ask side of the book|money offered|sell walls|ask stack|queued sellers|asks in the book|offers in the book",
    ),
  ],
  [
    { is: "metric", id: "depth" },
    either(
      joined(
        "order book|orderbook|book|market|resting|displayed|visible|combined|two sided|total|quoted|both sides of the book|combined order book",
        "depth|liquidity|orders|thickness|liquidity depth",
      ),
      joined(
        "orders|liquidity|depth|resting orders|limit orders|money|buy and sell orders|bids and asks|bids and offers|bids plus asks|bids plus offers|buy and sell orders resting",
        "|resting|sitting|waiting|standing|available|lying|queued|parked|stacked|posted",
        "in the book|in the order book|on the book|in the books|on the order book|in the order books|on the books|near the price|around the price|close to the price|near the mid|around the mid|near the market",
      ),
      "order book|order books|orderbook|orderbooks|liquidity|book thickness|bids and asks together|bids and asks combined|bids plus asks|both sides of the book|rests in the books|rest in the books|limit orders|resting limit orders|market depth|liquidity pool|market liquidity",
    ),
  ],
  [
    { is: "metric", id: "spread" },
    either(
      joined(
        "gap|difference|distance|margin|space",
        "between",
        "bid and ask|the bid and the ask|the best bid and the best ask|best bid and best ask|best bid and ask|bid and offer|the bid and the offer|bids and asks|top bid and top ask|the best bid and ask|buying and selling price|the best buy and sell orders|the top bid and the top ask",
      ),
      joined(
        "bid ask|bid offer|bid to ask|top of book|quoted|inside|dealing|trading|buy sell|bid to offer|order book|best bid and ask|market",
        "spread|spreads|gap|difference",
      ),
      "spread between bid and ask|spread between the bid and the ask|spread between bids and asks|spread of the order book|width of the spread|quoted spread|spread at the top of the book|spread on the book|spread in the order book",
    ),
  ],
  [
    { is: "metric", id: "tvl" },
    either(
      joined(
        "value|capital|money|funds|assets|deposits|dollars|total value|wealth|liquidity|collateral",
        "|that is|that are|currently",
        "locked|locked up|locked in|deposited|deposited in defi|in defi|locked in defi|locked in protocols|locked in its protocols|locked on the chain|locked on chain|parked in defi|held in defi|sitting in defi|committed to defi|in its defi protocols|on the network's protocols|locked up in defi|locked in its defi|locked in defi protocols|in defi protocols|deposited in protocols|locked into defi|locked in smart contracts|in its protocols|sitting in protocols|locked in its ecosystem|in smart contracts|held in protocols|locked in the ecosystem",
      ),
      "t v l|locked value|defi tvl|defi value|total locked value|defi deposits|defi total|sum locked|locked deposits|defi locked value|tvl figure|defi ecosystem|defi capital",
    ),
  ],
  [
    { is: "metric", id: "fear_greed" },
    either(
      joined(
        "fear and greed|fear greed|fear or greed|sentiment|crypto fear|fear vs greed|fear & greed|market mood|crypto sentiment|crypto fear and greed|market sentiment|fear to greed",
        "index|gauge|reading|indicator|score|meter|measure|barometer|level|figure|number|value|metric|dial|needle",
      ),
      "fear and greed|fear greed|sentiment|market sentiment|crypto sentiment|market mood|the mood|mood|mood of the market|sentiment in the market|sentiment across the market|sentiment among traders|investor sentiment|crypto mood|trader sentiment|mood in the market|f g index|sentiment in crypto|the index of fear and greed|index of fear and greed",
    ),
  ],
  [
    { is: "metric", id: "breadth" },
    either(
      joined(
        "share|proportion|percentage|fraction|part|portion|number",
        "of",
        "rising|gaining|advancing|winning|green",
        "tokens|coins|cryptocurrencies|assets|names",
      ),
      joined(
        "share|proportion|percentage|fraction",
        "of",
        "tokens|coins|tracked tokens|cryptocurrencies|assets|tracked coins|all tokens|all coins",
        "that rose|that gained|that are up|that advanced|that climbed|rising|gaining|in the green|up|that went up|trading higher|advancing|with gains|in positive territory|on the rise|higher",
      ),
      "breadth of the market|market breadth|breadth reading|advancers|percentage of gainers|share of gainers|advance decline breadth",
    ),
  ],
  [
    { is: "market" },
    "the crypto market|crypto market|the overall crypto market|the total crypto market|crypto overall|the whole market|the entire market|the broad market|broad market|broader crypto market|the broader crypto market|the wider crypto market|wider crypto market|the market as a whole|the market at large|market at large|crypto at large|crypto in general|the market overall|market overall|total crypto market cap|the total market|the aggregate market|the general market|the market in general|crypto's total market cap|the combined market cap of all coins|combined market cap of all coins|combined market cap of all cryptocurrencies|all coins together|all of crypto|all crypto|crypto as an asset class|the asset class|the crypto sector|crypto sector|the digital asset market|digital asset market|the sector as a whole|total market capitalisation of crypto|overall market cap|the overall market|total crypto cap|crypto's market cap|crypto market capitalisation|crypto market capitalization|total cryptocurrency market cap|total crypto market capitalization|total crypto market capitalisation|cryptocurrency market|the cryptocurrency market|whole cryptocurrency market|entire cryptocurrency market|the typical token|typical token|typical coin|the typical coin|the average coin|average coin|median coin|the median coin|the median token|the average token|its peers|other coins|the other tokens|other tokens|the rest of crypto|rest of crypto|the rest of the market|the field|most of its peers|most other tokens|most other coins|the pack",
  ],
];
