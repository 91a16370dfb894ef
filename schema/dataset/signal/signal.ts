// The dataset signal and its rows.
import { real, TOKEN, text, time, timeOrNull, whole, word } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";
import { VERSION } from "../version.ts";

export const signal = dataset({
  name: "signal",
  about: "Signals that fired; a change of status is a later version of the same key.",
  columns: {
    token: TOKEN,
    at: time("The evaluated minute: close of its last completed bar. UTC."),
    key: text(
      "Natural key: token, kind, direction, at in epoch milliseconds, and the single thing where the rule is about one.",
    ),
    id: whole(64, "Positive integer, rising; one per natural key."),
    kind: word("Signal kind."),
    direction: word("bullish, bearish or neutral."),
    severity: whole(8, "1 notable, 2 material, 3 critical; without a unit."),
    value: real("The measured number in the unit that details name."),
    ratio: real("Value over the threshold of severity 1, at least 1; without a unit."),
    details: text(
      "JSON: unit, window, baseline, thresholds, price, sources, id of the signal it escalates, and what the rule adds.",
      "ZSTD(3)",
    ),
    status: word("open, escalated, resolved or expired."),
    expires_at: time("When it leaves the open ones whatever happens. UTC."),
    closed_at: timeOrNull("When it left the open ones; null while it is open. UTC."),
    rules: word("Version of the rules that fired it."),
    changed_at: time("The evaluated minute that gave this version; the later version of a key wins. UTC."),
    ...VERSION,
  },
  rows: latestBy("changed_at"),
  order: ["token", "at", "key"],
  partition: "toYYYYMM(at)",
  keep: days(800),
});

export type SignalRow = Row<typeof signal>;
