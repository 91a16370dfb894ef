// Design partners' keys as they were changed; the durable copy of what Redis holds.
import { text, time, timeOrNull, whole } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const apiKey = dataset({
  name: "api_key",
  about: "Keys of design partners, without the keys themselves; the durable copy of what Redis holds.",
  columns: {
    id: text("Public part of the key."),
    name: text("Whom it was given to."),
    digest: text("SHA-256 of the whole key, hex; the key itself is kept nowhere."),
    read_per_minute: whole(32, "Calls in 60 Seconds, slow ones aside."),
    llm_per_minute: whole(32, "Slow calls in 60 Seconds."),
    created_at: time("When it was made. UTC.", null),
    revoked_at: timeOrNull("When it was revoked; null while it stands. UTC."),
    changed_at: time("Time of this state of the key; the latest wins. UTC.", null),
  },
  rows: latestBy("changed_at"),
  order: ["id"],
  keep: FOR_GOOD,
});

export type ApiKeyRow = Row<typeof apiKey>;
