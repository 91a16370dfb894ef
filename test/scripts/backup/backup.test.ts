// Copies of a store that is being written, and what comes back of them.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import t, { type Test } from "tap";
import { readConsistencyPath, readRoot } from "../../../jobs/proof/read-tree.ts";
import { openStore, type Store } from "../../../schema/io/clickhouse.ts";
import { migrate } from "../../../schema/io/migrate.ts";
import { encodeSigner } from "../../../schema/proof/note.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { backUp } from "../../../scripts/backup/back-up.ts";
import { listBackups, pruneBackups } from "../../../scripts/backup/manifest.ts";
import { readNewest } from "../../../scripts/backup/read-store.ts";
import { restore } from "../../../scripts/backup/restore.ts";
import { restoreTables } from "../../../scripts/backup/server-backup.ts";
import { holdFolder, openFolder, writeRun } from "../../../scripts/folder.ts";
import { startEngine } from "../../../scripts/start-engine.ts";
import { BASE, suiteNow } from "../../support/base.ts";
import type { TestEngine } from "../../support/engine.ts";
import { connectionOf, readRows } from "../../support/ground.ts";
import { startFilledStore } from "../../support/market/filled-store.ts";
import { LOG_SIGNER, logObjects } from "../../support/proof/proof-log.ts";
import { startTestStore } from "../../support/store.ts";

const clock = { now: suiteNow };
const MONITOR_KEY = Buffer.alloc(32, 3).toString("base64");

/** A data folder as a running service over that engine leaves it. */
async function serveFolder(place: string, engine: TestEngine): Promise<string> {
  const root = join(place, "data");
  await mkdir(root);
  await symlink(engine.path, join(root, "engine"));
  await writeFile(join(root, "log.key"), `${encodeSigner(LOG_SIGNER)}\n`);
  await writeFile(join(root, "monitor.key"), `${MONITOR_KEY}\n`);
  await writeRun(root, {
    ...{ pid: process.pid, url: "http://127.0.0.1:1", redisUrl: "", clickhouseUrl: engine.url },
    ...{ clickhouseUser: "default", clickhousePassword: engine.token, clickhouseReadonlyPassword: "" },
    ...{ clickhouseDatabase: "assay", sandboxOrigins: "{}", children: {}, isServing: true },
  });
  return root;
}

const paymentOf = (n: number) => ({
  ...{ at: BASE + n, transaction: n.toString(16).padStart(64, "0"), state: "settled", network: "cardano:preprod" },
  ...{ ledger: "sandbox", asset: "lovelace", amount: "1000000", payer: "addr_a", pay_to: "addr_b", method: "POST" },
  ...{ target: "/v1/monitors", tier: "monitor", reason: "", request: "", caller: "", payment_id: "" },
});

const monitorOf = (n: number) => ({
  ...{ id: `mon_${n}`, secret_digest: "d", secret_sealed: "s", tokens: ["bitcoin"], kinds: ["price_shock"] },
  ...{ min_severity: 1, verdict_changes: 1, new_briefs: 0, webhook_url: "https://a.example/", since_event: 0 },
  ...{ caller: "", payment: paymentOf(n).transaction, created_at: BASE + n, begun_at: BASE + n, stopped_at: null },
  ...{ suspended_at: null, resumed_at: null, changed_at: BASE + n },
});

/** Pays for monitors one after the other until it is told to stop: a monitor is stored once its payment is. */
function keepPaying(store: Store) {
  const state = { stopped: false, acknowledged: 0 };
  const run = async () => {
    for (let n = 1; !state.stopped; n++) {
      await store.insert("payment", [paymentOf(n)], `payment~${n}`);
      await store.insert("monitor", [monitorOf(n)], `monitor~${n}`);
      state.acknowledged = n;
    }
  };
  return { state, ended: run() };
}

/** Issues and signs in the background. */
function keepIssuing(store: Store, from: number) {
  const state = { stopped: false };
  const run = async () => {
    for (let n = from; !state.stopped; n += 2) await logObjects({ store, clock }, n, n + 2);
  };
  return { state, ended: run() };
}

/** Every table as it is read, however its parts are merged by now. */
async function digestTables(store: Store, written: ReadonlySet<string>): Promise<Record<string, string>> {
  const names = await readRows<{ name: string; engine: string }>(
    store,
    "SELECT name, engine FROM system.tables WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree')",
  );
  const digests: Record<string, string> = {};
  for (const { name, engine } of names.filter((table) => !written.has(table.name))) {
    const final = engine === "MergeTree" ? "" : "FINAL";
    const sql = `SELECT concat(toString(count()), ' ', toString(groupBitXor(cityHash64(tuple(*))))) AS digest FROM ${name} ${final}`;
    digests[name] = (await readRows<{ digest: string }>(store, sql))[0]?.digest ?? "";
  }
  return digests;
}

const numbers = async (store: Store, sql: string): Promise<number[]> =>
  (await readRows<{ n: number }>(store, sql)).map(({ n }) => n);

/** What writes while a copy is made; all that does not write is compared as it is. */
const WRITTEN = new Set(["payment", "monitor", "issued_object", "log_leaf", "log_node", "checkpoint"]);

const PAID =
  "SELECT toUInt32(reinterpretAsUInt64(reverse(unhex(right(transaction, 16))))) AS n FROM payment FINAL ORDER BY n";
const WATCHED = "SELECT toUInt32(substring(id, 5)) AS n FROM monitor FINAL ORDER BY n";
const upTo = (n: number): number[] => Array.from({ length: n }, (_, at) => at + 1);

/** All that was acknowledged before, nothing twice, no monitor without its payment; and the log goes on from what was signed. */
async function judge(t: Test, copy: Store, source: Store, acknowledged: number, before: Record<string, string>) {
  t.same(await digestTables(copy, WRITTEN), before, "every row of every table that nobody wrote");
  const [paid, watched] = [await numbers(copy, PAID), await numbers(copy, WATCHED)];
  t.ok(watched.length >= acknowledged, `${watched.length} of ${acknowledged} monitors`);
  t.same(watched, upTo(watched.length), "monitors without a hole");
  t.same(paid, upTo(paid.length), "payments without a hole");
  t.ok(paid.length >= watched.length, "no monitor without its payment");
  const signed = await readNewest(copy);
  if (signed === null) throw new Error("a checkpoint is missing");
  t.equal((await readRoot(copy, signed.size)).toString("hex"), signed.root, "the log holds what it had signed");
  t.equal((await readRoot(source, signed.size)).toString("hex"), signed.root, "which the source holds as well");
  return signed;
}

/** A list that fits what the backup says of it. */
async function relist(backup: string, list: string): Promise<void> {
  await writeFile(join(backup, "files.txt"), list);
  const about = JSON.parse(await readFile(join(backup, "backup.json"), "utf8")) as object;
  const files = createHash("sha256").update(list).digest("hex");
  await writeFile(join(backup, "backup.json"), JSON.stringify({ ...about, files }));
}

t.test("a copy made under load", async (t) => {
  const place = t.testdir();
  const { engine, store } = await startFilledStore(t);
  const root = await serveFolder(place, engine);
  await logObjects({ store, clock }, 0, 40);
  const taken = await readNewest(store);
  const before = await digestTables(store, WRITTEN);
  const [paying, issuing] = [keepPaying(store), keepIssuing(store, 40)];
  while (paying.state.acknowledged < 10) await new Promise((wake) => setTimeout(wake, 20));
  const acknowledged = paying.state.acknowledged;
  const made = await backUp(parseEnv({ DATA_DIR: root }), join(place, "backups"), undefined);
  paying.state.stopped = true;
  issuing.state.stopped = true;
  await Promise.all([paying.ended, issuing.ended]);
  t.same(made.warnings, [], "both keys are in it, and the one of the log signed it");
  t.same(await readdir(join(engine.path, "frozen")), [], "nothing is left beside the data");
  t.comment(`writers waited ${made.heldMs} ms`);
  const target = join(place, "restored");
  const env = parseEnv({ DATA_DIR: target });

  t.test("comes back whole: rows, keys, payments, monitors and the log, which goes on", async (t) => {
    const { warnings } = await restore(env, made.path, undefined);
    t.same(warnings, []);
    t.equal((await readFile(join(target, "log.key"), "utf8")).trim(), encodeSigner(LOG_SIGNER));
    t.equal((await readFile(join(target, "monitor.key"), "utf8")).trim(), MONITOR_KEY);
    const back = await startEngine({ path: join(target, "engine"), supervise: false });
    const copy = openStore({ ...connectionOf(back), database: "assay" });
    t.teardown(async () => {
      await copy.close();
      await back.stop();
    });
    const signed = await judge(t, copy, store, acknowledged, before);
    if (taken === null) throw new Error("no checkpoint was taken before");
    t.ok(signed.size >= taken.size);
    t.equal((await readRoot(copy, taken.size)).toString("hex"), taken.root, "a checkpoint taken before holds");
    const counted = await numbers(copy, "SELECT toUInt32(count()) AS n FROM monitor");
    await copy.insert("monitor", [monitorOf(1)], "monitor~1");
    t.same(
      await numbers(copy, "SELECT toUInt32(count()) AS n FROM monitor"),
      counted,
      "a token that was used is known",
    );
    const next = await logObjects({ store: copy, clock }, 9_000, 9_002);
    t.ok((await readConsistencyPath(copy, taken.size, next.meta.size)).length > 0);
    t.equal((await readRoot(copy, signed.size)).toString("hex"), signed.root);
  });

  t.test("is not restored over anything, nor into a folder that is in use", async (t) => {
    await t.rejects(restore(env, made.path, undefined), /restored is not empty/);
    const used = join(place, "used");
    await mkdir(used);
    const held = await holdFolder(used);
    await t.rejects(restore(parseEnv({ DATA_DIR: used }), made.path, undefined), /is in use by process/);
    if ("lock" in held) await held.lock.release();
    const half = join(place, "half");
    await mkdir(join(half, "restoring"), { recursive: true });
    const isHalf = /half did not come to its end: remove the folder and restore again/;
    for (let again = 0; again < 2; again++) {
      await t.rejects(restore(parseEnv({ DATA_DIR: half }), made.path, undefined), isHalf);
      await t.rejects(openFolder(half), isHalf, "nor started on, though one that was killed had put its keys there");
    }
    await t.rejects(
      restore(parseEnv({ DATA_DIR: used, CLICKHOUSE_URL: engine.url }), made.path, undefined),
      /without CLICKHOUSE_URL/,
    );
    await t.rejects(restore(env, join(place, "backups"), undefined), /its newest is .*assay-/);
  });

  t.test("is refused, by the name of the file, where a byte of it changed, and nothing is left then", async (t) => {
    const spoiled = join(place, "spoiled");
    await cp(made.path, spoiled, { recursive: true, verbatimSymlinks: true });
    const [line = ""] = (await readFile(join(spoiled, "files.txt"), "utf8"))
      .split("\n")
      .filter((one) => one.endsWith(".bin"));
    const file = join(spoiled, line.slice(66));
    const bytes = await readFile(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(file, bytes);
    const into = join(place, "into");
    await t.rejects(
      restore(parseEnv({ DATA_DIR: into }), spoiled, undefined),
      new RegExp(`${line.slice(-20)} is not what was backed up`),
    );
    t.same(
      (await readdir(into)).filter((name) => !name.startsWith("lock")),
      [],
    );
    const outside = `${"0".repeat(64)}  ../../outside\n`;
    await relist(spoiled, outside);
    await t.rejects(restore(parseEnv({ DATA_DIR: into }), spoiled, undefined), /leads out of the folder/);
  });

  t.test("is refused where its list of files lacks a part, and where the list itself was made to fit", async (t) => {
    const short = join(place, "short");
    await cp(made.path, short, { recursive: true, verbatimSymlinks: true });
    const list = await readFile(join(short, "files.txt"), "utf8");
    const lines = list.split("\n");
    const rows = await numbers(store, "SELECT toUInt32(count()) AS n FROM payment");
    t.ok((rows[0] ?? 0) > 0);
    const [of] = await store.query<object, { uuid: string }>(
      {
        name: "uuid",
        sql: "SELECT toString(uuid) AS uuid FROM system.tables WHERE database = currentDatabase() AND name = 'payment'",
      },
      {},
    );
    const ofOne = lines.find((line) => line.includes(of?.uuid ?? "none") && /_\d+_\d+_\d+\//.test(line)) ?? "";
    const part = dirname(ofOne.slice(66));
    const less = lines.filter((line) => !line.includes(`${part}/`)).join("\n");
    t.ok(less.length < list.length, part);
    const to = parseEnv({ DATA_DIR: join(place, "short-to") });
    await writeFile(join(short, "files.txt"), less);
    await t.rejects(restore(to, short, undefined), /files\.txt is not what was backed up/);
    await relist(short, less);
    await t.rejects(restore(to, short, undefined), /payment had \d+ rows and has \d+/);
  });

  t.test("of a stopped service is made from its folder, and the oldest are removed", async (t) => {
    const folder = join(place, "more");
    const stopped = join(place, "stopped");
    await restore(parseEnv({ DATA_DIR: stopped }), made.path, undefined);
    const again = await backUp(parseEnv({ DATA_DIR: stopped }), folder, undefined);
    t.ok((again.about.checkpoint?.size ?? 0) >= (made.about.checkpoint?.size ?? 1));
    await cp(again.path, join(folder, "assay-2020-01-01T00-00-00-000Z"), { recursive: true, verbatimSymlinks: true });
    await mkdir(join(folder, "assay-2020-01-01T00-00-00-001Z.partial"));
    const ahead = "assay-2999-01-01T00-00-00-000Z";
    await cp(again.path, join(folder, ahead), { recursive: true, verbatimSymlinks: true });
    const listed = await listBackups(folder, suiteNow());
    t.same(listed, [ahead, "assay-2020-01-01T00-00-00-000Z", again.path.split("/").at(-1)], "a clock that was ahead");
    t.equal(await pruneBackups(folder, 1, suiteNow()), 2);
    t.same(await readdir(folder), [again.path.split("/").at(-1)]);
    t.equal(existsSync(join(stopped, "engine", "store")), true);
  });
});

t.test("a server's own BACKUP, while it is written, comes back into an empty database as a whole", async (t) => {
  const place = t.testdir();
  const { engine, store } = await startTestStore(t);
  await logObjects({ store, clock }, 0, 20);
  const before = await digestTables(store, WRITTEN);
  const root = await serveFolder(place, engine);
  const server = {
    CLICKHOUSE_URL: engine.url,
    CLICKHOUSE_USER: "default",
    CLICKHOUSE_PASSWORD: engine.token,
    DATA_DIR: root,
  };
  // The embedded engine in the place of a server: it has BACKUP, and may write here.
  const folder = join(engine.path, "backup");
  const [paying, issuing] = [keepPaying(store), keepIssuing(store, 20)];
  while (paying.state.acknowledged < 5) await new Promise((wake) => setTimeout(wake, 20));
  const acknowledged = paying.state.acknowledged;
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o2770);
  const mask = process.umask(0o077);
  const made = await backUp(parseEnv(server), folder, undefined);
  process.umask(mask);
  t.equal(
    (await stat(made.path)).mode & 0o7777,
    0o2770,
    "whom its folder is open to, a server among them, it is open to",
  );
  paying.state.stopped = true;
  issuing.state.stopped = true;
  await Promise.all([paying.ended, issuing.ended]);
  t.equal(made.about.kind, "server");
  await t.rejects(restore(parseEnv(server), made.path, undefined), /The database assay is not empty/);
  // A folder that cannot be: below a file.
  const nowhere = { ...server, CLICKHOUSE_DATABASE: "back", DATA_DIR: join(made.path, "backup.json", "data") };
  await t.rejects(
    restore(parseEnv(nowhere), made.path, undefined),
    /log\.key and monitor\.key cannot be put into .*: set LOG_SIGNING_KEYS and MONITOR_KEY/,
  );
  const other = join(place, "other");
  await mkdir(other);
  await writeFile(join(other, "log.key"), "another");
  await t.rejects(restore(parseEnv({ ...nowhere, DATA_DIR: other }), made.path, undefined), /holds another key/);
  const set = { ...nowhere, LOG_SIGNING_KEYS: encodeSigner(LOG_SIGNER), MONITOR_KEY };
  const { warnings } = await restore(parseEnv(set), made.path, undefined);
  t.same(warnings, [], "no table came back before, and keys that are set need no folder");
  const copy = openStore({ ...connectionOf(engine), database: "back" });
  t.teardown(() => copy.close());
  await judge(t, copy, store, acknowledged, before);
  const next = await logObjects({ store: copy, clock }, 9_000, 9_002);
  t.ok(next.meta.size > (made.about.checkpoint?.size ?? 0));
  // A cluster has its tables before their rows come: by their own definitions, which are not those of the copy.
  const [admin, into] = ["default", "made"].map((database) => openStore({ ...connectionOf(engine), database }));
  if (admin === undefined || into === undefined) throw new Error("no store");
  t.teardown(() => Promise.all([admin.close(), into.close()]));
  await migrate(admin, into, "made");
  await into.command("ALTER TABLE payment MODIFY SETTING non_replicated_deduplication_window = 7");
  await restoreTables(into, "assay", "made", made.path, made.about.parts, true);
  await judge(t, into, store, acknowledged, before);
});
