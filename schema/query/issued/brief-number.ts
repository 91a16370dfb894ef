// Queries: the number of the last brief, and the brief that an investigation came to.
import type { Query } from "../query.ts";

/** Briefs alone have numbers for ids, and so no month: no other row is read. */
const BRIEFS = "month = 0 AND kind = 'brief'";

export const briefLast: Query<object, { readonly last: number }> = {
  name: "brief-last",
  sql: `SELECT toUInt32(maxOrDefault(toUInt64OrZero(id))) AS last FROM issued_object WHERE ${BRIEFS}`,
};

type BriefOfRunRow = { readonly id: string; readonly canonical: string; readonly hash: string };

export const briefOfRun: Query<{ readonly run: string }, BriefOfRunRow> = {
  name: "brief-of-run",
  sql: `SELECT id, canonical, hash FROM issued_object WHERE ${BRIEFS} AND run_id = {run:String} ORDER BY toUInt64OrZero(id) LIMIT 1`,
};

/** The last brief of each token, however old, for those that show it. `as_of_ms` in epoch milliseconds. */
type BriefTextRow = BriefOfRunRow & { readonly token: string };

export const briefText: Query<{ readonly tokens: readonly string[] }, BriefTextRow> = {
  name: "brief-text",
  sql: `
SELECT token, id, canonical, hash FROM issued_object
WHERE ${BRIEFS} AND token IN {tokens:Array(String)}
ORDER BY token, toUInt64OrZero(id) DESC LIMIT 1 BY token`,
};
