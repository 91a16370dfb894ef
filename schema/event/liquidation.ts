// Events of kind liquidation: forced closures of a quarter of an hour on one venue, a lower bound.
import { UNASSESSED } from "../shape/quantity.ts";
import { toTime } from "../shape/time.ts";
import { cents, type EventRow, eventSource, sayUsd } from "./event.ts";

const WINDOW_S = 900;
const WINDOW_MS = WINDOW_S * 1_000;

type LiquidationEventRow = EventRow & {
  readonly venue: string;
  readonly long_usd: number;
  readonly short_usd: number;
  readonly largest_usd: number;
  /** Closures told singly; 0 where the venue gives totals by window. */
  readonly closures: number;
  readonly rows: number;
  readonly provider: string;
  readonly newest_at: number;
  readonly retrieved_at: number;
};

const RANGE = `token IN {tokens:Array(String)} AND l.at >= fromUnixTimestamp64Milli(intDiv({from:Int64}, ${WINDOW_MS}) * ${WINDOW_MS})
    AND l.at < fromUnixTimestamp64Milli(intDiv({to:Int64}, ${WINDOW_MS}) * ${WINDOW_MS})`;

/**
 * A window is told once it is over and, where the venue gives totals, was read after its end, so that an event never
 * changes its numbers. Single closures are counted once; a venue gives either closures or totals.
 */
const sql = `
SELECT token, venue, at, sum(long) AS long_usd, sum(short) AS short_usd, max(single) AS largest_usd,
  countIf(single > 0) AS closures, count() AS rows, max(who) AS provider, max(at_ms) AS newest_at, max(read_ms) AS retrieved_at
FROM (
  SELECT token, venue, toUnixTimestamp64Milli(l.at) AS at_ms, intDiv(at_ms, ${WINDOW_MS}) * ${WINDOW_MS} AS at,
    argMax(value_usd, l.retrieved_at) AS single, if(any(side) = 'long', single, 0) AS long, if(any(side) = 'short', single, 0) AS short,
    any(provider) AS who, max(toUnixTimestamp64Milli(l.retrieved_at)) AS read_ms, at_ms AS end_ms
  FROM liquidation AS l
  WHERE ${RANGE}
  GROUP BY token, venue, id, l.at
  UNION ALL
  SELECT token, venue, toUnixTimestamp64Milli(l.at) AS at_ms, intDiv(at_ms, ${WINDOW_MS}) * ${WINDOW_MS} AS at,
    0. AS single, argMax(long_usd, l.retrieved_at) AS long, argMax(short_usd, l.retrieved_at) AS short,
    any(provider) AS who, max(toUnixTimestamp64Milli(l.retrieved_at)) AS read_ms, at_ms + window_s * 1000 AS end_ms
  FROM liquidation_window AS l
  WHERE ${RANGE}
  GROUP BY token, venue, l.at, window_s
)
GROUP BY token, venue, at
HAVING long_usd + short_usd > 0 AND min(read_ms - end_ms) >= 0
ORDER BY token, at DESC, venue
LIMIT {limit:UInt32} BY token`;

export const liquidation = eventSource<LiquidationEventRow>({
  query: { name: "events-liquidation", sql },
  toEvent(row, symbol) {
    const sides = `${sayUsd(row.long_usd)} of longs and ${sayUsd(row.short_usd)} of shorts`;
    return {
      kind: "liquidation",
      id: `liquidation~${row.token}~${row.venue}~${row.at}`.slice(0, 160),
      at: toTime(row.at),
      severity: null,
      direction: null,
      summary: `${sides} in ${symbol} closed by force on ${row.venue} within 15 minutes (at least)`.slice(0, 300),
      data: {
        window_s: WINDOW_S,
        long_usd: cents(row.long_usd),
        short_usd: cents(row.short_usd),
        largest_usd: row.closures > 0 ? cents(row.largest_usd) : UNASSESSED,
        venue: row.venue,
      },
      source: {
        provider: row.provider,
        endpoint: "liquidation",
        as_of: toTime(row.newest_at),
        retrieved_at: toTime(row.retrieved_at),
        venue: row.venue,
        rows: row.rows,
      },
    };
  },
});
