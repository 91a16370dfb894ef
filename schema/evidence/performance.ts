// Evidence performance: where the price stands, how it changed over the usual times, what is traded and what it all comes to.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, count, Nullable, Q, ratio, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const performance = closed({
  symbol: Type.String({ maxLength: 16 }),
  price_usd: usd("Median over venues of the last completed minute's close."),
  change_1h_pct: changePct("Over an hour."),
  change_24h_pct: changePct("Over 24 hours."),
  change_7d_pct: changePct("Over 7 days."),
  change_30d_pct: changePct("Over 30 days."),
  change_24h_usd: Q(Type.Number({ description: "Over 24 hours, in dollars.", "x-unit": "USD", "x-signed": true })),
  high_24h_usd: usd("Highest price of 24 hours."),
  low_24h_usd: usd("Lowest price of 24 hours."),
  ath_usd: usd("All-time high."),
  ath_at: Q(Time),
  ath_drawdown_pct: changePct("Below the all-time high."),
  market_cap_usd: usd("Price times circulating supply."),
  fdv_usd: Nullable(usd("Price times all coins there will be.")),
  rank: count("By market value."),
  volume_1h_usd: usd("Traded in an hour on covered spot venues."),
  volume_24h_usd: usd("Traded in 24 hours on covered spot venues."),
  volume_ratio_1h: ratio("The hour over the median hour of the day."),
  turnover_ratio: ratio("Volume of 24 hours over market value."),
  as_of: Time,
});
