// Who holds a data folder: one process at a time and the stores it started, until all of them have ended, however they end.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type FileHandle, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

export type FolderLock = {
  /** Given to a child, that child holds the folder too; null where the system has no locks that processes share. */
  readonly fd: number | null;
  release(): Promise<void>;
};

/** Who took the folder: a process may have ended and left its children with it. */
export type Holder = { readonly pid: number; readonly isAlive: boolean };

/** A process as the file names it: a number alone is given to another process one day. */
type Named = { readonly pid: number; readonly start: string | null };

const FLOCK = ["/usr/bin/flock", "/bin/flock"].find((path) => existsSync(path));
const TAKEN = 0;
const HELD = 1;

const lockPath = (root: string) => join(root, "lock");

/** When a process started, in ticks since the machine did; null where that cannot be told. */
async function startOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The name of the command, in brackets, may hold anything.
  return text?.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

/** Whether a process of that id runs, ours or another user's. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

async function readHolder(path: string): Promise<Holder> {
  try {
    const { pid, start } = JSON.parse(await readFile(path, "utf8")) as Named;
    return { pid, isAlive: isRunning(pid) && (start === null || start === (await startOf(pid))) };
  } catch {
    // It is just being written.
    return { pid: 0, isAlive: false };
  }
}

const nameSelf = async (): Promise<string> =>
  JSON.stringify({ pid: process.pid, start: await startOf(process.pid) } satisfies Named);

/**
 * The lock belongs to the open file, which flock shares with us and ends without closing: it lasts as long as anybody
 * has that file open. Null where there is no flock, or none that works here.
 */
async function flock(file: FileHandle): Promise<boolean | null> {
  if (FLOCK === undefined) return null;
  const child = spawn(FLOCK, ["-n", "-x", "3"], { stdio: ["ignore", "ignore", "ignore", file.fd] });
  const [code] = (await once(child, "exit").catch(() => [null])) as [number | null];
  return code === TAKEN || code === HELD ? code === TAKEN : null;
}

/** Where files cannot be locked: the file itself, made new, by who finds no living process named in it. */
async function lockByName(path: string): Promise<FolderLock | Holder> {
  for (;;) {
    const made = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return null;
      throw error;
    });
    if (made !== null) {
      await made.writeFile(await nameSelf());
      await made.close();
      return { fd: null, release: () => rm(path, { force: true }) };
    }
    const holder = await readHolder(path);
    if (holder.isAlive) return holder;
    await rm(path, { force: true });
  }
}

/** Takes the folder, which is there, or says who has it. */
export async function lockFolder(root: string): Promise<FolderLock | Holder> {
  const path = lockPath(root);
  const file = await open(path, "a", 0o600);
  const taken = await flock(file);
  if (taken === true) {
    // Who it is only makes a message better: a full disk stops nobody here.
    const named = async () => file.truncate().then(async () => file.writeFile(await nameSelf()));
    await named().catch(() => undefined);
    return { fd: file.fd, release: () => file.close() };
  }
  await file.close();
  return taken === false ? readHolder(path) : lockByName(`${path}.pid`);
}

/** The living process that the folder names as its holder, or null; nothing is taken. */
export async function livingHolder(root: string): Promise<number | null> {
  for (const path of [lockPath(root), `${lockPath(root)}.pid`]) {
    const { pid, isAlive } = await readHolder(path);
    if (isAlive) return pid;
  }
  return null;
}

export const isLock = (found: FolderLock | Holder): found is FolderLock => "release" in found;
