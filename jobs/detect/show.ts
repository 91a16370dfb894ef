// Stored signals as they stood at an instant: the open ones, and whether and how well the rules were judged.
import type { SignalMinuteLatestRow } from "../../schema/query/signal/signal-minute-latest.ts";
import type { SignalShownRow } from "../../schema/query/signal/signal-shown.ts";
import type { Reason } from "../../schema/reason.ts";
import { statusAt } from "../../schema/shown-signal.ts";
import { gap, type Measured } from "../measure/gap.ts";
import type { TokenCoverage } from "./run-minute.ts";

/** Without an evaluation for so long it is not known what fired since. */
const DETECTION_TTL_MS = 600_000;

/** Open ones, gravest first, then newest. */
export const openAt = (rows: readonly SignalShownRow[], asOf: number): SignalShownRow[] =>
  rows
    .filter((row) => statusAt(row, asOf) === "open")
    .sort((a, b) => b.severity - a.severity || b.fired_at - a.fired_at || a.id - b.id);

/** The last evaluated minute, while it is recent enough to speak of now. */
export function detectionAt(detections: readonly SignalMinuteLatestRow[], asOf: number): Measured<number> {
  const at = detections[0]?.minute_at ?? 0;
  if (at === 0) return gap("pending", "Signal detection did not run yet.");
  if (asOf - at > DETECTION_TTL_MS) return gap("stale", "The signal rules were not evaluated for ten minutes.", at);
  return at;
}

const READ = new WeakMap<SignalMinuteLatestRow, Readonly<Record<string, TokenCoverage>>>();

/** How many rules were judged for a token in the last minute, which could not be, and why. */
export function coverageOf(detections: readonly SignalMinuteLatestRow[], token: string): TokenCoverage {
  const row = detections[0];
  if (!row) return [0, 0, null, {}];
  const coverage = READ.get(row) ?? (JSON.parse(row.coverage) as Readonly<Record<string, TokenCoverage>>);
  READ.set(row, coverage);
  return coverageFrom(coverage[token] ?? [0, 0, "pending" satisfies Reason]);
}

/** As a minute keeps it: one that was stored before the rules were named has three parts, and four before all were. */
export const coverageFrom = ([evaluated, missing, reason, unjudged = {}, ...aside]:
  | TokenCoverage
  | [number, number, Reason | null]): TokenCoverage => [evaluated, missing, reason, unjudged, ...aside];
