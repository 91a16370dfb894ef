// Brings a backup back: into an empty data folder, or into an empty database of a ClickHouse server.
import { access, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { HOUR_MS } from "../../schema/duration.ts";
import type { Env } from "../../schema/env.ts";
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { migrateAt } from "../../schema/io/migrate.ts";
import { halfRestored, holdFolder, RESTORING } from "../folder.ts";
import { startEngine } from "../start-engine.ts";
import { copyBack } from "./copy-tree.ts";
import { checkKeys, putKeys, readKeys, signedBy, unset } from "./keys.ts";
import { type Backup, readBackup } from "./manifest.ts";
import { findFewer, findMissing, readTables } from "./read-store.ts";
import { restoreTables } from "./server-backup.ts";

type Restored = { readonly about: Backup; readonly where: string; readonly warnings: readonly string[] };

const MIGRATIONS = new URL("../../schema/migration/", import.meta.url);
/** What a folder may hold and be empty: who used it last left the name of his lock. */
const LOCKS = new Set(["lock", "lock.pid"]);

const readMigrations = async (): Promise<Set<string>> =>
  new Set((await readdir(MIGRATIONS)).map((file) => file.replace(/\.sql$/, "")));

/** Tables of a version that this one does not know would be taken for tables of its own. */
async function refuseNewer(about: Backup): Promise<void> {
  const known = await readMigrations();
  const [newer] = about.migrations.filter((name) => !known.has(name)).reverse();
  if (newer !== undefined) {
    throw new Error(`The backup is of a newer version (its tables are at ${newer}): restore it with that.`);
  }
}

/** What is in the way in a folder that should be empty. */
async function refuseFilled(root: string): Promise<void> {
  const found = (await readdir(root).catch(() => [])).filter((name) => !LOCKS.has(name));
  if (found.length === 0) return;
  if (found.includes(RESTORING)) throw new Error(halfRestored(root));
  const some = found.slice(0, 3).join(", ");
  throw new Error(
    `${root} is not empty (${some}${found.length > 3 ? ", …" : ""}): restore into another folder with DATA_DIR, or move this one away.`,
  );
}

const keyWarning = (about: Backup, isSigner: boolean | null): string[] =>
  about.checkpoint === null || isSigner === true
    ? []
    : [
        isSigner === null
          ? "The backup holds no key that signs the log: set LOG_SIGNING_KEYS as it was, or the log goes on under a new key."
          : "The key of the log that is there now did not sign its newest checkpoint: set LOG_SIGNING_KEYS as it was.",
      ];

/** Opens the restored folder once: every table loads, and the log holds what was signed. */
async function lookAt(path: string, about: Backup): Promise<string[]> {
  const engine = await startEngine({ path, supervise: false });
  const store = openStore({
    ...{ url: engine.url, user: "default", password: engine.token, database: about.database, process: "restore" },
  });
  try {
    return [...(await findFewer(store, about.tables)), ...(await findMissing(store, about.tables, about.checkpoint))];
  } finally {
    await store.close();
    await engine.stop();
  }
}

/** By way of `fresh`, which stays where the process is killed and says so. */
async function fill(backup: string, about: Backup, root: string, fresh: string): Promise<Restored> {
  await mkdir(fresh);
  try {
    await copyBack(backup, fresh, about);
    const problems = await lookAt(join(fresh, "engine"), about);
    if (problems.length > 0) throw new Error(`The backup does not hold: ${problems.join("; ")}.`);
    const keys = await readKeys(fresh);
    await putKeys(root, keys);
    await rename(join(fresh, "engine"), join(root, "engine"));
    const isSigner = about.checkpoint === null ? true : signedBy(keys, about.checkpoint.note);
    return { about, where: root, warnings: keyWarning(about, isSigner) };
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function restoreFolder(backup: string, about: Backup, root: string): Promise<Restored> {
  await refuseFilled(root);
  await mkdir(root, { recursive: true });
  const held = await holdFolder(root);
  if (!("lock" in held))
    throw new Error(`${root} is in use by process ${held.holder.pid}: stop it, or name another folder.`);
  try {
    // Somebody may have taken and left it since the first look.
    await refuseFilled(root);
    return await fill(backup, about, root, join(root, RESTORING));
  } finally {
    await held.lock.release();
  }
}

/** Tables of a cluster are made by this version, before their rows come. */
async function refuseOlder(about: Backup): Promise<void> {
  const [missing] = [...(await readMigrations())].filter((name) => !about.migrations.includes(name)).sort();
  if (missing !== undefined) {
    throw new Error(`The backup is of an older version (before ${missing}): restore it into a cluster with that.`);
  }
}

async function refuseTables(store: Store, database: string): Promise<void> {
  const found = await readTables(store);
  if (found.length === 0) return;
  throw new Error(
    `The database ${database} is not empty (${found.length} tables): name another with CLICKHOUSE_DATABASE, or drop this one.`,
  );
}

async function restoreServer(backup: string, about: Backup, env: Env, seen: string): Promise<Restored> {
  const { CLICKHOUSE_URL: url = "", CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = env;
  const database = env.CLICKHOUSE_DATABASE;
  const cluster = env.CLICKHOUSE_CLUSTER;
  const isCluster = cluster !== "";
  const place = { url, user, password, cluster, process: "restore" };
  const open = (name: string) => openStore({ ...place, database: name, timeoutMs: HOUR_MS });
  if (isCluster) await refuseOlder(about);
  const root = resolve(env.DATA_DIR);
  const kept = unset(await readKeys(resolve(backup)), env);
  await checkKeys(root, kept);
  const [admin, store] = [open("default"), open(database)];
  try {
    await admin.command(`CREATE DATABASE IF NOT EXISTS ${database} ENGINE = Atomic`);
    await refuseTables(store, database);
    if (isCluster) await migrateAt({ ...place, database }, null);
    await restoreTables(store, about.database, database, seen, about.parts, isCluster);
    const problems = await findMissing(store, about.tables, about.checkpoint);
    if (problems.length > 0) throw new Error(`The backup does not hold: ${problems.join("; ")}.`);
    await putKeys(root, kept);
    const keys = await readKeys(root, env);
    const isSigner = about.checkpoint === null ? true : signedBy(keys, about.checkpoint.note);
    return { about, where: `${database} at ${url}`, warnings: keyWarning(about, isSigner) };
  } finally {
    await Promise.allSettled([admin.close(), store.close()]);
  }
}

/** Throws one line for a person where it cannot be brought back; nothing is left of it then but, on a server, tables. */
export async function restore(env: Env, backup: string, serverPath: string | undefined): Promise<Restored> {
  const path = resolve(backup);
  await access(path).catch(() => {
    throw new Error(`There is no ${path}.`);
  });
  const about = await readBackup(path);
  await refuseNewer(about);
  if (about.kind === "embedded") {
    if (env.CLICKHOUSE_URL !== undefined) {
      throw new Error("The backup is of an embedded engine: restore it without CLICKHOUSE_URL.");
    }
    return restoreFolder(path, about, resolve(env.DATA_DIR));
  }
  if (env.CLICKHOUSE_URL === undefined) {
    throw new Error("The backup is of a ClickHouse server: set CLICKHOUSE_URL to one that is to hold it.");
  }
  return restoreServer(path, about, env, resolve(serverPath ?? path));
}
