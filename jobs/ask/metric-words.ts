// How each metric is called: phrases with a bar between them, the longest matched first; #2 is the number.
import type { MetricId } from "./metric.ts";

export const METRIC_WORDS: Readonly<Partial<Record<MetricId, string>>> = {
  price: "price|quotation|market price|prices|spot price|quote|trading price|exchange rate|price action",
  market_cap:
    "market cap|marketcap|mcap|market capitalization|market capitalisation|capitalization|capitalisation|market value|valuation|mkt cap|cap",
  fdv: "fdv|fully diluted valuation|fully diluted value|fully diluted market cap|diluted valuation|fully diluted market value",
  rank: "rank|ranks|ranked|ranking|position by market cap|rank by market cap|ranked by market cap|by market cap|largest by market cap",
  drawdown: "drawdown|drawdown from ath|drawdown from its ath|drawdown from the all time high|ath drawdown",
  volume:
    "volume|volumes|trading volume|traded volume|spot volume|spot volumes|spot trading volume|turnover|changed hands|was traded|were traded|has been traded|trading activity|trade volume|spot turnover|vol traded",
  volume_ratio:
    "relative volume|rvol|relative hourly volume|volume ratio|times its usual volume|times usual volume|usual volume",
  perp_volume:
    "perp volume|perps volume|perpetual volume|futures volume|derivatives volume|futures trading volume|perpetual futures volume|perp turnover|futures turnover|perpetual turnover|derivatives turnover|perp trading volume|derivatives trading volume|perpetuals volume|perp trading",
  open_interest:
    "open interest|oi|open positions|open contracts|futures open interest|perp open interest|open futures positions",
  oi_share:
    "open interest to market cap|oi to market cap|oi mcap|open interest over market cap|open interest ratio|oi to mcap",
  funding: "funding|funding rate|funding rates|fundings|perp funding|perpetual funding|funding fee|funding fees",
  funding_percentile:
    "funding percentile|percentile of funding|funding rate percentile|percentile of its funding|percentile of the funding rate",
  perp_to_spot:
    "perp to spot ratio|perp to spot volume ratio|perpetual to spot ratio|perpetual to spot volume ratio|ratio of perp to spot volume|ratio of perpetual to spot volume|futures to spot ratio|futures to spot volume ratio|perp spot ratio",
  largest_liquidation:
    "largest liquidation|biggest liquidation|largest single liquidation|biggest single liquidation|largest forced closure|biggest forced closure",
  whale_inflow:
    "value of large transfers to exchanges|value of whale transfers to exchanges|whale inflow|whale inflow to exchanges|whale exchange inflow|value of large deposits to exchanges",
  whale_outflow:
    "value of large transfers from exchanges|value of whale transfers from exchanges|whale outflow|whale outflow from exchanges|whale exchange outflow|value of large withdrawals from exchanges",
  imbalance: "book imbalance|order book imbalance|depth imbalance|imbalance of the book|imbalance of the order book",
  basis: "basis|perp premium|futures premium|perpetual premium|futures basis",
  long_short:
    "long short ratio|long to short ratio|longs to shorts ratio|ls ratio|accounts ratio|longs per short|long short|longs to shorts|ratio of longs to shorts|long accounts per short account",
  top_traders: "top trader long short ratio|top traders long short ratio|top trader ratio|top traders ratio",
  taker: "taker buy sell ratio|taker ratio|taker buys over sells|taker buy ratio|buy sell ratio",
  liquidations:
    "liquidations|liquidation|liquidated|liqs|forced closures|forced liquidations|wiped out|force closed|forcibly closed|rekt|closed by force|positions liquidated|in liquidations|blown out|got rekt|got liquidated|got wiped out|got blown out",
  netflow:
    "net flow|net flows|netflow|netflows|exchange netflow|exchange netflows|exchange net flow|exchange net flows|net exchange flow|net exchange flows|exchange flows|exchange flow",
  inflow:
    "inflow|inflows|exchange inflow|exchange inflows|flowed to exchanges|flowed into exchanges|moved to exchanges|sent to exchanges|deposited on exchanges|deposits to exchanges|exchange deposits|went to exchanges|entered exchanges|flowed onto exchanges|deposited to exchanges|moved onto exchanges",
  outflow:
    "outflow|outflows|exchange outflow|exchange outflows|flowed out of exchanges|left exchanges|withdrawn from exchanges|moved off exchanges|exchange withdrawals|flowed from exchanges|taken off exchanges|leaving exchanges|were withdrawn from exchanges|came off exchanges|pulled from exchanges",
  reserve:
    "exchange reserve|exchange reserves|exchange balance|exchange balances|coins on exchanges|balance on exchanges|balances on exchanges|supply on exchanges|reserves|reserve|held on exchanges|coins held on exchanges|reserves on exchanges",
  transfers:
    "value of large transfers|large transfer volume|whale volume|whale transfer volume|volume of large transfers",
  transfer_count:
    "large transfers|whale transfers|whale transactions|big transfers|number of large transfers|large transfer count|large transactions|whale moves",
  largest_transfer:
    "largest transfer|biggest transfer|largest whale transfer|largest single transfer|biggest single transfer|largest transaction",
  volatility:
    "volatility|realised volatility|realized volatility|historical volatility|annualised volatility|annualized volatility|vol|rv|realised vol|realized vol|price volatility",
  implied: "implied volatility|implied vol|iv|dvol|options implied volatility",
  correlation:
    "correlation with bitcoin|correlation to bitcoin|correlation with btc|correlation to btc|btc correlation|bitcoin correlation|correlation|correlated with bitcoin|correlated with btc|correlated to bitcoin|correlated to btc|correlated",
  beta: "beta to bitcoin|beta to btc|beta against btc|beta against bitcoin|btc beta|bitcoin beta|beta",
  holders:
    "holders|holder count|number of holders|holding addresses|wallets holding|addresses hold|token holders|addresses holding",
  top10:
    "top ten holders|top #10 holders|ten largest holders|#10 largest holders|largest ten holders|top #10 wallets|top ten wallets|#10 biggest holders|ten biggest holders|top #10 addresses|top ten addresses|top holders|top10 holders|#10 largest wallets|ten largest wallets|#10 biggest wallets|ten biggest wallets|#10 largest addresses|#10 biggest addresses|#10 richest wallets",
  addresses:
    "active addresses|daily active addresses|active wallets|daily active users|dau|addresses active|active users",
  transactions:
    "transactions|transaction count|number of transactions|txs|tx count|onchain transactions|daily transactions",
  circulating:
    "circulating supply|circulation|in circulation|circulating|coins circulate|supply in circulation|float|tokens circulate",
  total_supply: "total supply|in existence|exist|exists",
  max_supply: "max supply|maximum supply|supply cap|hard cap|capped at|supply limit|max cap",
  issued_share:
    "of max supply|of its max supply|of the max supply|of maximum supply|of its maximum supply|of the maximum supply|of all coins|of the supply cap",
  inflation: "inflation|supply inflation|supply growth|growth of supply|dilution",
  unlocks: "unlocks|token unlocks|unlocked|upcoming unlocks|coming unlocks|vesting",
  unlock_share: "next unlock|unlock|next token unlock|coming unlock|upcoming unlock|token unlock|cliff|next cliff",
  staked: "staked|staking ratio|staked share|share staked|staking rate|staked supply",
  tvl: "tvl|total value locked|value locked|locked value|locked in its protocols|defi deposits",
  depth:
    "depth|order book depth|market depth|book depth|orderbook depth|liquidity|order book liquidity|books hold|depth within #2 %|depth within #2 percent|depth within #2 per cent|depth within two percent|2 percent depth|2% depth|#2 % depth|#2 percent depth|two percent depth|liquidity within #2 %",
  bids: "bids|bid side|bid depth|bid side depth|bid liquidity|buy orders|bids within #2 %",
  asks: "asks|ask side|ask depth|ask side depth|ask liquidity|sell orders|asks within #2 %",
  spread: "spread|bid ask spread|spreads|bid offer spread",
  fear_greed:
    "fear and greed index|fear and greed|fear greed index|fear greed|sentiment index|crypto fear and greed index|fng|f and g index|f and g|market sentiment index|market sentiment|fear index",
  breadth:
    "breadth|market breadth|tracked tokens are up|tokens are up|tokens are higher|coins are up|coins are higher|of the market is up",
  market_change:
    "total crypto market cap change|total market cap change|change in total market cap|change in total market capitalization|change in total crypto market cap|change in the total crypto market cap|change in the total market cap|change of the total crypto market cap|change in total crypto market capitalization|change in the total market capitalization|change of the whole market|total market change",
  buy_tax: "buy tax|tax on buys|tax on buying|buying tax",
  sell_tax: "sell tax|tax on sells|tax on selling|selling tax|transfer tax",
};
