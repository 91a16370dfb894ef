// Builds the state section market: price by source, changes, volume, volatility.
import { toTime } from "../../schema/shape/time.ts";
import { newest, whyMissing } from "../measure/cause.ts";
import { freshCoin, measureCoin } from "../measure/coin.ts";
import { derive, isGap, type Measured, rounded } from "../measure/gap.ts";
import { contestOf } from "../measure/opinion.ts";
import { restOf } from "../measure/venue-weight.ts";
import { measureHours } from "../measure/volatility.ts";
import { roundBps, roundPct, roundPrice, roundRatio, roundUsd } from "../number/round.ts";
import type { Cited } from "../state/cite.ts";
import { changesOf, citeMinutes, citePast } from "../state/cite-candles.ts";
import { citeRows, citeUsed } from "../state/cite-rows.ts";
import type { SectionBuilder, SectionInput } from "../state/section-builder.ts";

const quotient = (above: Measured<number>, below: Measured<number>): Measured<number> =>
  derive([above, below], (a, b) => a / b);

function citedOf({ facts, rows, spot }: SectionInput): Cited[] {
  const old = citeMinutes(rows.minutes).map((one) => ({ ...one, role: "candle_unused" as const }));
  const minutes = spot.fresh.length > 0 ? citeMinutes(spot.fresh) : old;
  const past = citePast(rows.past, changesOf(spot));
  const told = spot.told.flatMap((row) => citeRows("ticker", [row], { from: `${row.venue}-ticker` }));
  return [
    ...minutes,
    ...past,
    ...told,
    ...citeUsed("coin_market", rows.coin ? [rows.coin] : [], () => !isGap(freshCoin(rows, facts.asOf))),
  ];
}

function priceMembers({ facts, rows, spot }: SectionInput) {
  const coin = measureCoin(freshCoin(rows, facts.asOf), spot.price, spot.at, contestOf(rows, facts.asOf));
  return {
    price_usd: rounded(roundPrice, spot.price),
    price_sources: derive([spot.price], () =>
      spot.fresh.map((row) => ({
        provider: row.provider,
        venue: row.venue,
        price_usd: roundPrice(row.close),
        as_of: toTime(row.close_at),
      })),
    ),
    price_confidence_bps: rounded(roundBps, spot.confidenceBps),
    change_1h_pct: rounded(roundPct, spot.change1h),
    change_24h_pct: rounded(roundPct, spot.change24h),
    change_7d_pct: rounded(roundPct, spot.change7d),
    change_30d_pct: rounded(roundPct, spot.change30d),
    high_24h_usd: rounded(roundPrice, spot.high24h),
    low_24h_usd: rounded(roundPrice, spot.low24h),
    ath_usd: rounded(roundPrice, coin.ath),
    ath_at: derive([coin.athAt], toTime),
    ath_drawdown_pct: rounded(roundPct, coin.athDrawdown),
    market_cap_usd: rounded(roundUsd, coin.marketCap),
    fdv_usd: derive([coin.fdv], (value) => (value === null ? null : roundUsd(value))),
    rank: coin.rank,
    volume_1h_usd: rounded(roundUsd, spot.volume1h),
    median_hourly_volume_24h_usd: rounded(roundUsd, spot.medianHourlyVolume),
    volume_ratio_1h: rounded(roundRatio, quotient(spot.volume1h, spot.medianHourlyVolume)),
    volume_24h_usd: rounded(roundUsd, spot.volume24h),
    turnover_ratio: rounded(roundRatio, quotient(spot.volume24h, coin.marketCap)),
  };
}

function volatilityMembers({ facts, rows }: SectionInput) {
  const since = newest(rows.hours?.at ?? []);
  const none = whyMissing(rows.calls, "candle", since);
  const hours = measureHours(rows.hours, facts.universe.bitcoinHours, none, facts.asOf);
  return {
    realized_vol_24h_pct: rounded(roundPct, hours.realized24h),
    realized_vol_30d_pct: rounded(roundPct, hours.realized30d),
    sigma_1h_pct: rounded(roundPct, hours.sigma1h),
    sigma_24h_pct: rounded(roundPct, hours.sigma24h),
    sigma_7d_pct: rounded(roundPct, hours.sigma7d),
    btc_correlation_30d: rounded(roundRatio, hours.correlation),
    btc_beta_30d: rounded(roundRatio, hours.beta),
  };
}

export const market: SectionBuilder<"market"> = (input) => {
  const { spot } = input;
  return {
    asOf: spot.at,
    sources: citedOf(input),
    members: { ...priceMembers(input), ...volatilityMembers(input) },
    weight: spot.share,
    rest: restOf(spot.weights, spot.fresh),
  };
};
