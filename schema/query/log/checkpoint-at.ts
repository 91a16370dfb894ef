// Query: the signed checkpoint of a size.
import type { Query } from "../query.ts";
import type { CheckpointLatestRow } from "./checkpoint-latest.ts";

export const checkpointAt: Query<{ readonly size: number }, CheckpointLatestRow> = {
  name: "checkpoint-at",
  sql: `
SELECT size, root, origin, note, toUnixTimestamp64Milli(c.signed_at) AS signed_at
FROM checkpoint AS c
WHERE size = {size:UInt64}
ORDER BY c.signed_at
LIMIT 1`,
};
