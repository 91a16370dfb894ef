// Evidence open_interest: open positions in perpetual futures, and how they changed.
import { closed } from "../shape/closed.ts";
import { changePct, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const openInterest = closed({
  open_interest_usd: usd("One side, over covered venues."),
  change_1h_pct: changePct("Over an hour."),
  change_4h_pct: changePct("Over 4 hours."),
  as_of: Time,
});
