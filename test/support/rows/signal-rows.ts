// Hand-made rows of signals of the whole tracked list, and of the minute that was last evaluated.
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";

/** One open signal a token, and one of yesterday that is over. */
export function signalRows(last: number): Pick<FactRows, "signals" | "detections"> {
  const signal = (token: string, id: number, fired_at: number, closed_ms: number | null) => ({
    token,
    id,
    kind: "price_move",
    direction: "bullish",
    severity: 2,
    value: 4.5,
    ratio: 2.25,
    fired_at,
    details: JSON.stringify({ unit: "pct", window: "1h", thresholds: [2, 4, 8], escalates: null }),
    status: closed_ms === null ? "open" : "resolved",
    expires_ms: fired_at + DAY_MS,
    closed_ms,
  });
  return {
    signals: TRACKED.flatMap(({ id: token }, index) => {
      const rank = index + 1;
      return [
        signal(token, 1_000 + rank, last - 10 * MINUTE_MS, null),
        signal(token, rank, last - 30 * HOUR_MS, last - 29 * HOUR_MS),
      ];
    }),
    detections: [
      {
        minute_at: last,
        last_id: 2_000,
        coverage: JSON.stringify(Object.fromEntries(TRACKED.map(({ id }) => [id, [14, 2, "no_source"]]))),
      },
    ],
  };
}
