// Which stretch of time a history answer covers, and at which resolution.
import { fault } from "../../schema/fault.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { BucketResolution, Resolution } from "../../schema/series/series.ts";
import { toTime } from "../../schema/shape/time.ts";
import { epochOf, refuse } from "../request/input.ts";

export type Note = { readonly code: string; readonly detail: string };
export type Window = {
  /** What the caller asked for, after clamping; null where nothing was asked. Epoch milliseconds. */
  readonly since: number | null;
  readonly seriesFrom: number;
  readonly eventsFrom: number;
  readonly resolution: BucketResolution | "raw";
  readonly notes: readonly Note[];
};

const DAY_MS = 86_400_000;
/** A caller computes `since` before we read the clock: two days ago must still count as two days. */
const TOLERANCE_MS = 60_000;

/** auto: 15m up to 2 days, 1h up to 30 days, else 6h. */
function resolve(requested: Resolution, windowMs: number): Window["resolution"] {
  if (requested !== "auto") return requested;
  if (windowMs <= 2 * DAY_MS + TOLERANCE_MS) return "15m";
  return windowMs <= 30 * DAY_MS + TOLERANCE_MS ? "1h" : "6h";
}

/** Epoch milliseconds of a time that a caller gave. Throws Fault where it is none or lies in the future. */
export function parseSince(text: string, now: number): number {
  const epochMs = epochOf(text);
  if (epochMs === null) {
    refuse([{ parameter: "since", code: "invalid_date_time", detail: "It must be a time that exists." }]);
  }
  if (epochMs <= now) return epochMs;
  throw fault("out_of_range", `since must not be later than now, ${toTime(now)}.`, {
    errors: [{ parameter: "since", code: "out_of_range", detail: "It lies in the future." }],
  });
}

/** @throws Fault out_of_range where `since` lies in the future. */
export function resolveWindow(sinceText: string | undefined, requested: Resolution, now: number): Window {
  const asked = sinceText === undefined ? null : parseSince(sinceText, now);
  const earliest = now - LIMITS.historyWindowMaxMs;
  const since = asked === null ? null : Math.max(asked, earliest);
  const days = LIMITS.historyWindowMaxMs / DAY_MS;
  const clamped = { code: "clamped", detail: `since was earlier than ${days} days ago; the answer starts there.` };
  const seriesFrom = since ?? now - LIMITS.seriesWindowDefaultMs;
  return {
    since,
    seriesFrom,
    eventsFrom: since ?? now - LIMITS.eventsWindowDefaultMs,
    resolution: resolve(requested, now - seriesFrom),
    notes: asked === since ? [] : [clamped],
  };
}
