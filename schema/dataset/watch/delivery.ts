// Attempts to deliver messages.
import { text, time, timeOrNull, whole, word } from "../column.ts";
import { dataset, LAST_STORED, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const delivery = dataset({
  name: "delivery",
  about: "Every attempt to deliver a message, and what follows from it.",
  columns: {
    monitor: text("Monitor id."),
    message: text("Message id."),
    attempt: whole(8, "From 1; without a unit."),
    at: time("When it was made. UTC."),
    status: whole(16, "HTTP status of the answer, 0 where there was none; without a unit."),
    outcome: word(
      "answered, timeout, unreachable, certificate, unresolvable, private; held: the monitor was suspended.",
    ),
    took_ms: whole(32, "How long it took; Milliseconds."),
    state: word("delivered, retry, exhausted, gone (410) or held (not sent)."),
    next_at: timeOrNull("When the next attempt is due; null where there is none. UTC."),
  },
  rows: LAST_STORED,
  order: ["monitor", "message", "attempt"],
  partition: "toYYYYMM(at)",
  keep: days(90),
});

export type DeliveryRow = Row<typeof delivery>;
