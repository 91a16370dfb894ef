// The data folder: one service at a time, and its notes readable by its owner only.
import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import t from "tap";
import { openFolder, type RunFile, readRun, removeRun, writeRun } from "../../../scripts/start/folder.ts";

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

t.test(
  "a folder in use by a living service is refused with its address; one left by a dead service is taken",
  async (t) => {
    const root = join(t.testdir(), "data");
    await openFolder(root);
    t.equal(await readRun(root), null);
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    await writeRun(root, run(other.pid ?? 0));
    await t.rejects(openFolder(root), /in use by process \d+ \(http:\/\/127\.0\.0\.1:1\)/);
    other.kill("SIGKILL");
    await new Promise((resolve) => other.once("exit", resolve));
    t.resolves(openFolder(root));
    t.equal((await stat(join(root, "run.json"))).mode & 0o777, 0o600);
    await removeRun(root);
    t.equal(await readRun(root), null);
  },
);
