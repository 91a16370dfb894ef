// State section supply: circulation, inflation, unlocks.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Nullable, native, pct, Q } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { Time } from "../shape/time.ts";

/** Null, like next_unlock, for what nobody set aside: coins of miners and stablecoins. */
const unlocks = (days: number) =>
  Nullable(pct(`Unlocks of the next ${days} days, of circulating; null where coins are never released by a schedule.`));

export const supply = sectionShape("Supply: circulation, inflation, unlocks.", {
  circulating_native: native("Circulating supply."),
  total_native: native("Total supply."),
  max_native: Nullable(native("Maximum supply.")),
  circulating_pct_of_max: Nullable(pct("Circulating over maximum supply.")),
  inflation_30d_pct: pct("Growth of circulation in 30 days."),
  next_unlock: Q(
    Nullable(
      closed({
        at: Time,
        amount_native: Type.Number(),
        value_usd: Q(Type.Number()),
        pct_of_circulating: Q(Type.Number()),
        kind: Type.String({ maxLength: 64 }),
      }),
    ),
  ),
  unlocks_7d_pct: unlocks(7),
  unlocks_30d_pct: unlocks(30),
  unlocks_90d_pct: unlocks(90),
  burned_native: native("Held by known burn addresses of Ethereum and BNB Smart Chain."),
  staked_pct: Nullable(pct("Staked, of circulating; null for a coin of miners.")),
});
