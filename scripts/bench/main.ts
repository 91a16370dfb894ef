// `npm run bench -- [name …] [--quick] [--against COMMIT] [--browsers N]`: each benchmark prints ratios against a bare baseline of the same
// run, and its bars.
import { parseArgs } from "node:util";
import { compareWith } from "./against.ts";
import { endOfBars, say } from "./measure.ts";

/** Each is loaded when it is run: beside an older commit, what others of them need may be missing there. */
const BENCHMARKS = {
  ingest: async () => (await import("./ingest.ts")).ingest,
  build: async () => (await import("./build.ts")).build,
  ask: async () => (await import("./ask.ts")).ask,
  read: async () => (await import("./read.ts")).read,
  mixed: async () => (await import("./mixed.ts")).mixed,
  search: async () => (await import("./search.ts")).search,
  evaluate: async () => (await import("./evaluate.ts")).evaluate,
  mcp: async () => (await import("./mcp.ts")).mcp,
  freshness: async () => (await import("./freshness.ts")).freshness,
  record: async () => (await import("./record.ts")).record,
  recompute: async () => (await import("./recompute.ts")).recompute,
  steady: async () => (await import("./steady.ts")).steady,
  queries: async () => (await import("./queries.ts")).queries,
  past: async () => (await import("./past.ts")).past,
  scale: async () => (await import("./scale.ts")).scale,
  "first-start": async () => (await import("./first-start.ts")).firstStart,
} as const;

const isName = (name: string): name is keyof typeof BENCHMARKS => Object.hasOwn(BENCHMARKS, name);
const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, against: { type: "string" }, browsers: { type: "string" } },
});
const { quick: isQuick, against } = values;
const browsers = Number(values.browsers ?? 0);
const unknown = asked.filter((name) => !isName(name));
if (unknown.length > 0) {
  process.stderr.write(`no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHMARKS).join(", ")}\n`);
  process.exit(1);
}

if (against !== undefined) {
  await compareWith(against, [...asked, ...(isQuick ? ["--quick"] : [])]);
  process.exit();
}
for (const [name, load] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const from = Date.now();
  say(`\n${name}`);
  try {
    const run = await load();
    await run({ isQuick, browsers });
  } catch (error) {
    process.stderr.write(`  could not run: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  say(`  ${((Date.now() - from) / 1_000).toFixed(0)} s`);
}
if (endOfBars() !== 0) process.exitCode = 1;
process.exit();
