// Inputs for the signal rules: a calm minute in which every rule can be judged and none fires, and ways to disturb it.
import type { ContractReading, PriceMinute, SignalInput, SignalValues } from "../../../jobs/signal/input.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";

export const T0 = Date.UTC(2026, 10, 20, 12);

const VENUES = ["binance", "okx", "bybit", "gate"] as const;

/** `count` minutes that end at `at`; `priceOf` says what each venue traded at, oldest minute first. */
export const priceMinutes = (
  at: number,
  count: number,
  priceOf: (venue: string, index: number) => number | "unassessed",
): PriceMinute[] =>
  Array.from({ length: count }, (_, index) => ({
    at: at - (count - 1 - index) * MINUTE_MS,
    prices: VENUES.map((venue) => ({ venue, price_usd: priceOf(venue, index) })),
  }));

/** Open interest of three venues that moved alike, in pct over 1 h and 4 h. */
export const openInterest = (nowUsd: number, change1hPct: number, change4hPct: number) =>
  [0.5, 0.3, 0.2].map((share, index) => ({
    venue: VENUES[index] ?? "",
    now_usd: nowUsd * share,
    ago_1h_usd: (nowUsd * share) / (1 + change1hPct / 100),
    ago_4h_usd: (nowUsd * share) / (1 + change4hPct / 100),
  }));

export const depth = (...samplesPct: readonly number[]) =>
  [600_000, 400_000].map((median, index) => ({
    venue: VENUES[index] ?? "",
    samples_usd: samplesPct.map((pct) => (median * pct) / 100),
    median_24h_usd: median,
  }));

export const spread = (nowBps: number, usualBps: number) =>
  [5e6, 3e6, 2e6].map((weight, index) => ({
    venue: VENUES[index] ?? "",
    weight,
    now_bps: nowBps,
    median_24h_bps: usualBps,
  }));

/** Settled funding every 8 h, oldest first; the last reading is at `lastAt`. */
export const fundingReadings = (lastAt: number, rates: readonly number[]) =>
  rates.map((rate, index) => ({ at: lastAt - (rates.length - 1 - index) * 8 * HOUR_MS, rate_8h_pct: rate }));

export const scan = (
  at: number,
  contractRisk: ContractReading["contract_risk"],
  taxPct: ContractReading["buy_tax_pct"] = 0,
) => ({ at, contract_risk: contractRisk, buy_tax_pct: 0, sell_tax_pct: taxPct }) as const;

/** Every input applies, is assessed and is calm. */
export const calmValues = (at: number): SignalValues => ({
  return_1h_pct: 0.1,
  return_4h_pct: 0.2,
  sigma_1h_pct: 0.5,
  close_15m_usd: 100,
  high_20d_usd: 110,
  low_20d_usd: 90,
  high_55d_usd: 120,
  low_55d_usd: 80,
  high_180d_usd: 130,
  low_180d_usd: 70,
  ath_usd: 200,
  volume_1h_usd: 1_000_000,
  median_hourly_volume_24h_usd: 1_000_000,
  market_cap_usd: 1e9,
  open_interest: openInterest(100e6, 0, 0),
  funding_8h_pct: 0.01,
  funding_percentile_90d: 50,
  funding_readings: fundingReadings(at - (at % (8 * HOUR_MS)), Array(48).fill(0.01)),
  long_short_ratio: 1.2,
  liquidations_long_1h_usd: 20_000,
  liquidations_short_1h_usd: 20_000,
  liquidations_median_hourly_7d_usd: 100_000,
  netflow_24h_usd: 10_000,
  netflow_z: 0.2,
  transfers: [],
  tenth_largest_transfer_14d_usd: 2e6,
  depth: depth(100, 100, 100),
  spread: spread(2, 2),
  venue_prices: priceMinutes(at, 10, () => 100),
  tvl_change_24h_pct: 0.5,
  tvl_neutral_change_24h_pct: 0.1,
  peg_prices: priceMinutes(at, 10, () => 1),
  upcoming_unlocks: [],
  contract_scan: { now: scan(T0, "low"), previous: scan(T0 - DAY_MS, "low") },
});

export const signalInput = (at: number, values: Partial<SignalValues> = {}, token = "solana"): SignalInput => ({
  token,
  at,
  price_usd: 100,
  values: { ...calmValues(at), ...values },
  reasons: {},
  sources: {},
});
