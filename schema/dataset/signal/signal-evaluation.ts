// The dataset signal_evaluation and its rows.
import { text, time, whole, word } from "../column.ts";
import { dataset, LAST_STORED, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const signalEvaluation = dataset({
  name: "signal_evaluation",
  about: "How many tokens each rule was judged for in a minute, and why not for the others.",
  columns: {
    at: time("The evaluated minute. UTC."),
    kind: word("Signal kind."),
    evaluated_count: whole(16, "Tokens the rule was judged for."),
    not_evaluated_count: whole(16, "Tokens it applies to but could not be judged for: neither signal nor no signal."),
    fired_count: whole(16, "Signals that fired."),
    reasons: text("JSON: reason to how many of those not judged.", "ZSTD(1)"),
    rules: word("Version of the rules."),
  },
  rows: LAST_STORED,
  order: ["kind", "at"],
  partition: "toYYYYMM(at)",
  keep: days(90),
});

export type SignalEvaluationRow = Row<typeof signalEvaluation>;
