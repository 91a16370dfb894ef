// What a call at every full hour would have met.
import { own } from "../analysts.ts";
import { realOrNull, TOKEN, time, whole } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const marketSample = dataset({
  name: "market_sample",
  about: "What a call at every full hour on every tracked token would have met: base rates come from here.",
  columns: {
    token: TOKEN,
    at: time("The full hour it counts from. UTC."),
    horizon_h: whole(16, "How long after: 1, 24 or 168. Hours."),
    revision: whole(16, "0 as first settled, 1 as settled again a day later; the later one counts. Without a unit."),
    return_pct: realOrNull("As in outcome; null where a close is missing. Percentage points."),
    worst_pct: realOrNull("As in outcome. Percentage points."),
    best_pct: realOrNull("As in outcome. Percentage points."),
    sigma_pct: realOrNull("As in outcome. Percentage points."),
    band_pct: realOrNull("As in outcome. Percentage points."),
    scored_at: time("When it was settled. UTC."),
  },
  rows: latestBy("revision"),
  order: ["horizon_h", "at", "token"],
  partition: "toYYYYMM(at)",
  analysts: {
    view: "market_sample",
    about: "What a call at every full hour on every tracked token would have met: base rates come from here.",
    shows: {
      ...own("token", "at", "horizon_h"),
      revision: "0 as first settled, 1 as settled again a day later; the later one counts; without a unit.",
      ...own("return_pct", "worst_pct", "best_pct", "sigma_pct", "band_pct", "scored_at"),
    },
  },
  keep: FOR_GOOD,
});

export type MarketSampleRow = Row<typeof marketSample>;
