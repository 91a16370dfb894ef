// The registry of sources, the most wanted first.
import { adaChainActivity, adaChainSupply, adaExchangeFlow, adaReserve } from "./chain/ada/source.ts";
import { btcChainActivity, btcExchangeFlow, btcReserve } from "./chain/btc/source.ts";
import {
  bscChainActivity,
  bscChainSupply,
  bscExchangeFlow,
  bscReserve,
  ethChainActivity,
  ethChainSupply,
  ethExchangeFlow,
  ethReserve,
} from "./chain/evm/source.ts";
import { solChainSupply, solExchangeFlow, solReserve } from "./chain/sol/source.ts";
import { coindeskHeadline, cointelegraphHeadline, decryptHeadline } from "./news/source.ts";
import type { Source } from "./source/define-source.ts";
import { alternativeFearGreed } from "./venue/alternative/fear-greed.ts";
import { binanceCandles } from "./venue/binance/candle.ts";
import { binanceFunding } from "./venue/binance/funding.ts";
import { binanceFundingSettled } from "./venue/binance/funding-settled.ts";
import { binanceLongShort } from "./venue/binance/long-short.ts";
import { binanceOpenInterest } from "./venue/binance/open-interest.ts";
import { binanceOpenInterestHistory } from "./venue/binance/open-interest-history.ts";
import { binanceOrderBook } from "./venue/binance/order-book.ts";
import { binanceTakerVolume } from "./venue/binance/taker-volume.ts";
import { binancePerpTicker, binanceTicker } from "./venue/binance/ticker.ts";
import { blockchainActiveAddress } from "./venue/blockchain/active-address.ts";
import { bybitCandles } from "./venue/bybit/candle.ts";
import { bybitFunding } from "./venue/bybit/funding.ts";
import { bybitFundingSettled } from "./venue/bybit/funding-settled.ts";
import { bybitLongShort } from "./venue/bybit/long-short.ts";
import { bybitOpenInterest } from "./venue/bybit/open-interest.ts";
import { bybitOpenInterestHistory } from "./venue/bybit/open-interest-history.ts";
import { bybitOrderBook } from "./venue/bybit/order-book.ts";
import { bybitPerpTicker, bybitTicker } from "./venue/bybit/ticker.ts";
import { coinbaseTicker } from "./venue/coinbase/ticker.ts";
import { coingeckoCoin } from "./venue/coingecko/coin.ts";
import { coingeckoCoinMarket } from "./venue/coingecko/coin-market.ts";
import { coingeckoCoinMarketPast } from "./venue/coingecko/coin-market-past.ts";
import { coingeckoCoinProfile } from "./venue/coingecko/coin-profile.ts";
import { coingeckoCoinRank } from "./venue/coingecko/coin-rank.ts";
import { coingeckoGlobalMarket } from "./venue/coingecko/global-market.ts";
import { coingeckoPerpOpinion } from "./venue/coingecko/perp-opinion.ts";
import { coinmetricsActiveAddress } from "./venue/coinmetrics/active-address.ts";
import { coinpaprikaCoinOpinion } from "./venue/coinpaprika/coin-opinion.ts";
import { coinpaprikaGlobalMarket } from "./venue/coinpaprika/global-market.ts";
import { defillamaChainTvl } from "./venue/defillama/chain-tvl.ts";
import { defillamaDexVolume } from "./venue/defillama/dex-volume.ts";
import { defillamaFundFlow } from "./venue/defillama/fund-flow.ts";
import { defillamaReserve } from "./venue/defillama/reserve.ts";
import { defillamaStablecoin } from "./venue/defillama/stablecoin.ts";
import { defillamaTvl } from "./venue/defillama/tvl.ts";
import { defillamaUnlock } from "./venue/defillama/unlock.ts";
import { deribitImpliedVolatility } from "./venue/deribit/implied-volatility.ts";
import { deribitOptionInterest } from "./venue/deribit/option-interest.ts";
import { gateFunding } from "./venue/gate/funding.ts";
import { gateFundingSettled } from "./venue/gate/funding-settled.ts";
import { gateLiquidationWindow } from "./venue/gate/liquidation-window.ts";
import { gateLongShort } from "./venue/gate/long-short.ts";
import { gateOpenInterest } from "./venue/gate/open-interest.ts";
import { gateOpenInterestHistory } from "./venue/gate/open-interest-history.ts";
import { gateOrderBook } from "./venue/gate/order-book.ts";
import { gateTakerVolume } from "./venue/gate/taker-volume.ts";
import { gatePerpTicker, gateTicker } from "./venue/gate/ticker.ts";
import { geckoterminalDexPool } from "./venue/geckoterminal/dex-pool.ts";
import { goplusContractRisk } from "./venue/goplus/contract-risk.ts";
import { honeypotContractRisk } from "./venue/honeypot/contract-risk.ts";
import { hyperliquidFunding } from "./venue/hyperliquid/funding.ts";
import { hyperliquidFundingSettled } from "./venue/hyperliquid/funding-settled.ts";
import { hyperliquidOpenInterest } from "./venue/hyperliquid/open-interest.ts";
import { hyperliquidOrderBook } from "./venue/hyperliquid/order-book.ts";
import { jupiterSwapQuote } from "./venue/jupiter/swap-quote.ts";
import { krakenCandle1h, krakenCandle1m, krakenCandle15m } from "./venue/kraken/candle.ts";
import { krakenOrderBook } from "./venue/kraken/order-book.ts";
import { kucoinTicker } from "./venue/kucoin/ticker.ts";
import { kyberswapSwapQuote } from "./venue/kyberswap/swap-quote.ts";
import { minswapSwapQuote } from "./venue/minswap/swap-quote.ts";
import { okxCandles } from "./venue/okx/candle.ts";
import { okxFunding } from "./venue/okx/funding.ts";
import { okxFundingSettled } from "./venue/okx/funding-settled.ts";
import { okxLiquidation } from "./venue/okx/liquidation.ts";
import { okxLongShort, okxTopLongShort } from "./venue/okx/long-short.ts";
import { okxOpenInterest } from "./venue/okx/open-interest.ts";
import { okxOpenInterestHistory } from "./venue/okx/open-interest-history.ts";
import { okxOrderBook } from "./venue/okx/order-book.ts";
import { okxTakerVolume } from "./venue/okx/taker-volume.ts";
import { okxPerpTicker, okxTicker } from "./venue/okx/ticker.ts";
import { veloraSwapQuote } from "./venue/velora/swap-quote.ts";

const ALL: readonly Source[] = [
  binanceCandles["candle-1m"],
  bybitCandles["candle-1m"],
  okxCandles["candle-1m"],
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
  binanceCandles["perp-candle-1h"],
  bybitCandles["perp-candle-1h"],
  okxCandles["perp-candle-1h"],
  binanceCandles["candle-1h"],
  binanceCandles["candle-1d"],
  bybitCandles["candle-1h"],
  bybitCandles["candle-1d"],
  okxCandles["candle-1h"],
  okxCandles["candle-1d"],
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
  coinmetricsActiveAddress,
  ethChainActivity,
  bscChainActivity,
  ethChainSupply,
  bscChainSupply,
  solChainSupply,
  adaChainSupply,
];

/** Every source by its id. */
export const SOURCES: Readonly<Record<string, Source>> = Object.fromEntries(ALL.map((one) => [one.id, one]));

export const sourceOf = (id: string): Source | undefined => SOURCES[id];
