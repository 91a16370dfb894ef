// The way in for every command: makes a fresh clone ready, then runs what was asked; `--help` says what that would be.
// Plain JavaScript without dependencies, because it runs before there are any.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { wordsOf, wrongArguments } from "./argument.js";
import { SOAKS } from "./bench/soak/soaks.js";
import { built } from "./build.js";
import { follow as followChild } from "./follow.js";
import { COMMANDS, helpOf } from "./help.js";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const MODULES = join(ROOT, "node_modules");
/** Loaded into every process of a test. */
const PLAIN = "./test/support/plain-children.js";
const RUNNER = join(ROOT, "scripts/run-suites.js");
const STAMP = join(ROOT, ".cache", "tap-plugins");
const [mode = "start", ...rest] = process.argv.slice(2);

const say = (line) => process.stdout.write(`${line}\n`);
const stop = (lines) => {
  process.stderr.write(`\n${[lines].flat().join("\n")}\n`);
  process.exit(1);
};
const onPath = (name) =>
  (process.env.PATH ?? "").split(":").some((folder) => folder !== "" && existsSync(join(folder, name)));
const run = (command, args, options = {}) => spawnSync(command, args, { cwd: ROOT, stdio: "inherit", ...options });

/** Stops with one clear message where Node or the C library cannot load the native parts. */
function checkPlatform() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 11)) {
    stop([`Node ${process.versions.node} is too old.`, "Install Node 20.11 or newer; 20 is what we test with."]);
  }
  if (process.platform !== "linux") return;
  const glibc = process.report.getReport().header.glibcVersionRuntime;
  const needed = major >= 22 ? [2, 38] : [2, 27];
  const [a, b] = (glibc ?? "0.0").split(".").map(Number);
  if (a > needed[0] || (a === needed[0] && b >= needed[1])) return;
  stop([
    `Node ${major} needs glibc ${needed.join(".")} or newer here; this system has ${glibc ?? "none (musl?)"}.`,
    major >= 22
      ? "Use Node 20 (glibc 2.27 is enough), or a newer system such as Debian 13 or Ubuntu 24.04."
      : "Use a glibc system such as Debian 12 or Ubuntu 22.04; Alpine does not work.",
    "docs/operating.md, section Native parts, says why and how to take the official uWebSockets.js package.",
  ]);
}

const json = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Whether node_modules holds exactly the versions of the lockfile (parts for other platforms left aside). */
function isInstalled() {
  const receipt = join(MODULES, ".package-lock.json");
  if (!existsSync(receipt)) return false;
  const have = json(receipt).packages;
  return Object.entries(json(join(ROOT, "package-lock.json")).packages).every(
    ([path, entry]) => path === "" || entry.optional === true || have[path]?.version === entry.version,
  );
}

/** Installs packages where they are missing or not those of the lockfile. No package script needs to run. */
function installPackages() {
  if (existsSync(MODULES) && lstatSync(MODULES).isSymbolicLink()) return;
  if (isInstalled()) return;
  say("Installing packages (npm ci, about half a minute) …");
  // Of what it reads little lives: seen more seldom, less of it is moved, which is a sixth of its processor.
  const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --max-semi-space-size=64`.trim() };
  const done = run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { env });
  if (done.status !== 0) {
    stop(["npm ci failed.", "Check that the npm registry can be reached, then start again."]);
  }
}

function checkSockets() {
  const folder = dirname(createRequire(import.meta.url).resolve("uWebSockets.js/package.json"));
  const name = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
  if (existsSync(join(folder, name))) return;
  stop([
    `uWebSockets.js has no prebuilt binary for Node ${process.versions.node} on ${process.platform} ${process.arch}.`,
    "Use Node 20 on Linux with glibc; docs/operating.md, section Native parts, says how to take the official package.",
  ]);
}

/** Installs a Debian package for a program that is not on the path, as root or through sudo; `otherwise` says what else. */
function installProgram(program, debian, otherwise, isNeeded = true) {
  if (onPath(program)) return;
  const isRoot = process.getuid?.() === 0;
  const hint = [`${program} is missing and could not be installed.`, otherwise];
  const giveUp = () => (isNeeded ? stop(hint) : say(hint.join(" ")));
  if (!onPath("apt-get") || (!isRoot && !onPath("sudo"))) return giveUp();
  say(`Installing ${debian} (apt-get) …`);
  const quiet = ["DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1"];
  const apt = (...args) =>
    isRoot ? run("env", [...quiet, "apt-get", ...args]) : run("sudo", ["env", ...quiet, "apt-get", ...args]);
  apt("-qq", "update");
  const done = apt("-qq", "-y", "--no-install-recommends", "install", debian);
  if (done.status !== 0 || !onPath(program)) giveUp();
}

/** The runner of single test files compiles its plugin set once for a node_modules; its very first run fails without that. */
function buildTestPlugins() {
  const key = createHash("sha256")
    .update(readFileSync(join(ROOT, "package.json")))
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  if (existsSync(STAMP) && existsSync(join(ROOT, ".tap")) && readFileSync(STAMP, "utf8") === key) return;
  say("Building the test runner's plugins …");
  const built = run(join(MODULES, ".bin", "tap"), ["build"], { stdio: ["ignore", "ignore", "pipe"] });
  if (built.status !== 0) stop(["tap build failed:", String(built.stderr)]);
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, key);
}

/** Runs a child of ours to its end, and resolves with its exit code. */
const follow = (command, args) =>
  followChild(command, args, { cwd: ROOT }).catch((error) =>
    stop([`${command} could not be started: ${error.message}`]),
  );

/** What the service and its operators run is built first; errors name lines of the sources. */
function program(name, ...args) {
  const folder = built();
  if (folder === null) stop(["The sources could not be built."]);
  return follow(process.execPath, ["--enable-source-maps", join(folder, `${name}.js`), ...args]);
}

/** Benchmarks run as they are written, and so do tests, by the clock that all tests have. */
const script = (path, ...args) => follow(process.execPath, ["--import=tsx", path, ...args]);
const testScript = (path, ...args) => follow(process.execPath, ["--import=tsx", `--import=${PLAIN}`, path, ...args]);

/** Of a TAP report: one line a file, and whatever failed with its explanation. */
function excerpt(text) {
  let indent = -1;
  const kept = text.split("\n").filter((line) => {
    if (/^(not )?ok /.test(line)) return true;
    const failed = /^( +)not ok /.exec(line);
    if (failed) indent = failed[1].length;
    if (indent < 0) return false;
    if (line.trim() === "...") indent = -1;
    return true;
  });
  return kept.map((line) => line.replace(/ # time=([\d.]+)ms \{$/, " # time=$1ms")).join("\n");
}

/** Style, types, tests; ends with a line `N passed, N failed`. With files named, only those tests. */
async function test(given) {
  const bin = (name) => join(MODULES, ".bin", name);
  const report = join(ROOT, ".cache", "report.tap");
  const suites = [];
  let failed = 0;
  const step = async (name, command, args) => {
    const from = Date.now();
    const code = await follow(command, args);
    say(`${code === 0 ? "ok" : "FAILED"}  ${name}  ${((Date.now() - from) / 1000).toFixed(0)} s`);
    return code;
  };
  if (wordsOf("test", given).length === 0) {
    // The types' checker and the bundler end before what they leave is worth tidying up: a sixth of their processor.
    process.env.GOGC ??= "400";
    if ((await step("style", bin("biome"), ["check", "."])) !== 0) failed++;
    // Each checker looks anew at what all files share: four of them take twice the processor of one, and as long.
    if ((await step("types", bin("tsc"), ["--noEmit", "--checkers", "1"])) !== 0) failed++;
    // What runs in browsers knows another world.
    if ((await step("types of pages", bin("tsc"), ["--noEmit", "--checkers", "1", "-p", "api/page"])) !== 0) failed++;
    // Tests that were built load in a third of the processor that a loader takes; a few are sooner run than built.
    const folder = built("--suites") ?? stop(["The tests could not be built."]);
    process.env.BUILT_SUITES = folder;
    process.env.BUILT_PROGRAMS = built("--tests") ?? stop(["The sources could not be built."]);
    const names = readdirSync(join(ROOT, "test/suite")).sort();
    suites.push(...names.map((name) => join(folder, `test.suite.${name.replace(/\.ts$/, ".js")}`)));
  }
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, "");
  // Where nobody watches, a moving display is noise: the failures are printed afterwards.
  const reporter = process.stdout.isTTY && suites.length === 0 ? "terse" : "silent";
  const code =
    suites.length > 0
      ? await step("tests", process.execPath, [RUNNER, report, ...suites])
      : await step("tests", bin("tap"), [`--reporter=${reporter}`, `--output-file=${report}`, ...given]);
  if (reporter === "silent") say(excerpt(readFileSync(report, "utf8")));
  const total = /^# \{ total: (\d+), pass: (\d+)(?:, fail: (\d+))?/gm;
  const last = [...readFileSync(report, "utf8").matchAll(total)].at(-1);
  const passed = Number(last?.[2] ?? 0);
  failed += Number(last?.[3] ?? 0);
  if (code !== 0 && failed === 0) failed = 1;
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

if (!Object.hasOwn(COMMANDS, mode)) stop(`There is no command ${mode}: use ${Object.keys(COMMANDS).join(", ")}.`);
if (rest.includes("--help") || rest.includes("-h")) {
  process.stdout.write(helpOf(mode, rest[0]));
  process.exit(0);
}
const wrong = wrongArguments(mode, rest);
if (wrong !== null) {
  process.stderr.write(`${wrong}\n`);
  process.exit(1);
}
checkPlatform();
if (mode !== "doctor") installPackages();
else if (!isInstalled())
  stop(["FAIL  packages: they are not those of package-lock.json.", "→ npm ci --ignore-scripts"]);
checkSockets();
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= "16384";
process.env.PATH = `${process.env.PATH ?? ""}:/usr/bin:/usr/sbin`;
const redisElsewhere =
  "Install Redis 7 (on Debian, as root: apt-get install redis-server), or set REDIS_URL to one that runs.";
/** Whether it starts a service, or parts of one. */
const startsParts = ["start", "test", "bench", "soak", "pictures"].includes(mode);
if (startsParts && (mode !== "start" || !process.env.REDIS_URL)) {
  installProgram("redis-server", "redis-server", redisElsewhere);
}
if (mode === "bench") installProgram("wrk", "wrk", "Install wrk, or leave out the benchmark `read`.");
const opensBrowsers = mode === "pictures" || (mode === "bench" && rest.includes("--browsers"));
if (opensBrowsers) installProgram("chromium", "chromium", "Install it: pages are opened in it.");
if (mode === "test" || (mode === "soak" && ["calendar", "pages"].includes(rest[0]))) {
  installProgram("nginx", "nginx", "The test of the sample configuration for it is left out.", false);
  installProgram("chromium", "chromium", "The tests of the pages in a browser are left out.", false);
  // The suites start without it.
  if (mode === "soak" || wordsOf("test", rest).length > 0) buildTestPlugins();
}

/** Coins, contracts and a stablecoin: enough to fill a screen. */
const PICTURED = [
  ...["bitcoin", "ethereum", "tether", "ripple", "binancecoin", "solana", "dogecoin", "cardano"],
  ...["chainlink", "uniswap", "aave", "pepe", "arbitrum", "litecoin"],
].join(",");

const modes = {
  start: () => program("start", ...rest),
  test: () => test(rest),
  bench: () => script("scripts/bench/main.ts", ...rest),
  soak: () => {
    const [name, ...words] = rest;
    const longTest = (path, ...args) => {
      process.env.TAP_TIMEOUT ??= "7200";
      return testScript(path, ...args);
    };
    return SOAKS[name].run({ script, testScript: longTest }, words);
  },
  probe: () => program("probe", ...rest),
  migrate: () => program("migrate", ...rest),
  backup: () => program("backup", ...rest),
  doctor: () => program("doctor", ...rest),
  restore: () => program("backup", "--restore", ...rest),
  keys: () => program("keys", ...rest),
  replay: () => program("replay", ...rest),
  recompute: () => program("recompute", ...rest),
  listen: () => program("listen", ...rest),
  pay: () => program("pay", ...rest),
  sql: () => program("sql", ...rest),
  export: () => program("sql", "export", ...rest),
  retune: () => program("sql", "retune", ...rest),
  dictionary: () => program("dictionary", ...rest),
  client: () => program("client", ...rest),
  learn: () => script("scripts/learn/main.ts"),
  pictures: () => {
    process.env.TRACKED_TOKENS ??= PICTURED;
    process.env.TAP_TIMEOUT ??= "1800";
    const again = rest.includes("--twice");
    if (again) process.env.TAP_TIMEOUT = "3600";
    return testScript(`test/recompute/pictures/${again ? "twice" : "main"}.ts`, ...rest);
  },
  "verify-proof:bundle": () => script("scripts/verify-proof/bundle.ts"),
};
process.exit(await modes[mode]());
