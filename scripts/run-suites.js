// Runs the built suites of tests side by side, each in a process, and gathers what they say in one report: the runner for
// single files reads each of sixty thousand lines twice, which takes as much processor as a suite.
// `node scripts/run-suites.js REPORT SUITE…`
import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { cpus, freemem } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** So many at least, since each waits for its stores now and then. */
const JOBS = 3;
/** So many at most, one more at a time while a quarter of the processors and memory for it are free: some mostly wait. */
const JOBS_MOST = 5;
const IDLE_SHARE = 0.25;
const MEMORY_BYTES = 3 * 2 ** 30;
const LOOK_MS = 3_000;
/** Of a file of tests that asks for no other, as the runner for single files is told. */
const { tap } = JSON.parse(readFileSync("package.json", "utf8"));
const env = { ...process.env, TAP_TIMEOUT: process.env.TAP_TIMEOUT ?? String(tap.timeout) };
/** For a process that hangs, and so cannot end what takes too long by itself. */
const SILENT_MS = 900_000;
const COUNTS = /^# \{ total: (\d+), pass: (\d+)(?:, fail: (\d+))?/;
/** Files in memory cost half the system's time that those on a disk do. All that tests have at once is a tenth of this. */
const MEMORY_FOLDER = "/dev/shm";
const ROOM_BYTES = 4 * 2 ** 30;
const OURS = /^assay-suites-(\d+)-/;
const NODE_ARGS = [
  "--enable-source-maps",
  "--import=./test/support/plain-children.js",
  // What a test makes is mostly gone soon: seen a quarter as often, less of it is moved.
  "--max-semi-space-size=64",
];

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** Removes what runners left in memory that were killed. */
function removeLeft() {
  for (const name of readdirSync(MEMORY_FOLDER)) {
    const pid = Number(OURS.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) rmSync(join(MEMORY_FOLDER, name), { recursive: true, force: true });
  }
}

/** A folder in memory for all that tests write, until the runner ends; undefined where there is no room, or nothing may be run there. */
function openFolder() {
  try {
    removeLeft();
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize < ROOM_BYTES || freemem() < 2 * ROOM_BYTES) return undefined;
    const folder = mkdtempSync(join(MEMORY_FOLDER, `assay-suites-${process.pid}-`));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    // Some of what tests start runs as another user.
    chmodSync(folder, 0o1777);
    const program = join(folder, "true");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    execFileSync(program);
    return folder;
  } catch {
    return undefined;
  }
}

const [report, ...suites] = process.argv.slice(2);
if (env.TMPDIR === undefined) {
  const folder = openFolder();
  if (folder !== undefined) env.TMPDIR = folder;
}
const nameOf = (suite) => suite.replace(/^.*test\.suite\.([\w-]+)\.js$/, "test/suite/$1.ts");
const running = new Set();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });
}

/** Runs one to its end: what it said, and how many of its assertions held. */
async function run(suite) {
  const child = spawn(process.execPath, [...NODE_ARGS, suite], { env, stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  const ended = new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
  const hung = setTimeout(() => child.kill("SIGKILL"), SILENT_MS);
  const lines = [];
  let counts = [0, 0, 0];
  for await (const line of createInterface({ input: child.stdout })) {
    hung.refresh();
    lines.push(line === "" ? "" : `    ${line}`);
    const found = COUNTS.exec(line);
    if (found !== null) counts = found.slice(1).map((text) => Number(text ?? 0));
  }
  const code = await ended;
  clearTimeout(hung);
  running.delete(child);
  return { lines, counts, code };
}

let [total, passed, failed] = [0, 0, 0];
let done = 0;
writeFileSync(report, "TAP version 14\n");
const waiting = [...suites];
const lanes = new Set();
async function work() {
  for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
    const from = Date.now();
    const { lines, counts, code } = await run(suite);
    // Whoever ends badly without a word of it, or ends before it has said how many there were, has failed as well.
    const lost = (code !== 0 || counts[0] === 0) && counts[2] === 0 ? 1 : 0;
    total += counts[0] + lost;
    passed += counts[1];
    failed += counts[2] + lost;
    done += 1;
    const said = counts[2] + lost === 0 ? "ok" : "not ok";
    const line = `${said} ${done} - ${nameOf(suite)} # time=${Date.now() - from}ms`;
    const why = lost === 0 ? [] : [`    not ok - ended with exit code ${code} after ${counts[0]} assertions`];
    appendFileSync(report, [`# Subtest: ${nameOf(suite)}`, ...lines, ...why, line, ""].join("\n"));
    if (process.stdout.isTTY) process.stdout.write(`${line}\n`);
    // Whether there is room for more than the least is looked at anew.
    if (lanes.size > JOBS) break;
  }
}
function open() {
  const lane = work().finally(() => lanes.delete(lane));
  lanes.add(lane);
}

/** The time that all processors have had, and how much of it nobody used, in milliseconds since the machine started. */
function spent() {
  const times = cpus().map((one) => one.times);
  const sum = (of) => times.reduce((all, one) => all + of(one), 0);
  return {
    idle: sum(({ idle }) => idle),
    all: sum(({ idle, user, nice, sys, irq }) => idle + user + nice + sys + irq),
  };
}

let before = spent();
const looking = setInterval(() => {
  const now = spent();
  const isIdle = (now.idle - before.idle) / Math.max(1, now.all - before.all) >= IDLE_SHARE;
  before = now;
  if (isIdle && waiting.length > 0 && lanes.size < JOBS_MOST && freemem() >= MEMORY_BYTES) open();
}, LOOK_MS);
for (let job = 0; job < JOBS; job++) open();
while (lanes.size > 0) await Promise.race(lanes);
clearInterval(looking);
const counts = [`total: ${total}`, `pass: ${passed}`, ...(failed > 0 ? [`fail: ${failed}`] : [])].join(", ");
appendFileSync(report, `1..${done}\n# { ${counts} }\n`);
process.exit(failed === 0 ? 0 : 1);
