// The messages of monitors, numbered, and how far events were matched.
import { text, time, whole } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const message = dataset({
  name: "message",
  about:
    "Which event each monitor was told of, under which number. A batch of events is one block, with one row without a monitor that says how far it goes.",
  columns: {
    monitor: text("Monitor id; empty in the row that ends a batch."),
    sequence: whole(
      64,
      "Place among the messages of the monitor, from 1 without holes; in the row that ends a batch its last event. Without a unit.",
    ),
    id: text("msg_ and 26 letters that follow from monitor and event; empty in the row that ends a batch."),
    event: whole(64, "Number of the event; without a unit."),
    is_held: whole(8, "1 where the monitor was suspended: the message is numbered and never sent. Without a unit."),
    written_at: time("When it was matched. UTC."),
  },
  rows: EVERY_ROW,
  order: ["monitor", "sequence"],
  insertsRemembered: 100_000,
  indexes: ["written_at written_at TYPE minmax GRANULARITY 1"],
  keep: FOR_GOOD,
});

export type MessageRow = Row<typeof message>;
