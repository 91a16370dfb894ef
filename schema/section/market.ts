// State section market: price, changes, volume, volatility.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { bps, count, Nullable, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { Time } from "../shape/time.ts";

export const market = sectionShape("Market: price by source, changes, volume, volatility.", {
  price_usd: usd("Median over venues of the last completed 1-minute close."),
  price_sources: Q(
    Type.Array(
      closed({
        provider: Type.String({ maxLength: 64 }),
        venue: Nullable(Type.String({ maxLength: 32 })),
        price_usd: Type.Number(),
        as_of: Time,
      }),
    ),
  ),
  price_confidence_bps: bps("Half the range between the 10th and 90th percentile of source prices, of the median."),
  change_1h_pct: pct("Price change over 1 hour."),
  change_24h_pct: pct("Price change over 24 hours."),
  change_7d_pct: pct("Price change over 7 days."),
  change_30d_pct: pct("Price change over 30 days."),
  high_24h_usd: usd("Highest price of the last 24 hours."),
  low_24h_usd: usd("Lowest price of the last 24 hours."),
  ath_usd: usd("All-time high."),
  ath_at: Q(Time),
  ath_drawdown_pct: pct("Distance below the all-time high (negative)."),
  market_cap_usd: usd("Price times circulating supply."),
  fdv_usd: Q(Nullable(Type.Number())),
  rank: count("Market-cap rank."),
  volume_1h_usd: usd("Traded in the last hour on covered spot venues."),
  median_hourly_volume_24h_usd: usd("Median of the hourly volumes of the last 24 hours."),
  volume_ratio_1h: ratio("volume_1h_usd over median_hourly_volume_24h_usd."),
  volume_24h_usd: usd("Rolling 24-hour volume on covered spot venues."),
  turnover_ratio: ratio("volume_24h_usd over market_cap_usd."),
  realized_vol_24h_pct: pct("Annualised standard deviation of hourly log returns, 24 hours."),
  realized_vol_30d_pct: pct("Annualised standard deviation of hourly log returns, 30 days."),
  sigma_1h_pct: pct("Standard deviation of 1-hour returns over the last 30 days."),
  sigma_24h_pct: pct("Standard deviation of 24-hour returns over the last 30 days."),
  sigma_7d_pct: pct("Standard deviation of 7-day returns over the last 30 days."),
  btc_correlation_30d: ratio("Correlation of hourly returns with bitcoin, 30 days."),
  btc_beta_30d: ratio("Beta of hourly returns to bitcoin, 30 days."),
});
