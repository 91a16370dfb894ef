// Query: net exchange flow of each token and chain by hour over the 31 days before a full hour.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/**
 * One element a full hour, `ages` counting back: 0 is the hour that ends at asOf. `net_usd` is inflow minus outflow,
 * `seconds` how much of the hour was scanned, `unpriced` how many of its rows moved coins and have no price.
 */
export type SignalFlowUsualRow = {
  readonly token: string;
  readonly chain: string;
  readonly ages: readonly number[];
  readonly net_usd: readonly number[];
  readonly seconds: readonly number[];
  readonly unpriced: readonly number[];
};

export const FLOW_USUAL_DAYS = 30;

export const signalFlowUsual: Query<Instant, SignalFlowUsualRow> = {
  name: "signal-flow-usual",
  sql: `
SELECT token, chain, groupArray(age) AS ages, groupArray(net) AS net_usd, groupArray(span) AS seconds, groupArray(blank) AS unpriced
FROM (
  SELECT token, chain, toUInt16(intDiv({asOf:Int64} - ended, 3600000)) AS age, sum(net) AS net, sum(span) AS span, sum(blank) AS blank
  FROM (
    SELECT f.token AS token, f.chain AS chain, toUnixTimestamp64Milli(f.at) + max(f.window_s) * 1000 AS ended,
      max(f.window_s) AS span, sum(ifNull(f.inflow_usd, 0) - ifNull(f.outflow_usd, 0)) AS net,
      toUInt32(countIf((f.inflow_native > 0 AND f.inflow_usd IS NULL)
        OR (f.outflow_native > 0 AND f.outflow_usd IS NULL))) AS blank
    FROM exchange_flow AS f FINAL
    WHERE ${knownOf("f")} AND f.token IN {tokens:Array(String)}
      AND f.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL ${FLOW_USUAL_DAYS + 2} DAY
      AND f.at + toIntervalSecond(f.window_s) <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
    GROUP BY f.token, f.chain, f.at
  )
  GROUP BY token, chain, age
  HAVING age < ${(FLOW_USUAL_DAYS + 1) * 24}
  ORDER BY token, chain, age
)
GROUP BY token, chain
ORDER BY token, chain`,
};
