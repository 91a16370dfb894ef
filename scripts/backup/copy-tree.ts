// Copies a folder file by file with a digest of each, and copies it back only where every digest holds.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Backup, FILES } from "./manifest.ts";

/** Files at once: what waits for a disk is not the processor. */
const AT_ONCE = 8;

export type Copied = {
  /** Path below the root to SHA-256, hex. */
  readonly digests: Map<string, string>;
  readonly links: Record<string, string>;
  bytes: number;
};

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** @returns the digest of what was copied. */
async function copyFile(from: string, to: string, count: (bytes: number) => void): Promise<string> {
  const hash = createHash("sha256");
  const seen = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      count(chunk.length);
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), seen, createWriteStream(to));
  return hash.digest("hex");
}

/** The first that fails ends all, and is thrown once none writes any more. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  const ended = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      next().catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      }),
    ),
  );
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

/** Copies all that lies in `from` to `root`/`name`, and notes it. */
export async function copyTree(from: string, root: string, name: string, copied: Copied): Promise<void> {
  const files: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    await mkdir(join(root, name, relative(from, folder)), { recursive: true });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await walk(path);
      else if (entry.isSymbolicLink()) copied.links[join(name, relative(from, path))] = await readlink(path);
      else files.push(path);
    }
  };
  await walk(from);
  await inTurns(files, async (path) => {
    const place = join(name, relative(from, path));
    const count = (bytes: number) => {
      copied.bytes += bytes;
    };
    copied.digests.set(place, await copyFile(path, join(root, place), count));
  });
  for (const [place, target] of Object.entries(copied.links)) await symlink(target, join(root, place));
}

/** Writes a small file of the backup itself. */
export async function putFile(root: string, name: string, text: string, copied: Copied): Promise<void> {
  await writeFile(join(root, name), text);
  copied.digests.set(name, digestOf(text));
  copied.bytes += Buffer.byteLength(text);
}

/** The list of all files, as `sha256sum --check` reads it. @returns its own digest. */
export async function writeDigests(root: string, { digests }: Copied): Promise<string> {
  const lines = [...digests].sort().map(([place, digest]) => `${digest}  ${place}\n`);
  await writeFile(join(root, FILES), lines.join(""));
  return digestOf(lines.join(""));
}

/** Throws where the list is not the one that was written; `wanted`: its digest, where the backup has it. */
async function readDigests(root: string, wanted: string | undefined): Promise<Map<string, string>> {
  const text = await readFile(join(root, FILES), "utf8");
  if (wanted !== undefined && digestOf(text) !== wanted) {
    throw new Error(`${FILES} is not what was backed up: its digest is another one`);
  }
  const lines = text.split("\n").filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)] as const));
}

/** Throws where a path leads out of the folder: a backup may have been in others' hands. */
function within(root: string, place: string, from = root): string {
  const path = resolve(from, place);
  if (path !== root && !path.startsWith(`${root}/`))
    throw new Error(`${JSON.stringify(place)} leads out of the folder`);
  return path;
}

/** Copies what a backup lists into `to`. Throws, with the name, where a file is missing or is not what was copied. */
export async function copyBack(
  backup: string,
  to: string,
  { links, files }: Pick<Backup, "links" | "files">,
): Promise<{ files: number; bytes: number }> {
  const root = resolve(to);
  const digests = await readDigests(backup, files);
  let bytes = 0;
  for (const place of [...digests.keys(), ...Object.keys(links)]) {
    await mkdir(dirname(within(root, place)), { recursive: true });
  }
  await inTurns([...digests], async ([place, digest]) => {
    const found = await copyFile(within(resolve(backup), place), within(root, place), (count) => {
      bytes += count;
    });
    if (found !== digest) throw new Error(`${place} is not what was backed up: its digest is another one`);
  });
  for (const [place, target] of Object.entries(links)) {
    const path = within(root, place);
    within(root, target, dirname(path));
    await symlink(target, path);
  }
  return { files: digests.size, bytes };
}
