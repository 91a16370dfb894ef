// What exchanges hold of a token and how that changed in a week, over the same exchanges; unrounded.
import type { ReserveLatestRow } from "../../schema/query/reserve-latest.ts";
import type { TokenFacts } from "../fact/fact.ts";
import { sum } from "../number/statistics.ts";
import { isFresh, newest, whyMissing } from "./cause.ts";
import { derive, gap, type Measured } from "./gap.ts";
import { requireWeight, weighVenues } from "./venue-weight.ts";

export type Reserve = {
  /** Exchanges that count, those of a stale reading left out. */
  readonly fresh: readonly ReserveLatestRow[];
  readonly native: Measured<number>;
  readonly change7dPct: Measured<number>;
};

const noPast = gap("insufficient_history", "No reading of a week ago is stored.");

/** Measures reserves at `asOf` (epoch milliseconds); exchanges weigh by what they held last. */
export function measureReserve(rows: TokenFacts, asOf: number): Reserve {
  const { reserves } = rows;
  const weights = weighVenues(
    reserves.map(({ exchange, native }) => ({ venue: exchange, weight: native })),
    reserves.map(({ exchange }) => exchange),
  );
  const named = reserves.map((row) => ({ ...row, venue: row.exchange }));
  const fresh = named.filter((row) => isFresh("reserve", row.read_at, asOf));
  const none = whyMissing(rows.calls, "reserve", newest(reserves.map((row) => row.read_at)));
  const counted = requireWeight(weights, fresh, none);
  const lasting = derive([counted], (held) =>
    requireWeight(
      weights,
      held.filter((row) => row.week_at > 0),
      noPast,
    ),
  );
  return {
    fresh,
    native: derive([counted], (held) => sum(held.map((row) => row.native))),
    change7dPct: derive(
      [lasting],
      (held) => (sum(held.map((row) => row.native)) / sum(held.map((row) => row.native_7d)) - 1) * 100,
    ),
  };
}
