// What exchanges hold of a token and how that changed in a week, over the same exchanges; unrounded.
import type { ChainReserveLatestRow } from "../../schema/query/chain/chain-reserve-latest.ts";
import type { ReserveLatestRow } from "../../schema/query/chain/reserve-latest.ts";
import { CHAIN_IDS } from "../../schema/token/chain.ts";
import type { TokenFacts } from "../fact/fact.ts";
import { sum } from "../number/statistics.ts";
import { isFresh, newest, whyMissing } from "./cause.ts";
import { derive, gap, isGap, type Measured } from "./gap.ts";
import { requireWeight, weighVenues } from "./venue-weight.ts";

export type Reserve = {
  /** Exchanges that count, those of a stale reading left out. */
  readonly fresh: readonly ReserveLatestRow[];
  /** Chains that count where no exchange does: their own word on the labelled wallets. */
  readonly chains: readonly ChainReserveLatestRow[];
  readonly native: Measured<number>;
  readonly change7dPct: Measured<number>;
};

const noPast = gap("insufficient_history", "No reading of a week ago is stored.");

type Counted = {
  readonly venue: string;
  readonly native: number;
  readonly week_at: number;
  readonly native_7d: number;
};

const changeOf = (held: readonly Counted[]): number =>
  (sum(held.map((row) => row.native)) / sum(held.map((row) => row.native_7d)) - 1) * 100;

/** Balances of labelled wallets on the token's chains: fewer wallets than exchanges publish, but read by ourselves. */
function chainReserve(rows: TokenFacts, asOf: number): Reserve {
  const known = rows.chainReserves;
  const { native, contracts } = rows.token;
  const lives = [...(native === null ? [] : [native]), ...Object.keys(contracts)];
  const chains = CHAIN_IDS.filter((chain) => lives.includes(chain));
  const fresh = known.filter((row) => isFresh("reserve", row.read_at, asOf));
  const calls = rows.calls.filter((call) => chains.some((chain) => call.source === `${chain}-reserve`));
  const none =
    chains.length === 0
      ? gap("no_source", "None of its chains is read.")
      : whyMissing(calls, "reserve", newest(known.map((row) => row.read_at)));
  const weights = weighVenues(
    known.map(({ chain, native: held }) => ({ venue: chain, weight: held })),
    chains,
  );
  const counted = requireWeight(
    weights,
    fresh.map((row) => ({ ...row, venue: row.chain })),
    none,
  );
  // Another set of chains then and now would be no change of what is held.
  const lasting = derive([counted], (held) => (held.every((row) => row.week_at > 0) ? held : noPast));
  return {
    fresh: [],
    chains: fresh,
    native: derive([counted], (held) => sum(held.map((row) => row.native))),
    change7dPct: derive([lasting], changeOf),
  };
}

/**
 * Measures reserves at `asOf` (epoch milliseconds): what exchanges are known to hold, each weighing by what it held
 * last; of a token that nobody lists, what their labelled wallets hold on the chains. The two are never added up, nor
 * does one stand in while the other fails: they know different wallets, and the change would be no one's.
 */
export function measureReserve(rows: TokenFacts, asOf: number): Reserve {
  const listed = listedReserve(rows, asOf);
  if (!isGap(listed.native) || listed.native.gap !== "no_source") return listed;
  const own = chainReserve(rows, asOf);
  return isGap(own.native) ? listed : own;
}

function listedReserve(rows: TokenFacts, asOf: number): Reserve {
  const { reserves } = rows;
  const weights = weighVenues(
    reserves.map(({ exchange, native }) => ({ venue: exchange, weight: native })),
    reserves.map(({ exchange }) => exchange),
  );
  const named = reserves.map((row) => ({ ...row, venue: row.exchange }));
  const fresh = named.filter((row) => isFresh("reserve", row.read_at, asOf));
  const calls = rows.calls.filter((call) => !CHAIN_IDS.some((chain) => call.source === `${chain}-reserve`));
  const none = whyMissing(calls, "reserve", newest(reserves.map((row) => row.read_at)));
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
    chains: [],
    native: derive([counted], (held) => sum(held.map((row) => row.native))),
    change7dPct: derive([lasting], changeOf),
  };
}
