// Issues an object: canonical bytes and hash are stored once and for good; whoever comes second gets the first one's.
import { canonicalBytes, canonicalObject, digestOf, type IssuedKind } from "../../schema/canonical.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { type CallBehindRow, callBehind } from "../../schema/query/call-behind.ts";
import { issuedKept } from "../../schema/query/issued-kept.ts";
import type { IssuedRow } from "../../schema/row/issued.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";

export type Draft = {
  readonly kind: IssuedKind;
  /** Public id: the natural key of the row. */
  readonly id: string;
  /** Name of the wire object. */
  readonly object: string;
  /** Token id; empty for objects about several. */
  readonly token: string;
  /** Epoch milliseconds. */
  readonly asOf: number;
  readonly data: object;
  readonly sources: readonly Source[];
  /** Id of the object this one corrects. */
  readonly supersedes?: string;
};

export type Issued = {
  readonly id: string;
  readonly hash: string;
  /** Whether what is kept is this very draft. */
  readonly isOurs: boolean;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
};

/** The last call of every provider, endpoint and token that was answered by `asOf` (epoch milliseconds). */
export const readCalls = (store: Store, asOf: number, tokens: readonly string[] = []): Promise<CallBehindRow[]> =>
  store.query(callBehind, { asOf, tokens });

/** Those of the calls that the draft's sources rest on, as the proof shows them. */
function callsBehind(calls: readonly CallBehindRow[], draft: Draft): object[] {
  const named = new Map(draft.sources.map((source) => [`${source.provider} ${source.endpoint}`, source.id ?? null]));
  // Where several sources are of one endpoint, the one that names the very body is meant.
  const exact = new Map(draft.sources.flatMap(({ id, raw_sha256: sha }) => (sha ? [[sha, id ?? null] as const] : [])));
  return calls
    .filter((row) => (row.token === "" || row.token === draft.token) && named.has(`${row.provider} ${row.endpoint}`))
    .map((row) => ({
      source_id: exact.get(row.raw_sha256) ?? named.get(`${row.provider} ${row.endpoint}`),
      provider: row.provider,
      endpoint: row.endpoint,
      method: "GET",
      url: row.url,
      params: {},
      requested_at: toTime(row.requested_at),
      responded_at: toTime(row.responded_at),
      http_status: row.http_status,
      bytes: row.bytes,
      rows: row.rows,
      raw_sha256: row.raw_sha256,
      cached: false,
    }));
}

type IssueDeps = { readonly store: Store; readonly clock: Clock };

/**
 * Stores the canonical object under its id. Idempotent: of two drafts with one id the first is kept; which one that was,
 * `issueObject` tells. Throws TypeError where the data has no exact canonical form. @returns the hash of this draft.
 */
export async function storeObject(
  { store, clock }: IssueDeps,
  draft: Draft,
  calls: readonly CallBehindRow[],
): Promise<string> {
  const canonical = canonicalObject({
    kind: draft.kind,
    id: draft.id,
    object: draft.object,
    as_of: toTime(draft.asOf),
    data: draft.data,
    sources: draft.sources,
  });
  const bytes = canonicalBytes(canonical);
  const row: IssuedRow = {
    id: draft.id,
    kind: draft.kind,
    object: draft.object,
    schema: canonical.schema,
    token: draft.token,
    as_of: draft.asOf,
    issued_at: clock.now(),
    canonical: bytes.toString("utf8"),
    hash: digestOf(bytes),
    source_calls: JSON.stringify(callsBehind(calls, draft)),
    supersedes: draft.supersedes ?? "",
  };
  // The token is the id alone: the store takes one block a token, so two issuers cannot both be kept.
  await store.insertEncoded("issued", Buffer.from(JSON.stringify(row)), `issued~${draft.id}`);
  return row.hash;
}

/** Stores an object and reads back what is kept under its id: of two drafts with one id both get the first one's hash. */
export async function issueObject(deps: IssueDeps, draft: Draft, calls: readonly CallBehindRow[]): Promise<Issued> {
  const ours = await storeObject(deps, draft, calls);
  const [kept] = await deps.store.query(issuedKept, { id: draft.id });
  if (!kept) throw new Error(`the issued object ${draft.id} cannot be read back`);
  return { id: kept.id, hash: kept.hash, isOurs: kept.hash === ours, issuedAt: kept.issued_ms };
}
