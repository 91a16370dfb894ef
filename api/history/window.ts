// Which stretch of time a history answer covers, at which resolution, and where it goes on.
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import { faultAt } from "../../schema/fault.ts";
import { LIMITS } from "../../schema/limit.ts";
import { SERIES_IDS, type SeriesId } from "../../schema/series/index.ts";
import type { BucketResolution, Resolution } from "../../schema/series/series.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { SourceForm } from "../../schema/source/source-text.ts";
import { epochOf, refuse } from "../request/input.ts";
import { type Cursor, readCursor } from "./cursor.ts";

export type Note = { readonly code: string; readonly detail: string };
export type Window = {
  /** What the caller asked for; null where nothing was asked. Epoch milliseconds. */
  readonly since: number | null;
  readonly until: number | null;
  readonly seriesFrom: number;
  readonly eventsFrom: number;
  /** Where rows and events end that may still come in: `until`, or when the first page was asked for. */
  readonly to: number;
  readonly requested: Resolution;
  readonly resolution: BucketResolution | "raw";
  readonly notes: readonly Note[];
};

export type HistoryQuery = {
  readonly since?: string;
  readonly until?: string;
  readonly series?: readonly SeriesId[];
  readonly resolution?: Resolution;
  readonly limit?: number;
  readonly cursor?: string;
  readonly sources?: SourceForm;
};

/** A caller computes `since` before we read the clock: two days ago must still count as two days. */
const TOLERANCE_MS = MINUTE_MS;

/** auto: 15m up to 2 days, 1h up to 30 days, else 6h. */
function resolve(requested: Resolution, windowMs: number): Window["resolution"] {
  if (requested !== "auto") return requested;
  if (windowMs <= 2 * DAY_MS + TOLERANCE_MS) return "15m";
  return windowMs <= 30 * DAY_MS + TOLERANCE_MS ? "1h" : "6h";
}

function parseInstant(parameter: "since" | "until", text: string): number {
  const epochMs = epochOf(text);
  if (epochMs === null) refuse([{ parameter, code: "invalid_date_time", detail: "It must be a time that exists." }]);
  return epochMs;
}

const outOfRange = (parameter: string, detail: string) => faultAt({ parameter }, "out_of_range", detail);

/** Epoch milliseconds of a time that a caller gave. Throws Fault where it is none or lies in the future. */
export function parseSince(text: string, now: number): number {
  const epochMs = parseInstant("since", text);
  if (epochMs <= now) return epochMs;
  throw outOfRange("since", `since must not be later than now, ${toTime(now)}.`);
}

/** @throws Fault out_of_range where `since` lies in the future or not before `until`. */
export function resolveWindow(query: HistoryQuery, now: number): Window {
  const asked = query.since === undefined ? null : parseSince(query.since, now);
  const until = query.until === undefined ? null : parseInstant("until", query.until);
  const to = Math.min(until ?? now, now);
  if (asked !== null && until !== null && asked >= until) throw outOfRange("until", "until must be later than since.");
  const earliest = now - LIMITS.historyWindowMaxMs;
  if (to <= earliest) throw outOfRange("until", `until must be later than ${toTime(earliest)}.`);
  const days = LIMITS.historyWindowMaxMs / DAY_MS;
  const isClamped = asked !== null && asked < earliest;
  const requested = query.resolution ?? "auto";
  const seriesFrom = Math.max(asked ?? to - LIMITS.seriesWindowDefaultMs, earliest);
  return {
    since: asked === null ? null : Math.max(asked, earliest),
    until,
    seriesFrom,
    eventsFrom: Math.max(asked ?? to - LIMITS.eventsWindowDefaultMs, earliest),
    to,
    requested,
    resolution: resolve(requested, to - seriesFrom),
    notes: isClamped
      ? [{ code: "clamped", detail: `since was earlier than ${days} days ago; the answer starts there.` }]
      : [],
  };
}

/** The cursor of a query: null where it has none. Throws Fault where it is of something else than the query. */
export function cursorOf(query: HistoryQuery, token: string): Cursor | null {
  if (query.cursor === undefined) return null;
  const cursor = readCursor(query.cursor);
  if (cursor?.token !== token) throw outOfRange("cursor", "It is no cursor of this token's history.");
  const { since, until, series, resolution } = query;
  const isSame =
    (since === undefined || parseInstant("since", since) === cursor.since) &&
    (until === undefined || parseInstant("until", until) === cursor.until) &&
    (series === undefined || idsOf(cursor).every((id) => series.includes(id))) &&
    (resolution === undefined || resolution === cursor.requested);
  if (!isSame) throw outOfRange("cursor", "It goes on with another question; leave the other parameters as they were.");
  return cursor;
}

/** Series that the cursor goes on with, in wire order. */
export const idsOf = (cursor: Cursor): SeriesId[] => SERIES_IDS.filter((id) => cursor.series[id] !== undefined);

/** The window of a further page: that of the first. */
export const windowOf = ({ series: _s, events: _e, token: _t, ...window }: Cursor): Window => ({
  ...window,
  notes: [],
});
