// Query: signals of the last 24 hours by token, and each token's last one however old.
import { knownOf, storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";
import { SIGNAL_COLUMNS, type SignalToldRow } from "./signal-row.ts";

/** Times in epoch milliseconds. A signal lives 24 hours, so every open one is among them. */
export type SignalShownRow = SignalToldRow & {
  readonly token: string;
  readonly status: string;
  readonly expires_ms: number;
  readonly closed_ms: number | null;
};

export const signalShown: Query<Instant, SignalShownRow> = {
  name: "signal-shown",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT s.token AS token, ${SIGNAL_COLUMNS}, s.status AS status,
  toUnixTimestamp64Milli(s.expires_at) AS expires_ms, toUnixTimestamp64Milli(s.closed_at) AS closed_ms
FROM signal AS s FINAL
WHERE ${knownOf("s")} AND s.token IN {tokens:Array(String)} AND s.at <= as_of AND (s.at > as_of - INTERVAL 1 DAY
  OR (s.token, s.at) IN (SELECT l.token, max(l.at) FROM signal AS l
    WHERE ${storedByKnown("l")} AND l.token IN {tokens:Array(String)} AND l.at <= as_of GROUP BY l.token))
ORDER BY token, fired_at DESC, id DESC`,
};
