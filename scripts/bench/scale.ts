// Growing: what a token takes in processor and memory where there are a hundred, and where there are thousands; and which
// venue's limit ends it.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { VENUES } from "../../ingest/source/venue.ts";
import { MINUTE_MS } from "../../schema/duration.ts";
import { judge, noteFigure, say } from "./measure.ts";
import { expectAt, lineOf, type Measured, STAGES, tokensUntil } from "./scale/measured.ts";

const QUICK = [100, 300];
const SIZES = [...QUICK, 1_000, 3_000];
const GOAL = 10_000;
/** Of what a token takes where there are a hundred. */
const TIMES_MAX = 1.2;
const FLAT = 0.2;
const API_MB_MAX = 1_536;
const TOLD_MAX = 20;

const ONE = fileURLToPath(new URL("./scale/one.ts", import.meta.url));

/** In a process of its own: how many tokens there are is read when it starts. */
async function measureSize(tokens: number): Promise<Measured> {
  const child = spawn(process.execPath, ["--import=tsx", ONE], {
    env: { ...process.env, MARKET: "sandbox", TRACKED_TOKENS: "all", SANDBOX_TOKENS: String(tokens) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  const lines = said.trim().split("\n");
  const line = lines.pop();
  // What went wrong on the way.
  for (const other of lines.slice(0, TOLD_MAX)) say(`    ${other.slice(0, 400)}`);
  if (code !== 0 || !line) throw new Error(`${tokens} tokens were not measured (${code})`);
  return JSON.parse(line) as Measured;
}

const pointsOf = (all: readonly Measured[], read: (one: Measured) => number) =>
  all.map((one) => ({ tokens: one.tokens, value: read(one) }));

/** Milliseconds of processor a token and minute, and beside them of what a hundred take. */
function sayStages(all: readonly Measured[]): void {
  const [first] = all;
  if (first === undefined) return;
  for (const [stage, read] of Object.entries(STAGES)) {
    const each = all.map((one) => (1_000 * read(one)) / one.tokens);
    say(
      `  ${stage.padEnd(18)} ms a token and minute: ${each.map((ms, at) => `${all[at]?.tokens}: ${ms.toFixed(2)}`).join(", ")}`,
    );
    for (const [at, ms] of each.entries()) {
      const tokens = all[at]?.tokens ?? 0;
      if (at === 0) continue;
      const times = ms / (each[0] ?? Number.NaN);
      judge(`${stage}, processor a token at ${tokens}, of that at ${first.tokens}`, times, TIMES_MAX, "below");
      if (times < 1 - FLAT) say("        less than that: what does not grow is shared by more");
    }
  }
  const build = all.map(
    ({ build_s, publish_s, tokens }) =>
      `${tokens}: ${((1_000 * build_s) / tokens).toFixed(1)} + ${((1_000 * publish_s) / tokens).toFixed(2)}`,
  );
  say(`  one build of rows that nobody holds + publishing it, ms a token: ${build.join(", ")}`);
}

function sayMemory(all: readonly Measured[]): void {
  const parts = ["worker_mb", "engine_mb", "redis_mb", "api_mb"] as const;
  for (const part of parts) {
    const points = pointsOf(all, (one) => one[part]);
    const { base, slope } = lineOf(points);
    const seen = points.map(({ tokens, value }) => `${tokens}: ${value.toFixed(0)}`).join(", ");
    say(
      `  ${part.replace("_mb", "").padEnd(6)} MB: ${seen}; ${base.toFixed(0)} and ${(1_024 * slope).toFixed(0)} kB a token`,
    );
  }
  judge(
    `memory of the api at ${GOAL} tokens, by that slope`,
    expectAt(
      GOAL,
      pointsOf(all, ({ api_mb }) => api_mb),
    ),
    API_MB_MAX,
    "below",
    " MB",
  );
}

function sayGoal(all: readonly Measured[]): void {
  const perMinute = (one: Measured) => Object.values(STAGES).reduce((sum, read) => sum + read(one), 0);
  const cores = expectAt(GOAL, pointsOf(all, perMinute)) / 60;
  const of = (part: "worker_mb" | "engine_mb" | "redis_mb" | "api_mb") =>
    expectAt(
      GOAL,
      pointsOf(all, (one) => one[part]),
    );
  const gigabytes = (of("worker_mb") + of("engine_mb") + of("redis_mb") + of("api_mb")) / 1_024;
  noteFigure("cores for ten thousand tokens", cores);
  say(
    `  ${GOAL} tokens take ${cores.toFixed(1)} cores and ${gigabytes.toFixed(1)} GB: a worker, engine, Redis and one api process`,
  );
}

/** By the limits that venues publish, not by what the simulated market would let through. */
function sayLimits(all: readonly Measured[]): void {
  const names = new Set(all.flatMap(({ loads }) => loads.map(({ venue, bucket }) => `${venue} ${bucket}`)));
  const ends = [...names].flatMap((name) => {
    const [venue = "", bucket = ""] = name.split(" ");
    const buckets: Readonly<Record<string, { limit: number; periodMs: number }>> =
      VENUES[venue as keyof typeof VENUES].buckets;
    const budget = buckets[bucket];
    if (budget === undefined) return [];
    const limit = (budget.limit * MINUTE_MS) / budget.periodMs;
    const points = pointsOf(
      all,
      (one) => one.loads.find((load) => load.venue === venue && load.bucket === bucket)?.perMinute ?? 0,
    );
    const tokens = tokensUntil(limit, points);
    return tokens === null ? [] : [{ name, limit, tokens, at: points[0]?.value ?? 0 }];
  });
  for (const { name, limit, tokens, at } of ends.sort((a, b) => a.tokens - b.tokens).slice(0, 8)) {
    say(`  ${name}: ${at.toFixed(0)} of ${limit.toFixed(0)} a minute at ${all[0]?.tokens} tokens; full at ${tokens}`);
  }
  const [end] = ends;
  if (end !== undefined)
    say(
      `  the first to end growth is ${end.name}, at ${end.tokens} tokens: beyond it that venue is asked of fewer, or less often`,
    );
}

/** `isQuick`: a hundred tokens and three hundred. */
export async function scale({ isQuick }: { readonly isQuick: boolean }): Promise<void> {
  const all: Measured[] = [];
  for (const tokens of isQuick ? QUICK : SIZES) {
    const one = await measureSize(tokens);
    const each = Object.entries(STAGES).map(([stage, read]) => `${stage} ${((1_000 * read(one)) / tokens).toFixed(2)}`);
    say(
      `  ${tokens} tokens: ${one.rows} rows, ${one.issued} evaluations issued; ms a token and minute: ${each.join(", ")}; MB: worker ${one.worker_mb.toFixed(0)}, engine ${one.engine_mb.toFixed(0)}, Redis ${one.redis_mb.toFixed(0)}, api ${one.api_mb.toFixed(0)}`,
    );
    all.push(one);
  }
  sayStages(all);
  sayMemory(all);
  sayGoal(all);
  sayLimits(all);
}
