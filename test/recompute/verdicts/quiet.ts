// npm run soak quiet [seed] [days] [tokens]: what alert-watchtower says of each token at every hour of faultless simulated days.
import { alertWatchtower, towerOf } from "../../../jobs/agent/alert-watchtower.ts";
import { judge } from "../../../jobs/agent/judge.ts";
import { type PastMinutes, pastOf } from "../../../jobs/agent/judged-before.ts";
import type { CoveredMinutes } from "../../../jobs/agent/watched-time.ts";
import { runMinute, type TokenCoverage } from "../../../jobs/detect/run-minute.ts";
import { EMPTY_SIGNAL_STATE, type FiredSignal } from "../../../jobs/detect/state.ts";
import { judgeAll, overallOf } from "../../../jobs/evaluate/judge.ts";
import { type Standing, standingAfter } from "../../../jobs/evaluate/standing.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { DIMENSIONS, type Verdict } from "../../../schema/evaluation/rule.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import type { SectionOf } from "../../../schema/section/index.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { openOutside } from "../../support/market/sandbox-outside.ts";
import { sandboxWeek } from "../../support/market/sandbox-week.ts";
import { factsOf, wholeRows } from "../../support/rows/facts.ts";
import type { Span } from "./token-path.ts";
import { readWeeks, tokenHours } from "./weeks.ts";

type Shown = Extract<SectionOf<"signals">["open"], readonly unknown[]>[number];
type TokenDays = {
  readonly fired: readonly FiredSignal[];
  readonly minutes: readonly CoveredMinutes[];
};
type Judged = {
  readonly at: number;
  readonly verdict: Verdict;
  readonly isWhole: boolean;
  readonly changed: Verdict | "";
};

const say = (line: string) => process.stdout.write(`${line}\n`);
const [seed, days, count] = [7, 1, TRACKED.length].map((usual, at) => Number(process.argv[2 + at] ?? usual)) as [
  number,
  number,
  number,
];
const HOURS = [1, 6, 24] as const;
const BEFORE_HOURS = 24;
const VERDICTS = alertWatchtower.card.verdicts.map(({ value }) => value);
const span: Span = { startMs: Date.UTC(2026, 8, 7), hours: BEFORE_HOURS + days * 24 };
const step = TRACKED.length / Math.min(count, TRACKED.length);
const tokens = TRACKED.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).map(({ id }) => id);
const own = buildState(factsOf(wholeRows()), "bitcoin");

/** Every minute judged as the service does, from whole inputs; minutes in a row with one coverage are one. */
function detect(inputAt: ReturnType<typeof sandboxWeek>): TokenDays {
  const fired = new Map<string, FiredSignal>();
  const minutes: CoveredMinutes[] = [];
  let [state, told] = [EMPTY_SIGNAL_STATE, ""];
  for (let minute = 0; minute < span.hours * 60; minute++) {
    const input = inputAt(minute);
    const outcome = runMinute(state, input.at, [input]);
    state = outcome.state;
    for (const one of [...outcome.fired, ...outcome.changed]) fired.set(one.key, one);
    const coverage = Object.values(outcome.coverage)[0] as TokenCoverage;
    const last = minutes.at(-1);
    const isSame = told === JSON.stringify(coverage);
    told = JSON.stringify(coverage);
    if (last && isSame) minutes[minutes.length - 1] = { ...last, minutes: last.minutes + 1, lastAt: input.at };
    else minutes.push({ coverage, minutes: 1, firstAt: input.at, lastAt: input.at });
  }
  return { fired: [...fired.values()], minutes };
}

/** Verdicts at each full hour, as they stand and change. */
function judgeHours(): ReadonlyMap<string, readonly Judged[]> {
  const judged = new Map<string, Judged[]>();
  const last = new Map<string, { readonly verdict: Verdict; readonly standing: Standing["verdict"] }>();
  for (const { one, hour, metrics } of tokenHours(readWeeks(seed, span, tokens, () => {}))) {
    const judgement = judgeAll(metrics, { side: "buy", sized: false, policy: {} });
    const verdict = overallOf(judgement, false);
    const standing = standingAfter(verdict, last.get(one.token) ?? null);
    last.set(one.token, { verdict, standing: standing.verdict });
    const isWhole = DIMENSIONS.every((id) => !judgement[id].lost);
    const told = { at: span.startMs + hour * HOUR_MS, verdict, isWhole, changed: standing.changedFrom };
    judged.set(one.token, [...(judged.get(one.token) ?? []), told]);
  }
  return judged;
}

const shown = (signal: FiredSignal, id: number, now: number): Shown => {
  const isOver = signal.closedAt !== null && signal.closedAt <= now;
  return {
    ...signal,
    ...{ id, at: toTime(signal.at), status: isOver ? signal.status : "open", expires_at: toTime(signal.expiresAt) },
  } as unknown as Shown;
};
const SOURCE = { provider: "sandbox:assay", endpoint: "signal", as_of: toTime(span.startMs) };

/** The minutes up to an instant, of no more than some hours. */
const within = (minutes: readonly CoveredMinutes[], since: number, now: number): CoveredMinutes[] =>
  minutes.flatMap((one) => {
    const [firstAt, lastAt] = [Math.max(one.firstAt, since + MINUTE_MS), Math.min(one.lastAt, now)];
    return firstAt > lastAt ? [] : [{ ...one, firstAt, lastAt, minutes: (lastAt - firstAt) / MINUTE_MS + 1 }];
  });

function sayOf(token: string, { fired, minutes }: TokenDays, verdicts: readonly Judged[], now: number, hours: number) {
  const since = now - hours * HOUR_MS;
  const seen = fired.flatMap((one, at) => (one.at <= now ? [shown(one, at + 1, now)] : []));
  const heard = seen.filter((one) => one.status === "open" || Date.parse(one.at) >= since);
  const changes = verdicts.filter(({ at, changed }) => changed !== "" && at > since && at <= now);
  const events: HistoryEvent[] = [
    ...heard.map((data) => ({
      ...{ kind: "signal" as const, id: `signal~${data.id}`, at: data.at, severity: data.severity },
      ...{ direction: data.direction, summary: "", data, source: SOURCE },
    })),
    ...changes.map(({ at, verdict, changed }) => ({
      ...{ kind: "verdict_change" as const, id: `v~${at}`, at: toTime(at), severity: 2 as const, direction: null },
      data: { evaluation_id: `${at}`, previous_evaluation_id: null, from: changed as Verdict, to: verdict },
      ...{ summary: "", source: SOURCE },
    })),
  ];
  const inForce = verdicts.findLast(({ at }) => at <= now);
  const coverage = minutes.findLast(({ firstAt }) => firstAt <= now)?.coverage ?? [0, 0, null, {}];
  const kept = within(minutes, 0, now).map(
    (one): PastMinutes => ({
      ...one,
      hours: Math.floor(one.lastAt / HOUR_MS) - Math.floor((one.firstAt - 1) / HOUR_MS),
    }),
  );
  const past = pastOf(kept, within(minutes, now - DAY_MS, now));
  const hidingCount = verdicts.filter(
    ({ at, isWhole, verdict }) => at > since - HOUR_MS && at <= now && !isWhole && verdict !== "avoid",
  ).length;
  const open = seen.filter((one) => one.status === "open");
  const state = { ...own, token: { ...own.token, id: token }, build: now };
  const read = {
    states: new Map([[token, { ...state, sections: { ...own.sections, signals: { ...own.sections.signals, open } } }]]),
    judgedRules: () => ({ coverage, at: now, past }),
    judged: new Map(inForce ? [[token, { verdict: inForce.verdict, lost: [] }]] : []),
    lapses: new Map([[token, { firstAt: span.startMs - DAY_MS, longestMs: 0, hidingCount }]]),
    watched: { hasBefore: true, minutes: () => within(minutes, since, now) },
    ...{ events, odds: {}, isSimulated: true, now },
  };
  const asked = { tokens: [token], hours, minSeverity: 1, kinds: SIGNAL_KINDS };
  return judge(alertWatchtower.card, alertWatchtower.read(towerOf(asked, read, () => token).facts, {}));
}

const from = performance.now();
say(`seed ${seed}, ${days} days of ${tokens.length} tokens, each asked about alone at every full hour`);
const verdicts = judgeHours();
const model = createModel(seed);
const outside = openOutside(model, span.startMs, tokens);
const counts = new Map(HOURS.map((hours) => [hours, new Map<string, number>()]));
const reached = new Map<number, Set<string>>(HOURS.map((hours) => [hours, new Set()]));
const why = new Map<string, number>();
const add = (to: Map<string, number>, name: string) => to.set(name, (to.get(name) ?? 0) + 1);
for (const token of tokens) {
  const read = detect(sandboxWeek(model, token, span.startMs, outside));
  for (let hour = BEFORE_HOURS + 1; hour <= span.hours; hour++)
    for (const hours of HOURS) {
      const { verdict, lacks, fired } = sayOf(
        token,
        read,
        verdicts.get(token) ?? [],
        span.startMs + hour * HOUR_MS,
        hours,
      );
      add(counts.get(hours) ?? new Map(), verdict);
      if (verdict === "QUIET") reached.get(hours)?.add(token);
      if (fired[0]) add(why, `${hours} h ${verdict} ${fired[0].rule.code}`);
      if (verdict === "INSUFFICIENT")
        for (const { metric, gap } of lacks) add(why, `${hours} h ${metric} ${gap.gap} ${gap.detail}`);
    }
}
const all = tokens.length * days * 24;
for (const hours of HOURS) {
  const told = VERDICTS.map((one) => `${one} ${(((counts.get(hours)?.get(one) ?? 0) / all) * 100).toFixed(1)} %`);
  say(
    `  ${`${hours} h`.padEnd(5)} ${told.join(", ")}; QUIET at some hour: ${reached.get(hours)?.size} of ${tokens.length} tokens`,
  );
}
for (const [what, n] of [...why].sort((a, b) => b[1] - a[1]).slice(0, 20)) say(`  ${String(n).padStart(5)}  ${what}`);
say(`${((performance.now() - from) / 1_000).toFixed(0)} s`);
