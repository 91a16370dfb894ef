// Evidence holders: who holds the token, and how much its chain is used.
import { closed } from "../shape/closed.ts";
import { count, Nullable, pct } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const holders = closed({
  holders_count: count("Holders."),
  top10_holders_pct: pct("Share of the ten largest, without exchanges, burn, bridges and lockers."),
  active_addresses_24h: Nullable(
    count("Active on its own chain in a day, or of a token without one those that sent or received it."),
  ),
  transactions_24h: Nullable(count("On its own chain in a day, or of a token without one those that moved it.")),
  as_of: Time,
});
