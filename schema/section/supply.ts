// State section supply: circulation, inflation, unlocks.
import { Type } from "typebox";
import { Nullable, native, pct, Q } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { Time } from "../shape/time.ts";

export const supply = sectionShape("Supply: circulation, inflation, unlocks.", {
  circulating_native: native("Circulating supply."),
  total_native: native("Total supply."),
  max_native: Nullable(native("Maximum supply.")),
  circulating_pct_of_max: Nullable(pct("Circulating over maximum supply.")),
  inflation_30d_pct: pct("Growth of circulation in 30 days."),
  next_unlock: Q(
    Nullable(
      Type.Object(
        {
          at: Time,
          amount_native: Type.Number(),
          value_usd: Q(Type.Number()),
          pct_of_circulating: Q(Type.Number()),
          kind: Type.String({ maxLength: 64 }),
        },
        { additionalProperties: false },
      ),
    ),
  ),
  unlocks_7d_pct: pct("Unlocks of the next 7 days, of circulating."),
  unlocks_30d_pct: pct("Unlocks of the next 30 days, of circulating."),
  unlocks_90d_pct: pct("Unlocks of the next 90 days, of circulating."),
  burned_native: native("Held by known burn addresses of Ethereum and BNB Smart Chain."),
  staked_pct: Nullable(pct("Staked, of circulating; null for a coin of miners.")),
});
