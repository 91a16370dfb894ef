// How long rows are kept, by table: the same limits as the tables' own TTL texts, as data for the status and the readers of the schema.
import type { TableName } from "./row/index.ts";

export type Kept = {
  /** What of the table, in words. */
  readonly what: string;
  /** Days from the row's own time; null is for good. */
  readonly days: number | null;
  /** Which rows, as the table says it; all where it is left out. */
  readonly where?: string;
};

/** Fine rows leave first, what was summed up of them stays: storage is bounded by what one year adds in coarse rows. */
export const RETENTION: Readonly<Record<TableName, readonly Kept[]>> = {
  candle: [
    { what: "minutes and quarters of an hour", days: 90, where: "interval_s < 3600" },
    { what: "hours", days: 730, where: "interval_s = 3600" },
    { what: "days", days: null, where: "interval_s = 86400" },
  ],
  ticker: [{ what: "tickers", days: 30 }],
  order_book: [{ what: "order books", days: 30 }],
  open_interest: [{ what: "open interest", days: 400 }],
  funding: [{ what: "funding", days: 400 }],
  long_short: [{ what: "long/short ratios", days: 400 }],
  taker_volume: [{ what: "taker volume", days: 90 }],
  token_hour: [{ what: "hourly panels", days: 730 }],
  liquidation: [{ what: "liquidations", days: 400 }],
  exchange_flow: [{ what: "exchange flows", days: 400 }],
  large_transfer: [{ what: "large transfers", days: 400 }],
  chain_scan: [{ what: "chain scans", days: 400 }],
  chain_reserve: [{ what: "exchange reserves by chain", days: 400 }],
  chain_activity: [{ what: "use of chains", days: 400 }],
  chain_supply: [{ what: "coins burned and staked", days: 400 }],
  token_tvl: [{ what: "value locked by token", days: 400 }],
  chain_tvl: [{ what: "value locked by chain", days: 400 }],
  stablecoin_supply: [{ what: "supply of stablecoins", days: 400 }],
  exchange_reserve: [{ what: "exchange reserves", days: 400 }],
  unlock: [{ what: "unlock schedules", days: 30 }],
  coin_market: [{ what: "coin metadata", days: 400 }],
  coin: [{ what: "coin identities", days: 730 }],
  coin_profile: [{ what: "project profiles", days: 60 }],
  dex_pool: [{ what: "pools", days: 90 }],
  dex_volume: [{ what: "turnover of decentralised exchanges", days: 400 }],
  perp_opinion: [{ what: "second opinions on perpetuals", days: 30 }],
  contract_holder: [{ what: "holders of contracts", days: 400 }],
  coin_rank: [{ what: "ranks of all coins", days: 14 }],
  coin_opinion: [{ what: "second opinions", days: 60 }],
  global_market: [{ what: "whole-market totals", days: 400 }],
  liquidation_window: [{ what: "liquidation totals", days: 400 }],
  liquidation_watch: [{ what: "stretches watched for liquidations", days: 400 }],
  option_interest: [{ what: "open interest of options", days: 400 }],
  implied_volatility: [{ what: "implied volatility", days: 400 }],
  swap_quote: [{ what: "swap quotes", days: 90 }],
  signal: [{ what: "signals", days: 800 }],
  signal_evaluation: [{ what: "counts of signal rules", days: 90 }],
  signal_minute: [{ what: "minutes of signal rules", days: 2 }],
  signal_state: [{ what: "states of signal rules", days: null }],
  contract_scan: [{ what: "contract scans", days: 400 }],
  headline: [{ what: "headlines", days: 400 }],
  fear_greed: [{ what: "fear and greed", days: 800 }],
  fund_flow: [{ what: "flows of funds", days: 800 }],
  source_call: [
    {
      what: "calls of providers",
      days: 14,
      where: "source NOT LIKE '%-candle-1h' AND source NOT LIKE '%-coin-market%'",
    },
    // Changes over 30 days name the calls of the readings that they are counted from.
    {
      what: "calls behind hours and supplies",
      days: 45,
      where: "source LIKE '%-candle-1h' OR source LIKE '%-coin-market%'",
    },
  ],
  reject: [{ what: "refused rows", days: 30 }],
  payment: [{ what: "payments", days: null }],
  usage: [{ what: "counts of calls", days: 90 }],
  api_key: [{ what: "partner keys", days: null }],
  freshness_sample: [{ what: "freshness samples", days: 30 }],
  event: [{ what: "numbered events", days: null }],
  issued_object: [{ what: "issued objects", days: null }],
  issued_input: [{ what: "what was read live for issued objects", days: 60 }],
  log_leaf: [{ what: "leaves of the proof log", days: null }],
  log_node: [{ what: "subtrees of the proof log", days: null }],
  checkpoint: [{ what: "signed checkpoints", days: null }],
  record_call: [{ what: "calls of the record", days: null }],
  outcome: [{ what: "outcomes of calls", days: null }],
  market_hour: [{ what: "hours that outcomes are settled with", days: null }],
  market_sample: [{ what: "samples behind base rates", days: null }],
  attestation: [{ what: "attestations", days: null }],
};

const spanOf = (days: number | null): string => (days === null ? "for good" : `${days} days`);

/** The limits in one sentence: candles by grain, everything else from the shortest to the longest. */
export function retentionText(): string {
  const { candle, ...others } = RETENTION;
  const grains = candle.map(({ what, days }) => `${what} ${spanOf(days)}`);
  const days = Object.values(others).flatMap((kept) => kept.flatMap((one) => one.days ?? []));
  const rest = `everything else ${Math.min(...days)} to ${spanOf(Math.max(...days))}`;
  return `How long rows are kept, by candles' grain: ${grains.join(", ")}; ${rest}.`;
}
