// The providers: when each last answered well, how often it failed, and what we know of its trouble.
import { type Env, providerName } from "../../schema/env.ts";
import type { StatusData } from "../../schema/object/status.ts";
import type { StatusCallRow } from "../../schema/query/service/status-call.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { isFailing, type SourceHealth } from "../../schema/source/source-health.ts";
import type { SourceInfo } from "../source-info.ts";

type ProviderLine = StatusData["providers"][number];

const LATE_PERIODS = 3;
const DOWN_PERIODS = 10;
const DEGRADED_PCT = 5;
const ISSUE_LENGTH_MAX = 300;

type Known = { readonly successAt: number | null; readonly errorAt: number | null; readonly issue: string | null };

/** The newest success and error over the provider's sources. */
function foldHealth(sources: readonly SourceInfo[], health: ReadonlyMap<string, SourceHealth>): Known {
  const mine = sources.flatMap((source) => health.get(source.id) ?? []);
  const successes = mine.flatMap((one) => one.successAt ?? []);
  const failed = mine.filter(isFailing);
  const last = failed.sort((a, b) => (b.errorAt ?? 0) - (a.errorAt ?? 0))[0];
  return {
    successAt: successes.length > 0 ? Math.max(...successes) : null,
    errorAt: last?.errorAt ?? null,
    issue: last ? `${last.outcome ?? "error"}: ${last.error ?? "no detail"}`.slice(0, ISSUE_LENGTH_MAX) : null,
  };
}

function statusOf(known: Known, everyS: number, errorPct: number | null, now: number): ProviderLine["status"] {
  if (known.successAt === null) return known.errorAt === null ? "unknown" : "down";
  const periods = (now - known.successAt) / (everyS * 1_000);
  if (periods > DOWN_PERIODS) return "down";
  return periods > LATE_PERIODS || (errorPct ?? 0) > DEGRADED_PCT || known.issue !== null ? "degraded" : "ok";
}

/** One line a provider of the registry; `paused` names those that asked to be left alone. */
export function toProviders(
  env: Pick<Env, "MARKET">,
  now: number,
  sources: readonly SourceInfo[],
  health: ReadonlyMap<string, SourceHealth>,
  calls: readonly StatusCallRow[],
  paused: ReadonlySet<string>,
): ProviderLine[] {
  const names = [...new Set(sources.map((source) => source.provider))].sort();
  return names.map((name) => {
    const provider = providerName(env, name);
    const mine = sources.filter((source) => source.provider === name);
    const row = calls.find((call) => call.provider === provider);
    const known = foldHealth(mine, health);
    const errorPct = row && row.calls > 0 ? (row.failed / row.calls) * 100 : null;
    const successAt = Math.max(known.successAt ?? 0, row?.ok_at ?? 0) || null;
    const status = statusOf({ ...known, successAt }, Math.min(...mine.map((s) => s.everyS)), errorPct, now);
    return {
      provider,
      status,
      last_success_at: successAt === null ? null : toTime(successAt),
      error_rate_1h_pct: errorPct === null ? UNASSESSED : Math.round(errorPct * 1e4) / 1e4,
      known_issue: paused.has(name) ? "It asked us to wait; calls are paused." : known.issue,
    };
  });
}
