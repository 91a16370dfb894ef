// Query: the sequence of the newest message of monitors.
import type { Query } from "../query.ts";

type MessageLastRow = { readonly monitor: string; readonly sequence: number };

export const messageLast: Query<{ readonly monitors: readonly string[] }, MessageLastRow> = {
  name: "message-last",
  sql: `
SELECT m.monitor AS monitor, max(m.sequence) AS sequence FROM message AS m
WHERE m.monitor IN {monitors:Array(String)} GROUP BY monitor`,
};
