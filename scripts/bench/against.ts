// Benchmarks of this tree beside another commit's, by turns on the same machine: figures, and what they are of the other's.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, say } from "./measure.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ROUNDS = 3;
/** What measures is ours in both: only so are the figures of one thing. */
const BENCH = "scripts/bench";

const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-C", ROOT, ...args], { encoding: "utf8" }).trim();

/** The commit in a folder of its own, with its own packages where they differ from ours. */
async function checkOut(commit: string, folder: string): Promise<void> {
  git("worktree", "add", "--detach", folder, commit);
  const lock = (root: string) => readFile(join(root, "package-lock.json"), "utf8");
  if ((await lock(folder)) === (await lock(ROOT)))
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  await rm(join(folder, BENCH), { recursive: true });
  await cp(join(ROOT, BENCH), join(folder, BENCH), { recursive: true });
}

type Figures = ReadonlyMap<string, number>;

/** Runs the benchmarks in a tree and reads the figures they wrote. */
async function measure(tree: string, words: readonly string[], file: string): Promise<Figures> {
  await rm(file, { force: true });
  const child = spawn(process.execPath, ["--import=tsx", `${BENCH}/main.ts`, ...words], {
    cwd: tree,
    stdio: "inherit",
    env: { ...process.env, BENCH_FIGURES: file },
  });
  await once(child, "exit");
  const text = await readFile(file, "utf8").catch(() => "");
  return new Map(text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as [string, number]])));
}

const show = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** Prints the middle of some rounds of each; `words` are the other arguments. */
export async function compareWith(asked: string, words: readonly string[]): Promise<void> {
  const commit = git("rev-parse", "--verify", `${asked}^{commit}`);
  const folder = await mkdtemp(join(tmpdir(), "assay-against-"));
  const other = join(folder, "tree");
  const found = { [ROOT]: [] as Figures[], [other]: [] as Figures[] };
  try {
    await checkOut(commit, other);
    for (let round = 0; round < ROUNDS; round++) {
      for (const tree of round % 2 === 0 ? [ROOT, other] : [other, ROOT]) {
        say(`\nround ${round + 1} of ${ROUNDS}: ${tree === ROOT ? "this tree" : asked}`);
        found[tree]?.push(await measure(tree, words, join(folder, "figures")));
      }
    }
    say(`\nthis tree, ${asked} (${commit.slice(0, 7)}), and the first of the second; medians of ${ROUNDS} rounds`);
    for (const what of new Set(found[ROOT]?.flatMap((figures) => [...figures.keys()]))) {
      const [ours, theirs] = [ROOT, other].map((tree) =>
        median((found[tree] ?? []).flatMap((figures) => figures.get(what) ?? [])),
      );
      if (ours === undefined || theirs === undefined) continue;
      say(`  ${show(ours)}  ${show(theirs)}  ${(ours / theirs).toFixed(2)}  ${what}`);
    }
  } finally {
    git("worktree", "remove", "--force", other);
    await rm(folder, { recursive: true, force: true });
  }
}
