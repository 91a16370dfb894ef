// A copy of all tables as they were at one instant, beside the data: made of hard links while nothing is written, since
// parts of tables never change once they are there; lists of tokens and definitions do, and are copied.
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import type { Connection } from "./native.ts";

/** What was frozen, and how long writers had to wait for it. */
export type Frozen = {
  /** Of the copy; whoever asked for it removes it. */
  readonly path: string;
  readonly at: number;
  readonly heldMs: number;
  readonly parts: number;
  readonly tables: readonly { readonly database: string; readonly name: string; readonly rows: number }[];
};

type Part = {
  readonly database: string;
  readonly table: string;
  readonly path: string;
  readonly rows: number;
};

const PARTS = `SELECT database, table, path, toUInt32(rows) AS rows FROM system.parts WHERE active
SETTINGS output_format_json_quote_64bit_integers = 0`;
/** Of the root: what a start makes anew, and copies made by FREEZE. */
const LEFT = new Set(["tmp", "shadow", "status", "preprocessed_configs"]);
/** What every folder of a table holds, and no other folder does. */
const MARK = "format_version.txt";
const LOGS = "deduplication_logs";

/** Links where the file system can, else copies. */
function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw error;
    copyFileSync(from, to);
  }
}

type Put = (from: string, to: string) => void;

function putTree(from: string, to: string, put: Put): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) putTree(source, target, put);
    else put(source, target);
  }
}

/** Parts that count are linked, the list of tokens is copied with all other files; what waits for its removal is left. */
function putTable(from: string, to: string, isActive: (name: string) => boolean): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (!entry.isDirectory()) copyFileSync(source, target);
    else if (entry.name === LOGS) putTree(source, target, copyFileSync);
    else if (isActive(entry.name)) putTree(source, target, linkFile);
    else if (entry.name === "detached") mkdirSync(target);
  }
}

/** Answers that are asked for meanwhile wait no longer than this; each turn of theirs keeps writers waiting. */
const BREATH_MS = 100;

/** Lets others have a turn once it has worked for a while. */
function openBreath(): () => Promise<void> {
  let from = performance.now();
  return async () => {
    if (performance.now() - from < BREATH_MS) return;
    await turn();
    from = performance.now();
  };
}

type Tree = { readonly active: ReadonlySet<string>; readonly breathe: () => Promise<void> };

async function putFolder(from: string, to: string, tree: Tree, left: ReadonlySet<string>) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (left.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.isDirectory()) copyFileSync(source, target);
    else if (existsSync(join(source, MARK))) {
      putTable(source, target, (name) => tree.active.has(`${entry.name}/${name}`));
      await tree.breathe();
    } else await putFolder(source, target, tree, new Set());
  }
}

/** `uuid/part`: how a part is found below any name of the folder. */
const placeOf = (path: string): string => path.replace(/\/+$/, "").split("/").slice(-2).join("/");

async function readParts(keeper: Connection): Promise<Part[]> {
  const { bytes } = await keeper.query(PARTS, "JSONEachRow");
  const lines = Buffer.from(bytes).toString().split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Part);
}

function countRows(parts: readonly Part[]): Frozen["tables"] {
  const tables = new Map<string, { database: string; name: string; rows: number }>();
  for (const { database, table, rows } of parts) {
    const key = `${database}.${table}`;
    const counted = tables.get(key) ?? { database, name: table, rows: 0 };
    tables.set(key, { ...counted, rows: counted.rows + rows });
  }
  return [...tables.values()].sort((a, b) => (`${a.database}.${a.name}` < `${b.database}.${b.name}` ? -1 : 1));
}

/** Removes what an earlier copy left behind. */
export const forgetFrozen = (root: string): void => rmSync(root, { recursive: true, force: true });

/**
 * Copies `folder` to a new one in `root`. Call while no statement writes: merges go on, and the parts they replace stay
 * for minutes. A copy that is there already is removed.
 */
export async function freeze(folder: string, root: string, keeper: Connection): Promise<Omit<Frozen, "heldMs">> {
  forgetFrozen(root);
  mkdirSync(root, { mode: 0o700 });
  const at = Date.now();
  const path = join(root, String(at));
  const parts = await readParts(keeper);
  try {
    const active = new Set(parts.map((part) => placeOf(part.path)));
    await putFolder(folder, path, { active, breathe: openBreath() }, LEFT);
  } catch (error) {
    forgetFrozen(root);
    throw error;
  }
  return { path, at, parts: parts.length, tables: countRows(parts) };
}
