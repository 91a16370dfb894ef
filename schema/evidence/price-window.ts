// Evidence price_window: the price over a time that was asked for.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, flowUsd, hours, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const priceWindow = closed({
  symbol: Type.String({ maxLength: 16 }),
  from: Time,
  to: Time,
  window_h: hours("Its length."),
  from_price: usd("Close it began at."),
  to_price: usd("Close it ended at."),
  change_pct: changePct("Between both."),
  change_usd: flowUsd("Between both, in dollars."),
  high: usd("Highest close in it."),
  low: usd("Lowest close in it."),
  as_of: Time,
});
