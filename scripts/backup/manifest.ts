// What a backup says of itself, and which backups lie in a folder.
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What was signed last before the copy was made: the restored log must hold it. */
export type KeptCheckpoint = { readonly size: number; readonly root: string; readonly note: string };

export type Table = { readonly database: string; readonly name: string; readonly rows: number };

export type Backup = {
  readonly format: 1;
  readonly release: string;
  readonly at: string;
  /** Of the embedded engine's folder, or by ClickHouse itself. */
  readonly kind: "embedded" | "server";
  readonly database: string;
  /** Names of the migrations that the tables have been through. */
  readonly migrations: readonly string[];
  readonly tables: readonly Table[];
  readonly checkpoint: KeptCheckpoint | null;
  /** Links by their paths, and where they lead. */
  readonly links: Readonly<Record<string, string>>;
  /** SHA-256 of the list of files, hex; what an earlier version made has none. */
  readonly files?: string;
  /** What ClickHouse wrote, in the order in which it was written. */
  readonly parts: readonly { readonly name: string; readonly tables: readonly string[] }[];
};

/** In the form of `sha256sum`, which can check a backup without us. */
export const FILES = "files.txt";
const ABOUT = "backup.json";
const NAME = /^assay-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const PARTIAL = ".partial";

export const nameOf = (at: number): string => `assay-${new Date(at).toISOString().replace(/[:.]/g, "-")}`;

/** Where a backup is written until it is whole. */
export const partialOf = (folder: string, name: string): string => join(folder, `${name}${PARTIAL}`);

/** Puts the last file in and gives the backup its name: from then on it is one. @returns its folder. */
export async function seal(folder: string, name: string, about: Backup): Promise<string> {
  const partial = partialOf(folder, name);
  const path = join(folder, name);
  await writeFile(join(partial, ABOUT), `${JSON.stringify(about, null, 2)}\n`);
  await rename(partial, path);
  return path;
}

/** Throws one line for a person where the folder holds no whole backup, or one of a later form. */
export async function readBackup(path: string): Promise<Backup> {
  const text = await readFile(join(path, ABOUT), "utf8").catch(() => null);
  if (text === null) {
    const [newest] = (await listBackups(path, Date.now())).reverse();
    const hint = newest === undefined ? "" : `; its newest is ${join(path, newest)}`;
    throw new Error(`${path} is no backup: there is no ${ABOUT} in it${hint}.`);
  }
  const about = JSON.parse(text) as Backup;
  if (about.format !== 1)
    throw new Error(`${path} was made by a newer version (${about.release}): restore it with that.`);
  return about;
}

/**
 * Names of the whole backups in a folder, the oldest first. One that was made while the clock was ahead would be the newest
 * for years: it comes first.
 */
export async function listBackups(folder: string, now: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const whole = await Promise.all(
    names.map((name) =>
      NAME.test(name)
        ? readFile(join(folder, name, ABOUT)).then(
            () => true,
            () => false,
          )
        : false,
    ),
  );
  const sorted = names.filter((_, at) => whole[at]).sort();
  const isAhead = (name: string): boolean => name > nameOf(now);
  return [...sorted.filter(isAhead), ...sorted.filter((name) => !isAhead(name))];
}

/** Removes all but the newest `keep`, and what runs that were killed left half done. @returns how many whole ones went. */
export async function pruneBackups(folder: string, keep: number, now: number): Promise<number> {
  const past = (await listBackups(folder, now)).slice(0, -keep);
  const partial = (await readdir(folder)).filter(
    (name) => name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length)),
  );
  for (const name of [...past, ...partial]) await rm(join(folder, name), { recursive: true, force: true });
  return past.length;
}
