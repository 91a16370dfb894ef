// Makes the JavaScript that processes run: all programs and the packages they need in some twenty files, where a start
// read two thousand. Made once for a state of the sources, and kept. `node scripts/build.js [--tests | --suites]` prints its
// folder, `node scripts/build.js FOLDER` makes that one. Plain JavaScript, because it runs before there is anything built.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const SELF = fileURLToPath(import.meta.url);
const ROOT = join(dirname(SELF), "..");
const KEPT = join(ROOT, ".cache", "built");
/** A test may still start processes from what was built an hour ago. */
const KEEP_MS = 3_600_000;

/** By the name of its file: what starts it. */
export const PROGRAMS = {
  api: "api/main.ts",
  jobs: "jobs/main.ts",
  start: "scripts/start/main.ts",
  engine: "scripts/engine/main.ts",
  sandbox: "scripts/sandbox/main.ts",
  migrate: "scripts/migrate.ts",
  backup: "scripts/backup/main.ts",
  doctor: "scripts/doctor/main.ts",
  keys: "scripts/keys/main.ts",
  pay: "scripts/pay/main.ts",
  sql: "scripts/sql/main.ts",
  probe: "scripts/probe.ts",
  replay: "scripts/replay.ts",
  recompute: "scripts/recompute.ts",
  listen: "scripts/listen.ts",
  dictionary: "scripts/dictionary/main.ts",
  client: "scripts/client/main.ts",
  "check-jobs": "scripts/deploy/check-jobs.ts",
};
/** Processes that tests start, beside those. */
const TEST_PROGRAMS = {
  "gated-api": "test/support/api/gated-api.ts",
  "paid-api": "test/chaos/pay/child.ts",
  "brief-writer": "test/fixture/brief-writer.ts",
  "hanging-worker": "test/fixture/hanging-worker.ts",
  "log-worker": "test/fixture/log-worker.ts",
};
/** What the test runner starts: each loads the tests of some folders. */
const SUITES = "test/suite";
const FOLDERS = ["schema", "ingest", "jobs", "api", "scripts"];
/** What is built of the project beside its programs, and the folders that it depends on. */
const MORE = { "--tests": ["test/support", "test/fixture", "test/chaos/pay"], "--suites": ["test"] };
const FILES = ["scripts/build.js", "package.json", "package-lock.json", "tsconfig.json"];
/** Makes what browsers run. */
const PAGES = "api/page/bundle.ts";
/** Tells which code it is part of. */
const CODE_VERSION = "jobs/proof/code-version.ts";
/** Parts of these are machine code, or files that are found by address when they are wanted. */
const EXTERNAL = [
  ...["@bull-board/*", "@emurgo/*", "@stoplight/*", "@ts-morph/common", "ccxt", "chdb", "esbuild", "msgpackr-extract"],
  ...["openapi-typescript", "playwright-core", "tap", "uWebSockets.js"],
];

/** Statements and the like too: what was built is named by them, though it reads them where they are. */
const sourcesIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)));

/** Names a state of everything that what is built depends on. */
function digest(more) {
  const hash = createHash("sha256").update(process.version);
  const folders = [...FOLDERS, ...(MORE[more] ?? [])];
  for (const file of [...folders.flatMap(sourcesIn), ...FILES].sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** In what is built `import.meta.url` is that of the source, as files beside a source are found by it; `dirname` is not. */
const keepAddresses = (out) => ({
  name: "keep-addresses",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const address = JSON.stringify(relative(out, path));
      const contents = readFileSync(path, "utf8").replaceAll(
        "import.meta.url",
        `new URL(${address}, import.meta.url).href`,
      );
      return { contents, loader: "ts" };
    });
  },
});

/** The code version of the sources as they are now: a process may start from what was built when they are others. */
async function codeVersionOf(build, common, out) {
  const outfile = join(out, "code-version.mjs");
  await build({ ...common, entryPoints: [CODE_VERSION], outfile });
  const { codeVersion } = await import(outfile);
  rmSync(outfile);
  return codeVersion();
}

/** What browsers run, in a folder that the api reads at its first page. */
async function makePages(build, common, out) {
  const outfile = join(out, "bundle-pages.mjs");
  await build({ ...common, entryPoints: [PAGES], outfile });
  const { bundlePages } = await import(outfile);
  rmSync(outfile);
  mkdirSync(join(out, "page"), { recursive: true });
  for (const [name, bytes] of await bundlePages()) writeFileSync(join(out, "page", name), bytes);
}

/** By the name of its file: what is built of which source. All lie in one folder, as addresses are told from there. */
function entriesOf(more) {
  if (more !== "--suites") return more === "--tests" ? { ...PROGRAMS, ...TEST_PROGRAMS } : PROGRAMS;
  const files = sourcesIn("test").filter((file) => file.endsWith(".test.ts") || dirname(file) === SUITES);
  return Object.fromEntries(files.map((file) => [file.slice(0, -".ts".length).replaceAll("/", "."), file]));
}

async function make(out, more) {
  const { build } = await import("esbuild");
  const common = {
    absWorkingDir: ROOT,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.11",
    external: EXTERNAL,
    plugins: [keepAddresses(out)],
  };
  const define = {};
  // Tests run as sources do: they ask for the programs, and say the code that is there.
  if (more !== "--suites") {
    define["import.meta.isBuilt"] = "true";
    define["import.meta.codeVersion"] = JSON.stringify(await codeVersionOf(build, common, out));
    await makePages(build, common, out);
  }
  await build({
    ...common,
    entryPoints: entriesOf(more),
    outdir: out,
    splitting: true,
    define,
    // Packages that are not modules ask for Node's own parts that way.
    banner: { js: 'import{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);' },
    sourcemap: "linked",
    sourcesContent: false,
    // Every process keeps the text of its code in memory. Errors name lines of the sources all the same.
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "warning",
  });
}

const commandOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

/** Removes what is old, unless a process runs it: that starts others from there for as long as it runs. */
function removeOld() {
  if (!existsSync("/proc/self/cmdline")) return;
  const running = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  for (const folder of readdirSync(KEPT).map((name) => join(KEPT, name))) {
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - usedAt < KEEP_MS || running.some((pid) => commandOf(pid).includes(folder))) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder of what is built from the sources as they are, made where it is missing; null when that failed. */
export function built(more) {
  const folder = join(KEPT, digest(more));
  const now = new Date();
  if (existsSync(folder)) {
    utimesSync(folder, now, now);
    return folder;
  }
  process.stderr.write("Building …\n");
  mkdirSync(KEPT, { recursive: true });
  const fresh = mkdtempSync(join(KEPT, "new-"));
  // In a process of its own: the compiler would stay in memory for as long as the one that asks.
  const args = [SELF, fresh, ...(more ? [more] : [])];
  const made = spawnSync(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  try {
    chmodSync(fresh, 0o755);
    if (made.status === 0) renameSync(fresh, folder);
  } catch {
    // Another was first; both hold the same.
  }
  rmSync(fresh, { recursive: true, force: true });
  if (!existsSync(folder)) return null;
  removeOld();
  return folder;
}

if (process.argv[1] === SELF) {
  const [out, more] = [false, true].map((isMore) => process.argv.slice(2).find((arg) => arg in MORE === isMore));
  if (out === undefined) {
    const folder = built(more);
    if (folder === null) process.exit(1);
    process.stdout.write(`${folder}\n`);
  } else {
    await make(resolve(out), more).catch((error) => {
      // What is wrong with a source the compiler has said.
      if (error.errors === undefined) process.stderr.write(`${error.message}\n`);
      process.exit(1);
    });
  }
}
