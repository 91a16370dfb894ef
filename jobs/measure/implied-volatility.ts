// What options price in for the next 30 days, as a venue's index has it; unrounded.
import type { TokenFacts } from "../fact/token-facts.ts";
import { isFresh, newest, whyMissing } from "./cause.ts";
import type { Measured } from "./gap.ts";

/** Tokens whose options are deep enough for a covered venue to have an index of them. */
const INDEXED: ReadonlySet<string> = new Set(["bitcoin", "ethereum"]);

/** Percent a year; null where there is no index to read. */
export function measureImpliedVolatility(rows: TokenFacts, asOf: number): Measured<number> | null {
  if (!INDEXED.has(rows.token.id)) return null;
  const [row] = rows.impliedVolatilities.filter((one) => isFresh("implied_volatility", one.read_at, asOf));
  if (row) return row.volatility_30d_pct;
  return whyMissing(rows.calls, "implied_volatility", newest(rows.impliedVolatilities.map((one) => one.read_at)));
}
