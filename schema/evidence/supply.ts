// Evidence supply: coins in circulation and the next that will be.
import { closed } from "../shape/closed.ts";
import { Nullable, native, pct, Q, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const supply = closed({
  circulating_native: native("In circulation."),
  next_unlock: Q(
    Nullable(closed({ at: Time, value_usd: usd("At today's price."), pct_of_circulating: pct("Of what circulates.") })),
  ),
  as_of: Time,
});
