// The wire object proof: GET /v1/verify/{id}.
import { type Static, Type } from "typebox";
import { PROOF_KIND_IDS } from "../proof/proof-kind.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { Nullable } from "../shape/quantity.ts";
import { Source } from "../shape/source.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

const Text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) });
const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });

export const SourceCall = closed(
  {
    source_id: Nullable(Type.String({ pattern: "^S\\d+$" })),
    provider: Text(64),
    endpoint: Text(128),
    method: Text(10, "GET or POST, or both of several calls; unassessed where it was not kept."),
    url: Text(2_048, "Without keys."),
    params: Type.Record(Type.String(), Type.Unknown(), {
      description: "What the address asks for; empty where a body was posted, and of several calls.",
    }),
    requested_at: Time,
    responded_at: Time,
    http_status: Type.Integer(),
    bytes: Type.Integer(),
    rows: Type.Integer(),
    calls: Type.Optional(Type.Integer({ description: "Calls that the reading was made of; 1 without it." })),
    raw_sha256: Text(
      64,
      "SHA-256 of what the provider answered; of several calls the RFC 6962 root over their digests in ascending order.",
    ),
    cached: Type.Boolean(),
  },
  { description: "The call behind the source of the same id, with the same digest." },
);
export type SourceCall = Static<typeof SourceCall>;

const SignedRoot = closed({
  origin: Text(256),
  size: Type.Integer(),
  root: Digest,
  signed_at: Time,
  signature: Text(2_048),
});

const Anchor = closed(
  {
    network: Text(64),
    transaction: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    label: Type.Integer({ description: "Label of the transaction's metadata." }),
    origin: Text(256),
    size: Type.Integer(),
    root: Digest,
    consistency: Type.Array(Digest, { description: "RFC 6962 proof to the checkpoint of `inclusion`." }),
    anchored_at: Time,
  },
  { description: "The first root over this object that was written to a public ledger." },
);

const Attestation = closed({
  status: oneOf(["pending", "attested", "failed", "mismatch"]),
  level: Nullable(oneOf(["existence", "corroborated"])),
  network: Nullable(Text(64)),
  workflow: Nullable(closed({ id: Text(128), owner: Text(128) })),
  checkpoint: Nullable(SignedRoot),
  report: Nullable(closed({ report: Text(16_384), context: Text(1_024), signatures: Type.Array(Text(256)) })),
  signatures_valid: Nullable(Type.Integer()),
  quorum: Nullable(Type.Integer()),
  signers: Nullable(
    Type.Array(Text(42), { description: "Addresses of the network's nodes: `quorum` of them signed the report." }),
  ),
  consistency: Nullable(
    Type.Array(Digest, { description: "RFC 6962 proof from `checkpoint` to the checkpoint of `inclusion`." }),
  ),
  attested_at: Nullable(Time),
  attempts: Type.Integer(),
  last_error: Nullable(Text(300)),
  detail: Nullable(Text(300)),
});

export const ProofData = closed({
  id: Text(64),
  kind: oneOf(PROOF_KIND_IDS),
  schema: Text(64),
  canonicalization: Type.Literal("RFC8785"),
  hash_algorithm: Type.Literal("sha-256"),
  canonical: closed(
    {
      schema: Text(64),
      id: Text(64),
      object: Text(64),
      as_of: Time,
      code_version: Type.Optional(
        Text(64, "Version of the code that made it: the release and a digest of its files; older objects name none."),
      ),
      data: Type.Record(Type.String(), Type.Unknown()),
      sources: Type.Array(Source),
    },
    { description: "The canonical object; its RFC 8785 bytes hash to `hash`." },
  ),
  hash: Digest,
  created_at: Time,
  attestation: Attestation,
  inclusion: Nullable(
    closed(
      {
        leaf_index: Type.Integer(),
        tree_size: Type.Integer(),
        root_hash: Digest,
        hashes: Type.Array(Digest),
        checkpoint: Text(4_096, "C2SP signed note."),
        keys: Type.Array(Text(256), { description: "Public keys of the log, <name>+<id>+<base64>." }),
      },
      { description: "Null until the next checkpoint, at most five minutes." },
    ),
  ),
  anchor: Nullable(Anchor),
  source_calls: Type.Array(SourceCall),
  supersedes: Nullable(Text(64)),
  superseded_by: Nullable(Text(64)),
  how_to_verify: Text(1_000),
});
export type ProofData = Static<typeof ProofData>;

export const proof = envelope("proof", ProofData);
