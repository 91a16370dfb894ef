// The proof of one issued object, checked on the way: bytes against hash, leaf against root, root against signature.
import { canonicalBytes, digestOf } from "../../schema/canonical.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { answerOfRun } from "../../schema/object/answer.ts";
import type { ProofData } from "../../schema/object/proof.ts";
import { toHex } from "../../schema/proof/bytes.ts";
import { readCheckpoint } from "../../schema/proof/checkpoint.ts";
import { verifyNote } from "../../schema/proof/note.ts";
import { decodeVerifier, readNote } from "../../schema/proof/note-text.ts";
import type { OracleNetwork } from "../../schema/proof/oracle-network.ts";
import { leafDigest, rootFromInclusion } from "../../schema/proof/path.ts";
import type { ProofKind } from "../../schema/proof/proof-kind.ts";
import { TreeFault } from "../../schema/proof/read-nodes.ts";
import { briefOfRun } from "../../schema/query/issued/brief-number.ts";
import { type IssuedByIdRow, issuedById } from "../../schema/query/issued/issued-by-id.ts";
import { toTime } from "../../schema/shape/time.ts";
import { mismatched, NOTHING_ATTESTED, readAttestation } from "./read-attestation.ts";
import { readInclusionPath } from "./read-tree.ts";
import type { SignedLog } from "./signed-log.ts";

type Inclusion = NonNullable<ProofData["inclusion"]>;

const HOW =
  "Serialise `canonical` by RFC 8785 and hash it with SHA-256: the result is `hash`. The leaf is SHA-256(0x00 || hash bytes); " +
  "with `inclusion.hashes` it leads by RFC 6962 to `inclusion.root_hash`, which `inclusion.checkpoint` signs with a key of " +
  "`inclusion.keys` (C2SP signed note, Ed25519). `attestation.report` is signed by `quorum` of `signers` (secp256k1 over " +
  "keccak256(keccak256(report) || context)) and names `attestation.checkpoint`, which `consistency` leads on from. " +
  "scripts/verify-proof/main.js does all of it with keys and nodes that you pin, and stands alone.";

/** What does not hold of the stored bytes; empty where all of it does. */
function contentProblem(row: IssuedByIdRow): string {
  if (digestOf(Buffer.from(row.canonical, "utf8")) !== row.hash)
    return "the stored bytes do not hash to the issued hash";
  if (!canonicalBytes(JSON.parse(row.canonical)).equals(Buffer.from(row.canonical, "utf8"))) {
    return "the stored bytes are not canonical";
  }
  return "";
}

/** Throws TreeFault where the stored log does not lead to what was signed. */
async function readInclusion(store: Store, leafIndex: number, row: IssuedByIdRow, log: SignedLog): Promise<Inclusion> {
  const { size, root } = log.meta;
  const path = await readInclusionPath(store, leafIndex, size);
  const reached = rootFromInclusion(leafIndex, size, leafDigest(Buffer.from(row.hash, "hex")), path);
  if (reached === null || toHex(reached) !== root) throw new TreeFault("the leaf does not lead to the signed root");
  const signed = readCheckpoint(readNote(log.note)?.text ?? "");
  const names = verifyNote(log.note, log.meta.keys.map(decodeVerifier));
  if (names === null || names.length === 0 || signed?.size !== size || toHex(signed.root) !== root) {
    throw new TreeFault("the checkpoint's signature does not hold");
  }
  return {
    leaf_index: leafIndex,
    tree_size: size,
    root_hash: root,
    hashes: path.map((hash) => hash.toString("hex")),
    checkpoint: log.note,
    keys: [...log.meta.keys],
  };
}

/** Before the object is in a checkpoint. */
const waiting = (network: OracleNetwork | null): ProofData["attestation"] => ({
  ...NOTHING_ATTESTED,
  network: network?.name ?? null,
  detail: network === null ? "no workflow configured" : "waits for the next checkpoint",
});

/** What a call asked for, as its address says; a body that was posted is not kept, nor are the addresses of several calls. */
const paramsOf = (url: string): Record<string, string> =>
  URL.canParse(url) ? Object.fromEntries(new URL(url).searchParams) : {};

/** A run of an agent proves by itself; an investigation as the brief that it came to, and any other run as the answer, which has its number. */
async function rowOf(store: Store, id: string): Promise<IssuedByIdRow | undefined> {
  const [own] = await store.query(issuedById, { id });
  if (own !== undefined || !id.startsWith("run_")) return own;
  const [brief] = await store.query(briefOfRun, { run: id });
  const [row] = await store.query(issuedById, { id: brief?.id ?? answerOfRun(id) });
  return row;
}

/** The proof, or null where nothing was issued under the id. `problem` names what does not hold, empty otherwise. */
export async function readProof(
  store: Store,
  id: string,
  log: SignedLog | null,
  network: OracleNetwork | null,
): Promise<{ readonly data: ProofData; readonly issuedAt: number; readonly problem: string } | null> {
  const row = await rowOf(store, id);
  if (!row) return null;
  let problem = contentProblem(row);
  let inclusion: Inclusion | null = null;
  let said: Awaited<ReturnType<typeof readAttestation>> = { attestation: waiting(network), anchor: null };
  if (log && row.leaf_index !== null && row.leaf_index < log.meta.size) {
    try {
      inclusion = await readInclusion(store, row.leaf_index, row, log);
      said = await readAttestation(store, row.leaf_index, log.meta, network);
    } catch (error) {
      if (!(error instanceof TreeFault)) throw error;
      problem ||= error.message;
    }
  }
  const data: ProofData = {
    id: row.id,
    kind: row.kind as ProofKind,
    schema: row.schema,
    canonicalization: "RFC8785",
    hash_algorithm: "sha-256",
    canonical: JSON.parse(row.canonical) as ProofData["canonical"],
    hash: row.hash,
    created_at: toTime(row.issued_at),
    attestation: problem === "" ? said.attestation : mismatched(problem),
    inclusion,
    anchor: said.anchor,
    source_calls: (JSON.parse(row.source_calls) as ProofData["source_calls"]).map((call) => ({
      ...call,
      // Of a model's call they were stored: its name, and the digest of what it was told.
      params: { ...call.params, ...paramsOf(call.url) },
    })),
    supersedes: row.supersedes === "" ? null : row.supersedes,
    superseded_by: row.superseded_by === "" ? null : row.superseded_by,
    how_to_verify: HOW,
  };
  return { data, issuedAt: row.issued_at, problem };
}
