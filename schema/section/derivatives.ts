// State section derivatives: open interest, funding, positioning, liquidations.

import { Type } from "typebox";
import { FUNDING_RANK } from "../funding-rank.ts";
import { closed } from "../shape/closed.ts";
import { count, hours, Nullable, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { Time } from "../shape/time.ts";

/** Null where the token has no perpetual market. */
const orNull = Nullable;

const venueNames = (description: string) =>
  Q(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 20, description }));

const liquidations = closed(
  {
    long_usd: usd("Long positions closed by force."),
    short_usd: usd("Short positions closed by force."),
    total_usd: usd("Both sides."),
    count: count("Closures of `count_venues`, which tell them singly; totals by window are not in it."),
    largest_usd: usd("Largest of the closures of `count_venues`."),
    venues: venueNames("Venues whose closures are summed; no other publishes them to be read, or was read throughout."),
    open_interest_share_pct: pct("Share of the token's open interest that `venues` hold: what the sums stand for."),
    count_venues: venueNames("Those of `venues` that tell closures one by one."),
  },
  {
    description:
      "Forced closures on `venues` alone, not on the whole market, and a lower bound there: venues tell only part of them.",
  },
);

export const derivatives = sectionShape("Derivatives: open interest, funding, ratios, liquidations.", {
  applicable: Q(Type.Boolean({ description: "False where no covered venue lists a perpetual." })),
  open_interest_usd: orNull(usd("Single-side open interest over covered venues.")),
  oi_change_1h_pct: orNull(pct("Open-interest change, 1 hour.")),
  oi_change_4h_pct: orNull(pct("Open-interest change, 4 hours.")),
  oi_change_24h_pct: orNull(pct("Open-interest change, 24 hours.")),
  oi_to_market_cap_pct: orNull(pct("Open interest over market cap.")),
  funding_8h_pct: orNull(pct("Open-interest-weighted funding per 8 hours.")),
  funding_apr_pct: orNull(pct("funding_8h_pct x 3 x 365.")),
  funding_percentile_90d: orNull(pct(FUNDING_RANK)),
  funding_venues: orNull(
    Q(
      Type.Array(
        closed({
          venue: Type.String({ maxLength: 32 }),
          symbol: Type.String({ maxLength: 64 }),
          rate_pct: pct("Rate of the venue's own interval."),
          interval_hours: hours("Funding interval."),
          rate_8h_pct: pct("Rate per 8 hours."),
          apr_pct: pct("Simple annual rate."),
          next_funding_at: Nullable(Time),
          open_interest_usd: usd("Open interest."),
          as_of: Time,
        }),
      ),
    ),
  ),
  basis_pct: orNull(pct("Perpetual mark against spot.")),
  long_short_ratio: orNull(ratio("Accounts long over short on the largest venue.")),
  long_short_venue: orNull(Q(Type.String({ maxLength: 32 }))),
  top_trader_long_short_ratio: orNull(ratio("Top traders' positions long over short.")),
  taker_buy_sell_ratio_1h: orNull(ratio("Taker buys over sells, 1 hour.")),
  liquidations_1h: orNull(liquidations),
  liquidations_24h: orNull(liquidations),
  implied_vol_30d_pct: Nullable(
    pct(
      "Volatility that options price in for the next 30 days, annual; null where no covered venue has an index of it.",
    ),
  ),
  perp_volume_24h_usd: orNull(usd("Perpetual volume, 24 hours.")),
  perp_to_spot_ratio: orNull(ratio("Perpetual over spot volume, 24 hours.")),
});
