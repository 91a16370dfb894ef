// Evidence closures: positions closed by force over an hour and a day, on the venues that tell of them.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { pct, Q, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const closures = closed(
  {
    long_1h_usd: usd("Long positions, an hour."),
    short_1h_usd: usd("Short positions, an hour."),
    total_1h_usd: usd("Both, an hour."),
    long_24h_usd: usd("Long positions, 24 hours."),
    short_24h_usd: usd("Short positions, 24 hours."),
    total_24h_usd: usd("Both, 24 hours."),
    largest_24h_usd: usd("Largest single closure that is told."),
    open_interest_share_pct: pct("Share of the token's open interest that `venues` hold: what the sums stand for."),
    venues: Q(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 20, description: "Whose closures are summed." })),
    as_of: Time,
  },
  { description: "A lower bound: venues tell part of them." },
);
