// Query: spot closes at four past instants of each token, one row a venue and instant, with how it was received.
import { storedByKnown } from "../../dataset/version.ts";
import { HOUR_MS } from "../../duration.ts";
import type { Query } from "../query.ts";

/** `anchors` holds the instant (epoch milliseconds) each of `tokens` is measured at, in the same order. */
export type Anchored = {
  readonly asOf: number;
  readonly tokens: readonly string[];
  readonly anchors: readonly number[];
};

const LENGTHS = "60, 900, 3600";
/** Of 30 days ago only hours count: the calls that brought minutes are not kept so long, and a close without its call proves nothing. */
const SPANS = [
  { back: "1h", backMs: HOUR_MS, toleranceMs: 900_000, lengths: LENGTHS },
  { back: "24h", backMs: 24 * HOUR_MS, toleranceMs: 900_000, lengths: LENGTHS },
  { back: "7d", backMs: 7 * 24 * HOUR_MS, toleranceMs: 2 * HOUR_MS, lengths: LENGTHS },
  { back: "30d", backMs: 30 * 24 * HOUR_MS, toleranceMs: 2 * HOUR_MS, lengths: "3600" },
] as const;
export type PastSpan = (typeof SPANS)[number]["back"];

/** The last close at or before the anchor less the span; no row where the venue has none within the tolerance. Times in epoch milliseconds. */
export type SpotPastRow = {
  readonly token: string;
  readonly venue: string;
  readonly back: PastSpan;
  readonly provider: string;
  readonly close: number;
  readonly close_at: number;
  /** Length of the candle that closed then, seconds. */
  readonly interval_s: number;
  readonly retrieved_ms: number;
};

/** Anchors lie at most this far before asOf: the hard limit of candles. */
const ANCHOR_AGE_MS = 900_000;

const branch = ({ back, backMs, toleranceMs }: (typeof SPANS)[number]) =>
  `closed <= anchor - ${backMs} AND closed > anchor - ${backMs + toleranceMs}, '${back}'`;
const range = ({ backMs, toleranceMs, lengths }: (typeof SPANS)[number]) =>
  `(c.interval_s IN (${lengths}) AND c.open_at > fromUnixTimestamp64Milli({asOf:Int64} - ${backMs + toleranceMs + ANCHOR_AGE_MS + HOUR_MS}, 'UTC')
      AND c.open_at < fromUnixTimestamp64Milli({asOf:Int64} - ${backMs}, 'UTC'))`;

/** The later reading of a candle wins inside argMax: cheaper than FINAL over four far ranges. */
export const spotPast: Query<Anchored, SpotPastRow> = {
  name: "spot-past",
  sql: `
SELECT token, venue, back, last.1 AS provider, last.2 AS close, last.3 AS close_at, last.4 AS interval_s, last.5 AS retrieved_ms
FROM (
  SELECT token, venue, multiIf(${SPANS.map(branch).join(",\n    ")}, '') AS back,
    argMax((provider, close, closed, span, read), (closed, -span, read, stored)) AS last
  FROM (
    SELECT c.token AS token, c.venue AS venue, c.provider AS provider, c.close AS close, toInt32(c.interval_s) AS span,
      toUnixTimestamp64Milli(c.retrieved_at) AS read, c.stored_at AS stored, toUnixTimestamp64Milli(c.open_at) + c.interval_s * 1000 AS closed,
      transform(toString(c.token), {tokens:Array(String)}, {anchors:Array(Int64)}, toInt64(0)) AS anchor
    FROM candle AS c
    WHERE ${storedByKnown("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s IN (${LENGTHS}) AND c.market = 'spot'
      AND (${SPANS.map(range).join("\n      OR ")})
  )
  WHERE back != ''
  GROUP BY token, venue, back
)
ORDER BY token, venue, back`,
};
