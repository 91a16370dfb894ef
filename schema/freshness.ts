// How often each dataset is pulled, how old it may be, and when it counts as not measured (contract 4.9).

type Freshness = {
  readonly everyS: number;
  readonly sloS: number;
  /** Older than this is `unassessed`, reason `stale`. */
  readonly hardTtlS: number;
};

const minute = 60;
const hour = 3_600;

export const FRESHNESS = {
  candle: { everyS: minute, sloS: 120, hardTtlS: 15 * minute },
  ticker: { everyS: minute, sloS: 120, hardTtlS: 15 * minute },
  order_book: { everyS: minute, sloS: 150, hardTtlS: 10 * minute },
  open_interest: { everyS: 5 * minute, sloS: 7 * minute, hardTtlS: 30 * minute },
  taker_volume: { everyS: 5 * minute, sloS: 7 * minute, hardTtlS: 30 * minute },
  /** The hard limit is the funding interval plus this. */
  funding: { everyS: 5 * minute, sloS: 10 * minute, hardTtlS: 30 * minute },
  liquidation: { everyS: minute, sloS: 150, hardTtlS: 15 * minute },
  /** Venues date a ratio up to a period back, so a pull every 15 minutes could not keep the objective. */
  long_short: { everyS: 10 * minute, sloS: 20 * minute, hardTtlS: 2 * hour },
  /** Windows of 15 minutes end when their last block is settled: looking as seldom would add as much again. */
  exchange_flow: { everyS: 5 * minute, sloS: 30 * minute, hardTtlS: 6 * hour },
  large_transfer: { everyS: 5 * minute, sloS: 30 * minute, hardTtlS: 6 * hour },
  /** Every token once an hour, a part of them in each pull. */
  swap_quote: { everyS: 5 * minute, sloS: 75 * minute, hardTtlS: 3 * hour },
  option_interest: { everyS: 15 * minute, sloS: 20 * minute, hardTtlS: 2 * hour },
  implied_volatility: { everyS: 5 * minute, sloS: 10 * minute, hardTtlS: 2 * hour },
  /** Value locked, of tokens and of chains. */
  tvl: { everyS: hour, sloS: 90 * minute, hardTtlS: 12 * hour },
  reserve: { everyS: hour, sloS: 90 * minute, hardTtlS: 12 * hour },
  /** Transactions up to the newest block, which may take an hour to come. */
  chain_activity: { everyS: 15 * minute, sloS: 90 * minute, hardTtlS: 6 * hour },
  /** Whole UTC days, told some hours after they end. */
  active_address: { everyS: hour, sloS: 50 * hour, hardTtlS: 72 * hour },
  /** Coins burned and staked, as the chains say. */
  chain_supply: { everyS: hour, sloS: 90 * minute, hardTtlS: 12 * hour },
  stablecoin: { everyS: hour, sloS: 90 * minute, hardTtlS: 12 * hour },
  unlock: { everyS: 6 * hour, sloS: 8 * hour, hardTtlS: 72 * hour },
  coin_market: { everyS: 5 * minute, sloS: 15 * minute, hardTtlS: 2 * hour },
  /** A second provider's figures, for comparison. */
  coin_opinion: { everyS: 15 * minute, sloS: 30 * minute, hardTtlS: 2 * hour },
  /** Identity: symbols, names and contracts of the whole universe. */
  coin: { everyS: 6 * hour, sloS: 8 * hour, hardTtlS: 72 * hour },
  /** What a project is: every token in turn, a few in each pull. */
  coin_profile: { everyS: 5 * minute, sloS: 8 * hour, hardTtlS: 72 * hour },
  /** Every token once an hour, a part of them in each pull. */
  dex_pool: { everyS: 5 * minute, sloS: 75 * minute, hardTtlS: 3 * hour },
  dex_volume: { everyS: hour, sloS: 90 * minute, hardTtlS: 12 * hour },
  /** A second provider's open interest and funding, for comparison. */
  perp_opinion: { everyS: 15 * minute, sloS: 30 * minute, hardTtlS: 2 * hour },
  global_market: { everyS: 5 * minute, sloS: 15 * minute, hardTtlS: 2 * hour },
  contract_risk: { everyS: 24 * hour, sloS: 30 * hour, hardTtlS: 168 * hour },
  headline: { everyS: 10 * minute, sloS: 20 * minute, hardTtlS: 24 * hour },
  fear_greed: { everyS: hour, sloS: 26 * hour, hardTtlS: 48 * hour },
  /** A Friday's flow stands until Monday's is told on Tuesday, and a day more where Monday is a holiday. */
  fund_flow: { everyS: 30 * minute, sloS: 130 * hour, hardTtlS: 144 * hour },
} as const satisfies Record<string, Freshness>;

export type DatasetId = keyof typeof FRESHNESS;
export const DATASET_IDS = Object.keys(FRESHNESS) as DatasetId[];
