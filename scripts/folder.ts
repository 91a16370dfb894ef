// The data folder: its parts, who may read them, who uses it now, and where the running service can be reached.
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FolderLock, type Holder, isLock, livingHolder, lockFolder } from "./start/folder-lock.ts";

export type Folder = {
  readonly root: string;
  readonly redis: string;
  readonly engine: string;
  readonly log: string;
};

/** Nobody else uses the folder until the lock is released, and those it was given to have ended. */
export type HeldFolder = Folder & { readonly lock: FolderLock };

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

/** Removes what this process wrote; another's is left. */
export async function removeRun(root: string): Promise<void> {
  const run = await readRun(root).catch(() => null);
  if (run?.pid === process.pid) await rm(runPath(root), { force: true });
}

/** Why nothing is known of a service on the folder, and what helps; `otherwise` is what else does. */
export async function sayAbsent(root: string, otherwise: string): Promise<string> {
  const pid = await livingHolder(root);
  if (pid !== null)
    return `Process ${pid} is still starting the service in ${root}: try again once it says that it answers.`;
  return `No service uses ${root}: start it with \`npm start\`, name its folder with DATA_DIR=…, or ${otherwise}.`;
}

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

/** In a data folder while a backup is brought back into it; one that stays is of a restore that was killed. */
export const RESTORING = "restoring";

export const halfRestored = (root: string): string =>
  `A restore into ${root} did not come to its end: remove the folder and restore again, or name another with DATA_DIR.`;

const LOOK_MS = 200;
/** Longer than stores take to stop. */
const PATIENCE_MS = 30_000;

type Held = { readonly lock: FolderLock } | { readonly holder: Holder; readonly run: RunFile | null };

/** Takes the folder for this process, or says who has it, and where that can be reached if it is known yet. */
export async function holdFolder(root: string): Promise<Held> {
  const found = await lockFolder(root);
  if (isLock(found)) return { lock: found };
  const run = await readRun(root).catch(() => null);
  return { holder: found, run: run?.pid === found.pid ? run : null };
}

/** Waits for what a killed service left behind, since its stores still write; throws where somebody uses the folder. */
async function untilHeld(root: string, say: (line: string) => void): Promise<FolderLock> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let looks = 0; ; looks++) {
    const held = await holdFolder(root);
    if ("lock" in held) return held.lock;
    const { holder, run } = held;
    const isOver = Date.now() > deadline;
    if (holder.isAlive || isOver) {
      const who = holder.isAlive
        ? `process ${holder.pid}${run === null ? "" : ` (${run.url})`}`
        : `what process ${holder.pid} started before it ended`;
      throw new Error(`${root} is in use by ${who}. Stop it, or choose another folder with DATA_DIR.`);
    }
    if (looks === 1) say(`Waiting for the stores of an earlier run in ${root} to end …`);
    await sleep(LOOK_MS);
  }
}

/**
 * Makes the folder and its parts and takes it for this process; from now on this process and its children write for
 * their own user alone. Throws one line for a person where another service uses it.
 */
export async function openFolder(path: string, say: (line: string) => void = () => undefined): Promise<HeldFolder> {
  const root = resolve(path);
  const parts: Folder = { root, redis: join(root, "redis"), engine: join(root, "engine"), log: join(root, "log") };
  process.umask(OTHERS);
  await mkdir(root, { recursive: true });
  const lock = await untilHeld(root, say);
  // The keys may be there without the log that they signed, which a start would begin anew under them.
  if (existsSync(join(root, RESTORING))) {
    await lock.release();
    throw new Error(halfRestored(root));
  }
  for (const part of Object.values(parts)) await mkdir(part, { recursive: true });
  await closeFolder(root, Object.values(parts));
  return { ...parts, lock };
}
