// What messages tell of an event: written once, so that every message and every retry says the same.
import { text, time, whole, word } from "../column.ts";
import { dataset, LAST_STORED, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const messageObject = dataset({
  name: "message_object",
  about: "Of each event that a monitor was told of the object of its messages.",
  columns: {
    event: whole(64, "Number of the event; without a unit."),
    kind: word("signal, verdict_change or brief."),
    token: word("Token id."),
    object: text("JSON, as messages hold it.", "ZSTD(3)"),
    as_of: time("When its data was true. UTC."),
    written_at: time("When it was first matched. UTC."),
  },
  rows: LAST_STORED,
  order: ["event"],
  partition: "toYYYYMM(written_at)",
  keep: days(90, "written_at"),
});

export type MessageObjectRow = Row<typeof messageObject>;
