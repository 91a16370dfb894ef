// Holds what was served of a section against what its statement made of the same readings, member by member.
import { UNASSESSED } from "../shape/quantity.ts";
import { BESIDE_NUMBERS, type Statement } from "./statement.ts";

/** A row of a statement's answer: `value` is JSON, `step` what its last place is worth (0: it is not rounded). */
export type StatementRow = { readonly member: string; readonly value: string; readonly step: number };

export type Compared = {
  readonly member: string;
  /** JSON, or null where it is not there. */
  readonly served: string | null;
  readonly recomputed: string | null;
  readonly isSame: boolean;
};

type Made = { readonly made: unknown; readonly step: number };

const isNode = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Every leaf by its pointer; a list or an object without members is a leaf. */
function leavesOf(value: unknown, at = ""): [string, unknown][] {
  const entries = isNode(value) ? Object.entries(value) : [];
  return entries.length === 0 ? [[at, value]] : entries.flatMap(([name, one]) => leavesOf(one, `${at}/${name}`));
}

/** A row's leaves: what is kept as JSON text comes as one row. */
const readRow = ({ member, value, step }: StatementRow): [string, Made][] =>
  leavesOf(JSON.parse(value), member).map(([path, made]) => [path, { made, step }]);

/** Numbers may differ by one unit of their last place, as sums do by the order of adding, and by what a double can hold. */
export function isSame(served: unknown, recomputed: unknown, step: number): boolean {
  if (typeof served !== "number" || typeof recomputed !== "number") {
    return JSON.stringify(served) === JSON.stringify(recomputed);
  }
  const held = step === 0 ? 0 : 2 * Number.EPSILON * Math.max(Math.abs(served), Math.abs(recomputed));
  return served === recomputed || Math.abs(served - recomputed) <= step * (1 + 1e-6) + held;
}

/** Every member that the statement says it makes. */
export function compareSection({ notCovered }: Statement, section: object, rows: readonly StatementRow[]): Compared[] {
  const left = [...BESIDE_NUMBERS, ...notCovered];
  const isLeft = (path: string) => left.some((one) => path === one || path.startsWith(`${one}/`));
  const served = new Map(leavesOf(section));
  const made = new Map(rows.flatMap(readRow));
  const members = [...new Set([...served.keys(), ...made.keys()])].filter((path) => !isLeft(path));
  return members.map((member) => {
    const row = made.get(member);
    const both = served.has(member) && row !== undefined;
    return {
      member,
      served: served.has(member) ? JSON.stringify(served.get(member)) : null,
      recomputed: row === undefined ? null : JSON.stringify(row.made),
      isSame: both && isSame(served.get(member), row.made, row.step),
    };
  });
}

export const isUnassessed = ({ served }: Compared): boolean => served === JSON.stringify(UNASSESSED);
