// The hourly panel, folded from readings.
import { realOrNull, TOKEN, time, whole, wholeOrNull } from "../column.ts";
import { dataset, latestBy } from "../dataset.ts";
import { days } from "../keep.ts";

export const tokenHour = dataset({
  name: "token_hour",
  about:
    "The hourly panel of a token, folded from the readings of an hour while it runs, once it is over, and again where some came late.",
  columns: {
    token: TOKEN,
    at: time("Start of the hour. UTC."),
    price_usd: realOrNull("Median over venues of the spot closes at the end of the hour; null while it runs. USD."),
    price_before_usd: realOrNull("The same an hour before. USD."),
    venue_count: wholeOrNull(32, "Venues with a spot candle of the hour."),
    spot_volume_usd: realOrNull("Spot value traded in the hour, summed over venues. USD."),
    perp_volume_usd: realOrNull("Value of perpetuals traded in the hour, summed over venues. USD."),
    spread_bps: realOrNull("Median over venues of the mean spot spread of the hour. Basis points."),
    depth_1_usd: realOrNull("Bids and asks within 1 % of mid, mean of the hour by venue, summed over venues. USD."),
    open_interest_usd: realOrNull("Last reading of each venue in the hour, summed: one side. USD."),
    open_interest_venue_count: wholeOrNull(32, "Venues in open_interest_usd; compare hours only where it is the same."),
    funding_8h_pct: realOrNull(
      "Median over venues of the last current rate in the hour, made comparable to 8 hours. Percent.",
    ),
    settled_8h_pct: realOrNull(
      "Median over venues of the rates settled in the hour, made comparable to 8 hours. Percent.",
    ),
    long_short_ratio: realOrNull("Median over venues of the last ratio of all accounts in the hour. Long over short."),
    taker_buy_pct: realOrNull("Median over venues of the share of taker buys in the hour. Percent."),
    liquidation_long_usd: realOrNull(
      "Longs closed by force in the hour; null where none was reported. A lower bound. USD.",
    ),
    liquidation_short_usd: realOrNull(
      "Shorts closed by force in the hour; null where none was reported. A lower bound. USD.",
    ),
    inflow_usd: realOrNull("To labelled exchange wallets; null where a window has no price. USD."),
    outflow_usd: realOrNull("From labelled exchange wallets; null where a window has no price. USD."),
    large_transfer_usd: realOrNull("Single transfers above the threshold; null where none was seen. USD."),
    is_simulated: whole(8, "1 where any row behind the hour came from a simulated provider; without a unit."),
    folded_at: time("When it was made of the readings; the later one counts. UTC."),
  },
  rows: latestBy("folded_at"),
  order: ["token", "at"],
  partition: "toYYYYMM(at)",
  keep: days(730),
});
