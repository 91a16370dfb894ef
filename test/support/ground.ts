// Engines for the stores of tests, each on a copy of a data folder that was made once.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MINUTE_MS } from "../../schema/duration.ts";
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { migrate } from "../../schema/io/migrate.ts";
import { KNOWN, TOKENS } from "../../schema/token/token-list.ts";
import { shiftTo, suiteNow, wallNow } from "./base.ts";
import { startTestEngine, type TestEngine } from "./engine.ts";
import { untilExit } from "./file-end.ts";
import { ROOT } from "./tree.ts";

const SCHEMA = ["schema/migration", "schema/analyst", "schema/dataset"];
/** How views are told the time stands in them. */
const CLOCK = "test/support/shift.js";

/** Names the content of files, and of all sources in folders. */
export function digestOf(...paths: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (path: string): void => void hash.update(path).update(readFileSync(join(ROOT, path)));
  for (const path of paths) {
    if (statSync(join(ROOT, path)).isFile()) add(path);
    else {
      const files = readdirSync(join(ROOT, path), { recursive: true, encoding: "utf8" }).sort();
      for (const file of files) if (/\.(ts|sql)$/.test(file)) add(join(path, file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** A view names the tokens: a longer list is another schema. */
const OF_TOKENS = TOKENS.length === KNOWN.length ? "" : `-${TOKENS.length}`;

/** Names what an empty migrated data folder depends on: the engine's version, and every dataset, migration and view as a test has it. */
export const schemaKey = (): string =>
  digestOf("package-lock.json", CLOCK, "schema/io/migrate.ts", ...SCHEMA) + OF_TOKENS;

export const connectionOf = (engine: { readonly url: string; readonly token: string }) => ({
  url: engine.url,
  user: "default",
  password: engine.token,
  process: "test",
  // Of a busy machine nothing is to be learned here.
  timeoutMs: 10 * MINUTE_MS,
});

export async function openMigrated(engine: { readonly url: string; readonly token: string }): Promise<Store> {
  const options = connectionOf(engine);
  const admin = openStore({ ...options, database: "default" });
  const store = openStore({ ...options, database: "assay" });
  await migrate(admin, store, "assay");
  await admin.close();
  return store;
}

/** Hundreds of small files: what Node has for it takes ten times the processor. */
const removeFolder = (path: string): void => void execFileSync("rm", ["-rf", path]);

const KEPT_MAX = 6;
/** Another run may still copy what was used so lately. */
const USED_MS = 3_600_000;

/** Removes what was not used lately beyond the newest few: each state of the sources leaves some of its own. */
export function pruneFolders(folder: string): void {
  const used = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const all = readdirSync(folder).map((name) => ({ name, at: used(name) }));
  const old = all.sort((a, b) => b.at - a.at).slice(KEPT_MAX);
  for (const { name, at } of old) if (wallNow() - at > USED_MS) removeFolder(join(folder, name));
}

/** A data folder under a name that says what it depends on: made once, which takes seconds, and copied for each engine. */
export async function keptFolder(name: string, fill: (path: string) => Promise<void>): Promise<string> {
  const folder = join(ROOT, ".cache", "store");
  const template = join(folder, name);
  if (existsSync(template)) {
    utimesSync(template, wallNow() / 1_000, wallNow() / 1_000);
    return template;
  }
  mkdirSync(folder, { recursive: true });
  pruneFolders(folder);
  const path = mkdtempSync(join(folder, "new-"));
  await fill(path);
  try {
    renameSync(path, template);
  } catch {
    // Another test was first; both folders hold the same.
    removeFolder(path);
  }
  return template;
}

/** An engine of this process as it was started, and what lies in it as the migrations made it. */
export type Ground = {
  readonly engine: TestEngine;
  readonly pid: number | undefined;
  readonly definitions: string;
};

/** Of what was made when: as text all that lies in a store costs as much to tell as ten small statements. */
const DEFINITIONS = `SELECT concat(toString(count()), ' ', toString(groupBitXor(cityHash64(database, name, uuid, made)))) AS hash FROM (
  SELECT database, name, uuid, metadata_modification_time AS made FROM system.tables
    WHERE database != 'system' AND lower(database) != 'information_schema'
  UNION ALL SELECT d.name AS database, '' AS name, d.uuid AS uuid, toDateTime(0) AS made FROM system.databases AS d)`;

export const readRows = <R>(store: Store, sql: string) => store.query({ name: "test", sql }, {}) as Promise<R[]>;

export async function readDefinitions(store: Store): Promise<string> {
  return (await readRows<{ hash: string }>(store, DEFINITIONS))[0]?.hash ?? "";
}

/** What `start` spawns before it waits for anything has a clock that is behind by so much. */
export function withClockBehind<T>(behindMs: number, start: () => T): T {
  if (behindMs === 0) return start();
  const before = process.env.TEST_SHIFT_S;
  Object.assign(process.env, shiftTo(suiteNow() - behindMs));
  try {
    return start();
  } finally {
    process.env.TEST_SHIFT_S = before;
  }
}

/** Starts an engine on a copy of a kept folder, for as long as the process lives; its clock is that of the suite, or behind it. */
export async function startGround(template: string, behindMs = 0): Promise<{ ground: Ground; store: Store }> {
  const path = mkdtempSync(join(tmpdir(), "assay-engine-"));
  untilExit.teardown(() => removeFolder(path));
  // With the times of its files: whatever is changed from now on was made later.
  execFileSync("cp", ["-Rp", `${template}/.`, path]);
  const engine = await withClockBehind(behindMs, () => startTestEngine(untilExit, { path }));
  // Whatever a migration does to a store that has it, is done here as well: nothing.
  const store = await openMigrated(engine);
  return { ground: { engine, pid: engine.pid, definitions: await readDefinitions(store) }, store };
}
