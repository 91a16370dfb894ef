// Query: when each pair was last quoted by one aggregator, of the last hours.
import type { Query } from "../query.ts";

/** `at` in epoch milliseconds. */
type SwapQuoteAgeRow = { readonly token: string; readonly chain: string; readonly at: number };

export const swapQuoteAge: Query<{ readonly venue: string; readonly since: number }, SwapQuoteAgeRow> = {
  name: "swap-quote-age",
  sql: `
SELECT token, chain, toUnixTimestamp64Milli(max(q.at)) AS at
FROM swap_quote AS q
WHERE venue = {venue:String} AND q.at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
GROUP BY token, chain`,
};
