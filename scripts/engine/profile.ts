// Where the engine's processor time goes: every so often one line with the dearest statements by name.
import type { QueryRequest } from "./query-request.ts";

type Cost = { count: number; cpuMs: number; wallMs: number };

export type Profile = {
  /** Notes that a statement runs; call what is returned when it has ended. */
  begin(name: string): () => void;
  stop(): void;
};

const SHOWN = 40;
/** Merges and whatever else the engine does while no statement runs. */
const BETWEEN = "(no statement)";

const NO_PROFILE: Profile = { begin: () => () => undefined, stop: () => undefined };

/** What a statement is called: the query of its log comment as our own door writes it, else the comment itself. */
export function statementName({ settings }: Pick<QueryRequest, "settings">): string {
  const text = settings.get("log_comment") ?? "";
  try {
    const { query } = JSON.parse(text) as { query?: unknown };
    return typeof query === "string" ? query : text;
  } catch {
    return text === "" ? "(unnamed)" : text;
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;

/**
 * Splits the processor time of the process evenly among the statements that run at an instant. Reports every `everyS`
 * seconds; 0 costs nothing.
 */
export function openProfile(everyS: number, report: (event: Record<string, unknown>) => void): Profile {
  if (everyS === 0) return NO_PROFILE;
  let costs = new Map<string, Cost>();
  const running = new Map<string, number>();
  let runningCount = 0;
  let last = process.cpuUsage();
  let from = performance.now();
  const costOf = (name: string): Cost => {
    const known = costs.get(name) ?? { count: 0, cpuMs: 0, wallMs: 0 };
    costs.set(name, known);
    return known;
  };
  const settle = (): void => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    const cpuMs = (user + system) / 1_000;
    if (runningCount === 0) costOf(BETWEEN).cpuMs += cpuMs;
    for (const [name, count] of running) costOf(name).cpuMs += (cpuMs * count) / runningCount;
  };
  const timer = setInterval(() => {
    settle();
    const seconds = (performance.now() - from) / 1_000;
    const shown = [...costs]
      .sort(([, a], [, b]) => b.cpuMs - a.cpuMs)
      .slice(0, SHOWN)
      .map(([name, { count, cpuMs, wallMs }]) => ({ name, count, cpu_ms: round(cpuMs), wall_ms: round(wallMs) }));
    const total = [...costs.values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0);
    report({ event: "profile", seconds: round(seconds), core_percent: round(total / seconds / 10), statements: shown });
    costs = new Map();
    from = performance.now();
  }, everyS * 1_000);
  timer.unref();
  return {
    begin(name) {
      settle();
      running.set(name, (running.get(name) ?? 0) + 1);
      runningCount++;
      const startedAt = performance.now();
      return () => {
        settle();
        const left = (running.get(name) ?? 1) - 1;
        if (left === 0) running.delete(name);
        else running.set(name, left);
        runningCount--;
        const cost = costOf(name);
        cost.count++;
        cost.wallMs += performance.now() - startedAt;
      };
    },
    stop: () => clearInterval(timer),
  };
}
