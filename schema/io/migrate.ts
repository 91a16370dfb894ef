// Brings a database to the newest schema: tables of new datasets are created as their drawers say; tables that were there
// before are changed by forward-only numbered files, each applied once and never edited afterwards; then the analysts'
// views, made anew where one is not in the store as it is written.

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createTableSql } from "../dataset/create-table.ts";
import { createViews } from "../dataset/create-view.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { TABLES } from "../dataset/index.ts";
import { type Cluster, onCluster } from "../dataset/on-cluster.ts";
import { HOUR_MS } from "../duration.ts";
import type { Query } from "../query/query.ts";
import { TRACKED_VIEW } from "../token/tracked-view.ts";
import { awaitWriters, type Waiting } from "./await-writers.ts";
import { openStore, type Store, type StoreOptions } from "./clickhouse.ts";
import { findClusterFault, findOtherEngine, readCluster, readCommonTables } from "./cluster.ts";

const MIGRATIONS = new URL("../migration/", import.meta.url);
const VIEWS = new URL("../analyst/", import.meta.url);
/** Keeps the names of views apart from those of migrations in the ledger. */
const VIEW = "analyst.";

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
ENGINE = ReplacingMergeTree
ORDER BY name
SETTINGS non_replicated_deduplication_window = 0
COMMENT 'Migrations that were applied.'`;

const stored: Query<object, { name: string }> = {
  name: "table-stored",
  sql: "SELECT name FROM system.tables WHERE database = currentDatabase()",
};

/** Tables of versions before drawers: one of a name that is gone, or one that the engine drops rows of by its clock. */
const earlier: Query<object, { name: string }> = {
  name: "table-of-earlier-version",
  sql: `SELECT name FROM system.tables
WHERE database = currentDatabase() AND (name = 'issued' OR match(create_table_query, '\\bTTL\\b')) LIMIT 1`,
};

/** The newest of the files that made the tables before drawers did; a store must have it to be taken along. */
const BASE = "028_add_call_method";

const viewStored: Query<object, { name: string; sql: string }> = {
  name: "view-stored",
  sql: "SELECT name, create_table_query AS sql FROM system.tables WHERE database = 'analyst'",
};

/** What a killed migration was copying a table into, which the engine names by itself. */
const leftOver: Query<object, { name: string }> = {
  name: "migration-left-over",
  sql: "SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '_tmp_replace_')",
};

/** REMOVE TTL knows no IF EXISTS: the engine's words where a killed migration had done it. */
const IS_REMOVED = /doesn't have (any table )?TTL/;

/** A statement that copies a table is silent until it is done. */
const MIGRATION_MS = HOUR_MS;

/**
 * What leaves every row where it is and what it means, below what it says of itself; any other statement may copy a table,
 * take one away or key it anew.
 */
const LEAVES_ROWS =
  /^\s*(?:--[^\n]*\n\s*)*(ALTER TABLE(?![\s\S]*\b(PARTITION|UPDATE|DELETE|ORDER BY)\b)|CREATE TABLE IF NOT EXISTS)\b/i;

type Step = { readonly name: string; readonly sql: string; readonly digest: string };

const stepOf = (name: string, sql: string): Step => {
  return { name, sql, digest: createHash("sha256").update(sql).digest("hex") };
};

/** The steps of a folder in the order of their names; `prefix` keeps names of two folders apart in the ledger. */
async function readSteps(folder: URL, prefix: string): Promise<Step[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => {
      return stepOf(`${prefix}${file.slice(0, -".sql".length)}`, await readFile(new URL(file, folder), "utf8"));
    }),
  );
}

/** The analysts' views: those that drawers show as they are, the list of tracked tokens, and the files of those that fold or join. */
export async function readViews(): Promise<Step[]> {
  const plain = Object.values<Dataset>(TABLES).flatMap((drawer) =>
    createViews(drawer).map(({ name, sql }) => stepOf(`${VIEW}${name}`, sql)),
  );
  const tracked = stepOf(`${VIEW}${TRACKED_VIEW.name}`, TRACKED_VIEW.sql);
  return [...plain, tracked, ...(await readSteps(VIEWS, VIEW))].sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Ledger = ReadonlyMap<string, string>;

const statementsOf = ({ sql }: Pick<Step, "sql">): string[] => sql.split(/;\s*\n/).filter((one) => one.trim() !== "");

/** Whether rows that are written while it runs may be lost, or be read twice by processes of before. */
export const copies = (step: Pick<Step, "sql">): boolean => statementsOf(step).some((one) => !LEAVES_ROWS.test(one));

/** What changes a store: to where statements go, and how they are sent there. */
type Target = { readonly store: Store; readonly cluster: Cluster | null };

async function send({ store, cluster }: Target, statement: string): Promise<void> {
  const all = cluster === null ? [statement] : onCluster(statement, cluster);
  for (const one of all) await store.command(one);
}

async function runStep(target: Target, step: Pick<Step, "sql">): Promise<void> {
  for (const statement of statementsOf(step)) {
    await send(target, statement).catch((error: unknown) => {
      if (!(error instanceof Error && IS_REMOVED.test(error.message))) throw error;
    });
  }
}

const note = (store: Store, steps: readonly Pick<Step, "name" | "digest">[], key: string) =>
  store.insert(
    "migration",
    steps.map(({ name, digest }) => ({ name, digest })),
    `migration~${key}`,
  );

/** Throws where the tables are not a new store's, nor such as can be taken along. */
async function refuseUnknown(store: Store, database: string, known: Ledger, steps: readonly Step[]): Promise<void> {
  if (known.size > 0 && !known.has(BASE) && steps.every(({ name }) => !known.has(name))) {
    throw new Error(
      `the tables of ${database} were made by a version that is too old to be taken along: bring them to ${BASE} with that version first`,
    );
  }
  if (known.size === 0 && (await store.query(earlier, {})).length > 0) {
    throw new Error(
      `${database} holds tables of an earlier version and no list of its migrations: restore the table migration, or empty the database`,
    );
  }
  for (const { name, digest } of steps) {
    const before = known.get(name);
    if (before !== undefined && before !== digest) throw new Error(`migration ${name} was edited after it was applied`);
  }
}

/** @returns how many were missing. */
async function createTables(target: Target): Promise<number> {
  const { store, cluster } = target;
  const there =
    cluster === null
      ? (await store.query(stored, {})).map(({ name }) => name)
      : await readCommonTables(store, cluster.name, cluster.database);
  const missing = Object.values(TABLES).filter(({ name }) => !there.includes(name));
  for (const dataset of missing) await send(target, createTableSql(dataset));
  return missing.length;
}

async function applySteps(target: Target, due: readonly Step[]): Promise<string[]> {
  if (due.length === 0) return [];
  for (const { name } of await target.store.query(leftOver, {})) await send(target, `DROP TABLE IF EXISTS ${name}`);
  for (const step of due) {
    await runStep(target, step);
    await note(target.store, [step], step.name);
  }
  return due.map(({ name }) => name);
}

/** A view by its text and by what the store made of it: one that was dropped or changed there is another. */
async function digestViews({ store, cluster }: Target, views: readonly Step[]): Promise<Step[]> {
  const common = cluster === null ? null : new Set(await readCommonTables(store, cluster.name, "analyst"));
  const found = (await store.query(viewStored, {})).filter(({ name }) => common?.has(name) ?? true);
  const made = new Map(found.map(({ name, sql }) => [`${VIEW}${name}`, sql]));
  return views.map((view) => ({
    ...view,
    digest: createHash("sha256")
      .update(`${view.digest}\n${made.get(view.name) ?? ""}`)
      .digest("hex"),
  }));
}

/**
 * Views hold nothing, so one that differs is made again; all of them, because a migration may have changed the columns
 * below a view whose own text is the same. @returns whether any was.
 */
async function makeViews(target: Target, known: Ledger, isChanged: boolean): Promise<boolean> {
  const views = await readViews();
  const found = await digestViews(target, views);
  if (!isChanged && found.every(({ name, digest }) => known.get(name) === digest)) return false;
  for (const view of views) await runStep(target, view);
  const made = await digestViews(target, views);
  await note(target.store, made, `analyst~${made.map(({ digest }) => digest).join()}`);
  return true;
}

/**
 * Creates the database and the tables that are missing, then applies what is new to those that were there. `store` must be
 * opened on the database, `admin` on `default`. One at a time and while no worker writes: a step that copies a table
 * exchanges it for the copy. `quiet` is called before such steps: it throws where somebody still writes. With a `cluster`
 * all of it is done on each of its servers, of which none may be away; one that is new gets what the others have.
 * @returns names of the steps that were applied now.
 * @throws Error when a migration was edited after it had been applied, or the store is older than any it knows of.
 */
export async function migrate(
  admin: Store,
  store: Store,
  database: string,
  quiet: () => Promise<void> = async () => undefined,
  cluster: Cluster | null = null,
): Promise<string[]> {
  const fault = cluster === null ? null : await findClusterFault(admin, cluster.name);
  if (fault !== null) throw new Error(fault);
  await send({ store: admin, cluster }, `CREATE DATABASE IF NOT EXISTS ${database} ENGINE = Atomic`);
  await send({ store: admin, cluster }, "CREATE DATABASE IF NOT EXISTS analyst ENGINE = Atomic");
  const other = await findOtherEngine(store, cluster !== null);
  if (other !== null) throw new Error(other);
  const target: Target = { store, cluster: cluster === null ? null : await readCluster(store, cluster) };
  await send(target, LEDGER);
  const known = new Map((await store.query(applied, {})).map((row) => [row.name, row.digest]));
  const steps = await readSteps(MIGRATIONS, "");
  await refuseUnknown(store, database, known, steps);
  const isNew = known.size === 0;
  const due = isNew ? [] : steps.filter(({ name }) => !known.has(name));
  if (due.some(copies)) await quiet();
  const missing = await createTables(target);
  const done = await applySteps(target, due);
  if (missing > 0) done.push(`${missing} tables`);
  // What tables are changed by is in those of a new store already.
  if (isNew) await note(store, steps, `new~${steps.map(({ digest }) => digest).join()}`);
  if (await makeViews(target, known, done.length > 0)) done.push("analyst views");
  return done;
}

/**
 * The same of the store at an address. Where it is `shared`, workers of other machines may write to it: they are waited
 * for, and refused to, as `awaitWriters` says.
 */
export async function migrateAt(options: Omit<StoreOptions, "timeoutMs">, shared: Waiting | null): Promise<string[]> {
  const open = (database: string) => openStore({ ...options, database, timeoutMs: MIGRATION_MS });
  const [admin, store] = [open("default"), open(options.database)];
  try {
    const quiet = async () => (shared === null ? undefined : awaitWriters(store, shared));
    const { cluster: name = "", database, user } = options;
    return await migrate(admin, store, database, quiet, name === "" ? null : { name, database, user });
  } finally {
    await Promise.allSettled([admin.close(), store.close()]);
  }
}
