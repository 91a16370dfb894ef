// The dataset signal_minute and its rows.
import { text, time, whole } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const signalMinute = dataset({
  name: "signal_minute",
  about: "Minutes that were evaluated, each with its whole outcome: the first row of a minute counts.",
  columns: {
    at: time("The evaluated minute. UTC."),
    read_at: time("Nothing later than this was read. UTC."),
    last_id: whole(64, "Highest id of a signal up to and with this minute."),
    skipped_count: whole(32, "Minutes right before it that were never evaluated."),
    coverage: text(
      "JSON: token to rules evaluated, rules that could not be, the reason of the first of those, their names by reason, and those that do not apply.",
      "ZSTD(3)",
    ),
    outcome: text(
      "JSON: the rows of signal and signal_evaluation and the changed states that follow from it.",
      "ZSTD(3)",
    ),
    written_at: time("When it was stored with what follows from it; the first row of a minute counts. UTC."),
  },
  rows: EVERY_ROW,
  order: ["at", "written_at"],
  partition: "toYYYYMMDD(at)",
  // Builds that are made again show what was judged by then.
  keep: days(45),
});

export type SignalMinuteRow = Row<typeof signalMinute>;
