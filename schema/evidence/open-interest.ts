// Evidence open_interest: open positions in perpetual futures, and how they changed.
import { Type } from "typebox";
import { changePct, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const openInterest = Type.Object(
  {
    open_interest_usd: usd("One side, over covered venues."),
    change_1h_pct: changePct("Over an hour."),
    change_4h_pct: changePct("Over 4 hours."),
    as_of: Time,
  },
  { additionalProperties: false },
);
