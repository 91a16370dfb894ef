// How late a line of the pipeline is at an instant: by its last run, or by the one that should have come since.
import type { StatusData } from "./object/status.ts";
import { isAssessed } from "./shape/quantity.ts";

type PipelineLine = StatusData["pipeline"][number];

/** Periods without a success before a line lags, and a moment for the run itself. */
const LATE_PERIODS = 3;
const LATE_S = 30;

/** The line as it stands at `now` (epoch ms), when nothing of it ended well since it was told. */
export function ageLine(line: PipelineLine, now: number): PipelineLine {
  const { interval_s, last_success_at, lag_s, status } = line;
  if (interval_s === null || last_success_at === null) return line;
  const sinceS = (now - Date.parse(last_success_at)) / 1_000;
  return {
    ...line,
    lag_s: Math.max(isAssessed(lag_s) ? lag_s : 0, sinceS - interval_s),
    status: status === "ok" && sinceS > LATE_PERIODS * interval_s + LATE_S ? "lagging" : status,
  };
}
