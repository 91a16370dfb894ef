// Evidence liquidations: positions closed by force, a lower bound, against the token's own week.
import { closed } from "../shape/closed.ts";
import { hours, Nullable, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const liquidations = closed({
  long_usd: usd("Long positions, last hour."),
  short_usd: usd("Short positions, last hour."),
  total_usd: usd("Both."),
  largest_usd: usd("Largest single closure."),
  median_hourly_7d_usd: usd("Median of the hours of a week."),
  ratio: ratio("Total over that median."),
  window_h: hours("What the sums are of."),
  as_of: Time,
  peak: Q(
    Nullable(
      closed(
        {
          at: Time,
          long_usd: usd("Long positions."),
          short_usd: usd("Short positions."),
          total_usd: usd("Both."),
          ratio: ratio("Total over the median hour of the week."),
          percentile: pct("Of past spans of 3 hours, how many had no hour in which as much was closed."),
          rare_ratio: ratio("Total over what the fullest hour of 97 % of those spans stayed below."),
        },
        {
          description:
            "The quarter of an hour in which most was closed: of those that may have pushed the window's sharpest move, where there are any, else of all.",
        },
      ),
    ),
  ),
});
