// Queries: every version that a signal had, as it was stored, and the newest signals.
import { type SignalRow, signal } from "../../dataset/signal/signal.ts";
import { VERSION } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

const cells = Object.entries(signal.columns).flatMap(([name, { kind }]) =>
  name in VERSION
    ? []
    : [kind.startsWith("time") ? `toUnixTimestamp64Milli(s.${name}) AS ${name}` : `s.${name} AS ${name}`],
);

/** By id, oldest version first. Times in epoch milliseconds. */
export const signalVersions: Query<{ readonly ids: readonly number[] }, SignalRow> = {
  name: "signal-versions",
  sql: `
SELECT ${cells.join(", ")}
FROM signal AS s
WHERE s.id IN {ids:Array(UInt64)}
ORDER BY id, changed_at
LIMIT 1 BY id, changed_at`,
};

/** Of signals that fired up to an instant, epoch milliseconds. */
export const signalNewest: Query<{ readonly before: number; readonly limit: number }, { readonly id: number }> = {
  name: "signal-newest",
  sql: `
SELECT DISTINCT s.id AS id
FROM signal AS s
WHERE s.at <= fromUnixTimestamp64Milli({before:Int64}, 'UTC')
ORDER BY id DESC
LIMIT {limit:UInt32}`,
};
