// Brings the database of CLICKHOUSE_URL to the newest schema and says what it applied.
import { awaitWriters } from "../schema/io/await-writers.ts";
import { openStore } from "../schema/io/clickhouse.ts";
import { MIGRATION_MS, migrate } from "../schema/io/migrate.ts";
import { parseOwnEnv } from "../schema/setting/read-settings.ts";

const env = parseOwnEnv((line) => process.stderr.write(`${line}\n`));
if (!env.CLICKHOUSE_URL) {
  process.stderr.write("CLICKHOUSE_URL is not set. `npm start` migrates the embedded engine by itself.\n");
  process.exit(1);
}
const open = (database: string) =>
  openStore({
    url: env.CLICKHOUSE_URL ?? "",
    user: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database,
    process: "migrate",
    timeoutMs: MIGRATION_MS,
  });
const admin = open("default");
const store = open(env.CLICKHOUSE_DATABASE);
try {
  const applied = await migrate(admin, store, env.CLICKHOUSE_DATABASE, () => awaitWriters(store));
  process.stdout.write(
    applied.length === 0 ? "up to date\n" : `${applied.map((name) => `applied ${name}`).join("\n")}\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await Promise.allSettled([admin.close(), store.close()]);
}
