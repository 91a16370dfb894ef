// Evidence volatility: how much the price moves, and how it moves with bitcoin.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Nullable, pct, ratio } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const volatility = closed({
  symbol: Type.String({ maxLength: 16 }),
  realized_24h_pct: pct("Annual, of hourly returns of 24 hours."),
  realized_30d_pct: pct("Annual, of hourly returns of 30 days."),
  implied_30d_pct: Nullable(pct("What options price in for the next 30 days, annual.")),
  sigma_1h_pct: pct("Standard deviation of returns of an hour, 30 days."),
  sigma_24h_pct: pct("Standard deviation of returns of a day, 30 days."),
  btc_correlation_30d: ratio("Correlation of hourly returns with bitcoin."),
  btc_beta_30d: ratio("Beta of hourly returns to bitcoin."),
  as_of: Time,
});
