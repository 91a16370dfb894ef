// Query: spot closes around four past instants of each token, one row a venue and instant, with how they were received.
import { storedByKnown } from "../../dataset/version.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../duration.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

const LENGTHS = "60, 900, 3600";
/** Of 30 days ago only hours count: the calls that brought minutes are not kept so long, and a close without its call proves nothing. */
const SPANS = [
  { back: "1h", backMs: HOUR_MS, toleranceMs: QUARTER_MS, lengths: LENGTHS },
  { back: "24h", backMs: DAY_MS, toleranceMs: QUARTER_MS, lengths: LENGTHS },
  { back: "7d", backMs: 7 * DAY_MS, toleranceMs: 2 * HOUR_MS, lengths: LENGTHS },
  { back: "30d", backMs: 30 * DAY_MS, toleranceMs: 2 * HOUR_MS, lengths: "3600" },
] as const;
export type PastSpan = (typeof SPANS)[number]["back"];

/**
 * Closes of a venue that may be the last one at or before an anchor less the span, ascending: that of the earliest anchor,
 * and those after it. Times in epoch milliseconds.
 */
type SpotPastClosesRow = {
  readonly token: string;
  readonly venue: string;
  readonly back: PastSpan;
  readonly providers: readonly string[];
  readonly closes: readonly number[];
  readonly closed_at: readonly number[];
  /** Lengths of the candles that closed then, seconds. */
  readonly intervals_s: readonly number[];
  readonly retrieved_at: readonly number[];
};

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

/** The instant a token is measured at lies at most this far before asOf: the hard limit of candles. */
const ANCHOR_AGE_MS = QUARTER_MS;
/** What the answer is asked for by later builds as well, whose instants lie at most this far after asOf. */
export const PAST_AHEAD_MS = 5 * MINUTE_MS;

/** Of what closed up to the earliest anchor the last counts, and of each instant after it: slots of two spans never meet. */
const slotOf = ({ backMs, toleranceMs }: (typeof SPANS)[number]) =>
  `closed <= {asOf:Int64} - ${backMs - PAST_AHEAD_MS} AND closed > {asOf:Int64} - ${backMs + toleranceMs + ANCHOR_AGE_MS}, greatest(closed, {asOf:Int64} - ${backMs + ANCHOR_AGE_MS})`;
const backOf = ({ back, backMs }: (typeof SPANS)[number]) =>
  `slot >= {asOf:Int64} - ${backMs + ANCHOR_AGE_MS}, '${back}'`;
const range = ({ backMs, toleranceMs, lengths }: (typeof SPANS)[number]) =>
  `(c.interval_s IN (${lengths}) AND c.open_at > fromUnixTimestamp64Milli({asOf:Int64} - ${backMs + toleranceMs + ANCHOR_AGE_MS + HOUR_MS}, 'UTC')
      AND c.open_at < fromUnixTimestamp64Milli({asOf:Int64} - ${backMs - PAST_AHEAD_MS}, 'UTC'))`;

/** The later reading of a candle wins inside argMax: cheaper than FINAL over four far ranges. */
const pastOf = (name: string, spans: readonly (typeof SPANS)[number][]): Query<Instant, SpotPastClosesRow> => ({
  name,
  sql: `
SELECT token, venue, back, arrayMap(x -> x.1, found) AS providers, arrayMap(x -> x.2, found) AS closes,
  arrayMap(x -> x.3, found) AS closed_at, arrayMap(x -> x.4, found) AS intervals_s, arrayMap(x -> x.5, found) AS retrieved_at
FROM (
  SELECT token, venue, multiIf(${spans.map(backOf).join(", ")}, '') AS back, arraySort(x -> x.3, groupArray(last)) AS found
  FROM (
    SELECT token, venue, multiIf(${spans.map(slotOf).join(",\n      ")}, toInt64(0)) AS slot,
      argMax((provider, close, closed, span, read), (closed, -span, read, stored)) AS last
    FROM (
      SELECT c.token AS token, c.venue AS venue, c.provider AS provider, c.close AS close, toInt32(c.interval_s) AS span,
        toUnixTimestamp64Milli(c.retrieved_at) AS read, c.stored_at AS stored,
        toUnixTimestamp64Milli(c.open_at) + c.interval_s * 1000 AS closed
      FROM candle AS c
      WHERE ${storedByKnown("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s IN (${LENGTHS}) AND c.market = 'spot'
        AND (${spans.map(range).join("\n        OR ")})
    )
    WHERE slot != 0
    GROUP BY token, venue, slot
  )
  GROUP BY token, venue, back
)
ORDER BY token, venue, back`,
});

export const spotPast = pastOf("spot-past", SPANS);
/** The closes of a day ago alone. */
export const spotPastDay = pastOf(
  "spot-past-day",
  SPANS.filter(({ back }) => back === "24h"),
);

const OF_BACK = new Map<PastSpan, (typeof SPANS)[number]>(SPANS.map((span) => [span.back, span]));

/** The closes that count where each token is measured at its instant, epoch milliseconds; of tokens without one none does. */
export function closesBefore(rows: readonly SpotPastClosesRow[], anchors: ReadonlyMap<string, number>): SpotPastRow[] {
  return rows.flatMap((row) => {
    const { token, venue, back } = row;
    const [anchor, span] = [anchors.get(token), OF_BACK.get(back)];
    if (anchor === undefined || span === undefined) return [];
    const last = anchor - span.backMs;
    const at = row.closed_at.findLastIndex((closed) => closed <= last);
    const close_at = row.closed_at[at];
    if (close_at === undefined || close_at <= last - span.toleranceMs) return [];
    const [provider = "", close = Number.NaN] = [row.providers[at], row.closes[at]];
    const [interval_s = 0, retrieved_ms = 0] = [row.intervals_s[at], row.retrieved_at[at]];
    return [{ token, venue, back, provider, close, close_at, interval_s, retrieved_ms }];
  });
}
