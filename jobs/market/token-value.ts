// One number of every tracked token: those that carry it, their weight, their sum, their order, and who is left out.
import { TRACKED, type TrackedToken } from "../../schema/token/tracked.ts";
import type { Omission } from "../draft/draft.ts";
import { derive, type Gap, gap, isGap, type Measured } from "../measure/gap.ts";
import { toldWeight } from "../measure/spot.ts";
import { shareMeasured, toldCap, tooLittle } from "../measure/token-weight.ts";
import { roundPct } from "../number/round.ts";
import { median, sum, sumExactly } from "../number/statistics.ts";
import { readNumber, type StatePath } from "../state/read-number.ts";
import type { MarketInput } from "./market-builder.ts";

/** A number of a token's state as the wire shows it, or why there is none; null means that it does not apply. */
export type TokenValue = {
  readonly token: TrackedToken;
  readonly value: Measured<number | null>;
  readonly asOf: number;
};

/** The same number of every tracked token. */
export const readAll = (input: MarketInput, ...path: StatePath): TokenValue[] =>
  TRACKED.map((token) => {
    const state = input.states.get(token.id);
    const asOf = state ? Date.parse(state.sections[path[0]].as_of) : input.asOf;
    return { token, value: readNumber(state, ...path), asOf };
  });

export type Known = { readonly token: TrackedToken; readonly value: number; readonly asOf: number };

/** Those that carry a number. */
export const known = (values: readonly TokenValue[]): Known[] =>
  values.flatMap(({ token, value, asOf }) => (typeof value === "number" ? [{ token, value, asOf }] : []));

/** Those the quantity applies to: everything that is not null. */
export const applicable = (values: readonly TokenValue[]): TokenValue[] => values.filter(({ value }) => value !== null);

const SHARE_MIN = 0.6;

/** Numbers of at least 60 % of the tokens they apply to, else why not. */
function enough(values: readonly TokenValue[]): Measured<readonly number[]> {
  const measured = known(values);
  const expected = applicable(values).length;
  if (expected > 0 && measured.length >= expected * SHARE_MIN) return measured.map(({ value }) => value);
  return gap("insufficient_coverage", `Measured for ${measured.length} of ${expected} tokens.`);
}

/** How many of the tokens pass a test, where enough are measured. */
export const countOf = (values: readonly TokenValue[], test: (value: number) => boolean): Measured<number> =>
  derive([enough(values)], (all) => all.filter(test).length);

const isPositive = (value: number): boolean => value > 0;

/** Per cent of the tokens whose number is above zero, where enough are measured. */
export const positivePct = (values: readonly TokenValue[]): Measured<number> =>
  derive([enough(values)], (all) => roundPct((all.filter(isPositive).length / all.length) * 100));

/** The middle number, where enough are measured. */
export const medianOf = (values: readonly TokenValue[], round: (value: number) => number): Measured<number> =>
  derive([enough(values)], (all) => round(median(all)));

/** Why none of the tokens carries a number. */
export const whyNone = (values: readonly TokenValue[]): Gap =>
  values.map(({ value }) => value).find(isGap) ?? gap("no_source");

/** Null: it is not known, and may be any. */
type WeightOf = (token: string) => number | null;

/** Share of the weight that the measured tokens carry, 0..1; no weight known counts all alike. */
export function weightShare(values: readonly TokenValue[], weightOf: WeightOf): Measured<number> {
  const measured = known(values);
  if (measured.length === 0) return whyNone(values);
  return shareMeasured(
    applicable(values).map(({ token, value }) => ({
      id: token.id,
      isMeasured: typeof value === "number",
      weight: weightOf(token.id),
    })),
  );
}

/** The sum over tokens where those measured carry at least 60 % of the weight. */
export const weightedSum = (values: readonly TokenValue[], weightOf: WeightOf): Measured<number> =>
  derive([weightShare(values, weightOf)], (share) =>
    share >= SHARE_MIN ? sumExactly(known(values).map(({ value }) => value)) : tooLittle(share),
  );

/** The oldest instant among the used values; the build's own where nothing was used. */
export const oldest = (input: MarketInput, used: readonly { readonly asOf: number }[]): number =>
  used.reduce((min, { asOf }) => Math.min(min, asOf), input.asOf);

/** Share of the tokens that carry a number, 0..1. */
export const shareKnown = (values: readonly TokenValue[]): Measured<number> => {
  const expected = applicable(values).length;
  return expected === 0 ? gap("no_source") : known(values).length / expected;
};

/** The market cap of each token that has one, 0 where none is known. */
export function capsOf(input: MarketInput): (token: string) => number {
  const caps = new Map(known(readAll(input, "market", "market_cap_usd")).map(({ token, value }) => [token.id, value]));
  return (token) => caps.get(token) ?? 0;
}

/** What to weigh tokens by: the market cap, or else the last that directories told in three days; null where none did. */
export function lastCapsOf(input: MarketInput): WeightOf {
  const capOf = capsOf(input);
  return (token) => {
    const rows = input.facts.tokens.get(token);
    return capOf(token) || (rows === undefined ? null : toldCap(rows, input.asOf));
  };
}

/**
 * What was traded of each token in seven days, as far as venues are read or say it; where nothing of it is stored, as a directory
 * says of its day, which no venue of ours may list; null where nobody does.
 */
export const weekVolumeOf =
  ({ facts }: MarketInput): WeightOf =>
  (token) => {
    const { spotVenues = [], coin } = facts.tokens.get(token) ?? {};
    const told = facts.universe.spot.get(token)?.told ?? [];
    if (spotVenues.length === 0) return coin?.volume_24h_usd == null ? null : 7 * coin.volume_24h_usd;
    return sum(spotVenues.map(({ volume_7d_usd }) => volume_7d_usd)) + sum(told.map(toldWeight));
  };

/** The open interest of each token, the mean of seven days. */
export const weekInterestOf =
  ({ facts }: MarketInput) =>
  (token: string): number =>
    sum((facts.tokens.get(token)?.openInterest ?? []).map((row) => row.usd_mean_7d));

/** The highest or the lowest first; ties by market cap, then id. */
export const inOrder = (values: readonly Known[], first: "highest" | "lowest", capOf: (token: string) => number) => {
  const sign = first === "highest" ? 1 : -1;
  return values.toSorted(
    (a, b) => sign * (b.value - a.value) || capOf(b.token.id) - capOf(a.token.id) || (a.token.id < b.token.id ? -1 : 1),
  );
};

const NAMED_MAX = 5;

/** The tokens that a quantity applies to and that carry none, one entry a reason; `path` is what they are left out of. */
export function tokensLeftOut(path: string, values: readonly TokenValue[]): Omission[] {
  const missing = applicable(values).flatMap(({ token, value }) =>
    isGap(value) ? [{ token: token.id, why: value }] : [],
  );
  const reasons = [...new Set(missing.map(({ why }) => why.gap))];
  return reasons.map((reason) => {
    const tokens = missing.flatMap(({ token, why }) => (why.gap === reason ? [token] : []));
    const more = tokens.length > NAMED_MAX ? ` and ${tokens.length - NAMED_MAX} more` : "";
    const named = `${tokens.slice(0, NAMED_MAX).join(", ")}${more}`;
    return { path, why: gap(reason, `Left out, ${tokens.length} of ${applicable(values).length} tokens: ${named}.`) };
  });
}
