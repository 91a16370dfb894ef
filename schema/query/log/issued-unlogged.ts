// Query: issued objects that the log does not hold yet, oldest first.
import type { Query } from "../query.ts";

type IssuedUnloggedRow = { readonly id: string; readonly hash: string };

export const issuedUnlogged: Query<{ readonly limit: number }, IssuedUnloggedRow> = {
  name: "issued-unlogged",
  sql: `
SELECT id, hash
FROM issued_object
WHERE id NOT IN (SELECT id FROM log_leaf)
ORDER BY issued_at, id
LIMIT {limit:UInt32}`,
};
