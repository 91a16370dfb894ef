// Query: the messages of events, as they were kept.
import type { Query } from "../query.ts";

type MessageMatchedRow = {
  readonly monitor: string;
  readonly sequence: number;
  readonly id: string;
  readonly event: number;
  readonly is_held: 0 | 1;
};

type Params = { readonly after: number; readonly through: number; readonly since: number };

/** Of the events behind `after` up to `through`, matched since an instant (epoch milliseconds). */
export const messageMatched: Query<Params, MessageMatchedRow> = {
  name: "message-matched",
  sql: `
SELECT m.monitor AS monitor, m.sequence AS sequence, m.id AS id, m.event AS event, m.is_held AS is_held
FROM message AS m
WHERE m.monitor != '' AND m.event > {after:UInt64} AND m.event <= {through:UInt64}
  AND m.written_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
ORDER BY event, monitor`,
};
