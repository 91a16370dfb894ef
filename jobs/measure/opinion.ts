// Where two directories differ: figures further apart than the tolerance are nobody's.
import type { TokenRows } from "../fact/token-facts.ts";
import { isFresh } from "./cause.ts";
import { type Gap, gap } from "./gap.ts";

/** Largest share by which two sources may differ. */
export const TOLERANCE = { supply: 0.05, dayCount: 0.1, totalCap: 0.05, locked: 0.3 } as const;
/** Percentage points by which two shares of a total may differ. */
export const SHARE_TOLERANCE_PCT = 3;

type Voice = { readonly provider: string; readonly value: number | null | undefined };

/** The gap between two figures, or null where they agree or one is not given. */
export function contest(one: Voice, other: Voice, within: (a: number, b: number) => boolean): Gap | null {
  const { value: a } = one;
  const { value: b } = other;
  if (typeof a !== "number" || typeof b !== "number" || within(a, b)) return null;
  const shown = (value: number) => value.toPrecision(6);
  return gap("disagreement", `${one.provider} says ${shown(a)}, ${other.provider} says ${shown(b)}.`);
}

export const withinShare = (tolerance: number) => (a: number, b: number) =>
  Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));

/** Which supplies of a token are contested; null where the second source agrees or has nothing fresh to say. */
export type Contest = { readonly circulating: Gap | null; readonly total: Gap | null; readonly max: Gap | null };
export const UNCONTESTED: Contest = { circulating: null, total: null, max: null };

/** A directory that gives no maximum says that there is none: one that gives a number contradicts it. */
function limitOnlyThere(coin: NonNullable<TokenRows["coin"]>, opinion: NonNullable<TokenRows["opinion"]>): Gap | null {
  if (coin.max_native !== null || opinion.max_native === null || opinion.max_native <= 0) return null;
  const shown = opinion.max_native.toPrecision(6);
  return gap("disagreement", `${coin.provider} gives no maximum, ${opinion.provider} says ${shown}.`);
}

/** Holds the coin's supplies against the second opinion. */
export function contestOf({ coin, opinion }: Pick<TokenRows, "coin" | "opinion">, asOf: number): Contest {
  if (!coin || !opinion || !isFresh("coin_opinion", opinion.read_at, asOf)) return UNCONTESTED;
  const against = (name: "circulating_native" | "total_native" | "max_native") =>
    contest(
      { provider: coin.provider, value: coin[name] },
      { provider: opinion.provider, value: opinion[name] },
      withinShare(TOLERANCE.supply),
    );
  return {
    circulating: against("circulating_native"),
    total: against("total_native"),
    max: against("max_native") ?? limitOnlyThere(coin, opinion),
  };
}
