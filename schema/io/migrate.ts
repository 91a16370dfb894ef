// Brings a database to the newest schema: forward-only numbered files, each applied once, never edited afterwards.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { Query, Store } from "./clickhouse.ts";

const FOLDER = new URL("../migration/", import.meta.url);

const applied: Query<object, { name: string; digest: string }> = {
  name: "migration-applied",
  sql: "SELECT name, digest FROM migration FINAL ORDER BY name",
};

const LEDGER = `CREATE TABLE IF NOT EXISTS migration
(
  name String COMMENT 'File name without its ending.',
  digest String COMMENT 'SHA-256 of the file, hex.',
  at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When it was applied. UTC.'
)
ENGINE = ReplacingMergeTree ORDER BY name COMMENT 'Migrations that were applied.'`;

/**
 * Creates the database where it is missing and applies what is new. `store` must be opened on the database
 * `default`; statements are idempotent, so two racing migrators do no harm.
 * @returns names of the files that were applied now.
 */
export async function migrate(admin: Store, store: Store, database: string): Promise<string[]> {
  await admin.command(`CREATE DATABASE IF NOT EXISTS ${database} ENGINE = Atomic`);
  await store.command(LEDGER);
  const known = new Map((await store.query(applied, {})).map((row) => [row.name, row.digest]));
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(".sql")).sort();
  const done: string[] = [];
  for (const file of files) {
    const name = file.slice(0, -".sql".length);
    const sql = await readFile(new URL(file, FOLDER), "utf8");
    const digest = createHash("sha256").update(sql).digest("hex");
    const before = known.get(name);
    if (before !== undefined && before !== digest) throw new Error(`migration ${name} was edited after it was applied`);
    if (before !== undefined) continue;
    for (const statement of sql.split(/;\s*\n/)) if (statement.trim()) await store.command(statement);
    await store.insert("migration", [{ name, digest }], `migration~${name}`);
    done.push(name);
  }
  return done;
}
