// Query: spot closes the signal rules need beside the facts: minute by minute, of the last quarter, and of 4 hours ago.
import { storedByKnown } from "../../dataset/version.ts";
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../duration.ts";
import type { Query } from "../query.ts";

/**
 * `anchors` holds the instant each of `tokens` is measured at, in the same order; `bar` is the end of the last completed
 * quarter of an hour. Epoch ms.
 */
type SignalPriceParams = {
  readonly asOf: number;
  readonly tokens: readonly string[];
  readonly anchors: readonly number[];
  readonly bar: number;
};

/** Closing instants in epoch milliseconds. */
export type SignalPriceRow = {
  readonly token: string;
  readonly venue: string;
  readonly at: readonly number[];
  readonly close: readonly number[];
  readonly close_15m: number | null;
  readonly close_4h: number | null;
};

const MINUTES = 10;
const AGO = 4 * HOUR_MS;
const TOLERANCE = QUARTER_MS;
const ANCHOR_AGE = QUARTER_MS;
const optional = (fn: string, of: string, inside: string) =>
  `if(countIf(${inside}) = 0, NULL, ${fn}If(${of}, ${inside}))`;
const RECENT = `closed > {asOf:Int64} - ${(MINUTES + 1) * MINUTE_MS}`;
const IN_BAR = `closed <= {bar:Int64} AND closed > {bar:Int64} - ${QUARTER_MS}`;
const LONG_AGO = `closed <= anchor - ${AGO} AND closed > anchor - ${AGO + TOLERANCE}`;

export const signalPrice: Query<SignalPriceParams, SignalPriceRow> = {
  name: "signal-price",
  sql: `
SELECT token, venue, groupArrayIf(closed, ${RECENT}) AS at, groupArrayIf(price, ${RECENT}) AS close,
  ${optional("argMax", "price, closed", IN_BAR)} AS close_15m,
  ${optional("argMax", "price, closed", LONG_AGO)} AS close_4h
FROM (
  SELECT c.token AS token, c.venue AS venue, toUnixTimestamp64Milli(c.open_at) + 60000 AS closed,
    argMax(c.close, (c.retrieved_at, c.stored_at)) AS price,
    transform(toString(c.token), {tokens:Array(String)}, {anchors:Array(Int64)}, toInt64(0)) AS anchor
  FROM candle AS c
  WHERE ${storedByKnown("c")} AND c.token IN {tokens:Array(String)} AND c.interval_s = 60 AND c.market = 'spot'
    AND ((c.open_at >= fromUnixTimestamp64Milli(least({bar:Int64} - ${QUARTER_MS}, {asOf:Int64} - ${(MINUTES + 1) * MINUTE_MS}), 'UTC')
        AND c.open_at <= fromUnixTimestamp64Milli({asOf:Int64} - 60000, 'UTC'))
      OR (c.open_at > fromUnixTimestamp64Milli({asOf:Int64} - ${AGO + TOLERANCE + ANCHOR_AGE + MINUTE_MS}, 'UTC')
        AND c.open_at < fromUnixTimestamp64Milli({asOf:Int64} - ${AGO}, 'UTC')))
  GROUP BY token, venue, c.open_at
  ORDER BY token, venue, closed
)
GROUP BY token, venue
ORDER BY token, venue`,
};
