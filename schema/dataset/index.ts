// The registry of datasets, each with a table of its name.

import { chainActivity } from "./chain/chain-activity.ts";
import { chainReserve } from "./chain/chain-reserve.ts";
import { chainScan } from "./chain/chain-scan.ts";
import { chainSupply } from "./chain/chain-supply.ts";
import { chainTvl } from "./chain/chain-tvl.ts";
import { contractHolder } from "./chain/contract-holder.ts";
import { contractScan } from "./chain/contract-scan.ts";
import { dexPool } from "./chain/dex-pool.ts";
import { dexVolume } from "./chain/dex-volume.ts";
import { exchangeFlow } from "./chain/exchange-flow.ts";
import { exchangeReserve } from "./chain/exchange-reserve.ts";
import { largeTransfer } from "./chain/large-transfer.ts";
import { stablecoinSupply } from "./chain/stablecoin-supply.ts";
import { swapQuote } from "./chain/swap-quote.ts";
import { tokenTvl } from "./chain/token-tvl.ts";
import { unlock } from "./chain/unlock.ts";
import { coin } from "./coin/coin.ts";
import { coinMarket } from "./coin/coin-market.ts";
import { coinOpinion } from "./coin/coin-opinion.ts";
import { coinProfile } from "./coin/coin-profile.ts";
import { coinRank } from "./coin/coin-rank.ts";
import { fearGreed } from "./coin/fear-greed.ts";
import { fundFlow } from "./coin/fund-flow.ts";
import { globalMarket } from "./coin/global-market.ts";
import { headline } from "./coin/headline.ts";
import { attestation } from "./issued/attestation.ts";
import { checkpoint } from "./issued/checkpoint.ts";
import { cosignature } from "./issued/cosignature.ts";
import { issuedInput } from "./issued/issued-input.ts";
import { issuedObject } from "./issued/issued-object.ts";
import { logLeaf } from "./issued/log-leaf.ts";
import { logNode } from "./issued/log-node.ts";
import { marketHour } from "./issued/market-hour.ts";
import { marketSample } from "./issued/market-sample.ts";
import { odds } from "./issued/odds.ts";
import { outcome } from "./issued/outcome.ts";
import { recordCall } from "./issued/record-call.ts";
import { watchMet } from "./issued/watch-met.ts";
import { apiKey } from "./service/api-key.ts";
import { build } from "./service/build.ts";
import { freshnessSample } from "./service/freshness-sample.ts";
import { payment } from "./service/payment.ts";
import { reject } from "./service/reject.ts";
import { replaySample } from "./service/replay-sample.ts";
import { sourceCall } from "./service/source-call.ts";
import { usage } from "./service/usage.ts";
import { event } from "./signal/event.ts";
import { signal } from "./signal/signal.ts";
import { signalEvaluation } from "./signal/signal-evaluation.ts";
import { signalMinute } from "./signal/signal-minute.ts";
import { signalState } from "./signal/signal-state.ts";
import { candle } from "./trade/candle.ts";
import { funding } from "./trade/funding.ts";
import { impliedVolatility } from "./trade/implied-volatility.ts";
import { liquidation } from "./trade/liquidation.ts";
import { liquidationWatch } from "./trade/liquidation-watch.ts";
import { liquidationWindow } from "./trade/liquidation-window.ts";
import { longShort } from "./trade/long-short.ts";
import { openInterest } from "./trade/open-interest.ts";
import { optionInterest } from "./trade/option-interest.ts";
import { orderBook } from "./trade/order-book.ts";
import { perpOpinion } from "./trade/perp-opinion.ts";
import { takerVolume } from "./trade/taker-volume.ts";
import { ticker } from "./trade/ticker.ts";
import { tokenHour } from "./trade/token-hour.ts";
import { delivery } from "./watch/delivery.ts";
import { message } from "./watch/message.ts";
import { messageObject } from "./watch/message-object.ts";
import { monitor } from "./watch/monitor.ts";

export const TABLES = {
  candle,
  ticker,
  order_book: orderBook,
  open_interest: openInterest,
  taker_volume: takerVolume,
  funding,
  liquidation,
  liquidation_window: liquidationWindow,
  liquidation_watch: liquidationWatch,
  long_short: longShort,
  token_hour: tokenHour,
  exchange_flow: exchangeFlow,
  large_transfer: largeTransfer,
  chain_scan: chainScan,
  swap_quote: swapQuote,
  option_interest: optionInterest,
  implied_volatility: impliedVolatility,
  token_tvl: tokenTvl,
  chain_tvl: chainTvl,
  exchange_reserve: exchangeReserve,
  chain_reserve: chainReserve,
  chain_activity: chainActivity,
  chain_supply: chainSupply,
  stablecoin_supply: stablecoinSupply,
  unlock,
  coin_market: coinMarket,
  coin_opinion: coinOpinion,
  coin,
  coin_rank: coinRank,
  coin_profile: coinProfile,
  dex_pool: dexPool,
  dex_volume: dexVolume,
  perp_opinion: perpOpinion,
  global_market: globalMarket,
  contract_scan: contractScan,
  contract_holder: contractHolder,
  headline,
  fear_greed: fearGreed,
  fund_flow: fundFlow,
  source_call: sourceCall,
  reject,
  replay_sample: replaySample,
  freshness_sample: freshnessSample,
  build,
  signal,
  signal_minute: signalMinute,
  signal_evaluation: signalEvaluation,
  signal_state: signalState,
  event,
  issued_object: issuedObject,
  issued_input: issuedInput,
  odds,
  log_leaf: logLeaf,
  log_node: logNode,
  checkpoint,
  cosignature,
  record_call: recordCall,
  outcome,
  watch_met: watchMet,
  monitor,
  message,
  message_object: messageObject,
  delivery,
  market_hour: marketHour,
  market_sample: marketSample,
  attestation,
  payment,
  usage,
  api_key: apiKey,
} as const;

export type TableName = keyof typeof TABLES;
