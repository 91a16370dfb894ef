// Queries: briefs whose conditions may still be met, and those that were.
import type { Query } from "../query.ts";

/** Issued since `since` (epoch milliseconds), with a number above `after`. */
type WatchOpenParams = { readonly since: number; readonly after: number };
type WatchOpenRow = {
  readonly id: string;
  readonly token: string;
  readonly issued_ms: number;
  readonly canonical: string;
  readonly hash: string;
};

export const watchOpen: Query<WatchOpenParams, WatchOpenRow> = {
  name: "watch-open",
  sql: `
SELECT id, token, toUnixTimestamp64Milli(i.issued_at) AS issued_ms, canonical, hash
FROM issued_object AS i
WHERE i.month = 0 AND i.kind = 'brief' AND i.token != '' AND toUInt64OrZero(i.id) > {after:UInt64}
  AND i.issued_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
ORDER BY toUInt64OrZero(i.id)`,
};

type WatchMetPlace = { readonly id: string; readonly place: number };

export const watchMetSince: Query<{ readonly since: number }, WatchMetPlace> = {
  name: "watch-met-since",
  sql: `
SELECT DISTINCT id, place FROM watch_met
WHERE issued_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC') ORDER BY id, place`,
};
