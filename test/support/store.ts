// A real engine with every migration applied, opened as the store of one test.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import root from "tap";
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { migrate } from "../../schema/io/migrate.ts";
import { startEngine } from "../../scripts/start-engine.ts";
import { shiftTo, suiteNow } from "./base.ts";
import { startTestEngine, type TestEngine } from "./engine.ts";

type Teardown = { teardown(fn: () => unknown): void };

export type TestStore = { readonly engine: TestEngine; readonly store: Store };

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SCHEMA = ["schema/migration", "schema/analyst", "schema/dataset"];
/** How views are told the time stands in them. */
const CLOCK = "test/support/shift.js";

/** Names what an empty migrated data folder depends on: the engine's version, and every dataset, migration and view as a test has it. */
function templateKey(): string {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", CLOCK, "schema/io/migrate.ts"]) hash.update(readFileSync(join(ROOT, file)));
  for (const folder of SCHEMA) {
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).sort()) {
      if (/\.(ts|sql)$/.test(file)) hash.update(file).update(readFileSync(join(ROOT, folder, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

const connectionOf = (engine: { readonly url: string; readonly token: string }) => ({
  url: engine.url,
  user: "default",
  password: engine.token,
  process: "test",
});

async function openMigrated(engine: { readonly url: string; readonly token: string }): Promise<Store> {
  const options = connectionOf(engine);
  const admin = openStore({ ...options, database: "default" });
  const store = openStore({ ...options, database: "assay" });
  await migrate(admin, store, "assay");
  await admin.close();
  return store;
}

/** The data folder of an engine with empty tables, made once for a schema: making it takes seconds. */
async function makeTemplate(): Promise<string> {
  const folder = join(ROOT, ".cache", "store");
  const template = join(folder, templateKey());
  if (existsSync(template)) return template;
  mkdirSync(folder, { recursive: true });
  const path = mkdtempSync(join(folder, "new-"));
  const engine = await startEngine({ path });
  await (await openMigrated(engine)).close();
  await engine.stop();
  try {
    renameSync(path, template);
  } catch {
    // Another test was first; both folders hold the same.
    rmSync(path, { recursive: true, force: true });
  }
  return template;
}

/** An engine of this process as it was started, and what lies in it as the migrations made it. */
type Ground = {
  readonly engine: TestEngine;
  readonly pid: number | undefined;
  readonly definitions: string;
  /** Milliseconds by which its clock is behind that of the suite. */
  readonly behindMs: number;
};

/** Engines that no test uses: with its tables emptied, one serves the next test. Starting one costs two seconds. */
const idle: Ground[] = [];

const DEFINITIONS = `SELECT toString(cityHash64(groupArray(line))) AS hash FROM (
  SELECT concat(database, '.', name, ' ', create_table_query) AS line FROM system.tables
    WHERE database != 'system' AND lower(database) != 'information_schema'
  UNION ALL SELECT name AS line FROM system.databases ORDER BY line)`;
const FILLED = "SELECT name FROM system.tables WHERE database = 'assay' AND total_rows > 0 AND name != 'migration'";

const ask = <R>(store: Store, sql: string) => store.query({ name: "test", sql }, {}) as Promise<R[]>;

async function readDefinitions(store: Store): Promise<string> {
  return (await ask<{ hash: string }>(store, DEFINITIONS))[0]?.hash ?? "";
}

/** What `start` spawns before it waits for anything has a clock that is behind by so much. */
function withClockBehind<T>(behindMs: number, start: () => T): T {
  const before = process.env.TEST_SHIFT_S;
  Object.assign(process.env, shiftTo(suiteNow() - behindMs));
  try {
    return start();
  } finally {
    process.env.TEST_SHIFT_S = before;
  }
}

async function startGround(behindMs: number): Promise<{ ground: Ground; store: Store }> {
  const template = await makeTemplate();
  const path = mkdtempSync(join(tmpdir(), "assay-engine-"));
  root.teardown(() => rmSync(path, { recursive: true, force: true }));
  // Some 400 small files: cpSync takes ten times the processor for them.
  execFileSync("cp", ["-R", `${template}/.`, path]);
  const start = () => startTestEngine(root, { path });
  const engine = await (behindMs === 0 ? start() : withClockBehind(behindMs, start));
  // Whatever a migration does to a store that has it, is done here as well: nothing.
  const store = await openMigrated(engine);
  return { ground: { engine, pid: engine.pid, definitions: await readDefinitions(store), behindMs }, store };
}

/** Empties the tables of an engine that served another test. Undefined when that left more than rows. */
async function takeOver({ engine, definitions }: Ground): Promise<Store | undefined> {
  const store = openStore({ ...connectionOf(engine), database: "assay" });
  try {
    if ((await readDefinitions(store)) !== definitions) throw new Error("a test changed the tables");
    for (const { name } of await ask<{ name: string }>(store, FILLED)) await store.command(`TRUNCATE TABLE ${name}`);
    await store.command("SYSTEM START MERGES");
    return store;
  } catch {
    await store.close();
    await engine.stop();
    return undefined;
  }
}

async function findGround(behindMs: number): Promise<{ ground: Ground; store: Store }> {
  for (;;) {
    const at = idle.findLastIndex((one) => one.behindMs === behindMs);
    const [ground] = at < 0 ? [] : idle.splice(at, 1);
    if (ground === undefined) return startGround(behindMs);
    const store = await takeOver(ground);
    if (store !== undefined) return { ground, store };
  }
}

/**
 * An engine with the schema and nothing in it, and its store; teardown closes the store, and the process's end the engine.
 * Its clock is that of the suite, or `behindMs` behind it.
 */
export async function startTestStore(t: Teardown, behindMs = 0): Promise<TestStore> {
  const { ground, store } = await findGround(behindMs);
  t.teardown(async () => {
    await store.close();
    // One that a test killed, restarted or stopped serves no other.
    if (ground.engine.pid === ground.pid) idle.push(ground);
    else await ground.engine.stop();
  });
  return { engine: ground.engine, store };
}
