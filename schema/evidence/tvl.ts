// Evidence tvl: value locked in the token's protocols.
import { closed } from "../shape/closed.ts";
import { changePct, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const tvl = closed({
  tvl_usd: usd("Value locked."),
  change_24h_pct: changePct("Over 24 hours."),
  change_7d_pct: changePct("Over 7 days."),
  as_of: Time,
});
