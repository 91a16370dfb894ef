// What options price in for the next 30 days.
import { notAbove, positive, recent } from "../admit.ts";
import { real, TOKEN, time, VENUE } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const impliedVolatility = reading({
  name: "implied_volatility",
  about: "Volatility indices of option venues: what options price in for the next 30 days.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    at: time("The instant the index is of. UTC."),
    volatility_30d_pct: real("What options price in for the next 30 days, annual. Percent."),
  },
  order: ["token", "venue", "at"],
  latest: {
    member: "impliedVolatilities",
    of: "token",
    by: ["token", "venue"],
    tells: ["volatility_30d_pct"],
    within: "1 DAY",
  },
  fresh: { implied_volatility: { everyS: minutes(5), sloS: minutes(10), hardTtlS: hours(2) } },
  admit: [
    recent,
    positive("volatility_30d_pct"),
    // An index in other units, or of nothing that is traded.
    notAbove("volatility_30d_pct", 1_000),
  ],
  keep: days(400),
});
