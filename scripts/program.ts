// How Node runs a program of the project: the JavaScript that scripts/build.js made of it.
import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

declare global {
  interface ImportMeta {
    /** Set in what was built. There `url` still names the source, and `dirname` the folder of what was built. */
    readonly isBuilt?: true;
  }
}

const MAKER = fileURLToPath(new URL("build.js", import.meta.url));

/**
 * What was built starts what was built with it; sources that run as they are (tests, benchmarks) ask for a build, unless
 * whoever started them says that there is one of the sources as they are.
 */
let folder = import.meta.isBuilt ? import.meta.dirname : (process.env.BUILT_PROGRAMS ?? null);

/** Arguments of Node for a program, named as in scripts/build.js. Its errors name lines of the sources. */
export function programArgs(name: string): string[] {
  folder ??= execFileSync(process.execPath, [MAKER, "--tests"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
  return ["--enable-source-maps", join(folder, `${name}.js`)];
}

/** From now on programs are what the sources are by now. Rejects, and nothing changes, where they cannot be built. */
export async function rebuildPrograms(): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAKER]);
  folder = stdout.trim();
}
