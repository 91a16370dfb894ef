// Makes one backup: of the running service, of a folder whose service is stopped, or of a ClickHouse server.
import { execFile } from "node:child_process";
import { access, chmod, mkdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { HOUR_MS } from "../../schema/duration.ts";
import type { Env } from "../../schema/env.ts";
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { RELEASE } from "../../schema/version.ts";
import { findPlace, type Place } from "../connect.ts";
import { type Copied, copyTree, putFile, writeDigests } from "./copy-tree.ts";
import { KEY_FILES, type Keys, readKeys, signedBy } from "./keys.ts";
import { type Backup, nameOf, partialOf, seal, type Table } from "./manifest.ts";
import { readMigrations, readNewest, readTables } from "./read-store.ts";
import { backupTables, inOrder } from "./server-backup.ts";

export type Made = {
  readonly path: string;
  readonly about: Backup;
  readonly bytes: number;
  /** How long writers waited; null where nobody had to. */
  readonly heldMs: number | null;
  /** What whoever keeps it should know. */
  readonly warnings: readonly string[];
};

type Frozen = {
  readonly path: string;
  readonly at: number;
  readonly heldMs: number;
  readonly tables: readonly Table[];
};
/** What is known before the copy is made: none of it is newer than the copy. */
type Noted = Pick<Backup, "release" | "database" | "migrations" | "checkpoint">;

async function note(store: Store, database: string): Promise<Noted> {
  const checkpoint = await readNewest(store);
  return { release: RELEASE, database, migrations: await readMigrations(store), checkpoint };
}

/** A copy by the engine itself; an engine that is too old for it says so. */
async function askFrozen(place: Place): Promise<Frozen> {
  const answer = await fetch(`${place.url}/freeze`, {
    method: "POST",
    headers: { "x-clickhouse-user": place.user, "x-clickhouse-key": place.password },
  });
  const text = await answer.text();
  if (answer.status === 404) throw new Error("The running engine is of an older version: restart the service first.");
  if (!answer.ok) throw new Error(text.trim());
  return JSON.parse(text) as Frozen;
}

async function copyEmbedded(place: Place, partial: string, noted: Noted, copied: Copied) {
  const frozen = await askFrozen(place);
  try {
    await copyTree(frozen.path, partial, join("engine", "store"), copied);
  } finally {
    await rm(frozen.path, { recursive: true, force: true });
  }
  const tables = frozen.tables.filter(({ database }) => database === noted.database);
  return { kind: "embedded", at: frozen.at, heldMs: frozen.heldMs, tables, parts: [] } as const;
}

async function copyServer(store: Store, partial: string, seen: string, noted: Noted) {
  const at = Date.now();
  const tables = await readTables(store);
  const parts = inOrder(tables.map(({ name }) => name));
  await backupTables(store, noted.database, seen, parts);
  for (const { name } of parts) {
    await access(join(partial, name)).catch(() => {
      throw new Error(
        `ClickHouse wrote ${seen}, which this process sees nowhere: name a folder that both see, and with --server-path how the server sees it.`,
      );
    });
  }
  return { kind: "server", at, heldMs: null, tables, parts } as const;
}

/** What of the keys is not as it should be, for whoever must be able to restore. */
function keyWarnings(keys: Keys, noted: Noted): string[] {
  const missing = KEY_FILES.filter((name) => keys[name] === undefined);
  const said = missing.map(
    (name) =>
      `The key that ${name === "log.key" ? "signs the log (LOG_SIGNING_KEYS)" : "seals the secrets of monitors (MONITOR_KEY)"} is not in it: it is in neither the settings nor the data folder. Keep it apart.`,
  );
  if (noted.checkpoint !== null && signedBy(keys, noted.checkpoint.note) === false) {
    said.push(
      "The key in it did not sign the newest checkpoint: keep the one that did, LOG_SIGNING_KEYS of the service.",
    );
  }
  return said;
}

/** Whole on the disk before it is called a backup. */
const flush = (path: string): Promise<unknown> => promisify(execFile)("sync", ["-f", path]).catch(() => undefined);

/** Writes a new backup into `folder`. `serverPath`: how a ClickHouse server sees that folder, where not as this process does. */
export async function backUp(env: Env, folder: string, serverPath: string | undefined): Promise<Made> {
  const place = await findPlace(env, "write");
  const store = openStore({
    ...{ url: place.url, user: place.user, password: place.password, database: place.facts },
    ...{ cluster: env.CLICKHOUSE_CLUSTER, process: "backup", timeoutMs: HOUR_MS },
  });
  const root = resolve(folder);
  const name = nameOf(Date.now());
  const partial = partialOf(root, name);
  try {
    const noted = await note(store, place.facts);
    await mkdir(partial, { recursive: true });
    // A server that writes it may be another user: whom the folder is open to, its backups are.
    if (env.CLICKHOUSE_URL !== undefined) await chmod(partial, (await stat(root)).mode & 0o7777);
    const copied: Copied = { digests: new Map(), links: {}, bytes: 0 };
    const seen = join(serverPath ?? root, `${name}.partial`);
    const made =
      env.CLICKHOUSE_URL === undefined
        ? await copyEmbedded(place, partial, noted, copied)
        : await copyServer(store, partial, seen, noted);
    const keys = await readKeys(resolve(env.DATA_DIR), env);
    for (const file of KEY_FILES) if (keys[file]) await putFile(partial, file, `${keys[file]}\n`, copied);
    const files = await writeDigests(partial, copied);
    await flush(partial);
    const { heldMs, at, ...rest } = made;
    const about: Backup = {
      ...{ format: 1, at: new Date(at).toISOString(), ...noted, ...rest, links: copied.links, files },
    };
    const path = await seal(root, name, about);
    return { path, about, bytes: copied.bytes, heldMs, warnings: keyWarnings(keys, noted) };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    await store.close();
    await place.stop();
  }
}
