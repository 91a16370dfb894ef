// What other networks say about the checkpoints over one leaf, checked again on every reading.
import type { Store } from "../../schema/io/clickhouse.ts";
import type { ProofData } from "../../schema/object/proof.ts";
import { toHex } from "../../schema/proof/bytes.ts";
import { readCheckpoint } from "../../schema/proof/checkpoint.ts";
import { verifyNote } from "../../schema/proof/note.ts";
import { decodeVerifier, readNote } from "../../schema/proof/note-text.ts";
import type { OracleNetwork } from "../../schema/proof/oracle-network.ts";
import { TreeFault } from "../../schema/proof/read-nodes.ts";
import { readReport, type SignedReport } from "../../schema/proof/report.ts";
import { type AttestationOfLeafRow, attestationOfLeaf } from "../../schema/query/log/attestation-of-leaf.ts";
import { checkpointAt } from "../../schema/query/log/checkpoint-at.ts";
import type { CheckpointLatestRow } from "../../schema/query/log/checkpoint-latest.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { CheckpointMeta } from "../../schema/snapshot.ts";
import { readConsistency } from "./read-tree.ts";

type Attestation = ProofData["attestation"];
type Rows = readonly AttestationOfLeafRow[];

export const NOTHING_ATTESTED: Attestation = {
  status: "pending",
  level: null,
  network: null,
  workflow: null,
  checkpoint: null,
  report: null,
  signatures_valid: null,
  quorum: null,
  signers: null,
  consistency: null,
  attested_at: null,
  attempts: 0,
  last_error: null,
  detail: null,
};

export const mismatched = (detail: string): Attestation => ({ ...NOTHING_ATTESTED, status: "mismatch", detail });

/** The signed checkpoint of a size, checked. Throws TreeFault where it is not there or does not hold. */
async function readSigned(store: Store, size: number, keys: readonly string[]): Promise<CheckpointLatestRow> {
  const [row] = await store.query(checkpointAt, { size });
  const said = readCheckpoint(readNote(row?.note ?? "")?.text ?? "");
  const names = row ? verifyNote(row.note, keys.map(decodeVerifier)) : null;
  if (!row || !names?.length || said?.size !== size || toHex(said.root) !== row.root) {
    throw new TreeFault(`the checkpoint of ${size} leaves does not hold`);
  }
  return row;
}

const signatureOf = (note: string): string => note.slice(note.lastIndexOf("\n\n") + 2, -1);

async function checkAttested(
  store: Store,
  row: AttestationOfLeafRow,
  leaf: number,
  log: CheckpointMeta,
  { committee, workflow }: OracleNetwork,
): Promise<Attestation> {
  const checkpoint = await readSigned(store, row.size, log.keys);
  const { report, context, signatures } = JSON.parse(row.evidence) as SignedReport;
  const reading = readReport({ report, context, signatures }, committee, workflow);
  if (reading.kind === "refused") throw new TreeFault(`the attestation does not hold: ${reading.reason}`);
  const { size, root, corroborated } = reading.observation;
  const leaves = JSON.stringify(corroborated);
  if (size !== row.size || toHex(root) !== checkpoint.root || row.root !== checkpoint.root) {
    throw new TreeFault("the attestation is of another root");
  }
  if (leaves !== row.corroborated) throw new TreeFault("the stored attestation is not what was signed");
  return {
    ...NOTHING_ATTESTED,
    status: "attested",
    level: corroborated.includes(leaf) ? "corroborated" : "existence",
    network: row.network,
    workflow: reading.workflow,
    checkpoint: {
      origin: checkpoint.origin,
      size,
      root: checkpoint.root,
      signed_at: toTime(checkpoint.signed_at),
      signature: signatureOf(checkpoint.note),
    },
    report: { report, context, signatures: reading.signatures.map(({ signature }) => signature) },
    signatures_valid: reading.signatures.length,
    quorum: reading.quorum,
    signers: [...committee.signers].sort(),
    consistency: await readConsistency(store, { size, root: checkpoint.root }, log),
    attested_at: toTime(row.at_ms),
    attempts: row.attempt,
  };
}

function unfinished(rows: Rows): Attestation {
  const last = [...rows].sort(
    (a, b) => b.size - a.size || b.attempt - a.attempt || (a.status === "failed" ? -1 : 1),
  )[0];
  const failed = rows.find(({ status }) => status === "failed");
  return {
    ...NOTHING_ATTESTED,
    status: last?.status === "failed" ? "failed" : "pending",
    network: last?.network ?? null,
    attempts: last?.attempt ?? 0,
    last_error: failed?.problem ?? null,
    detail: last === undefined ? "waits for the next checkpoint" : null,
  };
}

/** What the oracle network says. Throws TreeFault where what is stored does not hold. */
async function ofOracle(store: Store, rows: Rows, leaf: number, log: CheckpointMeta, network: OracleNetwork | null) {
  if (network === null) return { ...NOTHING_ATTESTED, detail: "no workflow configured" };
  const of = (status: string) => rows.find((row) => row.driver === "oracle" && row.status === status);
  const [attested, other] = [of("attested"), of("mismatch")];
  if (other && (!attested || other.size < attested.size)) {
    return { ...mismatched(other.problem), network: other.network, attempts: other.attempt };
  }
  // What was attested a moment ago may be ahead of the checkpoint this process holds.
  if (attested && attested.size <= log.size) return checkAttested(store, attested, leaf, log, network);
  return unfinished(rows.filter(({ driver, status }) => driver === "oracle" && status !== "attested"));
}

type AnchorEvidence = { readonly transaction: string; readonly label: number };

async function anchorOf(store: Store, rows: Rows, log: CheckpointMeta): Promise<ProofData["anchor"]> {
  const row = rows.find(({ driver, status }) => driver === "cardano" && status === "attested");
  if (!row || row.size > log.size) return null;
  const checkpoint = await readSigned(store, row.size, log.keys);
  if (row.root !== checkpoint.root) throw new TreeFault("the anchor is of another root");
  const { transaction, label } = JSON.parse(row.evidence) as AnchorEvidence;
  const { size, root, origin } = checkpoint;
  const consistency = await readConsistency(store, { size, root }, log);
  return { network: row.network, transaction, label, origin, size, root, consistency, anchored_at: toTime(row.at_ms) };
}

/** Of one leaf under the newest checkpoint. Throws TreeFault where what is stored does not hold. */
export async function readAttestation(
  store: Store,
  leaf: number,
  log: CheckpointMeta,
  network: OracleNetwork | null,
): Promise<{ readonly attestation: Attestation; readonly anchor: ProofData["anchor"] }> {
  const rows = await store.query(attestationOfLeaf, { leaf });
  return {
    attestation: await ofOracle(store, rows, leaf, log, network),
    anchor: await anchorOf(store, rows, log),
  };
}
