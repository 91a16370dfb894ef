// The machine and the data folder: versions, room on the disk, who may read what, who holds it.
import { lstat, readFile, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "../../schema/env.ts";
import { signersOf } from "../../schema/proof/log-key.ts";
import { RELEASE } from "../../schema/version.ts";
import { readSealKeys } from "../../schema/webhook/secret.ts";
import { type Finding, fail, messageOf, none, ok, warn } from "./finding.ts";

const MEGABYTE = 1_048_576;
/** Below the first nothing starts, below the second a few days fill it. */
const FREE_MIN = 64 * MEGABYTE;
const FREE_FEW = 2_048 * MEGABYTE;
const OTHERS = 0o077;
/** What nobody else may read. */
const PRIVATE = ["log.key", "monitor.key", "run.json", "redis", "engine", "log"];

export function lookAtVersions(): Finding[] {
  const { glibcVersionRuntime: glibc } = (process.report.getReport() as unknown as { header: Record<string, string> })
    .header;
  const [major = 0] = process.versions.node.split(".").map(Number);
  const says = `Assay ${RELEASE} on Node ${process.versions.node}, glibc ${glibc ?? "none"}`;
  return [
    major === 20
      ? ok("versions", says)
      : warn("versions", says, "Node 20 is what is tested; newer ones need glibc 2.38."),
  ];
}

export async function lookAtDisk(root: string): Promise<Finding[]> {
  const found = await statfs(root).catch(() => null);
  if (found === null) return [none("disk", `${root} is not there yet: the first start makes it`)];
  const free = found.bavail * found.bsize;
  const share = Math.round((100 * found.bavail) / Math.max(1, found.blocks));
  const says = `${Math.floor(free / MEGABYTE)} MB free (${share} %) under ${root}`;
  const files = found.files > 0 && found.ffree / found.files < 0.02;
  if (free < FREE_MIN)
    return [fail("disk", says, "Free some, or move the folder to another disk: nothing can be stored.")];
  if (files)
    return [warn("disk", `${says}; almost no file can be made any more`, "Remove files: the disk is out of inodes.")];
  if (free < FREE_FEW)
    return [warn("disk", says, "Free some soon: a day of a hundred tokens takes some hundred megabytes.")];
  return [ok("disk", says)];
}

async function openEntries(root: string): Promise<string[]> {
  const modes = await Promise.all(
    PRIVATE.map((name) =>
      lstat(join(root, name)).then(
        ({ mode }) => (mode & OTHERS) !== 0 && (mode & 0o170000) !== 0o120000,
        () => false,
      ),
    ),
  );
  return PRIVATE.filter((_, at) => modes[at]);
}

export async function lookAtFolder(root: string): Promise<Finding[]> {
  const found = await stat(root).catch(() => null);
  if (found === null) return [];
  const mine = found.uid === process.getuid?.();
  const findings = [
    mine
      ? ok("folder", `${root} is yours`)
      : fail(
          "folder",
          `${root} belongs to user ${found.uid}`,
          "Run this and the service as that user, or name another DATA_DIR.",
        ),
  ];
  const open = await openEntries(root);
  if (open.length > 0) {
    const todo = `chmod -R go= ${open.map((name) => join(root, name)).join(" ")}`;
    findings.push(warn("folder", `others may read ${open.join(", ")}: keys and payments are in there`, todo));
  }
  return findings;
}

const readKey = async (root: string, name: string): Promise<string> =>
  (await readFile(join(root, name), "utf8").catch(() => "")).trim();

/** The keys that the service would use, and whether they can be read. */
export async function findKeys(env: Env, root: string): Promise<{ keys: Env; findings: Finding[] }> {
  const log = env.LOG_SIGNING_KEYS || (await readKey(root, "log.key"));
  const monitor = env.MONITOR_KEY || (await readKey(root, "monitor.key"));
  const keys = { ...env, LOG_SIGNING_KEYS: log, MONITOR_KEY: monitor };
  const look = (name: string, text: string, read: (text: string) => unknown): Finding => {
    if (text === "") return none("keys", `there is no ${name} yet: the first start makes one`);
    try {
      read(text);
      return ok("keys", `${name} can be read`);
    } catch (error) {
      return fail("keys", `${name} cannot be read: ${messageOf(error)}`, "Put the one of your backup in its place.");
    }
  };
  return {
    keys,
    findings: [
      look("key that signs the log", log, (text) => signersOf({ LOG_SIGNING_KEYS: text })),
      look("key that seals secrets of monitors", monitor, readSealKeys),
    ],
  };
}
