// The numbers that claims worded by hand are held against, and what one of them comes to.
import { type Held, hold } from "../../../jobs/ask/claim/check-claim.ts";
import type { Claim, Time } from "../../../jobs/ask/claim/claim.ts";
import type { Verdict } from "../../../jobs/ask/claim/judge.ts";
import { readClaim, readWhole } from "../../../jobs/ask/claim/read-claim.ts";
import type { Wanted } from "../../../jobs/ask/evidence.ts";

/** Tests that hold "since Monday" against something name their own day: a Thursday afternoon. */
const NOW = Date.UTC(2026, 10, 19, 15);

type Kinds = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const SOLANA: Kinds = {
  performance: {
    ...{ price_usd: 142.37, change_1h_pct: 0.42, change_24h_pct: -6.31, change_7d_pct: 11.84, change_30d_pct: -18.2 },
    ...{ change_24h_usd: -9.59, high_24h_usd: 153.1, low_24h_usd: 139.2, ath_usd: 293.31, ath_drawdown_pct: -51.46 },
    ...{ market_cap_usd: 66.8e9, fdv_usd: 83.1e9, rank: 6, volume_1h_usd: 148e6, volume_24h_usd: 3.42e9 },
    volume_ratio_1h: 1.7,
  },
  leverage: {
    ...{ open_interest_usd: 5.12e9, oi_change_1h_pct: -0.8, oi_change_4h_pct: -2.1, oi_change_24h_pct: -9.4 },
    ...{ oi_to_market_cap_pct: 7.66, funding_8h_pct: -0.0042, funding_apr_pct: -4.6, basis_pct: -0.03 },
    ...{ long_short_ratio: 1.84, top_trader_long_short_ratio: 2.1, taker_buy_sell_ratio_1h: 0.92 },
    perp_volume_24h_usd: 11.2e9,
    perp_to_spot_ratio: 3.27,
  },
  funding: {
    funding_8h_pct: -0.0042,
    apr_pct: -4.6,
    percentile_90d: 8.4,
    venues: [
      { venue: "binance", rate_pct: -0.006, rate_8h_pct: -0.006, open_interest_usd: 2.4e9 },
      { venue: "bybit", rate_pct: -0.002, rate_8h_pct: -0.002, open_interest_usd: 1.6e9 },
      { venue: "okx", rate_pct: 0.001, rate_8h_pct: 0.001, open_interest_usd: 1.1e9 },
    ],
  },
  closures: {
    ...{ total_24h_usd: 84e6, long_24h_usd: 71e6, short_24h_usd: 13e6 },
    ...{ total_1h_usd: 2.1e6, long_1h_usd: 1.9e6, short_1h_usd: 0.2e6, open_interest_share_pct: 99.5 },
    largest_24h_usd: 4.1e6,
  },
  chain_flows: {
    ...{ netflow_1h_usd: 1.1e6, netflow_24h_usd: 23.5e6, netflow_7d_usd: -61e6, inflow_24h_usd: 310e6 },
    ...{ outflow_24h_usd: 286.5e6, reserve_native: 38.2e6, reserve_change_7d_pct: -1.9, transfers_24h_count: 412 },
    ...{ transfers_24h_usd: 1.9e9, largest_transfer_24h_usd: 48e6 },
    ...{ transfers_to_exchange_24h_usd: 140e6, transfers_from_exchange_24h_usd: 95e6 },
  },
  holders: { holders_count: 1_230_000, top10_holders_pct: 12.3 },
  tokenomics: {
    ...{ circulating_native: 469e6, total_native: 584e6, max_native: null, inflation_30d_pct: 0.44, staked_pct: 66.1 },
    ...{ unlocks_7d_pct: 0.05, unlocks_30d_pct: 0.3 },
    next_unlock: { in_hours: 100, pct_of_circulating: 0.05, value_usd: 35e6 },
  },
  volatility: {
    ...{ realized_24h_pct: 88, realized_30d_pct: 71, implied_30d_pct: 74, btc_correlation_30d: 0.82 },
    btc_beta_30d: 1.35,
  },
  order_book_depth: {
    depth_2pct_usd: 41e6,
    bid_2pct_usd: 22e6,
    ask_2pct_usd: 19e6,
    spread_bps: 1.2,
    imbalance_ratio: 0.07,
  },
  market_context: {
    ...{ breadth_up_24h_pct: 22, relative_strength_24h_pct: -2.9, total_change_24h_pct: -3.4, regime: "risk_off" },
    fear_greed: { value: 31, label: "Fear" },
  },
  tvl: { tvl_usd: 9.3e9, change_24h_pct: -4.4, change_7d_pct: 2.2 },
};
const STATES: Readonly<Record<string, Kinds>> = {
  solana: SOLANA,
  tether: {
    performance: { price_usd: 0.9997, rank: 3, high_24h_usd: 1.0006, low_24h_usd: 0.9991, market_cap_usd: 140e9 },
  },
  "ethena-usde": {
    performance: { price_usd: 0.981, rank: 19, high_24h_usd: 0.9995, low_24h_usd: 0.962, market_cap_usd: 9e9 },
  },
  ethereum: {
    performance: { price_usd: 3_012, market_cap_usd: 363e9, rank: 2, volume_24h_usd: 12.1e9 },
    leverage: { funding_8h_pct: 0.006, open_interest_usd: 19e9 },
    volatility: { realized_24h_pct: 61, realized_30d_pct: 58 },
    order_book_depth: { depth_2pct_usd: 160e6 },
  },
  cardano: {
    performance: { price_usd: 0.41, market_cap_usd: 14.6e9, rank: 11, volume_24h_usd: 0.7e9 },
    leverage: { funding_8h_pct: -0.01 },
    holders: { active_addresses_24h: 24_500, transactions_24h: 61_000 },
    chain_flows: { transfers_24h_count: 412, transfers_24h_usd: 1.9e9 },
    tokenomics: { circulating_native: 35.7e9, total_native: 45e9, max_native: 45e9, circulating_pct_of_max: 79.3 },
  },
};
const AHEAD: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  ethereum: { 24: -3.1, 168: 4.04, 720: -6 },
  cardano: { 24: 2.49, 168: 3 },
  bitcoin: { 24: -4, 168: 6.2, 720: -9, 1: 0.2 },
  market: { 1: 0.1, 24: -2.9, 168: 3.3, 720: -5.2 },
};
/** The same over times of the calendar. */
const AHEAD_SPANS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ethereum: { today: -2.2, week: 1.6, month: -2.4 },
  cardano: { today: 1.1, week: 0.9 },
  bitcoin: { today: -3.1, week: 2.3, month: -4 },
};
const PRICES: Readonly<Record<number, object>> = {
  1: { change_pct: 0.42, high: 142.9, low: 141.5, window_h: 1 },
  4: { change_pct: -2.2, change_usd: -3.2, high: 146, low: 141.5, window_h: 4 },
  168: { change_pct: 11.84, change_usd: 15.1, high: 158.2, low: 125.1, window_h: 168 },
  720: { change_pct: -18.2, high: 176, low: 121, window_h: 720 },
  0.25: { change_pct: 0.1, change_usd: 0.14, high: 142.6, low: 142.1, window_h: 0.25 },
  0.5: { change_pct: 0.2, change_usd: 0.28, high: 142.6, low: 141.9, window_h: 0.5 },
  2: { change_pct: -0.6, change_usd: -0.86, high: 143.5, low: 141.5, window_h: 2 },
  3: { change_pct: -1.4, change_usd: -2.0, high: 144.6, low: 141.5, window_h: 3 },
  6: { change_pct: -3.0, change_usd: -4.4, high: 147, low: 140.8, window_h: 6 },
  8: { change_pct: -3.6, change_usd: -5.3, high: 148, low: 140.2, window_h: 8 },
  12: { change_pct: -4.1, change_usd: -6.1, high: 149.2, low: 139.2, window_h: 12 },
  24: { change_pct: -6.31, change_usd: -9.59, high: 153.1, low: 139.2, window_h: 24 },
  48: { change_pct: -3.7, change_usd: -5.5, high: 154.4, low: 139.4, window_h: 48 },
  72: { change_pct: -1.2, change_usd: -1.7, high: 155, low: 139.4, window_h: 72 },
  120: { change_pct: 4.4, change_usd: 6.0, high: 158.2, low: 134, window_h: 120 },
  240: { change_pct: 13.1, change_usd: 16.5, high: 158.2, low: 124, window_h: 240 },
  336: { change_pct: 6.9, change_usd: 9.2, high: 158.2, low: 121, window_h: 336 },
  504: { change_pct: -9.5, change_usd: -15, high: 161, low: 121, window_h: 504 },
  2160: { change_pct: -22.5, change_usd: -41, high: 211, low: 121, window_h: 2160 },
  4320: { change_pct: 8, change_usd: 10.5, high: 253, low: 110, window_h: 4320 },
  8760: { change_pct: -41, change_usd: -99, high: 262, low: 105, window_h: 8760 },
};
const day = (of: number) => Date.UTC(2026, 10, of);
/** Of the calendar, up to now where no end is said. */
const SPANS: Readonly<Record<string, object>> = {
  today: { change_pct: -5.0, change_usd: -7.5, high: 151, low: 139.4, window_h: 15 },
  yesterday: { change_pct: -1.9, change_usd: -2.9, high: 154.4, low: 148, window_h: 24 },
  week: { change_pct: 2.1, change_usd: 2.9, high: 158.2, low: 137, window_h: 87 },
  last_week: { change_pct: 9.3, change_usd: 11.9, high: 141, low: 125.1, window_h: 168 },
  month: { change_pct: -7.7, change_usd: -11.9, high: 160, low: 121, window_h: 447 },
  last_month: { change_pct: -14, change_usd: -25, high: 181, low: 150, window_h: 744 },
  since_y: { change_pct: -6.9, change_usd: -10.6, high: 154.4, low: 139.4, window_h: 39 },
  year: { change_pct: -31, change_usd: -64, high: 262, low: 105, window_h: 7743 },
};
const STABLE_SPANS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  tether: { today: { change_pct: 0.01, high: 1.0004, low: 0.9993, window_h: 15 } },
  "ethena-usde": { today: { change_pct: -1.2, high: 0.9995, low: 0.962, window_h: 15 } },
};
const SPAN_ENDS: readonly (readonly [name: string, from: number, to: number])[] = [
  ["today", day(19), NOW],
  ["yesterday", day(18), day(19)],
  ["week", day(16), NOW],
  ["last_week", day(9), day(16)],
  ["month", day(1), NOW],
  ["since_y", day(18), NOW],
  ["last_month", Date.UTC(2026, 9, 1), day(1)],
  ["year", Date.UTC(2026, 0, 1), NOW],
];
const TRADED: Readonly<Record<number, object>> = {
  1: { change_pct: 12 },
  24: { change_pct: 104 },
  168: { change_pct: -22 },
};

const hoursOf = (time: Time | null): number => (time !== null && "hours" in time ? time.hours : 0);

const nameOf = (time: Time | null): string | undefined =>
  time === null || "hours" in time
    ? undefined
    : SPAN_ENDS.find(([, from, to]) => from === time.from && to === time.to)?.[0];

function pricesOf(time: Time | null): object | undefined {
  if (time === null || "hours" in time) return PRICES[hoursOf(time)];
  const named = nameOf(time);
  return named ? SPANS[named] : time.to === NOW ? PRICES[(time.to - time.from) / 3_600_000] : undefined;
}

function dataOf(own: string, { kind, token, time }: Wanted): object | undefined {
  const hours = hoursOf(time);
  if (kind === "price_window") return own === "solana" ? pricesOf(time) : STABLE_SPANS[own]?.[nameOf(time) ?? ""];
  if (kind === "volume_window") return TRADED[hours];
  if (kind !== "comparison") return STATES[token ?? own]?.[kind];
  const span = nameOf(time);
  const difference_pct = span === undefined ? AHEAD[token ?? ""]?.[hours] : AHEAD_SPANS[token ?? ""]?.[span];
  return difference_pct === undefined ? undefined : { difference_pct, window_h: hours };
}

/** What a claim that was read comes to by these numbers, condition by condition. */
export function heldOf(claim: Claim, own: string): Held {
  const placesOf = (one: Wanted) => {
    const data = dataOf(own, one);
    const item = { id: "E1", source: "", source_ids: [], kind: one.kind, summary: "", data: { ...data } };
    return data === undefined ? [] : [{ ...item, unassessed: [] }];
  };
  return hold(claim, { placesOf, symbolOf: (token) => token ?? own });
}

export const verdictOfClaim = (claim: Claim, own: string): Verdict => heldOf(claim, own).verdict;

/** What a claim about a token comes to by these numbers. */
export const verdictOf = (text: string, own: string): Verdict => verdictOfClaim(readClaim(text, own, NOW).claim, own);

/** The same where only whole sentences are read; null where this one is not. */
export function verdictOfWhole(text: string, own: string): Verdict | null {
  const claim = readWhole(text, own, NOW);
  return claim === null ? null : verdictOfClaim(claim, own);
}
