// npm run soak scout [seed] [weeks] [tokens]: what the agent opportunity-scout finds at each hour of simulated weeks, and what came of it.
import { cautionsOf, weigh } from "../../../jobs/agent/opportunity-scout.ts";
import { judgeAll, type Order, overallOf } from "../../../jobs/evaluate/judge.ts";
import { median } from "../../../jobs/number/statistics.ts";
import { SCOUT } from "../../../schema/agent/opportunity-scout.ts";
import { type Odds, type OddsTable, SCORING } from "../../../schema/record/rule.ts";
import { wilson95 } from "../../../schema/record/statistic.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { openOutside } from "../../support/market/sandbox-outside.ts";
import { HOUR } from "../../support/signal/signal-input.ts";
import { columnOf, readSignals, type TokenSignals } from "./open-signals.ts";
import { PAST_HOURS, type Span } from "./token-path.ts";
import { readWeeks, type TokenHour, type TokenWeeks, tokenHours } from "./weeks.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [seed, weeks, count] = [7, 6, TRACKED.length].map((usual, at) => Number(process.argv[2 + at] ?? usual)) as [
  number,
  number,
  number,
];
const HORIZON = 24;
const ORDER: Order = { side: "buy", sized: false, policy: {} };
const ASKED = { direction: "long", horizonHours: HORIZON } as const;
const span: Span = { startMs: Date.UTC(2026, 8, 7), hours: weeks * 168 };
const step = TRACKED.length / Math.min(count, TRACKED.length);
const tokens = TRACKED.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).map(({ id }) => id);

/** Whether a rise over the horizon came: right, wrong, or neither where it stayed within the noise. */
function roseAfter({ columns }: TokenWeeks, column: number): boolean | null {
  const rise = columns.return_24h_pct?.[column] ?? Number.NaN;
  const band = Math.max(SCORING.bandMinPct, SCORING.bandSigmas * (columns.sigma_24h_pct?.[column] ?? 0));
  return rise >= band ? true : rise <= -band ? false : null;
}

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
  const interval = wilson95((right / n) * independent, independent);
  const [low, high] = interval ?? [Number.NaN, Number.NaN];
  return `  ${name.padEnd(64)}${String(n).padStart(7)}  rose ${pct(right / n)} [${pct(low)} – ${pct(high)}]`;
}

/** What the record knows at an hour: calls and hours of the market whose day is over. */
function openRecord(signals: ReadonlyMap<TokenWeeks, TokenSignals>) {
  const calls = [...signals].flatMap(([one, { fired }]) =>
    fired.flatMap((signal) => {
      const column = columnOf(span, signal.at);
      if (signal.direction !== "bullish" || column >= PAST_HOURS + span.hours) return [];
      const { kind, severity } = signal;
      const window = Math.floor(signal.at / (HORIZON * HOUR));
      return [
        { class: `signal~${kind}~${severity}`, key: `${one.token}~${window}`, column, rose: roseAfter(one, column) },
      ];
    }),
  );
  calls.sort((a, b) => a.column - b.column);
  const table: Record<string, { n: number; right: number; readonly independent: Set<string> }> = {};
  const base = { n: 0, right: 0 };
  const add = (sum: { n: number; right: number }, rose: boolean | null) => {
    if (rose === null) return;
    sum.n += 1;
    if (rose) sum.right += 1;
  };
  let next = 0;
  return {
    upTo(column: number): OddsTable {
      for (const one of signals.keys()) if (column - HORIZON >= PAST_HOURS) add(base, roseAfter(one, column - HORIZON));
      for (; next < calls.length && (calls[next]?.column ?? 0) + HORIZON <= column; next++) {
        const call = calls[next];
        if (!call) continue;
        const sum = table[call.class] ?? { n: 0, right: 0, independent: new Set<string>() };
        table[call.class] = sum;
        add(sum, call.rose);
        if (call.rose !== null) sum.independent.add(call.key);
      }
      const share = base.right / Math.max(1, base.n);
      const of = ({ n, right, independent }: (typeof table)[string]): Record<"1h" | "24h" | "7d", Odds | null> => ({
        ...{ "1h": null, "24h": n === 0 ? null : { n, right, base: share, independent: independent.size }, "7d": null },
      });
      return Object.fromEntries(Object.entries(table).map(([name, sum]) => [name, of(sum)]));
    },
    classes: () => Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)),
    base: () => base,
  };
}

const from = performance.now();
say(
  `seed ${seed}, ${weeks} weeks of ${tokens.length} tokens: long, risk medium, ${HORIZON} h, at most ${SCOUT.results} candidates a run`,
);
const model = createModel(seed);
const outside = openOutside(model, span.startMs, tokens, span.hours * HOUR);
const read = readWeeks(seed, span, tokens, () => {});
const signals = new Map(read.tokens.map((one) => [one, readSignals(model, outside, one.token, span)]));
const record = openRecord(signals);
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
for (const [name, { n, right, independent }] of record.classes())
  say(`  ${name.padEnd(40)} ${n} settled, ${independent.size} independent, ${pct(right / n)} right`);
const share = ({ n, right }: Sum) => right / n;
const holds =
  sums.proven.n === 0
    ? "NOT TO BE SAID: nothing was FOUND"
    : share(sums.proven) >= share(sums.poolOfFound)
      ? "holds"
      : "DOES NOT HOLD";
say(`  ${holds}: what is FOUND rises at least as often as its pool`);
say(`${((performance.now() - from) / 1_000).toFixed(0)} s`);
