// Builder of the history series exchange_netflow: flows of each bucket, summed over its scanned windows, by exchange.
import { isWholeFlow } from "../../schema/query/chain/partial-flow.ts";
import { roundUsd } from "../number/round.ts";
import { lastPerBucket, type StoredSeries } from "./bucket.ts";

/** The past is read in the same windows. */
const WINDOW_S = 900;
const TOKENS = "token IN {tokens:Array(String)}";

/**
 * One window of one exchange over all chains of the token; unknown in USD where one chain's value is. A window in which
 * one of the chains was not read is no row: it is absent until it is, and counted so.
 */
const WINDOWS = `(
    SELECT token, exchange, at, max(chain_window_s) AS window_s, argMax(chain_provider, chain_read) AS provider, max(chain_read) AS retrieved_at,
      if(countIf(isNull(chain_inflow)) > 0, NULL, sum(chain_inflow)) AS inflow,
      if(countIf(isNull(chain_outflow)) > 0, NULL, sum(chain_outflow)) AS outflow
    FROM (
      SELECT token, exchange, at, chain, max(f.window_s) AS chain_window_s, argMax(f.provider, f.retrieved_at) AS chain_provider,
        max(f.retrieved_at) AS chain_read, argMax(tuple(f.inflow_usd, f.outflow_usd), f.retrieved_at) AS flow,
        tupleElement(flow, 1) AS chain_inflow, tupleElement(flow, 2) AS chain_outflow
      FROM exchange_flow AS f
      WHERE token IN {tokens:Array(String)} AND at >= fromUnixTimestamp64Milli({from:Int64})
        AND at + toIntervalSecond(window_s) <= fromUnixTimestamp64Milli({to:Int64})
        AND ${isWholeFlow({ where: TOKENS, from: "{from:Int64}", to: "{to:Int64}" })}
      GROUP BY token, exchange, at, chain
    )
    GROUP BY token, exchange, at
  )`;

/** A window belongs to the bucket it begins in, and its sum is true at its end; one that has not ended is not told of. */
export const exchangeNetflow: StoredSeries = {
  dataset: "exchange_flow",
  pastEveryS: WINDOW_S,
  query: {
    name: "history-exchange-netflow",
    sql: lastPerBucket({
      table: WINDOWS,
      line: "exchange",
      at: "toUnixTimestamp64Milli(at) + window_s * 1000",
      start: "toUnixTimestamp64Milli(at)",
      where: "true",
      cells: "inflow, outflow, window_s / 60",
      everyS: String(WINDOW_S),
    }),
  },
  cells({ cells: [inflow, outflow, minutes] }) {
    const known = inflow != null && outflow != null;
    return [
      known ? roundUsd(inflow - outflow) : "unassessed",
      inflow == null ? "unassessed" : roundUsd(inflow),
      outflow == null ? "unassessed" : roundUsd(outflow),
      minutes ?? "unassessed",
    ];
  },
  // A window that has no price makes the sum unknown; one that was not read makes it one of fewer minutes.
  joined: (a, b) => a.map((cell, at) => (cell == null || b[at] == null ? null : cell + b[at])),
};
