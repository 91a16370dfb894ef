// A real engine with every migration applied, opened as the store of one test.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { migrate } from "../../schema/io/migrate.ts";
import { startEngine } from "../../scripts/engine/start-engine.ts";
import { startTestEngine, type TestEngine } from "./engine.ts";

type Teardown = { teardown(fn: () => unknown): void };

export type TestStore = { readonly engine: TestEngine; readonly store: Store };

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SCHEMA = ["schema/migration", "schema/analyst"];

/** Names what an empty migrated data folder depends on: the engine's version and the text of every migration and view. */
function templateKey(): string {
  const hash = createHash("sha256").update(readFileSync(join(ROOT, "package-lock.json")));
  for (const folder of SCHEMA) {
    for (const file of readdirSync(join(ROOT, folder)).sort()) {
      hash.update(file).update(readFileSync(join(ROOT, folder, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

async function openMigrated(engine: { readonly url: string; readonly token: string }): Promise<Store> {
  const options = { url: engine.url, user: "default", password: engine.token, process: "test" };
  const admin = openStore({ ...options, database: "default" });
  const store = openStore({ ...options, database: "assay" });
  await migrate(admin, store, "assay");
  await admin.close();
  return store;
}

/** The data folder of an engine with empty tables, made once for a set of migrations: applying them takes seconds. */
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

/** Starts an engine, creates the schema and opens the store; teardown removes all of it. */
export async function startTestStore(t: Teardown): Promise<TestStore> {
  const template = await makeTemplate();
  const path = mkdtempSync(join(tmpdir(), "assay-engine-"));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  cpSync(template, path, { recursive: true });
  const engine = await startTestEngine(t, { path });
  // Whatever a migration does to a store that has it, is done here as well: nothing.
  const store = await openMigrated(engine);
  t.teardown(() => store.close());
  return { engine, store };
}
