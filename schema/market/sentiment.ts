// Market section sentiment: fear and greed, positioning.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { pct, Q, ratio } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";

export const sentiment = sectionShape("Sentiment: fear and greed, funding, positioning, options.", {
  fear_greed: Q(closed({ value: Type.Integer(), label: Type.String({ maxLength: 32 }), change_7d: Q(Type.Number()) })),
  funding_positive_share_pct: pct("Share of tracked perpetuals with positive funding."),
  funding_median_8h_pct: pct("Median funding per 8 hours."),
  long_short_median_ratio: ratio("Median of the long/short account ratios."),
  put_call_ratio: ratio("Puts over calls by open interest."),
});
