// Queries: what is kept of issued objects and of their making, so that they can be made again.
import type { Query } from "../query.ts";

export type IssuedBasisRow = {
  readonly id: string;
  readonly kind: string;
  readonly subkind: string;
  readonly canonical: string;
  /** SHA-256 of it as it was issued, hex. */
  readonly hash: string;
  /** The one that the log has; empty until it was appended. */
  readonly logged_hash: string;
  readonly source_calls: string;
  /** Epoch milliseconds; null where it was not kept. */
  readonly judged_ms: number | null;
  /** Version of the build whose state was judged, epoch milliseconds; null where it was not kept. */
  readonly build_ms: number | null;
  /** Digest of the odds; empty where there were none. */
  readonly odds: string;
  readonly rules: string;
  readonly code_version: string;
  readonly previous_id: string;
  /** JSON; empty where none were kept or they are past their time. */
  readonly inputs: string;
};

type Ids = { readonly ids: readonly string[] };

export const issuedBasis: Query<Ids, IssuedBasisRow> = {
  name: "issued-basis",
  sql: `
SELECT i.id AS id, i.kind AS kind, i.subkind AS subkind, i.canonical AS canonical, i.hash AS hash,
  i.source_calls AS source_calls,
  toUnixTimestamp64Milli(i.judged_at) AS judged_ms, toUnixTimestamp64Milli(i.build) AS build_ms, i.odds AS odds, i.rules AS rules, i.code_version AS code_version,
  i.previous_id AS previous_id, n.inputs AS inputs, l.hash AS logged_hash
FROM issued_object AS i
LEFT JOIN (
  SELECT id, hash, any(inputs) AS inputs FROM issued_input WHERE id IN {ids:Array(String)} GROUP BY id, hash
) AS n ON n.id = i.id AND n.hash = i.hash
LEFT JOIN (
  SELECT id, argMin(hash, leaf_index) AS hash FROM log_leaf WHERE id IN {ids:Array(String)} GROUP BY id
) AS l ON l.id = i.id
WHERE i.id IN {ids:Array(String)}`,
};

type Newest = { readonly before: number; readonly limit: number; readonly kinds: readonly string[] };

/** What was issued of some kinds before an instant (epoch milliseconds), the newest first. */
export const issuedNewest: Query<Newest, { readonly id: string }> = {
  name: "issued-newest",
  sql: `
SELECT id
FROM issued_object AS i
WHERE i.kind IN {kinds:Array(String)} AND i.issued_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
ORDER BY i.issued_at DESC, id
LIMIT {limit:UInt32}`,
};

/** Tables of odds by their digests. */
export const oddsByDigest: Query<
  { readonly digests: readonly string[] },
  { readonly digest: string; readonly odds: string }
> = {
  name: "odds-by-digest",
  sql: "SELECT digest, any(odds) AS odds FROM odds WHERE digest IN {digests:Array(String)} GROUP BY digest",
};
