// Query: what builds were of, by their versions.
import type { Query } from "../query.ts";

/** Epoch milliseconds; `older` has by name of query what an answer of before was asked with. */
export type BuildKnownRow = {
  readonly version: number;
  readonly as_of: number;
  readonly known: number;
  readonly older: Readonly<Record<string, string>>;
  readonly states_sha256: string;
};

export const buildKnown: Query<{ readonly versions: readonly number[] }, BuildKnownRow> = {
  name: "build-known",
  sql: `
SELECT toUnixTimestamp64Milli(b.version) AS version, toUnixTimestamp64Milli(b.as_of) AS as_of,
  toUnixTimestamp64Milli(b.known) AS known, b.older AS older, b.states_sha256 AS states_sha256
FROM build AS b
WHERE toUnixTimestamp64Milli(b.version) IN {versions:Array(Int64)}
ORDER BY version
LIMIT 1 BY version`,
};
