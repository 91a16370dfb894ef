// Evidence leverage: open positions, what they cost, and how they stand.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const leverage = closed({
  symbol: Type.String({ maxLength: 16 }),
  open_interest_usd: usd("One side, over covered venues."),
  oi_change_1h_pct: changePct("Over an hour."),
  oi_change_4h_pct: changePct("Over 4 hours."),
  oi_change_24h_pct: changePct("Over 24 hours."),
  oi_to_market_cap_pct: pct("Open interest over market value."),
  funding_8h_pct: changePct("Per 8 hours, weighted by open interest."),
  funding_apr_pct: changePct("The same over a year."),
  basis_pct: changePct("Perpetual mark against spot."),
  long_short_venue: Q(Type.String({ maxLength: 32, description: "The venue whose accounts are counted." })),
  long_short_ratio: ratio("Accounts long over short, of that venue."),
  top_trader_long_short_ratio: ratio("Top traders' positions, long over short."),
  taker_buy_sell_ratio_1h: ratio("Taker buys over sells."),
  perp_volume_24h_usd: usd("Perpetual volume of 24 hours."),
  perp_to_spot_ratio: ratio("Perpetual volume over spot volume."),
  as_of: Time,
});
