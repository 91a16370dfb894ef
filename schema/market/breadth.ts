// Market section breadth: how many tracked tokens take part.
import { Type } from "typebox";
import { count, pct } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";

export const breadth = sectionShape("Breadth: advancers, decliners, highs and lows among tracked tokens.", {
  universe: Type.Integer({ description: "Tracked tokens." }),
  up_1h_pct: pct("Share that rose in 1 hour."),
  up_24h_pct: pct("Share that rose in 24 hours."),
  up_7d_pct: pct("Share that rose in 7 days."),
  median_change_24h_pct: pct("Median change, 24 hours."),
  advancers_24h: count("Rose by 0.1 % or more."),
  decliners_24h: count("Fell by 0.1 % or more."),
  unchanged_24h: count("Moved less than 0.1 %."),
  unassessed_24h: Type.Integer({ description: "Tokens whose change was not measured." }),
  above_sma20d_pct: pct("Share above its 20-day mean."),
  above_sma50d_pct: pct("Share above its 50-day mean."),
  new_highs_20d: count("Tokens at a 20-day high."),
  new_lows_20d: count("Tokens at a 20-day low."),
});
