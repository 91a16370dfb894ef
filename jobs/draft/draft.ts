// A section in the making: its builder puts a value or the reason for its absence in every member's place, and from
// that follow the words on the wire, the reasons in `unassessed`, and how much of what is expected was measured.
import { UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";
import type { Missing, SectionBase } from "../../schema/shape/section-base.ts";
import { toTime } from "../../schema/shape/time.ts";
import { derive, type Gap, isGap, type Measured } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import { toMissing } from "./missing.ts";

/** What may stand in a member's place: the value as a whole, a gap where the shape knows "unassessed", or its parts. */
type Drafted<V> =
  | Exclude<V, Unassessed>
  | (Unassessed extends V ? Gap : never)
  | (V extends readonly (infer E)[] ? Entries<E> : V extends object ? Group<V> : never);

type Members<V> = { readonly [K in keyof V]: Drafted<V[K]> };

/** An object whose members are measured one by one. */
type Group<V> = { readonly group: Members<V> };

/** A list whose entries have members that are measured one by one; `labels` say what an entry is and are not counted. */
type Entries<E> = { readonly list: readonly Members<E>[]; readonly labels: readonly string[] };

export const group = <M extends object>(members: M): { readonly group: M } => ({ group: members });

export const entries = <E extends object>(
  list: readonly E[],
  labels: readonly (keyof E & string)[],
): { readonly list: readonly E[]; readonly labels: readonly string[] } => ({ list, labels });

/** What a value that is there was made without, and why. */
export type Omission = { readonly path: string; readonly why: Gap };

/** How many of the members that apply carry a value. */
type Count = Pick<SectionBase["coverage"], "assessed" | "expected">;

/** `S` is what its builder names sources by. */
export type Draft<Section, S> = {
  /** When the section was true, epoch milliseconds. */
  readonly asOf: number;
  readonly sources: readonly S[];
  readonly members: Members<Omit<Section, keyof SectionBase>>;
  /** Members that say what the section is about and are not counted. */
  readonly labels?: readonly string[];
  readonly partial?: readonly Omission[];
  /** What is counted where that is not the members. */
  readonly coverage?: Count;
  /** Share of the underlying weight that was measured, 0..1; left out where members weigh alike. */
  readonly weight?: Measured<number>;
  /** Why the rest of the weight was not measured; left out where `partial` says it. */
  readonly rest?: Gap;
};

type Tally = { readonly members: Missing[]; readonly entries: Missing[]; assessed: number; expected: number };

const openTally = (): Tally => ({ members: [], entries: [], assessed: 0, expected: 0 });

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isGroup = (value: unknown): value is Group<object> => isObject(value) && "group" in value;
const isEntries = (value: unknown): value is Entries<object> => isObject(value) && "list" in value;

/** Null does not apply and is not expected, nor is what no source can ever tell. */
function count(value: unknown, tally: Tally): void {
  if (value === null || (isGap(value) && value.expected === false)) return;
  tally.expected++;
  if (!isGap(value)) tally.assessed++;
}

/** The wire form of members; what is missing of them goes to `missing`, what is missing of entries to the tally's. */
function settle(members: object, at: string, labels: readonly string[], tally: Tally, missing: Missing[]): object {
  const settled = Object.entries(members).map(([name, value]: [string, unknown]) => {
    const path = `${at}/${name}`;
    if (isGroup(value)) return [name, settle(value.group, path, [], tally, missing)];
    if (!labels.includes(name)) count(value, tally);
    if (isEntries(value)) return [name, settleEntries(value, path, tally)];
    if (isGap(value)) missing.push(toMissing(path, value));
    return [name, isGap(value) ? UNASSESSED : value];
  });
  return Object.fromEntries(settled);
}

const settleEntries = ({ list, labels }: Entries<object>, path: string, tally: Tally): object[] =>
  list.map((entry, at) => settle(entry, `${path}/${at}`, labels, tally, tally.entries));

/** How much of the members of a list's entries is measured. */
export function countEntries(list: Entries<object>): Count {
  const tally = openTally();
  settleEntries(list, "", tally);
  return { assessed: tally.assessed, expected: tally.expected };
}

/** The wire form of a draft; `cite` gives the ids of its sources. Reasons of entries stand before those of members. */
export function toSection<S>(
  draft: Draft<object, S>,
  cite: (sources: readonly S[]) => string[],
): SectionBase & Record<string, unknown> {
  const tally = openTally();
  const members = settle(draft.members, "", draft.labels ?? [], tally, tally.members);
  const { assessed, expected } = tally;
  const { coverage = { assessed, expected }, weight = expected === 0 ? 1 : assessed / expected, rest } = draft;
  const unassessed = [...tally.entries, ...tally.members];
  const said = new Set(unassessed.map(({ path }) => path));
  const partial = (draft.partial ?? []).flatMap(({ path, why }) => (said.has(path) ? [] : [toMissing(path, why)]));
  const weightPct = derive([weight], (share) => roundPct(share * 100));
  if (isGap(weightPct)) unassessed.push(toMissing("/coverage/weight_pct", weightPct));
  else if (rest && weightPct < 100) partial.push(toMissing("/coverage/weight_pct", rest));
  return {
    as_of: toTime(draft.asOf),
    sources: cite(draft.sources),
    coverage: { ...coverage, weight_pct: isGap(weightPct) ? UNASSESSED : weightPct },
    unassessed,
    ...(partial.length === 0 ? {} : { partial }),
    ...members,
  };
}
