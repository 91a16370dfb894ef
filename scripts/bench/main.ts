// `npm run bench -- [name …] [--quick] [--against COMMIT] [--browsers N]`: each benchmark prints ratios against a bare baseline of the same
// run, and its bars.
import { parseArgs } from "node:util";
import { compareWith } from "./against.ts";
import { ask } from "./ask.ts";
import { build } from "./build.ts";
import { evaluate } from "./evaluate.ts";
import { firstStart } from "./first-start.ts";
import { freshness } from "./freshness.ts";
import { ingest } from "./ingest.ts";
import { mcp } from "./mcp.ts";
import { endOfBars, say } from "./measure.ts";
import { mixed } from "./mixed.ts";
import { past } from "./past.ts";
import { queries } from "./queries.ts";
import { read } from "./read.ts";
import { recompute } from "./recompute.ts";
import { record } from "./record.ts";
import { scale } from "./scale.ts";
import { search } from "./search.ts";
import { steady } from "./steady.ts";

const BENCHMARKS = {
  ...{
    ingest,
    build,
    ask,
    read,
    mixed,
    search,
    evaluate,
    mcp,
    freshness,
    record,
    recompute,
    steady,
    queries,
    past,
    scale,
  },
  "first-start": firstStart,
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
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const from = Date.now();
  say(`\n${name}`);
  try {
    await run({ isQuick, browsers });
  } catch (error) {
    process.stderr.write(`  could not run: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  say(`  ${((Date.now() - from) / 1_000).toFixed(0)} s`);
}
if (endOfBars() !== 0) process.exitCode = 1;
process.exit();
