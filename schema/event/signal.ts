// Events of kind signal: every signal that fired, with the status it has by now.
import { NEWEST } from "../dataset/version.ts";
import { SIMULATED } from "../env.ts";
import type { SignalShownRow } from "../query/signal/signal-shown.ts";
import { toTime } from "../shape/time.ts";
import { saySignal, toShown } from "../shown-signal.ts";
import { ownProvider } from "../source/own-source.ts";
import { type EventRow, eventSource } from "./event.ts";

type SignalEventRow = EventRow & SignalShownRow & { readonly as_of: number };

const sql = `
SELECT s.token AS token, toUnixTimestamp64Milli(s.at) AS at, at AS fired_at, s.id AS id, s.kind AS kind,
  s.direction AS direction, s.severity AS severity, s.value AS value, s.ratio AS ratio, s.details AS details,
  s.status AS status, toUnixTimestamp64Milli(s.expires_at) AS expires_ms,
  toUnixTimestamp64Milli(s.closed_at) AS closed_ms, {asOf:Int64} AS as_of
FROM signal AS s FINAL
WHERE s.${NEWEST} AND s.token IN {tokens:Array(String)} AND s.at >= fromUnixTimestamp64Milli({from:Int64})
  AND s.at <= fromUnixTimestamp64Milli({to:Int64})
ORDER BY token, s.at DESC, id
LIMIT {limit:UInt32} BY token`;

/** The service itself fired it; simulated where a number it rests on is. Whose numbers those are, its details say. */
const providerOf = (details: Readonly<Record<string, unknown>>): string => {
  const sources = Array.isArray(details.sources) ? (details.sources as { provider?: unknown }[]) : [];
  return ownProvider(sources.some(({ provider }) => `${provider}`.startsWith(SIMULATED)));
};

export const signal = eventSource<SignalEventRow>({
  query: { name: "events-signal", sql },
  toEvent(row, symbol) {
    const data = toShown(row, row.as_of);
    return {
      kind: "signal",
      id: `signal~${row.id}`,
      at: data.at,
      severity: data.severity,
      direction: data.direction,
      summary: saySignal(data, symbol).slice(0, 300),
      data,
      source: { provider: providerOf(data.details), endpoint: "signal.detect", as_of: toTime(row.at) },
    };
  },
});
