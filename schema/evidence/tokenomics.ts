// Evidence tokenomics: coins there are, coins there will be, and when they are released.
import { closed } from "../shape/closed.ts";
import { changePct, hours, Nullable, native, pct, Q, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const tokenomics = closed({
  circulating_native: native("In circulation."),
  total_native: native("That exist."),
  max_native: Nullable(native("That will ever be.")),
  circulating_pct_of_max: Nullable(pct("In circulation, of all that will ever be.")),
  inflation_30d_pct: changePct("Growth of circulation in 30 days."),
  unlocks_7d_pct: Nullable(pct("Released in the next 7 days, of what circulates.")),
  unlocks_30d_pct: Nullable(pct("Released in the next 30 days, of what circulates.")),
  unlocks_90d_pct: Nullable(pct("Released in the next 90 days, of what circulates.")),
  staked_pct: Nullable(pct("Staked, of what circulates.")),
  next_unlock: Q(
    Nullable(
      closed({
        at: Time,
        in_hours: hours("From when it was measured."),
        value_usd: usd("At today's price."),
        pct_of_circulating: pct("Of what circulates."),
      }),
    ),
  ),
  as_of: Time,
});
