// Evidence volume_window: what was traded in a time that was asked for, against as long a time before it.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, hours, Q, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const volumeWindow = closed({
  symbol: Type.String({ maxLength: 16 }),
  window_h: hours("Length of each of the two times."),
  volume_usd: usd("Traded in it, on the venues below."),
  before_usd: usd("Traded in the time before it, on the same venues."),
  change_pct: changePct("Between both."),
  venues: Q(
    Type.Array(Type.String({ maxLength: 32 }), {
      maxItems: 20,
      description: "Spot venues whose candles cover both times.",
    }),
  ),
  as_of: Time,
});
