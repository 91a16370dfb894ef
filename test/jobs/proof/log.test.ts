// Issuing, logging and signing on the real engine: nothing is lost, doubled or forked, and what was changed shows.
import t from "tap";
import { readProof } from "../../../api/proof/read-proof.ts";
import { readConsistency } from "../../../api/proof/read-tree.ts";
import type { SignedLog } from "../../../api/proof/signed-log.ts";
import { handleCheckpointSign } from "../../../jobs/handler/checkpoint-sign.ts";
import { appendIssued, completeNodes, logSize } from "../../../jobs/proof/append-log.ts";
import { auditRange } from "../../../jobs/proof/audit-log.ts";
import { keepIssued } from "../../../jobs/proof/keep-issued.ts";
import { seal } from "../../../jobs/proof/seal.ts";
import { signCheckpoint } from "../../../jobs/proof/sign-checkpoint.ts";
import { readStatus } from "../../../jobs/snapshot/build-status.ts";
import { problemOf } from "../../../jobs/status/log.ts";
import { statusData } from "../../../jobs/status/status-data.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { KEYS } from "../../../schema/key.ts";
import { encodeSigner, encodeVerifier, signerOf } from "../../../schema/proof/note.ts";
import { isConsistent } from "../../../schema/proof/path.ts";
import { TreeFault } from "../../../schema/proof/read-nodes.ts";
import { checkpointLatest } from "../../../schema/query/log/checkpoint-latest.ts";
import { logLeafRange } from "../../../schema/query/log/log-leaf-range.ts";
import { openTestDeps } from "../../support/deps.ts";
import { draftEvaluation } from "../../support/proof/evaluation-draft.ts";
import { runVerifier, trusting } from "../../support/proof/proof-log.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

const clock = { now: () => 1_795_176_000_000 };
const signer = signerOf("test/log", Buffer.alloc(32, 5));
const idOf = (n: number) => `eval_${String(n).padStart(26, "0")}`;
const issueOne = async (store: Store, n: number, verdict: "caution" | "avoid" = "caution") => {
  const draft = draftEvaluation(idOf(n), clock.now(), { verdict, confidence: n / 100 });
  const [kept] = await keepIssued(store, [seal("evaluation", draft, clock.now())]);
  if (!kept) throw new Error("nothing was kept");
  return kept;
};
const sign = (store: Store, size: number) => signCheckpoint({ store, clock }, size, "test/log", [signer]);
const round = async (store: Store) => {
  const size = await appendIssued({ store, clock });
  await completeNodes(store, size);
  return sign(store, size);
};
const logOf = (signed: Awaited<ReturnType<typeof sign>>): SignedLog | null =>
  signed && {
    note: signed.note,
    meta: { ...signed, signedAt: signed.signed_at, keys: [encodeVerifier(signer)] },
  };

t.test("the log", async (t) => {
  const { store } = await startTestStore(t);

  await t.test("two issuers of one id get the same object, and the first one's words stay", async (t) => {
    const both = await Promise.all([issueOne(store, 0, "caution"), issueOne(store, 0, "avoid")]);
    t.equal(both[0].hash, both[1].hash);
    t.equal(both[0].canonical, both[1].canonical);
    t.same(both.map(({ isOurs }) => isOurs).sort(), [false, true]);
    t.equal(await appendIssued({ store, clock }), 1);
  });

  await t.test(
    "appenders that run at once, and one that died between leaves and nodes, neither fork the log nor leave a hole",
    async (t) => {
      for (let n = 1; n <= 11; n++) await issueOne(store, n);
      await Promise.all([1, 2, 3].map(() => appendIssued({ store, clock })));
      t.equal(await logSize(store), 12);
      const leaves = await store.query(logLeafRange, { from: 0, limit: 100 });
      t.equal(new Set(leaves.map(({ id }) => id)).size, 12, "each object once");
      // Nobody completed the nodes: the next round does.
      const signed = await round(store);
      t.equal(signed?.size, 12);
      for (let n = 12; n < 40; n++) await issueOne(store, n);
      await appendIssued({ store, clock });
      await Promise.all([completeNodes(store, 40), completeNodes(store, 40)]);
      const [one, other] = await Promise.all([sign(store, 40), sign(store, 40)]);
      t.equal(one?.note, other?.note, "two signers publish one checkpoint");
    },
  );

  await t.test("every object proves, here and with the verifier that stands alone", async (t) => {
    const log = logOf(await round(store));
    for (let n = 0; n < 40; n++) {
      const found = await readProof(store, idOf(n), log, null);
      t.equal(found?.problem, "", idOf(n));
      t.ok(found?.data.inclusion);
      if (n % 13 !== 0) continue;
      if (!found) continue;
      t.equal(runVerifier(found.data, ...trusting(idOf(n))).status, 0);
      const { canonical } = found.data;
      const changed = { ...found.data, canonical: { ...canonical, as_of: "2026-11-20T12:00:00.001Z" } };
      t.match(runVerifier(changed, ...trusting(idOf(n))), { status: 1, stdout: /FALSE/ });
    }
    t.equal(await readProof(store, idOf(99), log, null), null);
  });

  await t.test(
    "the service finds a changed byte by itself, says where, alarms in the status, and is quiet again when it is gone",
    async (t) => {
      const server = await startTestRedis(t);
      const opened = openTestDeps(server.url, { store, clock });
      t.teardown(opened.close);
      const env = { ...opened.deps.env, LOG_SIGNING_KEYS: encodeSigner(signer) };
      const deps = { ...opened.deps, env };
      const look = async () => {
        const signal = new AbortController().signal;
        await handleCheckpointSign(deps, { slot: 0 }, signal).catch((error: unknown) => t.type(error, TreeFault));
        const health = await deps.redis.hgetall(KEYS.proofHealth);
        return problemOf(health);
      };
      const checkStatus = async (said: RegExp | null) => {
        const { log, notices } = statusData(await readStatus(deps, clock.now()));
        const alarms = notices.filter(({ text }) => text.startsWith("The proof log does not hold"));
        t.equal(alarms.length, said === null ? 0 : 1);
        t.match(log.problem, said);
      };
      t.equal(await look(), "");
      await checkStatus(null);
      const turn = (column: string) => `concat(if(startsWith(${column}, 'a'), 'b', 'a'), substring(${column}, 2))`;
      const hashes: Record<string, string> = {};
      const readHash = async (table: string, column: string, where: string) => {
        const [row] = await store.query<object, { value: string }>(
          { name: "tamper", sql: `SELECT ${column} AS value FROM ${table} WHERE ${where}` },
          {},
        );
        hashes[`${table}.${column}`] = row?.value ?? "";
      };
      const set = (table: string, column: string, value: string, where: string) =>
        store.command(`ALTER TABLE ${table} UPDATE ${column} = ${value} WHERE ${where} SETTINGS mutations_sync = 2`);
      const cases = [
        [
          "issued_object",
          "canonical",
          "replaceOne(canonical, 'caution', 'Caution')",
          `id = '${idOf(7)}'`,
          /do not hash/,
        ],
        ["issued_object", "hash", turn("hash"), `id = '${idOf(8)}'`, /do not hash/],
        ["log_leaf", "hash", turn("hash"), "leaf_index = 9", /leaf is of another hash/],
        ["log_node", "hash", turn("hash"), "level = 0 AND node_index = 10", /the tree holds another leaf|node 1.5/],
        ["log_node", "hash", turn("hash"), "level = 2 AND node_index = 3", /node 2.3/],
        ["checkpoint", "root", turn("root"), "size = 12", /checkpoint of 12/],
        ["checkpoint", "note", "replaceOne(note, '12', '13')", "size = 12", /checkpoint of 12/],
      ] as const;
      for (const [table, column, value, where, said] of cases) {
        await readHash(table, column, where);
        await set(table, column, value, where);
        t.match(await look(), said, `${table}.${column}`);
        if (column === "canonical") await checkStatus(said);
        const before = hashes[`${table}.${column}`]
          ?.replaceAll("\\", "\\\\")
          .replaceAll("'", "\\'")
          .replaceAll("\n", "\\n");
        await set(table, column, `'${before}'`, where);
      }
      t.equal(await look(), "");
      await deps.redis.hset(KEYS.proofHealth, "read", "eval_1: found by a reader");
      t.equal(await look(), "", "what a reader found is forgotten after a round without a finding");
    },
  );

  await t.test("while keys rotate every checkpoint stays provable, and any two are consistent", async (t) => {
    const fresh = signerOf("test/log", Buffer.alloc(32, 6));
    const keys = [fresh, signer].map(encodeVerifier);
    for (const [n, signers] of [
      [40, [signer, fresh]],
      [41, [fresh]],
      [42, [signer]],
    ] as const) {
      await issueOne(store, n);
      const size = await appendIssued({ store, clock });
      await completeNodes(store, size);
      const signed = await signCheckpoint({ store, clock }, size, "test/log", signers);
      const log = logOf(signed);
      const found = await readProof(store, idOf(3), log && { ...log, meta: { ...log.meta, keys } }, null);
      t.equal(found?.problem, "");
      const pinned = runVerifier(found?.data, ...trusting(idOf(3), signers.map(encodeVerifier)));
      t.match(pinned.stdout, `signed by ${signers.map(({ id }) => `test/log+${id}`).join(", ")}`, pinned.stderr);
      t.equal(pinned.status, 0);
      const stranger = encodeVerifier(signerOf("test/log", Buffer.alloc(32, 7)));
      const refused = runVerifier(found?.data, ...trusting(idOf(3), [stranger]));
      t.match(refused, { status: 1, stdout: /no signature of a known key/ });
    }
    const range = { store, network: null, verifiers: [fresh, signer] };
    t.equal(await auditRange(range, 0, 43), "", "with the retired key known");
    t.match(await auditRange({ ...range, verifiers: [signer] }, 0, 43), /checkpoint of 42/, "and not without it");
    const checkpoints = await store.query(checkpointLatest, { limit: 100 });
    for (const old of checkpoints) {
      for (const now of checkpoints.filter(({ size }) => size >= old.size)) {
        const path = (await readConsistency(store, old, now)).map((hash) => Buffer.from(hash, "hex"));
        const of = ({ size, root }: typeof old) => ({ size, root: Buffer.from(root, "hex") });
        t.ok(isConsistent(of(old), of(now), path), `${old.size} to ${now.size}`);
        await t.rejects(readConsistency(store, { ...old, root: "0".repeat(64) }, now), TreeFault);
      }
    }
  });

  await t.test(
    "a changed byte in object, leaf, node or checkpoint shows as a mismatch and stops the signing",
    async (t) => {
      const log = logOf(await round(store));
      const flip = (text: string) => (text.startsWith("a") ? `b${text.slice(1)}` : `a${text.slice(1)}`);
      const problem = async (id: string, given = log) => (await readProof(store, id, given, null))?.data.attestation;
      t.match(await problem(idOf(3), log && { ...log, note: log.note.replace("test/log\n43", "test/log\n44") }), {
        status: "mismatch",
      });
      t.match(await problem(idOf(3), log && { ...log, meta: { ...log.meta, root: flip(log.meta.root) } }), {
        status: "mismatch",
      });
      await store.command(
        `ALTER TABLE issued_object UPDATE canonical = replaceOne(canonical, 'caution', 'proceed') WHERE id = '${idOf(3)}' SETTINGS mutations_sync = 2`,
      );
      t.match(await problem(idOf(3)), { status: "mismatch", detail: /do not hash/ });
      await store.command(
        `ALTER TABLE issued_object UPDATE hash = '${"0".repeat(64)}' WHERE id = '${idOf(4)}' SETTINGS mutations_sync = 2`,
      );
      t.match(await problem(idOf(4)), { status: "mismatch" });
      await store.command(
        "ALTER TABLE log_node UPDATE hash = reverse(hash) WHERE level >= 3 AND node_index = 0 SETTINGS mutations_sync = 2",
      );
      t.match(await problem(idOf(20)), { status: "mismatch", detail: /signed root/ });
      await issueOne(store, 50);
      await t.rejects(round(store), TreeFault, "what does not continue the signed log is never signed");
    },
  );
});
