// Queries: what builds were of, by their versions, and the newest of them.
import type { BuildRow } from "../../dataset/service/build.ts";
import type { Query } from "../query.ts";

/** Epoch milliseconds. */
export type BuildKnownRow = Omit<BuildRow, "tokens">;

const TOLD = `toUnixTimestamp64Milli(b.version) AS version, toUnixTimestamp64Milli(b.as_of) AS as_of,
  toUnixTimestamp64Milli(b.known) AS known, b.code_version AS code_version, b.older AS older,
  b.states_sha256 AS states_sha256, b.wholes_sha256 AS wholes_sha256, b.verdicts AS verdicts, b.unset AS unset,
  b.origin AS origin`;

export const buildKnown: Query<{ readonly versions: readonly number[] }, BuildKnownRow> = {
  name: "build-known",
  sql: `
SELECT ${TOLD}
FROM build AS b
WHERE toUnixTimestamp64Milli(b.version) IN {versions:Array(Int64)}
ORDER BY version
LIMIT 1 BY version`,
};

export const buildNewest: Query<{ readonly limit: number }, { readonly version: number }> = {
  name: "build-newest",
  sql: `
SELECT toUnixTimestamp64Milli(b.version) AS version
FROM build AS b
ORDER BY b.version DESC
LIMIT {limit:UInt32}`,
};

/** The last build of a span of time, epoch milliseconds; `to` is not of it. */
export const buildLastBefore: Query<{ readonly from: number; readonly to: number }, { readonly version: number }> = {
  name: "build-last-before",
  sql: `
SELECT toUnixTimestamp64Milli(b.version) AS version
FROM build AS b
WHERE b.version >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND b.version < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
ORDER BY b.version DESC
LIMIT 1`,
};

/** The build that was served at an instant (epoch milliseconds): the last that was made by then, none older than `from`. */
export const buildServed: Query<{ readonly at: number; readonly from: number }, BuildKnownRow> = {
  name: "build-served",
  sql: `
SELECT ${TOLD}
FROM build AS b
WHERE b.version >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND b.version <= fromUnixTimestamp64Milli({at:Int64}, 'UTC')
ORDER BY b.version DESC
LIMIT 1`,
};
