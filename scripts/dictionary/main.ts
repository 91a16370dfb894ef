// `npm run dictionary`: writes docs/data-dictionary.md from a database made for the purpose.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "../../schema/io/clickhouse.ts";
import { migrate } from "../../schema/io/migrate.ts";
import { startEngine } from "../start-engine.ts";
import { renderDictionary } from "./render.ts";

const FACTS = "assay";
const path = await mkdtemp(join(tmpdir(), "assay-dictionary-"));
const engine = await startEngine({ path, supervise: false });
const open = (database: string) =>
  openStore({ url: engine.url, user: "default", password: engine.token, database, process: "dictionary" });
const [admin, store] = [open("default"), open(FACTS)];
try {
  await migrate(admin, store, FACTS);
  await writeFile(
    fileURLToPath(new URL("../../docs/data-dictionary.md", import.meta.url)),
    await renderDictionary(store, FACTS),
  );
} finally {
  await Promise.allSettled([admin.close(), store.close()]);
  await engine.stop();
  await rm(path, { recursive: true, force: true });
}
