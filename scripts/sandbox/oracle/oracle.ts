// A simulated oracle network of several nodes that sign checkpoints of a log the way a Chainlink CRE workflow reports.
import { createHash } from "node:crypto";
import { isSame } from "../../../schema/proof/bytes.ts";
import { readCheckpoint } from "../../../schema/proof/checkpoint.ts";
import { verifyNote } from "../../../schema/proof/note.ts";
import { decodeVerifier, readNote } from "../../../schema/proof/note-text.ts";
import { isConsistent, leafDigest, rootFromInclusion } from "../../../schema/proof/path.ts";
import { encodeObservation, encodeReport, type SignedReport, signReport } from "../../../schema/proof/report.ts";
import { type SampleEntry, sampledLeaves } from "../../../schema/proof/sample.ts";
import type { Budget } from "../limit.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, refuse, settle } from "../provider.ts";
import { createBinance } from "../venue/binance.ts";
import { createBybit } from "../venue/bybit.ts";
import { BEHAVIOURS, claimOf, confirms, createNode, type OracleNode } from "./node.ts";

const NODES = 4;
const F = 1;
const SLOW_MS = 20_000;
const RUNS_MAX = 64;

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hexes = (list: unknown): Buffer[] =>
  Array.isArray(list) ? list.map((one) => Buffer.from(String(one), "hex")) : [];

type Seen = { readonly size: number; readonly root: Uint8Array };
type Asked = {
  readonly note: string;
  readonly keys: readonly string[];
  readonly consistency: readonly string[];
  readonly sample: readonly SampleEntry[];
};
/** One execution of the workflow: what honest nodes sign, and what splitting ones do. */
type Run = { readonly begun: number; readonly said: Buffer; readonly split: Buffer; readonly context: Buffer };

export function createOracle(model: Model, budget: Budget, seed: number): Provider {
  const venues = [createBinance(model, budget), createBybit(model, budget)] as const;
  const nodes = Array.from({ length: NODES }, (_, i) => createNode(seed, i, venues[i % 2 === 0 ? 0 : 1]));
  const workflow = {
    id: sha256(`sandbox workflow ${seed}`).toString("hex"),
    owner: sha256(`sandbox owner ${seed}`).toString("hex", 0, 20),
  };
  const seen = new Map<string, Seen>();
  const runs = new Map<string, Run>();
  let sequence = 0;

  /** The sampled leaves that enough nodes found at their own exchange; throws where the sample is not the log's. */
  function corroborate({ sample }: Asked, { size, root }: Seen, from: number, ask: Ask): number[] {
    const order = sampledLeaves(root, from, size);
    for (const [at, entry] of sample.entries()) {
      const leaf = leafDigest(sha256(entry.canonical));
      const reached = rootFromInclusion(entry.leaf_index, size, leaf, hexes(entry.inclusion));
      if (entry.leaf_index !== order[at] || reached === null || !isSame(reached, root))
        throw refuse(json({ error: `entry ${at} of the sample is not what the root chose` }, 422));
    }
    const agreed = sample.filter(({ canonical }) => {
      const claim = claimOf(canonical);
      const votes =
        claim === null ? [] : nodes.filter((node) => node.behaviour !== "silent" && confirms(node, claim, ask));
      return votes.length > 2 * F;
    });
    return agreed.map(({ leaf_index }) => leaf_index).sort((a, b) => a - b);
  }

  function begin(asked: Asked, ask: Ask): Run {
    const names = verifyNote(asked.note, asked.keys.map(decodeVerifier));
    const checkpoint = readCheckpoint(readNote(asked.note)?.text ?? "");
    if (checkpoint === null || names === null || names.length === 0)
      throw refuse(json({ error: "the checkpoint's signature does not hold" }, 403));
    const known = asked.keys.flatMap((key) => seen.get(key) ?? []).sort((a, b) => b.size - a.size)[0];
    const before = known ?? { size: 0, root: Buffer.alloc(32) };
    const { size, root, origin } = checkpoint;
    // Another proof is needed from where this network stands; it says from where.
    if (before.size > size || !isConsistent(before, { size, root }, hexes(asked.consistency)))
      throw refuse(json({ error: "not consistent with the tree this network knows", size: before.size }, 409));
    const corroborated = corroborate(asked, { size, root }, before.size, ask);
    for (const key of asked.keys) seen.set(key, { size, root });
    sequence += 1;
    const time = Math.floor(ask.nowMs / 1_000);
    const executionId = sha256(`${origin} ${size} ${sequence}`).toString("hex");
    const header = { workflow, executionId, donId: 1, donVersion: 1, timestamp: time, name: "00".repeat(10) };
    const context = Buffer.concat([sha256(`sandbox config ${seed}`), Buffer.alloc(8)]);
    context.writeBigUInt64BE(BigInt(sequence), 32);
    return {
      begun: ask.wallMs,
      context,
      said: encodeReport(header, encodeObservation({ root, size, time, corroborated })),
      split: encodeReport(header, encodeObservation({ root: sha256(root), size, time, corroborated: [] })),
    };
  }

  const signedBy = (report: Buffer, context: Buffer, signing: readonly OracleNode[]): SignedReport => ({
    report: report.toString("hex"),
    context: context.toString("hex"),
    signatures: signing.map((node) =>
      signReport(node.behaviour === "lying" ? sha256(report) : report, context, node.secret),
    ),
  });

  function report(asked: Asked, ask: Ask): Answer {
    const id = sha256(asked.note).toString("hex");
    const run = runs.get(id) ?? begin(asked, ask);
    runs.set(id, run);
    for (const old of runs.keys()) if (runs.size > RUNS_MAX) runs.delete(old);
    const isLate = (node: OracleNode) => node.behaviour === "slow" && ask.wallMs < run.begun + SLOW_MS;
    const honest = nodes.filter((node) => ["honest", "slow", "lying"].includes(node.behaviour) && !isLate(node));
    const split = nodes.filter(({ behaviour }) => behaviour === "splitting");
    if (honest.length <= F && split.length === 0 && nodes.some(isLate)) return json({ status: "working" }, 202);
    const reports = [signedBy(run.said, run.context, honest)];
    if (split.length > 0) reports.push(signedBy(run.split, run.context, split));
    return json({ reports });
  }

  function behave(ask: Ask): Answer {
    const { node, behaviour } = JSON.parse(ask.body) as { node?: number; behaviour?: string };
    const chosen = nodes[node ?? -1];
    const known = BEHAVIOURS.find((one) => one === behaviour);
    if (chosen === undefined || known === undefined)
      return json({ error: `node 0 to ${NODES - 1} and behaviour of ${BEHAVIOURS.join(", ")} are expected` }, 400);
    chosen.behaviour = known;
    return json({ node, behaviour });
  }

  const route = (ask: Ask): Answer => {
    if (ask.path === "/registry") return json({ f: F, signers: nodes.map(({ address }) => address), workflow });
    if (ask.method === "POST" && ask.path === "/checkpoint") return report(JSON.parse(ask.body) as Asked, ask);
    if (ask.method === "POST" && ask.path === "/sandbox/node") return behave(ask);
    return json({ error: "no such path" }, 404);
  };
  return { id: "oracle", answer: (ask) => settle(route, ask) };
}
