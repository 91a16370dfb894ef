// Query: how far events are numbered, and how far they were matched.
import type { Query } from "../query.ts";

/** Numbers of the last event; 0 where there is none. */
type MatchReachRow = { readonly numbered: number; readonly matched: number };

export const matchReach: Query<object, MatchReachRow> = {
  name: "match-reach",
  sql: `
SELECT (SELECT max(number) FROM event) AS numbered,
  (SELECT max(sequence) FROM message WHERE monitor = '') AS matched`,
};
