// The driver of an oracle network: shows its workflow a checkpoint with a sample and believes only f+1 signatures.
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { toHex } from "../../schema/proof/bytes.ts";
import type { OracleNetwork } from "../../schema/proof/oracle-network.ts";
import { readReport, type SignedReport } from "../../schema/proof/report.ts";
import { type SampleEntry, sampledLeaves } from "../../schema/proof/sample.ts";
import type { CheckpointLatestRow } from "../../schema/query/log/checkpoint-latest.ts";
import { issuedAtLeaf } from "../../schema/query/log/issued-at-leaf.ts";
import { readConsistencyPath, readInclusionPath } from "../proof/read-tree.ts";
import type { AttestDriver, Outcome } from "./driver.ts";
import type { OracleAnswer, OracleAsk, OracleGateway } from "./oracle-gateway.ts";

type OracleDeps = {
  readonly store: Store;
  readonly clock: Clock;
  readonly network: OracleNetwork;
  readonly gateway: OracleGateway;
  /** Public keys of the log. */
  readonly keys: readonly string[];
};

/** A workflow's request is small: what does not fit any more is not looked at. */
const SAMPLE_BYTES_MAX = 90_000;
const PATIENCE_MS = 600_000;
/** A workflow's clock may differ from ours by so much. */
const SKEW_MS = 300_000;

/** New leaves as the root chose them, as many of the first ones as fit. */
async function readSample(store: Store, { root, size }: CheckpointLatestRow, from: number): Promise<SampleEntry[]> {
  const leaves = sampledLeaves(Buffer.from(root, "hex"), from, size);
  if (leaves.length === 0) return [];
  const objects = new Map((await store.query(issuedAtLeaf, { leaves })).map((row) => [row.leaf_index, row.canonical]));
  const sample: SampleEntry[] = [];
  let bytes = 0;
  for (const leaf of leaves) {
    const canonical = objects.get(leaf);
    bytes += Buffer.byteLength(canonical ?? "");
    if (canonical === undefined || bytes > SAMPLE_BYTES_MAX) break;
    sample.push({ leaf_index: leaf, canonical, inclusion: await readInclusionPath(store, leaf, size) });
  }
  return sample;
}

async function toAsk(deps: OracleDeps, checkpoint: CheckpointLatestRow, from: number): Promise<OracleAsk> {
  return {
    note: checkpoint.note,
    keys: deps.keys,
    consistency: from > checkpoint.size ? [] : await readConsistencyPath(deps.store, from, checkpoint.size),
    sample: from > checkpoint.size ? [] : await readSample(deps.store, checkpoint, from),
  };
}

/** Weighs every report: another root under valid signatures is final, whatever the others say. */
function weighReports(
  reports: readonly SignedReport[],
  checkpoint: Pick<CheckpointLatestRow, "size" | "root" | "signed_at">,
  network: OracleNetwork,
  now: number,
): Outcome {
  let good: Outcome | null = null;
  let problem = "the network gave no report";
  for (const signed of reports) {
    const reading = readReport(signed, network.committee, network.workflow);
    if (reading.kind === "refused") {
      problem = reading.reason;
      continue;
    }
    const { size, root, time, corroborated } = reading.observation;
    const seen = toHex(root);
    if (size !== checkpoint.size) problem = `the report is about ${size} leaves, not ${checkpoint.size}`;
    else if (seen !== checkpoint.root) {
      return { status: "mismatch", root: seen, evidence: signed, problem: "the network saw another root of this size" };
    } else if (time * 1_000 < checkpoint.signed_at - SKEW_MS || time * 1_000 > now + SKEW_MS) {
      problem = "the report's time is not of this checkpoint";
    } else if (corroborated.every((leaf) => leaf < size)) {
      good = { status: "attested", root: seen, evidence: signed, corroborated };
    } else problem = "the report names leaves that are not in the tree";
  }
  return good ?? { status: "failed", problem };
}

export function openOracleDriver(deps: OracleDeps): AttestDriver {
  const { network, gateway, clock } = deps;
  const show = async (
    checkpoint: CheckpointLatestRow,
    from: number,
    signal: AbortSignal | undefined,
  ): Promise<OracleAnswer> => gateway.ask(await toAsk(deps, checkpoint, from), signal);
  return {
    id: "oracle",
    network: network.name,
    everyMs: 0,
    patienceMs: PATIENCE_MS,
    async look({ checkpoint, attestedSize }, signal) {
      const from = Math.min(attestedSize, checkpoint.size);
      let answer = await show(checkpoint, from, signal);
      if (answer.kind === "elsewhere" && answer.size !== from) answer = await show(checkpoint, answer.size, signal);
      if (answer.kind === "working") return { status: "pending", evidence: null };
      if (answer.kind === "refused") return { status: "failed", problem: answer.reason };
      if (answer.kind === "reports") return weighReports(answer.reports, checkpoint, network, clock.now());
      // Its tree and ours do not go together, or it stands further than we do.
      return { status: "failed", problem: `the network knows a tree of ${answer.size} leaves that this is no part of` };
    },
  };
}
