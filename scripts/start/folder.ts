// The data folder: its parts, who may read them, who uses it now, and where the running service can be reached.
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

export type Folder = {
  readonly root: string;
  readonly redis: string;
  readonly engine: string;
  readonly log: string;
};

/** What `run.json` in the data folder says while the service runs; tools of the same user read it. */
export type RunFile = {
  readonly pid: number;
  readonly url: string;
  readonly redisUrl: string;
  readonly clickhouseUrl: string;
  readonly clickhouseUser: string;
  readonly clickhousePassword: string;
  readonly clickhouseReadonlyPassword: string;
  readonly clickhouseDatabase: string;
  readonly sandboxOrigins: string;
  readonly children: Readonly<Record<string, number | undefined>>;
  /** Whether numbers, or the reason why there are none, were being served when this was written. */
  readonly isServing: boolean;
};

const runPath = (root: string) => join(root, "run.json");

/** Whether a process of that id runs, ours or another user's. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

export async function readRun(root: string): Promise<RunFile | null> {
  const text = await readFile(runPath(root), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as RunFile);
}

/** Written whole or not at all; readable by its owner only, since it holds the engine's password. */
export async function writeRun(root: string, run: RunFile): Promise<void> {
  const path = runPath(root);
  await writeFile(`${path}.new`, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export const removeRun = (root: string): Promise<void> => rm(runPath(root), { force: true });

const OTHERS = 0o077;

/** Takes from others what they may do with an entry; true where they could do anything. */
async function close(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isSymbolicLink() || (found.mode & OTHERS) === 0) return false;
  await chmod(path, found.mode & 0o777 & ~OTHERS);
  return true;
}

/** Signed transactions, keys and passwords lie in the folder: what a run before left open to others is closed. */
async function closeFolder(root: string, parts: readonly string[]): Promise<void> {
  const wereOpen = await Promise.all(parts.map(close));
  if (!wereOpen.includes(true)) return;
  for (const entry of await readdir(root, { recursive: true })) await close(join(root, entry));
}

/**
 * Makes the folder and its parts; from now on this process and its children write for their own user alone. Throws one
 * line for a person where another service uses it.
 */
export async function openFolder(path: string): Promise<Folder> {
  const root = resolve(path);
  const folder = { root, redis: join(root, "redis"), engine: join(root, "engine"), log: join(root, "log") };
  process.umask(OTHERS);
  for (const part of Object.values(folder)) await mkdir(part, { recursive: true });
  await closeFolder(root, Object.values(folder));
  const other = await readRun(root).catch(() => null);
  if (other !== null && other.pid !== process.pid && isAlive(other.pid)) {
    throw new Error(
      `${root} is in use by process ${other.pid} (${other.url}). Stop it, or choose another folder with DATA_DIR.`,
    );
  }
  return folder;
}
