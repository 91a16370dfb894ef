// Evidence funding: what holding a perpetual future costs.
import { Type } from "typebox";
import { FUNDING_RANK } from "../funding-rank.ts";
import { closed } from "../shape/closed.ts";
import { changePct, hours, pct, Q, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const funding = closed({
  funding_8h_pct: changePct("Per 8 hours, weighted by open interest."),
  apr_pct: changePct("The same over a year."),
  percentile_90d: pct(FUNDING_RANK),
  venues: Q(
    Type.Array(
      closed({
        venue: Type.String({ maxLength: 32 }),
        rate_pct: changePct("Of the venue's own interval."),
        interval_hours: hours("That interval."),
        rate_8h_pct: changePct("Per 8 hours."),
        open_interest_usd: usd("Open interest there."),
      }),
      { maxItems: 20 },
    ),
  ),
  as_of: Time,
});
