// The data folder: one service at a time, and its notes readable by its owner only.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import t, { type Test } from "tap";
import {
  holdFolder,
  openFolder,
  type RunFile,
  readRun,
  removeRun,
  sayAbsent,
  writeRun,
} from "../../../scripts/folder.ts";
import { openRunFile } from "../../../scripts/start/run-file.ts";
import { ROOT } from "../../support/tree.ts";
import { until } from "../../support/until.ts";

const run = (pid: number): RunFile => ({
  pid,
  url: "http://127.0.0.1:1",
  redisUrl: "",
  clickhouseUrl: "",
  clickhouseUser: "",
  clickhousePassword: "secret",
  clickhouseReadonlyPassword: "",
  clickhouseDatabase: "assay",
  sandboxOrigins: "{}",
  children: {},
  isServing: false,
});

/** A process that takes the folder and keeps it. */
async function holder(t: Test, root: string, then = ""): Promise<ChildProcess> {
  const door = pathToFileURL(join(ROOT, "scripts/folder.ts")).href;
  const code = `const { lock } = await (await import(${JSON.stringify(door)})).openFolder(${JSON.stringify(root)});
    ${then}
    process.stdout.write("held");
    setInterval(() => {}, 1000);`;
  const args = ["--import=tsx", "--input-type=module", "-e", code];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  t.teardown(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

t.test(
  "a folder is its holder's before anything is written in it, and free when that ended, whoever has its number",
  async (t) => {
    const root = join(t.testdir(), "data");
    const other = await holder(t, root);
    t.match(await sayAbsent(root, "give a URL"), `Process ${other.pid} is still starting the service in ${root}`);
    await t.rejects(openFolder(root), {
      message: `${root} is in use by process ${other.pid}. Stop it, or choose another folder with DATA_DIR.`,
    });
    await writeRun(root, run(other.pid ?? 0));
    await removeRun(root);
    t.match(await readRun(root), { pid: other.pid }, "who was refused removes nothing of the other's");
    await t.rejects(openFolder(root), /in use by process \d+ \(http:\/\/127\.0\.0\.1:1\)/);
    other.kill("SIGKILL");
    await once(other, "exit");
    t.match(await sayAbsent(root, "give a URL"), `No service uses ${root}: start it with \`npm start\``);
    await writeRun(root, run(process.ppid));
    const { lock } = await openFolder(root);
    t.equal((await stat(join(root, "run.json"))).mode & 0o777, 0o600);
    await writeRun(root, run(process.pid));
    await removeRun(root);
    t.equal(await readRun(root), null);
    t.match(await holdFolder(root), { holder: { pid: process.pid, isAlive: true } });
    await lock.release();
  },
);

t.test("a store that outlives its starter keeps the folder until it has ended", async (t) => {
  const root = join(t.testdir(), "data");
  const pidFile = join(root, "store.pid");
  const store = `const { spawn } = await import("node:child_process");
    const store = spawn("sleep", ["600"], { stdio: ["ignore", "ignore", "ignore", lock.fd] });
    (await import("node:fs")).writeFileSync(${JSON.stringify(pidFile)}, String(store.pid));`;
  const said: string[] = [];
  const starter = await holder(t, root, store);
  const pid = Number(await readFile(pidFile, "utf8"));
  starter.kill("SIGKILL");
  await once(starter, "exit");
  t.match(await holdFolder(root), { holder: { pid: starter.pid, isAlive: false } });
  const opening = openFolder(root, (line) => {
    said.push(line);
    process.kill(pid, "SIGKILL");
  });
  const { lock } = await opening;
  t.match(said, [/^Waiting for the stores of an earlier run/]);
  await lock.release();
});

t.test("what cannot be written on a full disk is said once and written when it can be", async (t) => {
  const root = join(t.testdir(), "data");
  const said: string[] = [];
  const file = openRunFile(root, (line) => said.push(line), { retryMs: [20] });
  t.teardown(() => file.stop());
  await file.write(() => run(1));
  await file.write(() => run(2));
  t.match(said, [/^run\.json cannot be written \(ENOENT/], "it failed twice");
  await mkdir(root);
  await until(() => said.length > 1);
  t.same(said.slice(1), ["run.json is written again"]);
  t.match(await readRun(root), { pid: 2 });
});
