// npm run soak scout [seed] [weeks] [tokens] [kind] [points]: what the agent opportunity-scout finds at each hour of simulated
// weeks, and what came of it; with a kind of signal, so many points more often a rise follows it than the market has it.
import { cautionsOf, weigh } from "../../../jobs/agent/opportunity-scout.ts";
import { judgeAll, type Order, overallOf } from "../../../jobs/evaluate/judge.ts";
import { median } from "../../../jobs/number/statistics.ts";
import { SCOUT } from "../../../schema/agent/opportunity-scout.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { wilson95 } from "../../../schema/record/statistic.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { openOutside } from "../../support/market/sandbox-outside.ts";
import { readSignals } from "./open-signals.ts";
import { openScoutRecord, outcomesOf } from "./scout-record.ts";
import { PAST_HOURS, type Span } from "./token-path.ts";
import { readWeeks, type TokenHour, type TokenWeeks, tokenHours } from "./weeks.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [seed, weeks, count] = [7, 6, TRACKED.length].map((usual, at) => Number(process.argv[2 + at] ?? usual)) as [
  number,
  number,
  number,
];
const HORIZON = 24;
const FOUND_MAX = 0.05;
const ORDER: Order = { side: "buy", sized: false, policy: {} };
const ASKED = { direction: "long", horizonHours: HORIZON } as const;
const planted = { kind: process.argv[5] ?? null, points: Number(process.argv[6] ?? 15) };
if (planted.kind !== null && !(SIGNAL_KINDS as readonly string[]).includes(planted.kind))
  throw new Error(`There is no kind of signal ${planted.kind}: ${SIGNAL_KINDS.join(", ")}.`);
const span: Span = { startMs: Date.UTC(2026, 8, 7), hours: weeks * 168 };
const step = TRACKED.length / Math.min(count, TRACKED.length);
const tokens = TRACKED.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).map(({ id }) => id);

type Sum = { n: number; right: number; independent: number; readonly lastAt: Map<string, number> };
const noSum = (): Sum => ({ n: 0, right: 0, independent: 0, lastAt: new Map() });

function take(sum: Sum, token: string, hour: number, rose: boolean | null): void {
  if (rose === null) return;
  sum.n += 1;
  if (rose) sum.right += 1;
  if (hour - (sum.lastAt.get(token) ?? Number.NEGATIVE_INFINITY) < HORIZON) return;
  sum.lastAt.set(token, hour);
  sum.independent += 1;
}

const pct = (share: number): string => `${(share * 100).toFixed(2)} %`;
function told(name: string, { n, right, independent }: Sum): string {
  if (n === 0) return `  ${name.padEnd(64)}      0`;
  const interval = wilson95((right / n) * independent, independent);
  const [low, high] = interval ?? [Number.NaN, Number.NaN];
  return `  ${name.padEnd(64)}${String(n).padStart(7)}  rose ${pct(right / n)} [${pct(low)} – ${pct(high)}]`;
}

const from = performance.now();
say(
  `seed ${seed}, ${weeks} weeks of ${tokens.length} tokens: long, risk medium, ${HORIZON} h, at most ${SCOUT.results} candidates a run`,
);
const model = createModel(seed);
const outside = openOutside(model, span.startMs, tokens, span.hours * HOUR_MS);
const read = readWeeks(seed, span, tokens, () => {});
const signals = new Map(read.tokens.map((one) => [one, readSignals(model, outside, one.token, span)]));
const roseAfter = outcomesOf(signals, planted, { seed, span });
const record = openScoutRecord(signals, roseAfter, span);
const sums = {
  all: noSum(),
  pool: noSum(),
  candidates: noSum(),
  proven: noSum(),
  poolOfFound: noSum(),
  unproven: noSum(),
};
const runs = { FOUND: 0, WATCH: 0, NONE: 0 };

function runAt(hour: number, all: readonly TokenHour[]): void {
  const column = PAST_HOURS + hour;
  const odds = record.upTo(column);
  const change = ({ path }: TokenWeeks) => ((path.price[column] ?? 0) / (path.price[column - 24] ?? 1) - 1) * 100;
  const middle = median(all.map(({ one }) => change(one)));
  const pool = all.filter(({ metrics }) => {
    const depth = metrics.depth_2pct_usd;
    return (
      typeof depth === "number" &&
      depth >= SCOUT.depthUsd.medium &&
      overallOf(judgeAll(metrics, ORDER), false) !== "avoid"
    );
  });
  const candidates = pool.flatMap(({ one, metrics }) => {
    const open = signals.get(one)?.open[hour] ?? [];
    const seen = { open, strength: change(one) - middle, cautions: cautionsOf(judgeAll(metrics, ORDER)) };
    const weighed = weigh(seen, odds, ASKED);
    return weighed.isCandidate ? [{ one, ...weighed }] : [];
  });
  const shown = candidates
    .toSorted(
      (a, b) => Number(b.proven) - Number(a.proven) || b.score - a.score || (a.one.token < b.one.token ? -1 : 1),
    )
    .slice(0, SCOUT.results);
  const found = shown.filter(({ proven }) => proven);
  runs[found.length > 0 ? "FOUND" : shown.length > 0 ? "WATCH" : "NONE"] += 1;
  const takeAll = (sum: Sum, some: readonly { readonly one: TokenWeeks }[]) => {
    for (const { one } of some) take(sum, one.token, hour, roseAfter(one, column));
  };
  takeAll(sums.all, all);
  takeAll(sums.pool, pool);
  takeAll(sums.candidates, shown);
  takeAll(sums.proven, found);
  takeAll(
    sums.unproven,
    shown.filter(({ proven }) => !proven),
  );
  if (found.length > 0) takeAll(sums.poolOfFound, pool);
}

let batch: TokenHour[] = [];
for (const tokenHour of tokenHours(read)) {
  if (batch[0] && batch[0].hour !== tokenHour.hour) {
    runAt(batch[0].hour, batch);
    batch = [];
  }
  batch.push(tokenHour);
}
if (batch[0]) runAt(batch[0].hour, batch);

say(`runs: ${JSON.stringify(runs)}`);
say(
  `token-hours that rose or fell by more than the noise within ${HORIZON} h, and the share that rose; 95 % intervals`,
);
say(told("all tokens", sums.all));
say(told("the pool: a verdict that is not avoid, depth for the risk", sums.pool));
say(told("the pool, at hours that answered FOUND", sums.poolOfFound));
say(told("candidates", sums.candidates));
say(told("candidates with a proven signal: what FOUND rests on", sums.proven));
say(told("candidates without", sums.unproven));
say("bullish signals, by what the record found of them at the end");
for (const { name, odds, proven } of record.classes()) {
  const { n, right, base, independent, windows, effective } = odds;
  say(
    `  ${name.padEnd(40)} ${n} settled, ${independent} of tokens, ${windows} days, worth ${effective}, ${pct(right / n)} right, base ${pct(base)}${proven ? ", proven" : ""}`,
  );
}
const share = ({ n, right }: Sum) => right / n;
const judged = (holds: boolean, what: string) => say(`  ${holds ? "holds" : "DOES NOT HOLD"}: ${what}`);
const hours = runs.FOUND + runs.WATCH + runs.NONE;
if (planted.kind === null)
  judged(runs.FOUND <= FOUND_MAX * hours, "without an edge at most one hour of twenty is FOUND");
else judged(runs.FOUND > 0, "the edge that was planted is FOUND at some hour");
if (sums.proven.n > 0)
  judged(share(sums.proven) >= share(sums.poolOfFound), "what is FOUND rises at least as often as its pool");
else say("  nothing was FOUND, so that nothing can be said of what came of it");
say(`${((performance.now() - from) / 1_000).toFixed(0)} s`);
