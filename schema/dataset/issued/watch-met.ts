// Conditions of briefs that were met.
import { own } from "../analysts.ts";
import { real, TOKEN, text, time, whole } from "../column.ts";
import { dataset, EVERY_ROW } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

const about =
  "Conditions of briefs that were met: of each the first state after the brief in which the metric was beyond the value.";

export const watchMet = dataset({
  name: "watch_met",
  about,
  columns: {
    id: text("Number of the brief."),
    place: whole(8, "Place of the condition in its watch_conditions, from 0; without a unit."),
    token: TOKEN,
    issued_at: time("When the brief was issued. UTC."),
    at: time("When the metric was so. UTC."),
    value: real("The metric then; in the same unit as in a state."),
  },
  rows: EVERY_ROW,
  order: ["issued_at", "id", "place"],
  partition: "toYYYYMM(issued_at)",
  insertsRemembered: 100_000,
  analysts: { view: "watch_met", about, shows: own("id", "place", "token", "issued_at", "at", "value") },
  keep: FOR_GOOD,
});
