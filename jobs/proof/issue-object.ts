// Issues an object: canonical bytes and hash are stored once and for good; whoever comes second gets the first one's.
import { canonicalBytes, canonicalObject, digestOf, type IssuedKind } from "../../schema/canonical.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { issuedKept } from "../../schema/query/issued-kept.ts";
import type { IssuedRow } from "../../schema/row/issued.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { codeVersion } from "./code-version.ts";

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

/** Throws where the calls are not those of the sources: each source with a digest has its one call, and no other is listed. */
function assertBehind(sources: readonly Source[], calls: readonly SourceCall[], id: string): void {
  const nameOf = (source: string | null | undefined, digest: string) => `${source ?? ""} ${digest}`;
  const said = sources.flatMap(({ id: number, raw_sha256: sha }) => (sha == null ? [] : [nameOf(number, sha)])).sort();
  const listed = calls.map((call) => nameOf(call.source_id, call.raw_sha256)).sort();
  if (said.join() !== listed.join()) throw new Error(`the calls behind ${id} are not those of its sources`);
}

type IssueDeps = { readonly store: Store; readonly clock: Clock };

/**
 * Stores the canonical object under its id with `calls`, those behind its sources. Idempotent: of two drafts with one id the first is kept; which one that was,
 * `issueObject` tells. Throws TypeError where the data has no exact canonical form. @returns the hash of this draft.
 */
export async function storeObject(
  { store, clock }: IssueDeps,
  draft: Draft,
  calls: readonly SourceCall[],
): Promise<string> {
  assertBehind(draft.sources, calls, draft.id);
  const canonical = canonicalObject({
    kind: draft.kind,
    id: draft.id,
    object: draft.object,
    as_of: toTime(draft.asOf),
    code_version: codeVersion(),
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
    source_calls: JSON.stringify(calls),
    supersedes: draft.supersedes ?? "",
  };
  // The token is the id alone: the store takes one block a token, so two issuers cannot both be kept.
  await store.insertEncoded("issued", Buffer.from(JSON.stringify(row)), `issued~${draft.id}`);
  return row.hash;
}

/** Stores an object and reads back what is kept under its id: of two drafts with one id both get the first one's hash. */
export async function issueObject(deps: IssueDeps, draft: Draft, calls: readonly SourceCall[]): Promise<Issued> {
  const ours = await storeObject(deps, draft, calls);
  const [kept] = await deps.store.query(issuedKept, { id: draft.id });
  if (!kept) throw new Error(`the issued object ${draft.id} cannot be read back`);
  return { id: kept.id, hash: kept.hash, isOurs: kept.hash === ours, issuedAt: kept.issued_ms };
}
