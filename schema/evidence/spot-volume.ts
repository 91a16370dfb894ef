// Evidence spot_volume: what was traded on the token's largest spot venue, against its own day.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Nullable, Q, ratio, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

const decimal = Type.String({ pattern: "^-?\\d+(\\.\\d+)?$", maxLength: 32 });

export const spotVolume = closed({
  venue: Q(Type.String({ maxLength: 32 })),
  symbol: Q(Type.String({ maxLength: 64 })),
  volume_1h_usd: usd("Last hour."),
  median_hourly_24h_usd: usd("Median of the 24 hours."),
  ratio: ratio("Last hour over that median."),
  volume_window_usd: usd("In the window."),
  busiest_minutes: Q(
    Type.Array(closed({ ts: Time, close: decimal, v: decimal, ret: decimal }), {
      maxItems: 5,
      description: "Minutes of the window with most volume: opening instant, close, volume in USD, return in percent.",
    }),
  ),
  peak: Q(Nullable(closed({ at: Time, volume_usd: usd("Traded in that minute.") }))),
});
