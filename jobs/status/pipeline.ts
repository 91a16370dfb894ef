// The lines of the pipeline: every job of the timetable and the fills, with how they were doing.

import type { JobName } from "../../schema/job.ts";
import { laneOf } from "../../schema/job-line.ts";
import type { LaneId } from "../../schema/lane.ts";
import { ageLine } from "../../schema/line-lag.ts";
import type { StatusData } from "../../schema/object/status.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { timetable } from "../clock.ts";
import type { JobHealth } from "../health.ts";
import type { SourceInfo } from "../source-info.ts";

export type Backlog = ReadonlyMap<LaneId, { readonly waiting: readonly string[]; readonly active: readonly string[] }>;

type PipelineLine = StatusData["pipeline"][number];

/** The line a job id belongs to: its name, with the source or part where the line has one. */
const belongsTo = (key: string) => (id: string) => id === key || id.startsWith(`${key}~`);

function laneOfLine(key: string): LaneId {
  const [name, part = ""] = key.split("~");
  return laneOf({ name: name as JobName, payload: { part: part.replace(/-token$/, "") } });
}

function statusOf(health: JobHealth | undefined, everyMs: number | null, busy: boolean) {
  if (health && (health.lastErrorAt ?? 0) > (health.lastSuccessAt ?? 0)) return "failing";
  if (everyMs === null || health?.lastSuccessAt != null) return "ok";
  return busy ? "lagging" : "paused";
}

const timeOrNull = (at: number | null | undefined): string | null => (at == null ? null : toTime(at));

/** All lines at `now`; `health` is null where Redis could not be read. */
export function toPipeline(
  now: number,
  sources: readonly SourceInfo[],
  health: ReadonlyMap<string, JobHealth>,
  backlog: Backlog,
): PipelineLine[] {
  const lines: { key: string; everyMs: number | null }[] = [
    // What runs only when there is work for it has no time by which it should have run.
    ...timetable(sources).map(({ key, everyMs, work }) => ({ key, everyMs: work === undefined ? everyMs : null })),
    { key: "snapshot.build~history-token", everyMs: null },
    { key: "gap.fill", everyMs: null },
    { key: "webhook.deliver", everyMs: null },
  ];
  return lines.map(({ key, everyMs }) => {
    const lane = laneOfLine(key);
    const mine = health.get(key);
    const queue = backlog.get(lane);
    const waiting = queue?.waiting.filter(belongsTo(key)).length ?? 0;
    const active = queue?.active.filter(belongsTo(key)).length ?? 0;
    const line: PipelineLine = {
      job: key,
      queue: lane,
      status: statusOf(mine, everyMs, waiting + active > 0),
      interval_s: everyMs === null ? null : everyMs / 1_000,
      last_success_at: timeOrNull(mine?.lastSuccessAt),
      last_error_at: timeOrNull(mine?.lastErrorAt),
      last_error: mine?.lastError ?? null,
      lag_s: mine?.lagMs == null ? UNASSESSED : mine.lagMs / 1_000,
      waiting,
      active,
      completed_1h: mine?.completed1h ?? 0,
      failed_1h: mine?.failed1h ?? 0,
    };
    return ageLine(line, now);
  });
}
