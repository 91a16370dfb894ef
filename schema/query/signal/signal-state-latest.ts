// Query: what the signal rules remember of every token, as last written.
import type { Query } from "../query.ts";

type SignalStateLatestRow = { readonly token: string; readonly state: string };

export const signalStateLatest: Query<{ readonly rules: string }, SignalStateLatestRow> = {
  name: "signal-state-latest",
  sql: `SELECT s.token AS token, argMax(s.state, s.at) AS state FROM signal_state AS s
WHERE s.rules = {rules:String} GROUP BY token ORDER BY token`,
};
