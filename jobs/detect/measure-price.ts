// Price inputs of the signal rules: returns, the quarter's close, prior ranges, prices minute by minute.

import { minuteOf } from "../../schema/duration.ts";
import type { SignalPriceRow } from "../../schema/query/signal/signal-price.ts";
import type { RangeDays, SignalRangeRow } from "../../schema/query/signal/signal-range.ts";
import type { Facts, TokenFacts } from "../fact/fact.ts";
import { newest, whyMissing } from "../measure/cause.ts";
import { freshCoin } from "../measure/coin.ts";
import { derive, gap, isGap, type Measured, orGap, rounded } from "../measure/gap.ts";
import type { Spot } from "../measure/spot.ts";
import { measureHours } from "../measure/volatility.ts";
import { roundPct, roundPrice, roundUsd } from "../number/round.ts";
import { median } from "../number/statistics.ts";
import type { PriceMinute } from "../signal/input.ts";
import type { MeasuredInputs } from "./build-input.ts";
import { type RowsOfToken, rangeEndOf } from "./rows.ts";

const HOURS_SHARE_MIN = 0.9;
const noClose = gap("insufficient_history", "No close is stored for then.");
const noRange = gap("insufficient_history", "Too few hours of the range are stored.");
const noAth = gap("insufficient_history", "The last all-time high before the quarter is not known.");
const known = (values: readonly (number | null | undefined)[]): number[] =>
  values.filter((value): value is number => typeof value === "number");

const middle = (values: readonly (number | null)[]): Measured<number> =>
  known(values).length === 0 ? noClose : median(known(values));

/** The extreme before the quarter at each venue with enough hours, their median: one wrong print is not the range. */
function extreme(own: RowsOfToken, side: "high" | "low", days: RangeDays): Measured<number> {
  const pick = side === "high" ? Math.max : Math.min;
  const ranged = own.ranges.filter((row) => row[`hours_${days}d`] >= days * 24 * HOURS_SHARE_MIN);
  const values = ranged.map((row: SignalRangeRow) => {
    const recent = own.tails.find(({ venue }) => venue === row.venue)?.[side] ?? null;
    const all = known([row[`${side}_${days}d`], recent]);
    return all.length === 0 ? null : pick(...all);
  });
  return known(values).length === 0 ? noRange : roundPrice(median(known(values)));
}

function minutesOf(prices: readonly SignalPriceRow[]): readonly PriceMinute[] {
  const minutes = new Map<number, { venue: string; price_usd: number }[]>();
  for (const { venue, at, close } of prices) {
    for (const [index, instant] of at.entries()) {
      const one = { venue, price_usd: roundPrice(close[index] ?? Number.NaN) };
      const others = minutes.get(instant);
      if (others) others.push(one);
      else minutes.set(instant, [one]);
    }
  }
  return [...minutes].sort(([a], [b]) => a - b).map(([at, all]) => ({ at, prices: all }));
}

type Names =
  | "return_1h_pct"
  | "return_4h_pct"
  | "sigma_1h_pct"
  | "close_15m_usd"
  | `${"high" | "low"}_${RangeDays}d_usd`
  | "ath_usd"
  | "volume_1h_usd"
  | "median_hourly_volume_24h_usd"
  | "market_cap_usd"
  | "venue_prices"
  | "peg_prices";

/** Measures at the facts' instant; numbers the states show too are taken from the same measures, rounded alike. */
export function measurePriceInputs(
  { asOf, universe }: Facts,
  rows: TokenFacts,
  spot: Spot,
  marketCap: Measured<number>,
  own: RowsOfToken,
): Pick<MeasuredInputs, Names> {
  const minute = minuteOf(asOf);
  const none = whyMissing(rows.calls, "candle", newest(rows.hours?.at ?? []));
  const { sigma1h } = measureHours(rows.hours, universe.bitcoinHours, none, asOf);
  const range = (side: "high" | "low", days: RangeDays) => extreme(own, side, days);
  const minutes = derive([spot.price], () => minutesOf(own.prices));
  const barStart = rangeEndOf(minute);
  const ath = derive([freshCoin(rows, asOf)], (coin) =>
    coin.ath_ms === null || coin.ath_ms >= barStart ? noAth : orGap(coin.ath_usd, noAth),
  );
  const long = derive(
    [spot.price, middle(own.prices.map((row) => row.close_4h))],
    (now, then) => (now / then - 1) * 100,
  );
  const close = isGap(spot.price) ? spot.price : middle(own.prices.map((row) => row.close_15m));
  return {
    return_1h_pct: rounded(roundPct, spot.change1h),
    return_4h_pct: rounded(roundPct, long),
    sigma_1h_pct: rounded(roundPct, sigma1h),
    close_15m_usd: rounded(roundPrice, close),
    high_20d_usd: range("high", 20),
    low_20d_usd: range("low", 20),
    high_55d_usd: range("high", 55),
    low_55d_usd: range("low", 55),
    high_180d_usd: range("high", 180),
    low_180d_usd: range("low", 180),
    ath_usd: rounded(roundPrice, ath),
    volume_1h_usd: rounded(roundUsd, spot.volume1h),
    median_hourly_volume_24h_usd: rounded(roundUsd, spot.medianHourlyVolume),
    market_cap_usd: rounded(roundUsd, marketCap),
    venue_prices: minutes,
    peg_prices: rows.token.stablecoin ? minutes : null,
  };
}
