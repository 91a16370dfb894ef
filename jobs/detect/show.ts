// Stored signals as they stood at an instant: open ones, their wire form, and one line to say each with.
import type { Static } from "typebox";
import type { SignalMinuteLatestRow } from "../../schema/query/signal-minute-latest.ts";
import type { SignalShownRow } from "../../schema/query/signal-shown.ts";
import type { Reason } from "../../schema/reason.ts";
import type { Signal } from "../../schema/shape/signal.ts";
import { toTime } from "../../schema/shape/time.ts";
import { SIGNALS } from "../../schema/signal/index.ts";
import type { SignalKind } from "../../schema/signal/rule.ts";
import { gap, type Measured } from "../measure/gap.ts";
import type { TokenCoverage } from "./run-minute.ts";

type WireSignal = Static<typeof Signal>;

/** Without an evaluation for so long it is not known what fired since. */
const DETECTION_TTL_MS = 600_000;

/** The status at `asOf` (epoch ms): what was written later is not known yet, and a life ends without being written. */
export function statusAt(row: SignalShownRow, asOf: number): WireSignal["status"] {
  if (row.closed_ms !== null && row.closed_ms <= asOf) return row.status as WireSignal["status"];
  return row.expires_ms <= asOf ? "expired" : "open";
}

export const toShown = (row: SignalShownRow, asOf: number): WireSignal => ({
  id: row.id,
  kind: row.kind as SignalKind,
  token: row.token,
  direction: row.direction as WireSignal["direction"],
  severity: row.severity,
  value: row.value,
  ratio: row.ratio,
  at: toTime(row.fired_at),
  details: JSON.parse(row.details) as Record<string, unknown>,
  status: statusAt(row, asOf),
  expires_at: toTime(row.expires_ms),
});

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

/** How many rules were judged for a token in the last minute, how many could not be, and why. */
export function coverageOf(detections: readonly SignalMinuteLatestRow[], token: string): TokenCoverage {
  const row = detections[0];
  if (!row) return [0, 0, null];
  const coverage = READ.get(row) ?? (JSON.parse(row.coverage) as Readonly<Record<string, TokenCoverage>>);
  READ.set(row, coverage);
  return coverage[token] ?? [0, 0, "pending" satisfies Reason];
}

const WORDS = { 1: "notable", 2: "material", 3: "critical" } as const;
const sayKind = (kind: string): string => kind.replaceAll("_", " ");

/** Such as "SOL: price move, bullish, material: 1 h return 4.2 pct over 1h". */
export function saySignal(signal: WireSignal, symbol: string): string {
  const rule = SIGNALS[signal.kind];
  const unit = typeof signal.details.unit === "string" ? signal.details.unit : rule.unit;
  const window = typeof signal.details.window === "string" ? signal.details.window : rule.window;
  const grade = WORDS[signal.severity as keyof typeof WORDS] ?? "notable";
  return `${symbol}: ${sayKind(signal.kind)}, ${signal.direction}, ${grade}: ${signal.value} ${unit} over ${window}`;
}
