// Evidence funding: what holding a perpetual future costs.
import { Type } from "typebox";
import { changePct, hours, pct, Q, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

const closed = { additionalProperties: false } as const;

export const funding = Type.Object(
  {
    funding_8h_pct: changePct("Per 8 hours, weighted by open interest."),
    apr_pct: changePct("The same over a year."),
    percentile_90d: pct("Share of the last 90 days that was lower."),
    venues: Q(
      Type.Array(
        Type.Object(
          {
            venue: Type.String({ maxLength: 32 }),
            rate_pct: changePct("Of the venue's own interval."),
            interval_hours: hours("That interval."),
            rate_8h_pct: changePct("Per 8 hours."),
            open_interest_usd: usd("Open interest there."),
          },
          closed,
        ),
        { maxItems: 20 },
      ),
    ),
    as_of: Time,
  },
  closed,
);
