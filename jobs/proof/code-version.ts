// Which code made an issued object: the release, and a digest of the files that think, so that anyone can tell one from another.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

declare global {
  interface ImportMeta {
    /** Set in what was built: that of the sources it was built from. */
    readonly codeVersion?: string;
  }
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What a number, a verdict or a sentence can depend on. */
const FOLDERS = ["schema", "ingest", "jobs"];
const FILES = ["package-lock.json"];

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length));

let known: string | null = import.meta.codeVersion ?? null;

/** `<release>+<12 hex digits>`: of SHA-256 over each file's path and bytes in order of path. Known since the build, or read once a process. */
export function codeVersion(): string {
  if (known !== null) return known;
  const hash = createHash("sha256");
  for (const path of [...FOLDERS.flatMap(filesIn), ...FILES].sort()) {
    hash.update(`${path}\n`).update(readFileSync(join(ROOT, path)));
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  known = `${version}+${hash.digest("hex").slice(0, 12)}`;
  return known;
}
