// Whatever was issued or detected that somebody may wait for, numbered.
import { text, time, whole, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const event = dataset({
  name: "event",
  about:
    "Signals that fired, verdicts that changed and briefs that were issued: one numbered row each, in the order they became known.",
  columns: {
    number: whole(64, "Place among all events, from 1 without holes; without a unit."),
    kind: word("signal, verdict_change or brief."),
    token: word("Token id; empty for a brief about several."),
    at: time("When it was issued, or the minute that a signal fired in. UTC."),
    id: text(
      "Id of the object: of a verdict change the evaluation that made it, else the number of the signal or brief.",
    ),
    verdict_from: word("The verdict that stood before a change; empty for others."),
    verdict_to: word("The verdict that stands since; empty for others."),
    direction: word("bullish, bearish or neutral; empty for a verdict change."),
    severity: whole(8, "1 notable, 2 material, 3 critical; without a unit."),
    written_at: time("When it was numbered. UTC."),
  },
  rows: EVERY_ROW,
  order: ["number"],
  insertsRemembered: 100_000,
  keep: FOR_GOOD,
});

export type EventRow = Row<typeof event>;
