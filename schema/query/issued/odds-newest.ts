// Query: the newest version of the odds.
import type { Query } from "../query.ts";

/** `odds` is the text that `digest` is of. */
export type OddsNewestRow = { readonly number: number; readonly digest: string; readonly odds: string };

export const oddsNewest: Query<object, OddsNewestRow> = {
  name: "odds-newest",
  sql: "SELECT number, digest, odds FROM odds ORDER BY number DESC LIMIT 1",
};
