// Query: signals by their numbers, as messages tell them.
import { NEWEST } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** `at` in epoch milliseconds; `details` is JSON. */
export type SignalToldRow = {
  readonly id: number;
  readonly kind: string;
  readonly direction: string;
  readonly severity: number;
  readonly value: number;
  readonly ratio: number;
  readonly fired_at: number;
  readonly details: string;
};

type Params = { readonly ids: readonly number[]; readonly tokens: readonly string[]; readonly from: number };

/** `from`: epoch milliseconds, none of them fired earlier. */
export const signalTold: Query<Params, SignalToldRow> = {
  name: "signal-told",
  sql: `
SELECT s.id AS id, s.kind AS kind, s.direction AS direction, s.severity AS severity, s.value AS value, s.ratio AS ratio,
  toUnixTimestamp64Milli(s.at) AS fired_at, s.details AS details
FROM signal AS s FINAL
WHERE s.${NEWEST} AND s.token IN {tokens:Array(String)} AND s.at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND s.id IN {ids:Array(UInt64)}`,
};
