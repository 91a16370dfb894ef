// The registry of sources, the most wanted first.
import type { Source } from "../define-source.ts";
import { adaChainActivity } from "../chain/ada/chain-activity.ts";
import { adaChainSupply } from "../chain/ada/chain-supply.ts";
import { adaExchangeFlow } from "../chain/ada/exchange-flow.ts";
import { adaReserve } from "../chain/ada/reserve.ts";
import { alternativeFearGreed } from "../venue/alternative/fear-greed.ts";
import { binanceCandle1d } from "../venue/binance/candle-1d.ts";
import { binanceCandle1h } from "../venue/binance/candle-1h.ts";
import { binanceCandle1m } from "../venue/binance/candle-1m.ts";
import { binanceFunding } from "../venue/binance/funding.ts";
import { binanceFundingSettled } from "../venue/binance/funding-settled.ts";
import { binanceLongShort } from "../venue/binance/long-short.ts";
import { binanceOpenInterest } from "../venue/binance/open-interest.ts";
import { binanceOpenInterestHistory } from "../venue/binance/open-interest-history.ts";
import { binanceOrderBook } from "../venue/binance/order-book.ts";
import { binancePerpCandle1h } from "../venue/binance/perp-candle-1h.ts";
import { binancePerpTicker } from "../venue/binance/perp-ticker.ts";
import { binanceTakerVolume } from "../venue/binance/taker-volume.ts";
import { binanceTicker } from "../venue/binance/ticker.ts";
import { blockchainActiveAddress } from "../venue/blockchain/active-address.ts";
import { bscChainSupply } from "../chain/evm/bsc-chain-supply.ts";
import { bscExchangeFlow } from "../chain/evm/bsc-exchange-flow.ts";
import { bscReserve } from "../chain/evm/bsc-reserve.ts";
import { btcChainActivity } from "../chain/btc/chain-activity.ts";
import { btcExchangeFlow } from "../chain/btc/exchange-flow.ts";
import { btcReserve } from "../chain/btc/reserve.ts";
import { bybitCandle1d } from "../venue/bybit/candle-1d.ts";
import { bybitCandle1h } from "../venue/bybit/candle-1h.ts";
import { bybitCandle1m } from "../venue/bybit/candle-1m.ts";
import { bybitFunding } from "../venue/bybit/funding.ts";
import { bybitFundingSettled } from "../venue/bybit/funding-settled.ts";
import { bybitLongShort } from "../venue/bybit/long-short.ts";
import { bybitOpenInterest } from "../venue/bybit/open-interest.ts";
import { bybitOpenInterestHistory } from "../venue/bybit/open-interest-history.ts";
import { bybitOrderBook } from "../venue/bybit/order-book.ts";
import { bybitPerpCandle1h } from "../venue/bybit/perp-candle-1h.ts";
import { bybitPerpTicker } from "../venue/bybit/perp-ticker.ts";
import { bybitTicker } from "../venue/bybit/ticker.ts";
import { coinbaseTicker } from "../venue/coinbase/ticker.ts";
import { coindeskHeadline } from "../news/coindesk-headline.ts";
import { coingeckoCoin } from "../venue/coingecko/coin.ts";
import { coingeckoCoinMarket } from "../venue/coingecko/coin-market.ts";
import { coingeckoCoinMarketPast } from "../venue/coingecko/coin-market-past.ts";
import { coingeckoCoinProfile } from "../venue/coingecko/coin-profile.ts";
import { coingeckoCoinRank } from "../venue/coingecko/coin-rank.ts";
import { coingeckoGlobalMarket } from "../venue/coingecko/global-market.ts";
import { coingeckoPerpOpinion } from "../venue/coingecko/perp-opinion.ts";
import { coinpaprikaCoinOpinion } from "../venue/coinpaprika/coin-opinion.ts";
import { coinpaprikaGlobalMarket } from "../venue/coinpaprika/global-market.ts";
import { cointelegraphHeadline } from "../news/cointelegraph-headline.ts";
import { decryptHeadline } from "../news/decrypt-headline.ts";
import { defillamaChainTvl } from "../venue/defillama/chain-tvl.ts";
import { defillamaDexVolume } from "../venue/defillama/dex-volume.ts";
import { defillamaFundFlow } from "../venue/defillama/fund-flow.ts";
import { defillamaReserve } from "../venue/defillama/reserve.ts";
import { defillamaStablecoin } from "../venue/defillama/stablecoin.ts";
import { defillamaTvl } from "../venue/defillama/tvl.ts";
import { defillamaUnlock } from "../venue/defillama/unlock.ts";
import { deribitImpliedVolatility } from "../venue/deribit/implied-volatility.ts";
import { deribitOptionInterest } from "../venue/deribit/option-interest.ts";
import { ethChainSupply } from "../chain/evm/eth-chain-supply.ts";
import { ethExchangeFlow } from "../chain/evm/eth-exchange-flow.ts";
import { ethReserve } from "../chain/evm/eth-reserve.ts";
import { gateFunding } from "../venue/gate/funding.ts";
import { gateFundingSettled } from "../venue/gate/funding-settled.ts";
import { gateLiquidationWindow } from "../venue/gate/liquidation-window.ts";
import { gateLongShort } from "../venue/gate/long-short.ts";
import { gateOpenInterest } from "../venue/gate/open-interest.ts";
import { gateOpenInterestHistory } from "../venue/gate/open-interest-history.ts";
import { gateOrderBook } from "../venue/gate/order-book.ts";
import { gatePerpTicker } from "../venue/gate/perp-ticker.ts";
import { gateTakerVolume } from "../venue/gate/taker-volume.ts";
import { gateTicker } from "../venue/gate/ticker.ts";
import { geckoterminalDexPool } from "../venue/geckoterminal/dex-pool.ts";
import { goplusContractRisk } from "../venue/goplus/contract-risk.ts";
import { honeypotContractRisk } from "../venue/honeypot/contract-risk.ts";
import { hyperliquidFunding } from "../venue/hyperliquid/funding.ts";
import { hyperliquidFundingSettled } from "../venue/hyperliquid/funding-settled.ts";
import { hyperliquidOpenInterest } from "../venue/hyperliquid/open-interest.ts";
import { hyperliquidOrderBook } from "../venue/hyperliquid/order-book.ts";
import { jupiterSwapQuote } from "../venue/jupiter/swap-quote.ts";
import { krakenCandle1h } from "../venue/kraken/candle-1h.ts";
import { krakenCandle1m } from "../venue/kraken/candle-1m.ts";
import { krakenCandle15m } from "../venue/kraken/candle-15m.ts";
import { krakenOrderBook } from "../venue/kraken/order-book.ts";
import { kucoinTicker } from "../venue/kucoin/ticker.ts";
import { kyberswapSwapQuote } from "../venue/kyberswap/swap-quote.ts";
import { minswapSwapQuote } from "../venue/minswap/swap-quote.ts";
import { okxCandle1d } from "../venue/okx/candle-1d.ts";
import { okxCandle1h } from "../venue/okx/candle-1h.ts";
import { okxCandle1m } from "../venue/okx/candle-1m.ts";
import { okxFunding } from "../venue/okx/funding.ts";
import { okxFundingSettled } from "../venue/okx/funding-settled.ts";
import { okxLiquidation } from "../venue/okx/liquidation.ts";
import { okxLongShort } from "../venue/okx/long-short.ts";
import { okxOpenInterest } from "../venue/okx/open-interest.ts";
import { okxOpenInterestHistory } from "../venue/okx/open-interest-history.ts";
import { okxOrderBook } from "../venue/okx/order-book.ts";
import { okxPerpCandle1h } from "../venue/okx/perp-candle-1h.ts";
import { okxPerpTicker } from "../venue/okx/perp-ticker.ts";
import { okxTakerVolume } from "../venue/okx/taker-volume.ts";
import { okxTicker } from "../venue/okx/ticker.ts";
import { okxTopLongShort } from "../venue/okx/top-long-short.ts";
import { solChainSupply } from "../chain/sol/chain-supply.ts";
import { solExchangeFlow } from "../chain/sol/exchange-flow.ts";
import { solReserve } from "../chain/sol/reserve.ts";
import { veloraSwapQuote } from "../venue/velora/swap-quote.ts";

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
