// The registry of sources, the most wanted first.
import type { Source } from "../define-source.ts";
import { adaChainActivity } from "./ada-chain-activity.ts";
import { adaChainSupply } from "./ada-chain-supply.ts";
import { adaExchangeFlow } from "./ada-exchange-flow.ts";
import { adaReserve } from "./ada-reserve.ts";
import { alternativeFearGreed } from "./alternative-fear-greed.ts";
import { binanceCandle1d } from "./binance-candle-1d.ts";
import { binanceCandle1h } from "./binance-candle-1h.ts";
import { binanceCandle1m } from "./binance-candle-1m.ts";
import { binanceFunding } from "./binance-funding.ts";
import { binanceFundingSettled } from "./binance-funding-settled.ts";
import { binanceLongShort } from "./binance-long-short.ts";
import { binanceOpenInterest } from "./binance-open-interest.ts";
import { binanceOpenInterestHistory } from "./binance-open-interest-history.ts";
import { binanceOrderBook } from "./binance-order-book.ts";
import { binancePerpCandle1h } from "./binance-perp-candle-1h.ts";
import { binancePerpTicker } from "./binance-perp-ticker.ts";
import { binanceTakerVolume } from "./binance-taker-volume.ts";
import { binanceTicker } from "./binance-ticker.ts";
import { blockchainActiveAddress } from "./blockchain-active-address.ts";
import { bscChainSupply } from "./bsc-chain-supply.ts";
import { bscExchangeFlow } from "./bsc-exchange-flow.ts";
import { bscReserve } from "./bsc-reserve.ts";
import { btcChainActivity } from "./btc-chain-activity.ts";
import { btcExchangeFlow } from "./btc-exchange-flow.ts";
import { btcReserve } from "./btc-reserve.ts";
import { bybitCandle1d } from "./bybit-candle-1d.ts";
import { bybitCandle1h } from "./bybit-candle-1h.ts";
import { bybitCandle1m } from "./bybit-candle-1m.ts";
import { bybitFunding } from "./bybit-funding.ts";
import { bybitFundingSettled } from "./bybit-funding-settled.ts";
import { bybitLongShort } from "./bybit-long-short.ts";
import { bybitOpenInterest } from "./bybit-open-interest.ts";
import { bybitOpenInterestHistory } from "./bybit-open-interest-history.ts";
import { bybitOrderBook } from "./bybit-order-book.ts";
import { bybitPerpCandle1h } from "./bybit-perp-candle-1h.ts";
import { bybitPerpTicker } from "./bybit-perp-ticker.ts";
import { bybitTicker } from "./bybit-ticker.ts";
import { coinbaseTicker } from "./coinbase-ticker.ts";
import { coindeskHeadline } from "./coindesk-headline.ts";
import { coingeckoCoin } from "./coingecko-coin.ts";
import { coingeckoCoinMarket } from "./coingecko-coin-market.ts";
import { coingeckoCoinMarketPast } from "./coingecko-coin-market-past.ts";
import { coingeckoCoinProfile } from "./coingecko-coin-profile.ts";
import { coingeckoCoinRank } from "./coingecko-coin-rank.ts";
import { coingeckoGlobalMarket } from "./coingecko-global-market.ts";
import { coingeckoPerpOpinion } from "./coingecko-perp-opinion.ts";
import { coinpaprikaCoinOpinion } from "./coinpaprika-coin-opinion.ts";
import { coinpaprikaGlobalMarket } from "./coinpaprika-global-market.ts";
import { cointelegraphHeadline } from "./cointelegraph-headline.ts";
import { decryptHeadline } from "./decrypt-headline.ts";
import { defillamaChainTvl } from "./defillama-chain-tvl.ts";
import { defillamaDexVolume } from "./defillama-dex-volume.ts";
import { defillamaFundFlow } from "./defillama-fund-flow.ts";
import { defillamaReserve } from "./defillama-reserve.ts";
import { defillamaStablecoin } from "./defillama-stablecoin.ts";
import { defillamaTvl } from "./defillama-tvl.ts";
import { defillamaUnlock } from "./defillama-unlock.ts";
import { deribitImpliedVolatility } from "./deribit-implied-volatility.ts";
import { deribitOptionInterest } from "./deribit-option-interest.ts";
import { ethChainSupply } from "./eth-chain-supply.ts";
import { ethExchangeFlow } from "./eth-exchange-flow.ts";
import { ethReserve } from "./eth-reserve.ts";
import { gateFunding } from "./gate-funding.ts";
import { gateFundingSettled } from "./gate-funding-settled.ts";
import { gateLiquidationWindow } from "./gate-liquidation-window.ts";
import { gateLongShort } from "./gate-long-short.ts";
import { gateOpenInterest } from "./gate-open-interest.ts";
import { gateOpenInterestHistory } from "./gate-open-interest-history.ts";
import { gateOrderBook } from "./gate-order-book.ts";
import { gatePerpTicker } from "./gate-perp-ticker.ts";
import { gateTakerVolume } from "./gate-taker-volume.ts";
import { gateTicker } from "./gate-ticker.ts";
import { geckoterminalDexPool } from "./geckoterminal-dex-pool.ts";
import { goplusContractRisk } from "./goplus-contract-risk.ts";
import { honeypotContractRisk } from "./honeypot-contract-risk.ts";
import { hyperliquidFunding } from "./hyperliquid-funding.ts";
import { hyperliquidFundingSettled } from "./hyperliquid-funding-settled.ts";
import { hyperliquidOpenInterest } from "./hyperliquid-open-interest.ts";
import { hyperliquidOrderBook } from "./hyperliquid-order-book.ts";
import { jupiterSwapQuote } from "./jupiter-swap-quote.ts";
import { krakenCandle1h } from "./kraken-candle-1h.ts";
import { krakenCandle1m } from "./kraken-candle-1m.ts";
import { krakenCandle15m } from "./kraken-candle-15m.ts";
import { krakenOrderBook } from "./kraken-order-book.ts";
import { kucoinTicker } from "./kucoin-ticker.ts";
import { kyberswapSwapQuote } from "./kyberswap-swap-quote.ts";
import { minswapSwapQuote } from "./minswap-swap-quote.ts";
import { okxCandle1d } from "./okx-candle-1d.ts";
import { okxCandle1h } from "./okx-candle-1h.ts";
import { okxCandle1m } from "./okx-candle-1m.ts";
import { okxFunding } from "./okx-funding.ts";
import { okxFundingSettled } from "./okx-funding-settled.ts";
import { okxLiquidation } from "./okx-liquidation.ts";
import { okxLongShort } from "./okx-long-short.ts";
import { okxOpenInterest } from "./okx-open-interest.ts";
import { okxOpenInterestHistory } from "./okx-open-interest-history.ts";
import { okxOrderBook } from "./okx-order-book.ts";
import { okxPerpCandle1h } from "./okx-perp-candle-1h.ts";
import { okxPerpTicker } from "./okx-perp-ticker.ts";
import { okxTakerVolume } from "./okx-taker-volume.ts";
import { okxTicker } from "./okx-ticker.ts";
import { okxTopLongShort } from "./okx-top-long-short.ts";
import { solChainSupply } from "./sol-chain-supply.ts";
import { solExchangeFlow } from "./sol-exchange-flow.ts";
import { solReserve } from "./sol-reserve.ts";
import { veloraSwapQuote } from "./velora-swap-quote.ts";

const ALL: readonly Source[] = [
  binanceCandle1m,
  bybitCandle1m,
  okxCandle1m,
  krakenCandle1m,
  binanceTicker,
  bybitTicker,
  okxTicker,
  coinbaseTicker,
  kucoinTicker,
  gateTicker,
  binancePerpTicker,
  bybitPerpTicker,
  okxPerpTicker,
  gatePerpTicker,
  coingeckoCoinMarket,
  coingeckoCoinMarketPast,
  coingeckoGlobalMarket,
  coingeckoCoin,
  coinpaprikaGlobalMarket,
  coinpaprikaCoinOpinion,
  coingeckoCoinRank,
  binanceOrderBook,
  bybitOrderBook,
  okxOrderBook,
  krakenOrderBook,
  gateOrderBook,
  hyperliquidOrderBook,
  binanceFunding,
  bybitFunding,
  okxFunding,
  gateFunding,
  hyperliquidFunding,
  binanceOpenInterest,
  bybitOpenInterest,
  okxOpenInterest,
  gateOpenInterest,
  hyperliquidOpenInterest,
  binanceLongShort,
  bybitLongShort,
  okxLongShort,
  okxTopLongShort,
  gateLongShort,
  binanceTakerVolume,
  okxTakerVolume,
  gateTakerVolume,
  okxLiquidation,
  gateLiquidationWindow,
  ethExchangeFlow,
  btcExchangeFlow,
  bscExchangeFlow,
  solExchangeFlow,
  adaExchangeFlow,
  kyberswapSwapQuote,
  veloraSwapQuote,
  jupiterSwapQuote,
  minswapSwapQuote,
  deribitOptionInterest,
  deribitImpliedVolatility,
  binancePerpCandle1h,
  bybitPerpCandle1h,
  okxPerpCandle1h,
  binanceCandle1h,
  binanceCandle1d,
  bybitCandle1h,
  bybitCandle1d,
  okxCandle1h,
  okxCandle1d,
  krakenCandle1h,
  krakenCandle15m,
  binanceFundingSettled,
  bybitFundingSettled,
  okxFundingSettled,
  gateFundingSettled,
  hyperliquidFundingSettled,
  binanceOpenInterestHistory,
  bybitOpenInterestHistory,
  okxOpenInterestHistory,
  goplusContractRisk,
  honeypotContractRisk,
  coindeskHeadline,
  cointelegraphHeadline,
  decryptHeadline,
  alternativeFearGreed,
  gateOpenInterestHistory,
  defillamaTvl,
  defillamaChainTvl,
  defillamaStablecoin,
  defillamaReserve,
  defillamaUnlock,
  defillamaDexVolume,
  geckoterminalDexPool,
  coingeckoPerpOpinion,
  coingeckoCoinProfile,
  ethReserve,
  bscReserve,
  btcReserve,
  solReserve,
  adaReserve,
  defillamaFundFlow,
  btcChainActivity,
  adaChainActivity,
  blockchainActiveAddress,
  ethChainSupply,
  bscChainSupply,
  solChainSupply,
  adaChainSupply,
];

/** Every source by its id. */
export const SOURCES: Readonly<Record<string, Source>> = Object.fromEntries(ALL.map((one) => [one.id, one]));

export const sourceOf = (id: string): Source | undefined => SOURCES[id];
