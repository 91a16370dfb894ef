// Everything a signal rule may read about one token at one minute, by name, with what it means.

import { FUNDING_RANK } from "../funding-rank.ts";

const SIGNAL_INPUTS = {
  return_1h_pct: "Return over 1 h from completed 1m candles, median over venues.",
  return_4h_pct: "Return over 4 h from completed 1m candles, median over venues.",
  sigma_1h_pct: "Standard deviation of 1 h returns over 30 days, at least 7 days of data.",
  close_15m_usd: "Close of the last completed 15 minutes.",
  high_20d_usd: "Highest price of the 20 days before those 15 minutes.",
  low_20d_usd: "Lowest price of the 20 days before those 15 minutes.",
  high_55d_usd: "Highest price of the 55 days before those 15 minutes.",
  low_55d_usd: "Lowest price of the 55 days before those 15 minutes.",
  high_180d_usd: "Highest price of the 180 days before those 15 minutes.",
  low_180d_usd: "Lowest price of the 180 days before those 15 minutes.",
  ath_usd: "All-time high before those 15 minutes.",
  volume_1h_usd: "Spot volume of the last completed hour over the assessed venues.",
  median_hourly_volume_24h_usd: "Median hourly spot volume of the last 24 h over the same venues.",
  market_cap_usd: "Market capitalisation.",
  open_interest: "Open interest per venue: now, 1 h and 4 h ago.",
  funding_8h_pct: "Funding per 8 h, weighted by open interest.",
  funding_percentile_90d: FUNDING_RANK,
  funding_readings: "Funding readings, oldest first, of at least the last 15 days.",
  long_short_ratio: "Long accounts ÷ short accounts on the largest venue.",
  liquidations_long_1h_usd: "Longs liquidated in the last hour.",
  liquidations_short_1h_usd: "Shorts liquidated in the last hour.",
  liquidations_median_hourly_7d_usd: "Median liquidations of an hour over 7 days.",
  netflow_24h_usd: "Inflow to exchanges minus outflow over 24 h.",
  netflow_z: "Robust z of that net flow against 30 days of 24 h windows.",
  transfers: "Large transfers of the last 24 h, from complete chain scans.",
  tenth_largest_transfer_14d_usd: "Tenth largest transfer of the last 14 days; 0 when there were fewer than ten.",
  depth: "2 % depth per venue: the last three samples and the 24 h median.",
  spread: "Spread per venue: now and its 24 h median, with the venue's volume as weight.",
  venue_prices: "Prices of the top venues at each of the last completed minutes, oldest first.",
  tvl_change_24h_pct: "Change of total value locked over 24 h.",
  tvl_neutral_change_24h_pct: "The part of that change that is not the price of what is locked.",
  peg_prices: "Prices of a stablecoin per venue at each of the last completed minutes, oldest first.",
  upcoming_unlocks: "Unlocks ahead, soonest first.",
  contract_scan: "Contract risk of the last scan and of the one before.",
} as const;

export type InputName = keyof typeof SIGNAL_INPUTS;
export const INPUT_NAMES = Object.keys(SIGNAL_INPUTS) as InputName[];
