// Minters die at every step of minting, logging, signing and attesting: the log has no gap, no fork and no orphan.
import { spawn } from "node:child_process";
import { once } from "node:events";
import t from "tap";
import { readProof } from "../../api/proof/read-proof.ts";
import { openOracleDriver } from "../../jobs/attest/oracle.ts";
import { openOracle } from "../../jobs/attest/oracle-gateway.ts";
import { auditRange } from "../../jobs/proof/audit-log.ts";
import { systemClock } from "../../schema/io/clock.ts";
import { openHttp } from "../../schema/io/http.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { encodeSigner } from "../../schema/proof/note.ts";
import { decodeVerifier } from "../../schema/proof/note-text.ts";
import { oracleOf } from "../../schema/proof/oracle-network.ts";
import { checkpointLatest } from "../../schema/query/log/checkpoint-latest.ts";
import { logLeafRange } from "../../schema/query/log/log-leaf-range.ts";
import { programArgs } from "../../scripts/program.ts";
import { createBudget } from "../../scripts/sandbox/limit.ts";
import { hash, unit } from "../../scripts/sandbox/model/hash.ts";
import { createModel } from "../../scripts/sandbox/model/model.ts";
import { createOracle } from "../../scripts/sandbox/oracle/oracle.ts";
import { openOrigin } from "../../scripts/sandbox/origin.ts";
import { merkleRoot } from "../support/proof/independent.ts";
import { mortalStore, runRound } from "../support/proof/log-step.ts";
import { idOf, LOG_KEYS, LOG_SIGNER } from "../support/proof/proof-log.ts";
import { startTestStore } from "../support/store.ts";

/** Pairs of processes that are killed; `npm run soak log` asks for many. */
const PAIRS = Number(process.env.LOG_KILLS ?? 1);
const SEED = Number(process.env.LOG_SEED ?? 1);
/** Two objects, leaves, nodes, checkpoint, and the attestation's beginning and end. */
const WRITES = 7;

const { store, engine } = await startTestStore(t);
const origin = await openOrigin({
  provider: createOracle(createModel(1), createBudget(), 1),
  port: 0,
  now: Date.now,
  gzip: false,
});
t.teardown(() => origin.close());
const http = openHttp({ clock: systemClock, random: systemRandom });
t.teardown(() => http.close());
const registry = (await (await fetch(`${origin.url}/registry`)).json()) as {
  f: number;
  signers: string[];
  workflow: { id: string; owner: string };
};
const network = oracleOf({
  MARKET: "sandbox",
  ORACLE_URL: origin.url,
  ORACLE_TOKEN: "",
  ORACLE_F: registry.f,
  ORACLE_SIGNERS: registry.signers.join(","),
  ORACLE_WORKFLOW: `${registry.workflow.id}/${registry.workflow.owner}`,
});
if (network === null) throw new Error("no network");
const gateway = openOracle({ http, url: network.url, token: "" });
const deps = { store, clock: systemClock };
const live = (own: typeof deps) => openOracleDriver({ ...own, network, gateway, keys: LOG_KEYS });

let made = 0;
const takeIds = (count: number): string[] => Array.from({ length: count }, () => idOf(made++));

/** Everything that must be so, whoever died when; `issued` counts the ids that may have been issued. */
async function checkLog(t: Tap): Promise<void> {
  await runRound(deps, takeIds(1), LOG_SIGNER, live);
  const [count] = await store.query(
    { name: "count", sql: "SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(id)) AS ids FROM issued_object" },
    {},
  );
  const { rows, ids } = count as { rows: number; ids: number };
  t.equal(rows, ids, "an object is stored once");
  const leaves = await store.query(logLeafRange, { from: 0, limit: 100_000 });
  t.same(
    leaves.map(({ leaf_index }) => leaf_index),
    leaves.map((_, at) => at),
    "no gap and no doubled leaf",
  );
  t.equal(new Set(leaves.map(({ id }) => id)).size, leaves.length, "no object twice");
  t.equal(leaves.length, ids, "no orphan: every issued object is in the log");
  const data = leaves.map((leaf) => Buffer.from(leaf.hash, "hex"));
  const checkpoints = await store.query(checkpointLatest, { limit: 100_000 });
  t.equal(new Set(checkpoints.map(({ size }) => size)).size, checkpoints.length, "one checkpoint a size");
  const forked = checkpoints.filter(({ size, root }) => merkleRoot(data.slice(0, size)).toString("hex") !== root);
  t.same(forked, [], "every signed root is the root of these very leaves");
  const finals = (await store.query(
    {
      name: "finals",
      sql: "SELECT toUInt32(size) AS size, status, root FROM attestation WHERE status IN ('attested', 'mismatch')",
    },
    {},
  )) as { size: number; status: string; root: string }[];
  t.equal(new Set(finals.map(({ size }) => size)).size, finals.length, "one attestation a size");
  const strays = finals.filter((one) => !checkpoints.some(({ size, root }) => size === one.size && root === one.root));
  t.same(strays, [], "and each of a root that was signed");
  const verifiers = LOG_KEYS.map(decodeVerifier);
  t.equal(await auditRange({ ...deps, verifiers, network }, 0, leaves.length), "");
  const [newest] = checkpoints;
  if (!newest) throw new Error("nothing was signed");
  const log = { note: newest.note, meta: { ...newest, signedAt: newest.signed_at, keys: LOG_KEYS } };
  for (const { id } of leaves.filter((_, at) => at % 7 === 0 || at === leaves.length - 1)) {
    const proof = await readProof(store, id, log, network);
    t.match(proof, { problem: "", data: { attestation: { status: "attested" } } }, id);
  }
}
type Tap = Pick<typeof t, "equal" | "same" | "match">;

t.test("a minter that dies before or after any write, beside one that lives, leaves nothing behind", async (t) => {
  const dead = new Error("died");
  for (let write = 1; write <= WRITES; write++) {
    for (const side of ["before", "after"] as const) {
      const die = (): never => {
        throw dead;
      };
      const mortal = { ...deps, store: mortalStore(store, write, side, die) };
      const [ended] = await Promise.allSettled([
        runRound(mortal, takeIds(2), LOG_SIGNER, live),
        write % 2 === 0 ? runRound(deps, takeIds(1), LOG_SIGNER, live) : null,
      ]);
      // A race may leave it nothing to write at its last steps; otherwise it must have died.
      if (ended.status === "rejected") t.equal(ended.reason, dead);
      else t.ok(write > 2, "an issuing minter always reaches its first writes");
    }
  }
  await checkLog(t);
});

t.test(`processes killed with SIGKILL at a write, two at a time, ${PAIRS} pairs`, async (t) => {
  const run = async (turn: number): Promise<string | null> => {
    const draw = (salt: number) => unit(hash(SEED, turn, salt));
    const work = {
      url: engine.url,
      token: engine.token,
      signer: encodeSigner(LOG_SIGNER),
      network,
      rounds: [takeIds(2), takeIds(2)],
      write: 1 + Math.floor(draw(1) * 2 * WRITES),
      side: draw(2) < 0.5 ? "before" : "after",
    };
    const args = [...programArgs("log-worker"), JSON.stringify(work)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    const [, signal] = (await once(child, "exit")) as [number | null, string | null];
    return signal;
  };
  let killed = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    const ended = await Promise.all([run(2 * pair), run(2 * pair + 1)]);
    killed += ended.filter((signal) => signal === "SIGKILL").length;
  }
  t.ok(killed >= PAIRS, `${killed} of ${2 * PAIRS} were killed in the midst of it`);
  await checkLog(t);
});
