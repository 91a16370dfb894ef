// `npm run bench [name …]`: each benchmark prints ratios against a bare baseline of the same run, and its bars.
import { build } from "./build.ts";
import { evaluate } from "./evaluate.ts";
import { firstStart } from "./first-start.ts";
import { freshness } from "./freshness.ts";
import { ingest } from "./ingest.ts";
import { say } from "./measure.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";
import { steady } from "./steady.ts";

const BENCHMARKS = { ingest, build, read, search, evaluate, freshness, steady, "first-start": firstStart } as const;

const isName = (name: string): name is keyof typeof BENCHMARKS => Object.hasOwn(BENCHMARKS, name);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !isName(name));
if (unknown.length > 0) {
  process.stderr.write(`no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHMARKS).join(", ")}\n`);
  process.exit(1);
}

for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const from = Date.now();
  say(`\n${name}`);
  try {
    await run();
  } catch (error) {
    process.stderr.write(`  could not run: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  say(`  ${((Date.now() - from) / 1_000).toFixed(0)} s`);
}
process.exit();
