// The runner of all suites: what it counts, and that nothing which went wrong passes for green.
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { ROOT } from "../support/tree.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-suites-"));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));
const report = join(folder, "report.tap");

const SUITES = {
  green: `console.log("# Subtest: a\\n    ok 1 - one\\n    # { total: 1, pass: 1 }\\nok 1 - a\\n1..1\\n# { total: 3, pass: 3 }")`,
  red: `console.log("not ok 1 - two\\n  ---\\n  at: here\\n  ...\\n1..2\\n# { total: 2, pass: 1, fail: 1 }"); process.exitCode = 1`,
  crashed: `console.log("ok 1 - before\\n# { total: 1, pass: 1 }"); process.exitCode = 3`,
  folder: `console.log("# folder " + process.env.TMPDIR + "\\nok 1 - one\\n1..1\\n# { total: 1, pass: 1 }")`,
  cut: `console.log("ok 1 - before"); process.exit(0)`,
};

/** Runs suites that say this; resolves with the exit code and the report. */
function run(...names: readonly (keyof typeof SUITES)[]): Promise<{ code: number; said: string }> {
  const { TMPDIR: _, ...env } = process.env;
  const files = names.map((name) => {
    const file = join(folder, `test.suite.${name}.js`);
    writeFileSync(file, SUITES[name]);
    return file;
  });
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/run-suites.js", report, ...files], { cwd: ROOT, env }, (error) =>
      resolve({ code: Number(error?.code ?? 0), said: readFileSync(report, "utf8") }),
    );
  });
}

t.test("suites that hold are counted together, each under the name of its source", async (t) => {
  const { code, said } = await run("green");
  t.equal(code, 0);
  t.match(said, /^# Subtest: test\/suite\/green\.ts\n {4}# Subtest: a\n {8}ok 1 - one\n/m);
  t.match(said, /^ok 1 - test\/suite\/green\.ts # time=\d+ms$/m);
  t.match(said, /^# \{ total: 3, pass: 3 \}\n$/m, "what stands within a suite is not counted twice");
});

t.test("what fails, crashes or ends before its last word is a failure, beside those that hold", async (t) => {
  const { code, said } = await run("green", "red", "crashed", "cut");
  t.equal(code, 1);
  for (const name of ["red", "crashed", "cut"]) t.match(said, new RegExp(`^not ok \\d - test/suite/${name}\\.ts`, "m"));
  t.match(said, /^ {4}not ok - ended with exit code 3 after 1 assertions$/m);
  t.match(said, /^ {4}not ok - ended with exit code 0 after 0 assertions$/m);
  t.match(said, /\n# \{ total: 8, pass: 5, fail: 3 \}\n$/);
});

t.test("what suites write lies in memory where there is room, and is gone afterwards", async (t) => {
  const dead = spawnSync("true").pid;
  const left = `/dev/shm/assay-suites-${dead}-left`;
  if (existsSync("/dev/shm")) mkdirSync(left);
  const { code, said } = await run("folder");
  t.equal(code, 0);
  const [, folder = ""] = /# folder (.*)/.exec(said) ?? [];
  if (folder === "undefined") t.comment("there is no room");
  else t.match(folder, /^\/dev\/shm\/assay-suites-\d+-/);
  t.notOk(existsSync(folder));
  t.notOk(existsSync(left), "nor is there what a runner left that was killed");
});
