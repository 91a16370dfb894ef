// Reads stored objects, leaves, subtrees, checkpoints and attestations again, a part at a time, and names what changed.
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { toHex } from "../../schema/proof/bytes.ts";
import { readCheckpoint } from "../../schema/proof/checkpoint.ts";
import { verifyNote } from "../../schema/proof/note.ts";
import { type NoteVerifier, readNote } from "../../schema/proof/note-text.ts";
import type { OracleNetwork } from "../../schema/proof/oracle-network.ts";
import { TreeFault } from "../../schema/proof/read-nodes.ts";
import { readReport, type SignedReport } from "../../schema/proof/report.ts";
import { type AuditCheckpointRow, auditCheckpoint } from "../../schema/query/log/audit-checkpoint.ts";
import { auditLeaf } from "../../schema/query/log/audit-leaf.ts";
import { auditNode } from "../../schema/query/log/audit-node.ts";
import { readRoot } from "./read-tree.ts";

type AuditDeps = {
  readonly store: Store;
  readonly redis: Redis;
  readonly verifiers: readonly NoteVerifier[];
  readonly network: OracleNetwork | null;
};

/** Leaves and checkpoints of one look: 288 looks a day. */
const LEAVES_MAX = 1_000;
const CHECKPOINTS_MAX = 12;

/** Whether the stored attestation is other than what enough nodes signed of this very checkpoint. */
function isAttestationChanged(row: AuditCheckpointRow, network: OracleNetwork): boolean {
  if (row.evidence === "") return false;
  try {
    const reading = readReport(JSON.parse(row.evidence) as SignedReport, network.committee, network.workflow);
    if (reading.kind === "refused" || row.attested_root !== row.root) return true;
    const { size, root, corroborated } = reading.observation;
    return size !== row.size || toHex(root) !== row.root || JSON.stringify(corroborated) !== row.corroborated;
  } catch {
    return true;
  }
}

async function checkpointProblem(deps: Omit<AuditDeps, "redis">, row: AuditCheckpointRow): Promise<string> {
  const { size, root, note } = row;
  const said = readCheckpoint(readNote(note)?.text ?? "");
  const isSigned = (verifyNote(note, deps.verifiers)?.length ?? 0) > 0;
  if (!isSigned || said?.size !== size || toHex(said.root) !== root) {
    return `the checkpoint of ${size} leaves does not hold`;
  }
  if ((await readRoot(deps.store, size)).toString("hex") !== root) {
    return `the root of ${size} leaves is not what was signed`;
  }
  return deps.network !== null && isAttestationChanged(row, deps.network)
    ? `the attestation of ${size} leaves does not hold`
    : "";
}

/** What does not hold of the leaves `from` up to `to` and what was said over them; empty where all of it holds. */
export async function auditRange(deps: Omit<AuditDeps, "redis">, from: number, to: number): Promise<string> {
  const { store } = deps;
  const [leaf] = await store.query(auditLeaf, { from, to });
  if (leaf) return `${leaf.id}: ${leaf.problem}`;
  const [node] = await store.query(auditNode, { from, to });
  if (node) return `the node ${node.level}/${node.node_index} is not the hash of its halves`;
  try {
    for (const row of await store.query(auditCheckpoint, { from, to, limit: CHECKPOINTS_MAX })) {
      const problem = await checkpointProblem(deps, row);
      if (problem !== "") return problem;
    }
  } catch (error) {
    if (error instanceof TreeFault) return error.message;
    throw error;
  }
  return "";
}

/**
 * One look at the next part of the log; begins again at its end. Where something does not hold it stays there until it
 * does, and the status says so. What a reader reported is forgotten after a whole round without a finding.
 */
export async function auditLog(deps: AuditDeps, size: number): Promise<string> {
  if (size === 0) return "";
  const { redis } = deps;
  const kept = Number((await redis.hget(KEYS.proofHealth, "audited")) ?? 0);
  const from = kept < size ? kept : 0;
  const to = Math.min(size, from + LEAVES_MAX);
  const problem = await auditRange(deps, from, to);
  const next = problem === "" ? (to === size ? 0 : to) : from;
  await redis.hset(KEYS.proofHealth, { audit: problem, audited: next });
  if (problem === "" && next === 0) await redis.hdel(KEYS.proofHealth, "read");
  return problem;
}
