// How a market section comes to be: what its builder sees, what it says, and the wire form of both.
import type { DatasetId } from "../../schema/freshness.ts";
import type { ChainHeadRow } from "../../schema/query/chain-head.ts";
import type { SectionId } from "../../schema/section/index.ts";
import type { Numbering } from "../../schema/shape/numbering.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { SectionBase } from "../../schema/shape/section-base.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { TRACKED, type TrackedToken } from "../../schema/tracked.ts";
import type { Facts } from "../fact/fact.ts";
import { derive, type Gap, gap, isGap, type Measured } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import { sum, sumExactly } from "../number/statistics.ts";
import type { BuiltState } from "../state/built-state.ts";
import { type Cited, callBehind, sourceOf } from "../state/cite.ts";
import { mergeSources } from "../state/merge-sources.ts";

type Missing = SectionBase["unassessed"][number];

export type MarketInput = {
  /** Epoch milliseconds. */
  readonly asOf: number;
  readonly states: ReadonlyMap<string, BuiltState>;
  readonly facts: Facts;
  /** The last block read of each chain. */
  readonly chainHeads: readonly ChainHeadRow[];
  /** Datasets that nothing brings for want of a setting, with the setting; left out where all are set. */
  readonly unset?: ReadonlyMap<DatasetId, string>;
};

/** A value whose parts may each be missing for a reason. */
export type Drafted<V> =
  | Gap
  | (V extends readonly (infer E)[] ? readonly Drafted<E>[] : V extends object ? { [K in keyof V]: Drafted<V[K]> } : V);

export type Lack = { readonly path: string; readonly why: Gap };

export type Draft<Section> = {
  /** When the section was true, epoch milliseconds. */
  readonly asOf: number;
  readonly sources: readonly Source[];
  readonly members: { readonly [K in Exclude<keyof Section, keyof SectionBase>]: Drafted<Section[K]> };
  /** What a value that is there was made without: which part, and why. */
  readonly lacks?: readonly Lack[];
  /** Left out where the members themselves are what is counted. */
  readonly coverage?: { readonly assessed: number; readonly expected: number };
  /** Share of the weight that was measured, 0..1. */
  readonly weight: Measured<number>;
};

export type MarketBuilder<Section> = (input: MarketInput) => Draft<Section>;

/** A value of the tokens' states as the wire shows it, or why there is none. */
export type TokenValue = {
  readonly token: TrackedToken;
  readonly value: Measured<number | null>;
  readonly asOf: number;
};

const NOT_BUILT = gap("pending", "The state of this token was not built yet.");

function memberOf(section: object, path: readonly string[]): unknown {
  let value: unknown = section;
  for (const name of path) value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}

const toGap = ({ reason, detail, since, retry_after_s: retryAfterS }: Missing): Gap => ({
  ...gap(reason, detail, since === undefined ? undefined : Date.parse(since)),
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
});

/** Why a member is unassessed: what the section says of it or of the nearest member around it. */
function reasonFor(base: SectionBase, path: readonly string[]): Gap {
  for (let depth = path.length; depth > 0; depth--) {
    const pointer = `/${path.slice(0, depth).join("/")}`;
    const said = base.unassessed.find((missing) => missing.path === pointer);
    if (said) return toGap(said);
  }
  return gap("insufficient_coverage");
}

/** One member of one section of a state; null means that it does not apply. */
export function readMember(
  state: BuiltState | undefined,
  section: SectionId,
  ...path: string[]
): Measured<number | null> {
  if (!state) return NOT_BUILT;
  const base = state.sections[section];
  const value = memberOf(base, path);
  if (typeof value === "number" || value === null) return value;
  return reasonFor(base, path);
}

/** The same member of every tracked token. */
export const readAll = (input: MarketInput, section: SectionId, ...path: string[]): TokenValue[] =>
  TRACKED.map((token) => {
    const state = input.states.get(token.id);
    const asOf = state ? Date.parse(state.sections[section].as_of) : input.asOf;
    return { token, value: readMember(state, section, ...path), asOf };
  });

export type Known = { readonly token: TrackedToken; readonly value: number; readonly asOf: number };

/** Those that carry a number. */
export const known = (values: readonly TokenValue[]): Known[] =>
  values.flatMap(({ token, value, asOf }) => (typeof value === "number" ? [{ token, value, asOf }] : []));

/** Those the quantity applies to: everything that is not null. */
export const applicable = (values: readonly TokenValue[]): TokenValue[] => values.filter(({ value }) => value !== null);

const SHARE_MIN = 0.6;

/** Numbers of at least 60 % of the tokens they apply to, else why not. */
export function enough(values: readonly TokenValue[]): Measured<readonly Known[]> {
  const measured = known(values);
  const expected = applicable(values).length;
  if (expected > 0 && measured.length >= expected * SHARE_MIN) return measured;
  return gap("insufficient_coverage", `Measured for ${measured.length} of ${expected} tokens.`);
}

/** Share of the weight that the measured tokens carry, 0..1; no weight known counts all alike. */
export function weightShare(values: readonly TokenValue[], weightOf: (token: string) => number): Measured<number> {
  const measured = known(values);
  if (measured.length === 0)
    return (
      applicable(values)
        .map(({ value }) => value)
        .find(isGap) ?? gap("no_source")
    );
  const weights = new Map(applicable(values).map(({ token }) => [token.id, weightOf(token.id)]));
  const whole = sum([...weights.values()]);
  const part = sum(measured.map(({ token }) => weights.get(token.id) ?? 0));
  return whole > 0 ? part / whole : measured.length / weights.size;
}

/** The sum over tokens where those measured carry at least 60 % of the weight. */
export const weightedSum = (values: readonly TokenValue[], weightOf: (token: string) => number): Measured<number> =>
  derive([weightShare(values, weightOf)], (share) =>
    share >= SHARE_MIN
      ? sumExactly(known(values).map(({ value }) => value))
      : gap("insufficient_coverage", `Only ${(share * 100).toFixed(1)} % of the known weight was measured.`),
  );

/** The oldest instant among the used values; the build's own where nothing was used. */
export const oldest = (input: MarketInput, used: readonly { readonly asOf: number }[]): number =>
  used.reduce((min, { asOf }) => Math.min(min, asOf), input.asOf);

/** Share of the tokens that carry a number, 0..1. */
export const shareKnown = (values: readonly TokenValue[]): Measured<number> => {
  const expected = applicable(values).length;
  return expected === 0 ? gap("no_source") : known(values).length / expected;
};

/** How much of the members of a list is measured; `names` say what an entry is and are not counted. */
export function countWithin(
  list: readonly object[],
  names: readonly string[],
): { readonly assessed: number; readonly expected: number } {
  const members = list.flatMap((one) =>
    Object.entries(one).flatMap(([name, value]) => (names.includes(name) || value === null ? [] : [value])),
  );
  return { assessed: members.filter((value) => !isGap(value)).length, expected: members.length };
}

/** A part that a member is without, in words; a reason that has none of its own takes `otherwise`. */
export const lackOf = (path: string, part: string, why: Gap, otherwise: string): Lack => ({
  path,
  why: { ...why, detail: `${part}: ${why.detail ?? otherwise}`.slice(0, 300) },
});

const NAMED_MAX = 5;

/** The tokens that a quantity applies to and that carry none, one entry a reason; `path` is what they are left out of. */
export function lacksOf(path: string, values: readonly TokenValue[]): Lack[] {
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

/** The sources behind a section of all states, one a provider, call and venue; stale and failed ones are not used. */
export const sourcesOf = ({ states }: MarketInput, ...sections: SectionId[]): Source[] =>
  mergeSources(states.values(), sections);

/** The source of rows that are of no one token, by the call that brought them. */
export const wideSource = ({ facts, asOf }: MarketInput, cited: Cited): Source =>
  sourceOf(cited, callBehind(facts.behind, cited), facts.calls, asOf);

type Tally = { readonly missing: Missing[]; assessed: number; expected: number };

const missingAt = (path: string, { gap: reason, detail, since, retryAfterS }: Gap): Missing => ({
  path,
  reason,
  ...(detail === undefined ? {} : { detail }),
  ...(since === undefined ? {} : { since: toTime(since) }),
  ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
});

/** Replaces gaps by the word and writes down where they were and why; counts members, but not within lists. */
function settle(value: unknown, path: string, tally: Tally, counted: boolean): unknown {
  if (isGap(value)) {
    tally.missing.push(missingAt(path, value));
    if (counted) tally.expected++;
    return UNASSESSED;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const settled = Object.entries(value).map(([key, item]) => [key, settle(item, `${path}/${key}`, tally, counted)]);
    return Object.fromEntries(settled);
  }
  if (counted && value !== null) {
    tally.expected++;
    tally.assessed++;
  }
  return Array.isArray(value) ? value.map((item, at) => settle(item, `${path}/${at}`, tally, false)) : value;
}

/** The wire form of a draft, its sources under the numbers of the answer. */
export function toSection(draft: Draft<object>, numbering: Numbering): Record<string, unknown> {
  const tally: Tally = { missing: [], assessed: 0, expected: 0 };
  const members = settle(draft.members, "", tally, true) as Record<string, unknown>;
  const { weight, lacks = [] } = draft;
  const said = new Set(tally.missing.map(({ path }) => path));
  const partial = lacks.flatMap(({ path, why }) => (said.has(path) ? [] : [missingAt(path, why)]));
  if (isGap(weight)) tally.missing.push(missingAt("/coverage/weight_pct", weight));
  const coverage = draft.coverage ?? { assessed: tally.assessed, expected: tally.expected };
  return {
    as_of: toTime(draft.asOf),
    sources: numbering.idsOf(draft.sources),
    coverage: { ...coverage, weight_pct: isGap(weight) ? UNASSESSED : roundPct(weight * 100) },
    unassessed: tally.missing,
    ...(partial.length === 0 ? {} : { partial }),
    ...members,
  };
}
