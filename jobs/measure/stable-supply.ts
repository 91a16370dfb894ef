// The supply of all stablecoins together and how it changed, in USD at today's prices; unrounded.
import type { Facts } from "../fact/fact.ts";
import { isFresh, whyMissing } from "./cause.ts";
import { derive, gap, type Measured, orGap } from "./gap.ts";

type StableSupply = {
  /** When it was read, epoch milliseconds; 0 where it was not. */
  readonly at: number;
  readonly usd: Measured<number>;
  readonly change24hUsd: Measured<number>;
  readonly change7dUsd: Measured<number>;
};

const notStated = gap("insufficient_history", "The provider does not state what it was then.");

export function measureStableSupply(facts: Facts): StableSupply {
  const row = facts.stablecoins.find(({ token }) => token === "all");
  const fresh = row && isFresh("stablecoin", row.read_at, facts.asOf) ? row : null;
  const known = fresh ?? whyMissing(facts.calls, "stablecoin", row?.read_at ?? 0);
  const since = (before: "supply_24h_ago_usd" | "supply_7d_ago_usd") =>
    derive([known, derive([known], (now) => orGap(now[before], notStated))], (now, then) => now.supply_usd - then);
  return {
    at: fresh?.read_at ?? 0,
    usd: derive([known], ({ supply_usd }) => supply_usd),
    change24hUsd: since("supply_24h_ago_usd"),
    change7dUsd: since("supply_7d_ago_usd"),
  };
}
