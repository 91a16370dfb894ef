// Evidence price_impact: what an order of a size costs.
import { closed } from "../shape/closed.ts";
import { pct, Q, usd } from "../shape/quantity.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export const priceImpact = closed({
  side: oneOf(["buy", "sell"]),
  size_usd: usd("The order."),
  impact_pct: pct("How far it moves the price."),
  method: Q(oneOf(["book", "quote", "model"])),
  largest_size_1pct_usd: usd("The largest order that moves it one per cent."),
  as_of: Time,
});
