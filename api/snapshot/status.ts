// What the api adds to the builder's report: a report that grew old says so and never reads better than what is served.
import { FRESHNESS } from "../../schema/freshness.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { ageLine } from "../../schema/line-lag.ts";
import type { StatusData } from "../../schema/object/status.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { lateMs } from "../surface/health.ts";
import type { Snapshots } from "./feed.ts";
import { isPinned } from "./frame-table.ts";

/** Older than this, the builder counts as gone. */
const REPORT_AGE_MAX_MS = 180_000;
const PRICE_AGE_MAX_MS = FRESHNESS.candle.hardTtlS * 1_000;

type Seen = {
  readonly now: number;
  readonly reportAsOf: number;
  /** When the served numbers were built; null before the first build. */
  readonly builtAt: number | null;
  /** Newest price served; null where there is none. */
  readonly pricesAsOf: number | null;
  /** Whether new snapshots can arrive. */
  readonly connected: boolean;
};

/** Newest as_of among the market sections that are always held. */
export function snapshotsAsOf(snapshots: Snapshots): number | null {
  const newest = snapshots
    .names()
    .filter((name) => name.startsWith(SNAPSHOTS.state("")) && isPinned(name))
    .map((name) => snapshots.get("state", name)?.meta.sections.market.asOf ?? 0)
    .reduce((a, b) => Math.max(a, b), 0);
  return newest === 0 ? null : newest;
}

const older = (age: number | "unassessed", byS: number) => (isAssessed(age) ? Math.round(age + byS) : age);

/** Ages as they are now: what is served did not change since the report. */
function ageFreshness(rows: StatusData["freshness"], { now, reportAsOf }: Seen): StatusData["freshness"] {
  const byS = Math.max(0, now - reportAsOf) / 1_000;
  return rows.map((row) => ({
    ...row,
    age_p50_s: older(row.age_p50_s, byS),
    age_p95_s: older(row.age_p95_s, byS),
    tokens_fresh:
      row.newest_as_of !== null && now - Date.parse(row.newest_as_of) > row.slo_s * 1_000 ? 0 : row.tokens_fresh,
  }));
}

/** The report as the caller should read it now. */
export function amendStatus(data: StatusData, seen: Seen): StatusData {
  const { now, reportAsOf, pricesAsOf, builtAt, connected } = seen;
  const notices = [...data.notices];
  const ageS = Math.round((now - reportAsOf) / 1_000);
  const old = now - reportAsOf > REPORT_AGE_MAX_MS;
  if (old) {
    const text = `This report is ${ageS} s old: nothing newer was built. Ages and lags are counted to now, the rest is as of ${toTime(reportAsOf)}.`;
    notices.push({ at: toTime(now), text });
  }
  const lateS = builtAt === null ? 0 : Math.round(lateMs(now - builtAt) / 1_000);
  if (lateS > 0) {
    const text = `The numbers served are ${lateS} s late: they were built at ${toTime(builtAt ?? 0)}, and should be every ${LIMITS.liveEveryMs / 1_000} s.`;
    notices.push({ at: toTime(now), text });
  }
  if (!connected)
    notices.push({ at: toTime(now), text: "New snapshots cannot arrive now; answers keep the last as_of." });
  const down = pricesAsOf === null || now - pricesAsOf > PRICE_AGE_MAX_MS;
  if (down) notices.push({ at: toTime(now), text: "No price served is younger than its hard limit." });
  const degraded = (old || lateS > 0 || !connected) && data.status === "ok";
  return {
    ...data,
    status: down ? "down" : degraded ? "degraded" : data.status,
    late_s: lateS,
    pipeline: data.pipeline.map((line) => ageLine(line, now)),
    freshness: old ? ageFreshness(data.freshness, seen) : data.freshness,
    notices,
  };
}
