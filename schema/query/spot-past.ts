// Query: spot closes at four past instants of each token, one row a venue.
import type { Query } from "../io/clickhouse.ts";

/** `anchors` holds the instant (epoch milliseconds) each of `tokens` is measured at, in the same order. */
export type Anchored = {
  readonly asOf: number;
  readonly tokens: readonly string[];
  readonly anchors: readonly number[];
};

/** The last close at or before the anchor less the span; null where the venue has none within the tolerance. */
export type SpotPastRow = {
  readonly token: string;
  readonly venue: string;
  readonly close_1h: number | null;
  readonly close_24h: number | null;
  readonly close_7d: number | null;
  readonly close_30d: number | null;
};

const HOUR = 3_600_000;
const SPANS = [
  { name: "close_1h", backMs: HOUR, toleranceMs: 900_000 },
  { name: "close_24h", backMs: 24 * HOUR, toleranceMs: 900_000 },
  { name: "close_7d", backMs: 7 * 24 * HOUR, toleranceMs: 2 * HOUR },
  { name: "close_30d", backMs: 30 * 24 * HOUR, toleranceMs: 2 * HOUR },
] as const;
/** Anchors lie at most this far before asOf: the hard limit of candles. */
const ANCHOR_AGE_MS = 900_000;

const column = ({ name, backMs, toleranceMs }: (typeof SPANS)[number]) => {
  const inside = `closed <= anchor - ${backMs} AND closed > anchor - ${backMs + toleranceMs}`;
  return `if(countIf(${inside}) = 0, NULL, argMaxIf(close, (closed, -span, read), ${inside})) AS ${name}`;
};
const range = ({ backMs, toleranceMs }: (typeof SPANS)[number]) =>
  `(c.open_at > fromUnixTimestamp64Milli({asOf:Int64} - ${backMs + toleranceMs + ANCHOR_AGE_MS + HOUR}, 'UTC')
      AND c.open_at < fromUnixTimestamp64Milli({asOf:Int64} - ${backMs}, 'UTC'))`;

/** The later reading of a candle wins inside argMax: cheaper than FINAL over four far ranges. */
export const spotPast: Query<Anchored, SpotPastRow> = {
  name: "spot-past",
  sql: `
SELECT token, venue, ${SPANS.map(column).join(",\n  ")}
FROM (
  SELECT c.token AS token, c.venue AS venue, c.close AS close, toInt32(c.interval_s) AS span, c.retrieved_at AS read,
    toUnixTimestamp64Milli(c.open_at) + c.interval_s * 1000 AS closed,
    transform(toString(c.token), {tokens:Array(String)}, {anchors:Array(Int64)}, toInt64(0)) AS anchor
  FROM candle AS c
  WHERE c.token IN {tokens:Array(String)} AND c.interval_s IN (60, 900, 3600) AND c.market = 'spot'
    AND (${SPANS.map(range).join("\n      OR ")})
)
GROUP BY token, venue
ORDER BY token, venue`,
};
