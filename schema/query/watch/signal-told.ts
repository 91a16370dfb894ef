// Query: signals by their numbers, as messages tell them.
import { NEWEST } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import { SIGNAL_COLUMNS, type SignalToldRow } from "../signal/signal-row.ts";

type Params = { readonly ids: readonly number[]; readonly tokens: readonly string[]; readonly from: number };

/** `from`: epoch milliseconds, none of them fired earlier. */
export const signalTold: Query<Params, SignalToldRow> = {
  name: "signal-told",
  sql: `
SELECT ${SIGNAL_COLUMNS}
FROM signal AS s FINAL
WHERE s.${NEWEST} AND s.token IN {tokens:Array(String)} AND s.at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND s.id IN {ids:Array(UInt64)}`,
};
