// Query: the events behind a number, in their order.
import type { EventRow } from "../../dataset/signal/event.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds. */
export type EventAfterRow = EventRow & { readonly kind: "signal" | "verdict_change" | "brief" };

export const eventAfter: Query<{ readonly after: number; readonly limit: number }, EventAfterRow> = {
  name: "event-after",
  sql: `
SELECT e.number AS number, e.kind AS kind, e.token AS token, toUnixTimestamp64Milli(e.at) AS at, e.id AS id,
  e.verdict_from AS verdict_from, e.verdict_to AS verdict_to, e.direction AS direction, e.severity AS severity,
  toUnixTimestamp64Milli(e.written_at) AS written_at
FROM event AS e WHERE e.number > {after:UInt64} ORDER BY e.number LIMIT {limit:UInt32}`,
};
