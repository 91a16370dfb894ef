// A stored signal as answers show it: its status at an instant, its wire form, and one line to say it with.
import type { Static } from "typebox";
import type { SignalShownRow } from "./query/signal/signal-shown.ts";
import type { Signal } from "./shape/signal.ts";
import { toTime } from "./shape/time.ts";
import { SIGNALS, type SignalKind } from "./signal/index.ts";

type WireSignal = Static<typeof Signal>;

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
