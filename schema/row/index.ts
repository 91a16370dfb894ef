// The registry of tables.

import { apiKey } from "./api-key.ts";
import { attestation } from "./attestation.ts";
import { candle } from "./candle.ts";
import { chainActivity } from "./chain-activity.ts";
import { chainReserve } from "./chain-reserve.ts";
import { chainScan } from "./chain-scan.ts";
import { chainSupply } from "./chain-supply.ts";
import { chainTvl } from "./chain-tvl.ts";
import { checkpoint } from "./checkpoint.ts";
import { coin } from "./coin.ts";
import { coinMarket } from "./coin-market.ts";
import { coinOpinion } from "./coin-opinion.ts";
import { coinProfile } from "./coin-profile.ts";
import { coinRank } from "./coin-rank.ts";
import { contractHolder } from "./contract-holder.ts";
import { contractScan } from "./contract-scan.ts";
import { dexPool } from "./dex-pool.ts";
import { dexVolume } from "./dex-volume.ts";
import { event } from "./event.ts";
import { exchangeFlow } from "./exchange-flow.ts";
import { exchangeReserve } from "./exchange-reserve.ts";
import { fearGreed } from "./fear-greed.ts";
import { freshnessSample } from "./freshness-sample.ts";
import { fundFlow } from "./fund-flow.ts";
import { funding } from "./funding.ts";
import { globalMarket } from "./global-market.ts";
import { headline } from "./headline.ts";
import { impliedVolatility } from "./implied-volatility.ts";
import { issuedInput } from "./issued-input.ts";
import { issuedObject } from "./issued-object.ts";
import { largeTransfer } from "./large-transfer.ts";
import { liquidation } from "./liquidation.ts";
import { liquidationWatch } from "./liquidation-watch.ts";
import { liquidationWindow } from "./liquidation-window.ts";
import { logLeaf } from "./log-leaf.ts";
import { logNode } from "./log-node.ts";
import { longShort } from "./long-short.ts";
import { marketHour } from "./market-hour.ts";
import { marketSample } from "./market-sample.ts";
import { openInterest } from "./open-interest.ts";
import { optionInterest } from "./option-interest.ts";
import { orderBook } from "./order-book.ts";
import { outcome } from "./outcome.ts";
import { payment } from "./payment.ts";
import { perpOpinion } from "./perp-opinion.ts";
import { recordCall } from "./record-call.ts";
import { reject } from "./reject.ts";
import { signal } from "./signal.ts";
import { signalEvaluation } from "./signal-evaluation.ts";
import { signalMinute } from "./signal-minute.ts";
import { signalState } from "./signal-state.ts";
import { sourceCall } from "./source-call.ts";
import { stablecoinSupply } from "./stablecoin-supply.ts";
import { swapQuote } from "./swap-quote.ts";
import { takerVolume } from "./taker-volume.ts";
import { ticker } from "./ticker.ts";
import { tokenHour } from "./token-hour.ts";
import { tokenTvl } from "./token-tvl.ts";
import { unlock } from "./unlock.ts";
import { usage } from "./usage.ts";

export const TABLES = {
  candle,
  ticker,
  order_book: orderBook,
  open_interest: openInterest,
  funding,
  long_short: longShort,
  taker_volume: takerVolume,
  token_hour: tokenHour,
  liquidation,
  liquidation_window: liquidationWindow,
  liquidation_watch: liquidationWatch,
  exchange_flow: exchangeFlow,
  large_transfer: largeTransfer,
  chain_scan: chainScan,
  chain_reserve: chainReserve,
  chain_activity: chainActivity,
  chain_supply: chainSupply,
  coin_market: coinMarket,
  coin,
  coin_rank: coinRank,
  coin_opinion: coinOpinion,
  global_market: globalMarket,
  option_interest: optionInterest,
  implied_volatility: impliedVolatility,
  contract_scan: contractScan,
  headline,
  fear_greed: fearGreed,
  fund_flow: fundFlow,
  swap_quote: swapQuote,
  token_tvl: tokenTvl,
  chain_tvl: chainTvl,
  stablecoin_supply: stablecoinSupply,
  exchange_reserve: exchangeReserve,
  unlock,
  coin_profile: coinProfile,
  dex_pool: dexPool,
  dex_volume: dexVolume,
  perp_opinion: perpOpinion,
  contract_holder: contractHolder,
  source_call: sourceCall,
  reject,
  freshness_sample: freshnessSample,
  signal,
  signal_minute: signalMinute,
  signal_evaluation: signalEvaluation,
  signal_state: signalState,
  event,
  issued_object: issuedObject,
  issued_input: issuedInput,
  log_leaf: logLeaf,
  log_node: logNode,
  checkpoint,
  record_call: recordCall,
  outcome,
  market_hour: marketHour,
  market_sample: marketSample,
  attestation,
  payment,
  usage,
  api_key: apiKey,
} as const;

export type TableName = keyof typeof TABLES;
