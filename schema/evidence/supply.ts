// Evidence supply: coins in circulation and the next that will be.
import { Type } from "typebox";
import { Nullable, native, pct, Q, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

const closed = { additionalProperties: false } as const;

export const supply = Type.Object(
  {
    circulating_native: native("In circulation."),
    next_unlock: Q(
      Nullable(
        Type.Object(
          { at: Time, value_usd: usd("At today's price."), pct_of_circulating: pct("Of what circulates.") },
          closed,
        ),
      ),
    ),
    as_of: Time,
  },
  closed,
);
