// A real engine with every migration applied, opened as the store of one test.
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { migrate } from "../../schema/io/migrate.ts";
import { startTestEngine, type TestEngine } from "./engine.ts";

type Teardown = { teardown(fn: () => unknown): void };

export type TestStore = { readonly engine: TestEngine; readonly store: Store };

/** Starts an engine, creates the schema and opens the store; teardown removes all of it. */
export async function startTestStore(t: Teardown): Promise<TestStore> {
  const engine = await startTestEngine(t);
  const options = { url: engine.url, user: "default", password: engine.token, process: "test" };
  const admin = openStore({ ...options, database: "default" });
  const store = openStore({ ...options, database: "assay" });
  await migrate(admin, store, "assay");
  await admin.close();
  t.teardown(() => store.close());
  return { engine, store };
}
