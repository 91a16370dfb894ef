// Evidence price: where the price stands, how it came there in the window, and its sharpest move.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, count, hours, Nullable, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const price = closed(
  {
    price: usd("Median over venues of the last completed minute's close."),
    window_h: hours("Length of the window."),
    window_return_pct: changePct("From the first to the last close of the window."),
    high: usd("Highest close of the window."),
    low: usd("Lowest close of the window."),
    change_1h_pct: changePct("Over an hour."),
    change_24h_pct: changePct("Over 24 hours."),
    change_7d_pct: changePct("Over 7 days."),
    rank: count("Rank by market value."),
    market_cap: usd("Price times circulating supply."),
    volume_24h: usd("Traded in 24 hours on covered spot venues."),
    ath: usd("All-time high."),
    as_of: Time,
    path_15m: Q(
      Type.Array(closed({ t: Time, price: usd("Last close of the quarter that starts at t.") }), {
        maxItems: 100,
      }),
    ),
    sharpest_move: Q(
      Nullable(
        closed({
          from: Time,
          to: Time,
          from_price: usd("Close it began at."),
          to_price: usd("Close it ended at."),
          change_pct: changePct("Between both."),
          usual_ratio: ratio(
            "Its size over the median of the sharpest moves of past windows as long; lengths compare by the square root of time.",
          ),
          percentile: pct("Of the past windows as long, how many had no move as sharp."),
          past_windows: count("Windows of the 14 days before that it is held against, each an hour after the last."),
        }),
      ),
    ),
  },
  { description: "The move of five minutes to an hour that is largest for its length." },
);
