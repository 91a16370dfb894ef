// Query: what moved on each chain of a token on every day that was scanned whole, of the last five weeks.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";
import { SEVERAL } from "./partial-flow.ts";

/** Only of tokens on several chains. `days` are whole UTC days since the epoch; `moved` is inflow and outflow in coins. */
type FlowWeekRow = {
  readonly token: string;
  readonly chain: string;
  readonly days: readonly number[];
  readonly moved: readonly number[];
};

export const flowWeek: Query<Instant, FlowWeekRow> = {
  name: "flow-week",
  sql: `
SELECT token, chain, groupArray(day) AS days, groupArray(moved) AS moved
FROM (
  SELECT token, chain, day, sum(moved) AS moved
  FROM (
    SELECT f.token AS token, f.chain AS chain, toUInt32(toDate(f.at)) AS day, max(f.window_s) AS span,
      sum(f.inflow_native + f.outflow_native) AS moved
    FROM exchange_flow AS f FINAL
    WHERE ${knownOf("f")} AND f.token IN {tokens:Array(String)} AND f.token IN (${SEVERAL})
      AND f.at >= toStartOfDay(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 35 DAY
      AND f.at + toIntervalSecond(f.window_s) <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
    GROUP BY f.token, f.chain, f.at
  )
  GROUP BY token, chain, day
  HAVING sum(span) >= 86400
  ORDER BY token, chain, day
)
GROUP BY token, chain
ORDER BY token, chain`,
};
