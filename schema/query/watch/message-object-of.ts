// Query: what messages tell of events.
import type { MessageObjectRow } from "../../dataset/watch/message-object.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds. */
export const messageObjectOf: Query<{ readonly events: readonly number[] }, MessageObjectRow> = {
  name: "message-object-of",
  sql: `
SELECT o.event AS event, o.kind AS kind, o.token AS token, o.object AS object, toUnixTimestamp64Milli(o.as_of) AS as_of,
  toUnixTimestamp64Milli(o.written_at) AS written_at
FROM message_object AS o WHERE o.event IN {events:Array(UInt64)} ORDER BY event, written_at LIMIT 1 BY event`,
};
