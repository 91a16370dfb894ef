// Query: the newest signed checkpoints.
import type { Query } from "../query.ts";

export type CheckpointLatestRow = {
  readonly size: number;
  readonly root: string;
  readonly origin: string;
  readonly note: string;
  readonly signed_at: number;
};

export const checkpointLatest: Query<{ readonly limit: number }, CheckpointLatestRow> = {
  name: "checkpoint-latest",
  sql: `
SELECT size, root, origin, note, toUnixTimestamp64Milli(c.signed_at) AS signed_at
FROM checkpoint AS c
ORDER BY size DESC, c.signed_at
LIMIT {limit:UInt32}`,
};
