// A real engine with every migration applied, opened as the store of one test.
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { startEngine } from "../../scripts/start-engine.ts";
import type { TestEngine } from "./engine.ts";
import {
  connectionOf,
  type Ground,
  keptFolder,
  openMigrated,
  readDefinitions,
  readRows,
  schemaKey,
  startGround,
} from "./ground.ts";

type Teardown = { teardown(fn: () => unknown): void };

export type TestStore = { readonly engine: TestEngine; readonly store: Store };

/** With empty tables. */
const emptyFolder = (): Promise<string> =>
  keptFolder(schemaKey(), async (path) => {
    const engine = await startEngine({ path });
    await (await openMigrated(engine)).close();
    await engine.stop();
  });

/** Engines that no test uses: with its tables emptied, one serves the next test. Starting one costs two seconds. */
const idle: Ground[] = [];

const FILLED = "SELECT name FROM system.tables WHERE database = 'assay' AND total_rows > 0 AND name != 'migration'";

/** Empties the tables of an engine that served another test. Undefined when that left more than rows. */
async function takeOver({ engine, definitions }: Ground): Promise<Store | undefined> {
  const store = openStore({ ...connectionOf(engine), database: "assay" });
  try {
    if ((await readDefinitions(store)) !== definitions) throw new Error("a test changed the tables");
    for (const { name } of await readRows<{ name: string }>(store, FILLED)) {
      await store.command(`TRUNCATE TABLE ${name}`);
    }
    await store.command("SYSTEM START MERGES");
    return store;
  } catch {
    await store.close();
    await engine.stop();
    return undefined;
  }
}

async function findGround(): Promise<{ ground: Ground; store: Store }> {
  for (;;) {
    const ground = idle.pop();
    if (ground === undefined) return startGround(await emptyFolder());
    const store = await takeOver(ground);
    if (store !== undefined) return { ground, store };
  }
}

/** An engine with the schema and nothing in it, and its store; teardown closes the store, and the process's end the engine. */
export async function startTestStore(t: Teardown): Promise<TestStore> {
  const { ground, store } = await findGround();
  t.teardown(async () => {
    await store.close();
    // One that a test killed, restarted or stopped serves no other.
    if (ground.engine.pid === ground.pid) idle.push(ground);
    else await ground.engine.stop();
  });
  return { engine: ground.engine, store };
}
