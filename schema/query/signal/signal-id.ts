// Queries: the ids that natural keys were given, and the highest of all.
import type { Query } from "../query.ts";

type SignalIdRow = { readonly key: string; readonly id: number };

export const signalId: Query<{ readonly tokens: readonly string[]; readonly keys: readonly string[] }, SignalIdRow> = {
  name: "signal-id",
  sql: `SELECT key, any(id) AS id FROM signal
WHERE token IN {tokens:Array(String)} AND key IN {keys:Array(String)} GROUP BY key`,
};

export const signalIdMax: Query<object, { readonly id: number }> = {
  name: "signal-id-max",
  sql: "SELECT max(id) AS id FROM signal",
};
