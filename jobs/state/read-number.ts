// Reads numbers off the built states, by paths that the shapes of schema/ know.
import type { SectionId, SectionOf } from "../../schema/section/index.ts";
import { UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";
import type { SectionBase } from "../../schema/shape/section-base.ts";
import { toGap } from "../draft/missing.ts";
import { gap, type Measured } from "../measure/gap.ts";
import type { BuiltState } from "./built-state.ts";

type Known<V> = Exclude<V, Unassessed | null>;

/** Names that lead from an object to one of its numbers. */
type NumberPath<T> = {
  [K in keyof T & string]: Known<T[K]> extends number
    ? readonly [K]
    : Known<T[K]> extends readonly unknown[] | string | boolean
      ? never
      : readonly [K, ...NumberPath<Known<T[K]>>];
}[keyof T & string];

type PathIn<Id extends SectionId> = readonly [Id, ...NumberPath<Omit<SectionOf<Id>, keyof SectionBase>>];

/** A number of a state: the section, and the names that lead to it from there. */
export type StatePath = { [Id in SectionId]: PathIn<Id> }[SectionId];

const NOT_BUILT = gap("pending", "The state of this token was not built yet.");

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Why there is no number: what the section says of the path or of the nearest part around it. */
function whyNone(section: SectionBase, names: readonly string[]) {
  const around = names.map((_, at) => `/${names.slice(0, names.length - at).join("/")}`);
  const said = around.flatMap((path) => section.unassessed.find((missing) => missing.path === path) ?? []);
  return said[0] ? toGap(said[0]) : gap("insufficient_coverage");
}

const inside = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : value === null ? null : undefined;

/** A member of a section that is no number, or why there is none. */
export function readMember<Id extends SectionId, K extends Exclude<keyof SectionOf<Id>, keyof SectionBase> & string>(
  state: BuiltState,
  id: Id,
  name: K,
): Measured<Exclude<SectionOf<Id>[K], Unassessed>> {
  const section = state.sections[id];
  const value = section[name];
  return value === UNASSESSED ? whyNone(section, [name]) : (value as Exclude<SectionOf<Id>[K], Unassessed>);
}

/** One number of a state, or why there is none; null means that it, or what it is a part of, does not apply. */
export function readNumber(state: BuiltState | undefined, ...[section, ...names]: StatePath): Measured<number | null> {
  if (!state) return NOT_BUILT;
  const base = state.sections[section];
  const value = names.reduce<unknown>(inside, base);
  return typeof value === "number" || value === null ? value : whyNone(base, names);
}
