// Events of kind liquidation: forced closures of a quarter of an hour on one venue, a lower bound.
import { toTime } from "../../schema/shape/time.ts";
import { roundUsd } from "../number/round.ts";
import { type EventRow, eventSource, sayUsd } from "./event.ts";

const WINDOW_S = 900;
const WINDOW_MS = WINDOW_S * 1_000;

type LiquidationEventRow = EventRow & {
  readonly venue: string;
  readonly long_usd: number;
  readonly short_usd: number;
  readonly largest_usd: number;
  readonly closures: number;
  readonly provider: string;
  readonly newest_at: number;
  readonly retrieved_at: number;
};

/** A window is told once it is over, so that an event never changes its numbers. Single closures are counted once. */
const sql = `
SELECT token, venue, at, sumIf(usd, side = 'long') AS long_usd, sumIf(usd, side = 'short') AS short_usd,
  max(usd) AS largest_usd, count() AS closures, max(who) AS provider, max(at_ms) AS newest_at, max(read_ms) AS retrieved_at
FROM (
  SELECT token, venue, id, toUnixTimestamp64Milli(l.at) AS at_ms, intDiv(at_ms, ${WINDOW_MS}) * ${WINDOW_MS} AS at,
    any(side) AS side, argMax(value_usd, l.retrieved_at) AS usd, any(provider) AS who,
    max(toUnixTimestamp64Milli(l.retrieved_at)) AS read_ms
  FROM liquidation AS l
  WHERE token IN {tokens:Array(String)} AND l.at >= fromUnixTimestamp64Milli(intDiv({from:Int64}, ${WINDOW_MS}) * ${WINDOW_MS})
    AND l.at < fromUnixTimestamp64Milli(intDiv({to:Int64}, ${WINDOW_MS}) * ${WINDOW_MS})
  GROUP BY token, venue, id, l.at
)
GROUP BY token, venue, at
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
        long_usd: roundUsd(row.long_usd),
        short_usd: roundUsd(row.short_usd),
        largest_usd: roundUsd(row.largest_usd),
        venue: row.venue,
      },
      source: {
        provider: row.provider,
        endpoint: "liquidation",
        as_of: toTime(row.newest_at),
        retrieved_at: toTime(row.retrieved_at),
        venue: row.venue,
        rows: row.closures,
      },
    };
  },
});
