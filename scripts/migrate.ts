// Brings the database of CLICKHOUSE_URL to the newest schema and says what it applied.
import { migrateAt } from "../schema/io/migrate.ts";
import { parseOwnEnv } from "../schema/setting/read-settings.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);
const env = parseOwnEnv(say);
if (!env.CLICKHOUSE_URL) {
  say("CLICKHOUSE_URL is not set. `npm start` migrates the embedded engine by itself.");
  process.exit(1);
}
try {
  const place = { user: env.CLICKHOUSE_USER, password: env.CLICKHOUSE_PASSWORD, database: env.CLICKHOUSE_DATABASE };
  const at = { url: env.CLICKHOUSE_URL, cluster: env.CLICKHOUSE_CLUSTER, ...place };
  const applied = await migrateAt({ ...at, process: "migrate" }, { say });
  process.stdout.write(
    applied.length === 0 ? "up to date\n" : `${applied.map((name) => `applied ${name}`).join("\n")}\n`,
  );
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
