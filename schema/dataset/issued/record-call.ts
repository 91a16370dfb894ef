// The record: every call that was issued, once.
import { own } from "../analysts.ts";
import { real, realOrNull, TOKEN, text, time, timeOrNull, whole, word } from "../column.ts";
import { dataset, LAST_STORED, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const recordCall = dataset({
  name: "record_call",
  about:
    "The record: one row for every evaluation, signal and brief that was issued, with what it said; never changed.",
  columns: {
    kind: word("evaluation, signal or brief."),
    id: text("Public id: of an evaluation, or the number of a signal or brief."),
    subkind: word("standard or sized, or the kind of the signal; empty for a brief."),
    token: TOKEN,
    issued_at: time("When it was issued; outcomes count from here. UTC."),
    direction: word("bullish, bearish or neutral; empty for evaluations."),
    verdict: word("proceed, caution or avoid; empty for others."),
    severity: whole(8, "1 notable, 2 material, 3 critical, 0 for evaluations; without a unit."),
    side: word("buy or sell of a sized evaluation, buy of a standard one; empty for others."),
    definition: word("What makes it right: up, down, move, calm, holds, lags, dips or runs."),
    confidence: real("Confidence at issuance; fraction of 1."),
    p_right_1h: real("Probability given at issuance of being right after 1 hour; fraction of 1."),
    p_right_24h: real("The same for 24 hours; fraction of 1."),
    p_right_7d: real("The same for 7 days; fraction of 1."),
    sigma_1h_pct: realOrNull(
      "Deviation of 1-hour returns as issued; null where the object does not hold it. Percentage points.",
    ),
    sigma_24h_pct: realOrNull("The same of 24-hour returns. Percentage points."),
    sigma_7d_pct: realOrNull("The same of 7-day returns. Percentage points."),
    valid_until: timeOrNull("End of an evaluation; null for others. UTC."),
    previous_verdict: word("Verdict before it; empty where there was none."),
    rules: word("Version of the rules that made it."),
    is_simulated: whole(8, "1 where it rests on simulated data; without a unit."),
    taken_at: time("When the record took it up. UTC."),
  },
  rows: LAST_STORED,
  order: ["issued_at", "kind", "id"],
  partition: "toYYYYMM(issued_at)",
  analysts: {
    view: "record_call",
    about:
      "Every evaluation, signal and brief that was issued, with what it said; the published method counts these rows.",
    shows: {
      ...own("kind", "id", "subkind", "token", "issued_at", "direction", "verdict", "severity", "side", "definition"),
      confidence: "Confidence at issuance; without a unit.",
      p_right_1h: "Probability given at issuance of being right after 1 hour; without a unit.",
      p_right_24h: "The same for 24 hours; without a unit.",
      p_right_7d: "The same for 7 days; without a unit.",
      ...own(
        "sigma_1h_pct",
        "sigma_24h_pct",
        "sigma_7d_pct",
        "valid_until",
        "previous_verdict",
        "rules",
        "is_simulated",
        "taken_at",
      ),
    },
  },
  keep: FOR_GOOD,
});

export type RecordCallRow = Row<typeof recordCall>;
