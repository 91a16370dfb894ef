// npm run soak chaos -- --case F7 (or several as F1,F4, or all): plays cases of the fault matrix, one after the other, and says
// of each whether it held.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CASES, type FaultCase } from "./case.ts";
import { onGround, say } from "./ground.ts";
import { PLAYED } from "./played.ts";

const given = process.argv[2] ?? "all";
const ids = given === "all" ? Object.keys(CASES) : given.split(",");
const seed = Number(process.env.CHAOS_SEED ?? 1);

/** Cases whose store, and Redis, lie on a disk that can be filled. */
const ON_SMALL_DISK: ReadonlySet<string> = new Set(["F14"]);
const DISK_BYTES = 400 * 1_048_576;
/** Said to the copy of this process that has mounts of its own. */
const OWN = "MATRIX_OWN_MOUNTS";

/** @returns what did not hold. */
async function runSetup(words: readonly string[]): Promise<string[]> {
  const child = spawn(process.execPath, ["scripts/setup.js", ...words], { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  return code === 0 ? [] : [`npm run ${words.join(" ")}: exit ${code}`];
}

/** A disk in memory, seen by this process and what it starts alone. */
async function mountDisk(): Promise<string> {
  if (process.env[OWN] === undefined) throw new Error("no small disk can be made: that takes root");
  const path = mkdtempSync(join(tmpdir(), "assay-matrix-disk-"));
  const mounting = spawn("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "none", path], { stdio: "inherit" });
  const [code] = await once(mounting, "exit");
  if (code !== 0) throw new Error("no small disk could be made");
  return path;
}

async function runCase(id: string, { fault, tests = [], soaks = [] }: FaultCase): Promise<string[]> {
  say(`${id}: ${fault}`);
  const found: string[] = [];
  const play = PLAYED[id];
  try {
    if (play !== undefined) {
      const disk = ON_SMALL_DISK.has(id) ? await mountDisk() : undefined;
      await onGround({ seed, disk }, async (ground) => void found.push(...(await play(ground))));
    }
  } catch (error) {
    found.push(error instanceof Error ? error.message : String(error));
  }
  if (tests.length > 0 && process.env.MATRIX_TESTS !== "off") found.push(...(await runSetup(["test", ...tests])));
  for (const soak of soaks) found.push(...(await runSetup(["soak", ...soak])));
  for (const one of found) say(`  FOUND ${one}`);
  say(`${found.length === 0 ? "HOLDS" : "BROKEN"}: ${id}`);
  return found;
}

const mayMount = () => spawnSync("unshare", ["-m", "true"]).status === 0;
if (process.env[OWN] === undefined && ids.some((id) => ON_SMALL_DISK.has(id)) && mayMount()) {
  const args = ["-m", process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn("unshare", args, {
    stdio: "inherit",
    env: { ...process.env, [OWN]: "1", CHAOS_SEED: `${seed}` },
  });
  const [code] = await once(child, "exit");
  process.exit(code ?? 1);
}
say(`seed ${seed}`);
let broken = 0;
for (const id of ids) {
  const one = CASES[id];
  if (one === undefined) throw new Error(`no case ${id}; there are ${Object.keys(CASES).join(", ")}`);
  broken += (await runCase(id, one)).length > 0 ? 1 : 0;
}
say(`${ids.length - broken} of ${ids.length} cases hold, seed ${seed}`);
process.exit(broken === 0 ? 0 : 1);
