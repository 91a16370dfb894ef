// Names the candles behind a price and its changes: the newest minute of each venue, and the closes that changes count from.
import type { SpotMinuteRow } from "../../schema/query/trade/spot-minute.ts";
import type { PastSpan, SpotPastRow } from "../../schema/query/trade/spot-past.ts";
import { isGap, type Measured } from "../measure/gap.ts";
import type { Spot } from "../measure/spot.ts";
import type { Cited } from "./cite.ts";

/** Tails of the sources that bring candles of a length (seconds). */
const TAILS: Readonly<Record<number, string>> = { 60: "candle-1m", 900: "candle-15m", 3600: "candle-1h" };

export const citeMinutes = (minutes: readonly SpotMinuteRow[]): Cited[] =>
  minutes.map(({ token, provider, venue, close_at: at, retrieved_ms: retrievedAt }) => ({
    ...{ dataset: "candle", from: "candle-1m", provider, venue, at, retrievedAt, token },
  }));

/** The earlier closes behind those changes that are measured. */
export function citePast(
  past: readonly SpotPastRow[],
  changes: Partial<Record<PastSpan, Measured<number> | undefined>>,
): Cited[] {
  const isUsed = ({ back }: SpotPastRow) => changes[back] !== undefined && !isGap(changes[back]);
  return past.filter(isUsed).map((row) => {
    const { token, provider, venue, close_at: at, retrieved_ms: retrievedAt } = row;
    // Hours of the perpetual have a source that ends alike, so the venue stands before it.
    const from = `${venue}-${TAILS[row.interval_s] ?? "candle"}`;
    const role = `candle_${row.back}` as const;
    return { dataset: "candle", from, provider, venue, at, retrievedAt, token, past: true, role };
  });
}

export const changesOf = (spot: Spot): Record<PastSpan, Measured<number>> => ({
  ...{ "1h": spot.change1h, "24h": spot.change24h, "7d": spot.change7d, "30d": spot.change30d },
});
