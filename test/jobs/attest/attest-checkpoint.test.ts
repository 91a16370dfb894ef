// Attestation by a network of signing nodes: what counts is f+1 signatures, whatever single nodes do.
import t from "tap";
import { readProof } from "../../../api/proof/read-proof.ts";
import type { SignedLog } from "../../../api/proof/signed-log.ts";
import { openAnchorLedger } from "../../../jobs/attest/anchor-ledger.ts";
import { attestCheckpoint } from "../../../jobs/attest/attest-checkpoint.ts";
import { openCardanoDriver } from "../../../jobs/attest/cardano.ts";
import { openOracleDriver } from "../../../jobs/attest/oracle.ts";
import { openOracle } from "../../../jobs/attest/oracle-gateway.ts";
import { auditRange } from "../../../jobs/proof/audit-log.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { ProofData } from "../../../schema/object/proof.ts";
import { anchorAddress, makeAnchorKey } from "../../../schema/pay/anchor.ts";
import { decodeVerifier } from "../../../schema/proof/note-text.ts";
import { oracleOf } from "../../../schema/proof/oracle-network.ts";
import { attestationCount } from "../../../schema/query/log/attestation-count.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createFaults } from "../../../scripts/sandbox/fault.ts";
import { createBudget } from "../../../scripts/sandbox/limit.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { createOracle } from "../../../scripts/sandbox/oracle/oracle.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { createBinance } from "../../../scripts/sandbox/venue/binance.ts";
import { observeShared, openSeen } from "../../support/api/member.ts";
import { ATTESTED, shownBy } from "../../support/api/not-at-start.ts";
import {
  answerOf,
  idOf,
  LOG_KEYS,
  logObjects,
  runVerifier,
  runVerifierAside,
  runVerifierOver,
  trusting,
} from "../../support/proof/proof-log.ts";
import { startTestStore } from "../../support/store.ts";

const START = 1_795_176_000_000;
let now = START;
const clock = { now: () => now };
const { store } = await startTestStore(t);
const model = createModel(1);
const faults = createFaults(() => now, clock.now);
const provider = createOracle(model, createBudget(), 1);
const origin = await openOrigin({ provider, port: 0, now: clock.now, faults, gzip: false });
t.teardown(() => origin.close());
const http = openHttp({ clock, random: systemRandom });
t.teardown(() => http.close());

type Registry = { f: number; signers: string[]; workflow: { id: string; owner: string } };
const registry = (await (await fetch(`${origin.url}/registry`)).json()) as Registry;
const settings = {
  MARKET: "sandbox" as const,
  ORACLE_URL: origin.url,
  ORACLE_TOKEN: "",
  ORACLE_F: registry.f,
  ORACLE_SIGNERS: registry.signers.join(","),
  ORACLE_WORKFLOW: `${registry.workflow.id}/${registry.workflow.owner}`,
};
const network = oracleOf(settings);
if (network === null) throw new Error("no network");
const gateway = openOracle({ http, url: network.url, token: "" });
const deps = { store, clock };
const driver = openOracleDriver({ ...deps, network, gateway, keys: LOG_KEYS });
const attest = () => attestCheckpoint(deps, driver);

const behave = (behaviours: readonly string[]) =>
  Promise.all(
    behaviours.map((behaviour, node) =>
      fetch(`${origin.url}/sandbox/node`, { method: "POST", body: JSON.stringify({ node, behaviour }) }),
    ),
  );
const HONEST = ["honest", "honest", "honest", "honest"];
/** Options of who trusts the log and the network. */
const pinned = (n: number) => [
  ...trusting(idOf(n)),
  ...[`--oracle=${registry.signers.join(",")}`, `--f=${registry.f}`],
  `--workflow=${registry.workflow.id}/${registry.workflow.owner}`,
];
const shown = openSeen();
const proofOf = async (n: number, log: SignedLog) => {
  const proof = (await readProof(store, idOf(n), log, network))?.data;
  observeShared(shown, ProofData, proof, "proof/data");
  return proof;
};

let issued = 0;
/** Some more objects under a checkpoint of their own. */
const grow = async (count: number, data: Parameters<typeof logObjects>[3] = {}) => {
  now += 300_000;
  issued += count;
  return logObjects(deps, issued - count, issued, data);
};
const readPrice = (): number => {
  const ask = { method: "GET", headers: {}, body: "", nowMs: now, wallMs: now, path: "/api/v3/klines" };
  const query = new URLSearchParams({ symbol: "BTCUSDT", interval: "1m", limit: "3" });
  const rows = JSON.parse(createBinance(model, createBudget()).answer({ ...ask, query }).body) as string[][];
  return Number(rows[1]?.[4]);
};

t.test(
  "a checkpoint is pending until f+1 nodes signed it, then attested for every object below its size",
  async (t) => {
    const log = await grow(5);
    t.match(await proofOf(0, log), {
      attestation: { status: "pending", network: null, detail: "waits for the next checkpoint" },
    });
    t.equal(await attest(), "attested");
    t.equal(await attest(), null, "nothing more to do");
    for (const n of [0, 4]) {
      const proof = await proofOf(n, log);
      t.match(proof?.attestation, {
        status: "attested",
        level: "existence",
        network: "sandbox:oracle",
        workflow: registry.workflow,
        signatures_valid: 4,
        quorum: 2,
        attempts: 1,
        checkpoint: { size: 5 },
      });
      const said = runVerifier(proof, ...pinned(n));
      t.match(said.stdout, /attestation +ok +existence: 4 of 4 nodes signed, 2 needed/, said.stderr);
      t.equal(said.status, 0);
      const alone = runVerifier(proof, ...trusting(idOf(n)));
      t.match(alone, {
        status: 0,
        stdout: /attestation +~ +existence[\s\S]*not checked\n[\s\S]*\/data\/attestation\n/,
      });
      const strangers = ["1", "2", "3", "4"].map((digit) => `0x${digit.repeat(40)}`).join(",");
      const other = runVerifier(proof, ...trusting(idOf(n)), `--oracle=${strangers}`, "--f=1");
      t.match(other, { status: 1, stdout: /other nodes than those pinned/ });
    }
  },
);

t.test("later checkpoints leave earlier attestations standing, by consistency", async (t) => {
  const log = await grow(8);
  const proof = await proofOf(2, log);
  t.match(proof?.attestation, { status: "attested", checkpoint: { size: 5 } });
  t.match(proof?.inclusion, { tree_size: 13 });
  t.ok((proof?.attestation.consistency?.length ?? 0) > 0);
  t.match(runVerifier(proof, ...pinned(2)), { status: 0, stdout: /attestation +ok/ });
  t.match(await proofOf(12, log), { attestation: { status: "pending" } });
  t.equal(await attest(), "attested");
  t.match(await proofOf(12, log), { attestation: { status: "attested", checkpoint: { size: 13 } } });
});

t.test("numbers that nodes read again at an exchange are corroborated, and one that is off is not", async (t) => {
  const token = { id: "bitcoin", symbol: "BTC", name: "Bitcoin", rank: 1 };
  now += 300_000;
  const right = await grow(2, { token, price_usd: readPrice() });
  await grow(0);
  t.equal(await attest(), "attested");
  t.match(await proofOf(issued - 1, right), { attestation: { status: "attested", level: "corroborated" } });
  const said = runVerifier(await proofOf(issued - 1, right), ...pinned(issued - 1));
  t.match(said, { status: 0, stdout: /attestation +ok +corroborated/ });
  const wrong = await grow(1, { token, price_usd: readPrice() * 1.05 });
  t.equal(await attest(), "attested");
  t.match(await proofOf(issued - 1, wrong), { attestation: { status: "attested", level: "existence" } });
});

t.test("one silent, lying or splitting node of four changes nothing", async (t) => {
  for (const behaviour of ["silent", "lying", "splitting"]) {
    await behave(["honest", behaviour, "honest", "honest"]);
    const log = await grow(1);
    t.equal(await attest(), "attested", behaviour);
    t.match(await proofOf(issued - 1, log), { attestation: { status: "attested", signatures_valid: 3, quorum: 2 } });
  }
  await behave(HONEST);
});

t.test("slow nodes leave it pending; when they have signed it is attested", async (t) => {
  await behave(["slow", "slow", "slow", "slow"]);
  const log = await grow(1);
  t.equal(await attest(), "pending");
  t.match(await proofOf(issued - 1, log), {
    attestation: { status: "pending", network: "sandbox:oracle", attempts: 1 },
  });
  now += 60_000;
  t.equal(await attest(), "pending");
  now += 600_000;
  t.equal(await attest(), "failed", "after its time it has failed");
  t.match(await proofOf(issued - 1, log), { attestation: { status: "failed", last_error: /within its time/ } });
  await behave(HONEST);
  t.equal(await attest(), "attested", "and a retry attests it");
  t.match(await proofOf(issued - 1, log), { attestation: { status: "attested", attempts: 2 } });
});

t.test(
  "too few signatures, and a gateway that is away, are failures with a reason, a few times and no more",
  async (t) => {
    await behave(["honest", "silent", "silent", "lying"]);
    const log = await grow(1);
    t.equal(await attest(), "failed");
    const { attestation } = (await proofOf(issued - 1, log)) ?? {};
    t.match(attestation, { status: "failed", attempts: 1, last_error: "1 of 2 needed signatures hold" });
    faults.set({ provider: "oracle", kind: "5xx" });
    for (let attempt = 2; attempt <= 5; attempt++) t.equal(await attest(), "failed");
    t.equal(await attest(), null, "left for the next checkpoint");
    faults.clear();
    await behave(HONEST);
    const next = await grow(1);
    t.equal(await attest(), "attested");
    t.match(await proofOf(issued - 2, next), { attestation: { status: "attested" } }, "which holds the earlier one");
    const [count] = await store.query(attestationCount, { asOf: now });
    t.match(count, { attested: issued, attested_before: 0, attested_ms: now });
  },
);

t.test("a network that forgot everything is led on from the first leaf", async (t) => {
  const fresh = await openOrigin({
    provider: createOracle(model, createBudget(), 1),
    port: 0,
    now: clock.now,
    gzip: false,
  });
  t.teardown(() => fresh.close());
  const again = openOracleDriver({
    ...deps,
    network,
    gateway: openOracle({ http, url: fresh.url, token: "" }),
    keys: LOG_KEYS,
  });
  await grow(1);
  t.equal(await attestCheckpoint(deps, again), "attested");
});

t.test(
  "a byte changed in the stored report, its leaves or its root is a mismatch, here and for the verifier",
  async (t) => {
    const log = await grow(1);
    t.equal(await attest(), "attested");
    const id = issued - 1;
    const proof = await proofOf(id, log);
    const { attestation } = proof ?? {};
    if (!proof || !attestation?.report || !attestation.checkpoint) throw new Error("not attested");
    const flip = (hex: string, at: number) => `${hex.slice(0, at)}${hex[at] === "0" ? "1" : "0"}${hex.slice(at + 1)}`;
    const { report, checkpoint } = attestation;
    const tampered: object[] = [
      { report: { ...report, report: flip(report.report, 230) } },
      { report: { ...report, report: flip(report.report, 2) } },
      { report: { ...report, context: flip(report.context, 9) } },
      { report: { ...report, signatures: report.signatures.map((one) => flip(one, 20)) } },
      { report: { ...report, signatures: report.signatures.map(() => report.signatures[0]) } },
      { checkpoint: { ...checkpoint, root: flip(checkpoint.root, 3) } },
      { checkpoint: { ...checkpoint, size: checkpoint.size - 1 } },
      { checkpoint: { ...checkpoint, signature: checkpoint.signature.replace(/.{6}$/, "AAAAA=") } },
      { level: "corroborated" },
      { signers: attestation.signers?.map((one) => flip(one, 9)) },
    ];
    const changed = tampered.map((change) => answerOf({ ...proof, attestation: { ...attestation, ...change } }));
    const texts = changed.map((answer) => JSON.stringify(answer));
    const said = runVerifierOver(texts, idOf(id), ...pinned(id).slice(1));
    t.equal(said.filter((line) => line.startsWith("FALSE")).length, tampered.length, said.join("\n"));
    const restore = (column: string, value: string) =>
      store.command(
        `ALTER TABLE attestation UPDATE ${column} = ${value} WHERE driver = 'oracle' AND size = ${issued} AND status = 'attested' SETTINGS mutations_sync = 2`,
      );
    const verifiers = LOG_KEYS.map(decodeVerifier);
    const audit = () => auditRange({ store, verifiers, network }, 0, issued);
    t.equal(await audit(), "");
    for (const [column, change, back] of [
      [
        "evidence",
        'replaceOne(evidence, \'"report":"01\', \'"report":"02\')',
        'replaceOne(evidence, \'"report":"02\', \'"report":"01\')',
      ],
      ["root", "reverse(root)", "reverse(root)"],
      ["corroborated", "'[0]'", "'[]'"],
    ] as const) {
      await restore(column, change);
      t.match(await proofOf(id, log), { attestation: { status: "mismatch", detail: /attestation/ } }, column);
      t.match(await audit(), /the attestation of \d+ leaves does not hold/, `the audit finds ${column} by itself`);
      await restore(column, back);
    }
    t.match(await proofOf(id, log), { attestation: { status: "attested" } });
  },
);

t.test("a network split over two roots is a mismatch for good: no later answer makes it good again", async (t) => {
  await behave(["honest", "honest", "splitting", "splitting"]);
  const log = await grow(1);
  t.equal(await attest(), "mismatch");
  await behave(HONEST);
  t.equal(await attest(), null);
  const proof = await proofOf(issued - 1, log);
  t.match(proof?.attestation, { status: "mismatch", network: "sandbox:oracle", detail: /another root/ });
  t.match(runVerifier(proof, ...pinned(issued - 1)), { status: 1, stdout: /does not hold/ });
  t.match(await proofOf(0, log), { attestation: { status: "attested" } }, "what was attested before stands");
});

t.test("a root is written to the ledger once, whoever dies when, and anybody can look it up there", async (t) => {
  const cardano = await openOrigin({ provider: createCardano(1), port: 0, now: clock.now, faults, gzip: false });
  t.teardown(() => cardano.close());
  const { key } = (await (await fetch(`${cardano.url}/sandbox/anchor`)).json()) as { key: string };
  const url = `${cardano.url}/api/v0`;
  const ledger = openAnchorLedger({ http, url, projectId: "" });
  const shared = { ledger, clock, networkId: "cardano:preprod", network: "sandbox:cardano:preprod" } as const;
  const anchor = openCardanoDriver({ ...shared, key, confirmations: 0 });
  const log = await grow(2);
  const tick = () => attestCheckpoint(deps, anchor);
  t.same(await Promise.all([tick(), tick()]), ["pending", "pending"], "two at once prepare one transaction");
  now += 60_000;
  t.same(await Promise.all([tick(), tick()]), ["pending", "pending"], "and send the same one");
  now += 60_000;
  t.equal(await tick(), "attested");
  await grow(1);
  t.equal(await tick(), null, "not every checkpoint");
  const spent = await ledger.readCoins(anchorAddress(key, 0));
  t.equal(spent.length, 1, "one transaction gave the rest back");
  const proof = await proofOf(issued - 2, log);
  t.match(proof?.anchor, { network: "sandbox:cardano:preprod", size: log.meta.size, root: log.meta.root, label: 6962 });
  if (!proof?.anchor) throw new Error("not anchored");
  const trusted = trusting(idOf(issued - 2));
  t.match(runVerifier(proof, ...trusted), { status: 0, stdout: /anchor +-- .*not looked up/ });
  const asking = [...trusted, `--ledger=${url}`];
  const { stdout, stderr, status } = await runVerifierAside(proof, ...asking);
  t.match(stdout, /anchor +ok .*read on the ledger/, stderr);
  t.equal(status, 0);
  const moved = { ...proof, anchor: { ...proof.anchor, transaction: "ab".repeat(32) } };
  t.match(await runVerifierAside(moved, ...asking), { status: 1, stdout: /404/ });
  const away = await runVerifierAside(proof, ...trusted, "--ledger=http://127.0.0.1:9");
  t.match(away, { status: 2, stdout: /anchor +\?\? .*did not answer/ }, "who cannot be asked proves nothing");
  t.match(runVerifier({ ...proof, anchor: null }, ...asking), { status: 2, stdout: /there is none/ });
  const other = { ...proof, anchor: { ...proof.anchor, root: "ab".repeat(32) } };
  t.match(runVerifier(other, ...trusted), { status: 1, stdout: /does not continue the tree of the anchor/ });
});

t.test("an anchor whose key has no coins, or whose time is over, fails with a reason", async (t) => {
  const cardano = await openOrigin({ provider: createCardano(1), port: 0, now: clock.now, gzip: false });
  t.teardown(() => cardano.close());
  const ledger = openAnchorLedger({ http, url: cardano.url, projectId: "" });
  const poor = makeAnchorKey(Buffer.alloc(32, 3));
  const shared = { ledger, clock, networkId: "cardano:preprod", network: "sandbox:cardano:preprod" } as const;
  const checkpoint = { size: 3, root: "ab".repeat(32), origin: "test/log", note: "", signed_at: now };
  const look = (key: string, evidence: unknown) =>
    openCardanoDriver({ ...shared, key, confirmations: 0 }).look({ checkpoint, attestedSize: 0, evidence });
  t.match(await look(poor, null), { status: "failed", problem: /has no coins/ });
  const { key } = (await (await fetch(`${cardano.url}/sandbox/anchor`)).json()) as { key: string };
  const begun = await look(key, null);
  if (begun.status !== "pending" || begun.evidence === null) throw new Error("not prepared");
  now += 3_600_000;
  t.match(await look(key, begun.evidence), { status: "failed", problem: /no block in its time/ });
});

t.test("what the proof of a fresh object lacks is there with time", (t) => {
  t.same(
    shownBy(ATTESTED).filter((member) => !shown.value.has(member)),
    [],
  );
  t.end();
});
