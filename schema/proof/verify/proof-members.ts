// The members of a proof's answer: what is compared with something, and what is only named.
import {
  address,
  anything,
  count,
  digest,
  exactly,
  hex,
  list,
  members,
  nullable,
  optional,
  type Read,
  time,
  truth,
  unchecked,
  words,
} from "./member.ts";
import type { JsonObject } from "./strict-json.ts";

const call = members({
  source_id: nullable(words),
  provider: words,
  endpoint: words,
  method: unchecked(words),
  url: unchecked(words),
  params: unchecked(anything),
  requested_at: unchecked(time),
  responded_at: unchecked(time),
  http_status: unchecked(count),
  bytes: unchecked(count),
  rows: unchecked(count),
  calls: optional(unchecked(nullable(count))),
  raw_sha256: digest,
  cached: unchecked(truth),
});

const inclusion = members({
  leaf_index: count,
  tree_size: count,
  root_hash: digest,
  hashes: list(digest),
  checkpoint: words,
  keys: list(words),
});

const attestation = members({
  status: exactly("pending", "attested", "failed", "mismatch"),
  level: nullable(exactly("existence", "corroborated")),
  network: unchecked(nullable(words)),
  workflow: nullable(members({ id: hex, owner: hex })),
  checkpoint: nullable(
    members({ origin: words, size: count, root: digest, signed_at: unchecked(time), signature: words }),
  ),
  report: nullable(members({ report: hex, context: hex, signatures: list(hex) })),
  signatures_valid: nullable(count),
  quorum: nullable(count),
  signers: nullable(list(address)),
  consistency: nullable(list(digest)),
  attested_at: unchecked(nullable(time)),
  attempts: unchecked(count),
  last_error: unchecked(nullable(words)),
  detail: unchecked(nullable(words)),
});

const anchor = members({
  network: unchecked(words),
  transaction: digest,
  label: count,
  origin: words,
  size: count,
  root: digest,
  consistency: list(digest),
  anchored_at: unchecked(time),
});

/** Whatever it holds is under the hash. */
type Canonical = {
  readonly schema: string;
  readonly id: string;
  readonly object: string;
  readonly as_of: string;
  readonly data: JsonObject;
  readonly sources: readonly JsonObject[];
} & JsonObject;

const canonicalShape = members({
  ...{ schema: words, id: words, object: words, as_of: time },
  ...{ data: members({}), sources: list(members({})) },
});

const canonical: Read<Canonical> = (value, path) => {
  canonicalShape(value, path, new Set());
  return value as Canonical;
};

const data = members({
  id: words,
  kind: words,
  schema: words,
  canonicalization: exactly("RFC8785"),
  hash_algorithm: exactly("sha-256"),
  canonical,
  hash: digest,
  created_at: unchecked(time),
  attestation,
  inclusion: nullable(inclusion),
  anchor: nullable(anchor),
  source_calls: list(call),
  supersedes: unchecked(nullable(words)),
  superseded_by: unchecked(nullable(words)),
  how_to_verify: unchecked(words),
});

export const answerMembers = members({
  object: exactly("proof"),
  id: words,
  as_of: time,
  data,
  sources: unchecked(anything),
});

export type Answer = ReturnType<typeof answerMembers>;
export type Inclusion = NonNullable<Answer["data"]["inclusion"]>;
export type Attestation = Answer["data"]["attestation"];
export type Anchor = NonNullable<Answer["data"]["anchor"]>;
export type Call = Answer["data"]["source_calls"][number];
