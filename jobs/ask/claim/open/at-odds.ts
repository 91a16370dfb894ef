// Conditions on one number that cannot both hold: nobody says such a thing, so one of them is not what was meant.
import { agree, type Claim, leavesOf, unknown, type Why } from "../claim.ts";
import type { Test } from "../judge.ts";

const ABOUT = 0.15;

/** From where to where the number may lie. */
function rangeOf({ op, target, about }: Test): readonly [least: number, most: number] {
  const { value, step, coarse } = target;
  if (op === "=") {
    const width = Math.max(step, coarse) / 2 + (about === null ? 0 : ABOUT * Math.abs(value));
    return [value - width, value + width];
  }
  return op === ">" || op === ">=" ? [value, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, value];
}

/** An amount that is told beside another condition on the same number. */
function areAtOdds(one: Test, other: Test): boolean {
  if (one.op !== "=" && other.op !== "=") return false;
  if (JSON.stringify(one.ref) !== JSON.stringify(other.ref)) return false;
  const [[from, to], [least, most]] = [rangeOf(one), rangeOf(other)];
  return to < least || most < from;
}

/** What it holds for certain: of readings the conditions of each. */
const testsOf = (claim: Claim): readonly Test[] =>
  claim.is === "any" || claim.is === "not" || claim.is === "nearest"
    ? []
    : "of" in claim
      ? claim.of.flatMap(testsOf)
      : claim.is === "test"
        ? [claim]
        : [];

const isTorn = (parts: readonly Claim[]): boolean => {
  const tests = parts.map(testsOf);
  return tests.some((ours, at) =>
    tests.slice(at + 1).some((theirs) => ours.some((one) => theirs.some((other) => areAtOdds(one, other)))),
  );
};

/** The readings of it that do not contradict themselves; null where there is none. */
function soundOf(claim: Claim): Claim | null {
  if (claim.is !== "all" && claim.is !== "agree") return claim;
  const of = claim.of.map(soundOf);
  const kept = of.flatMap((one) => one ?? []);
  if (claim.is === "all") return kept.length < of.length || isTorn(kept) ? null : { ...claim, of: kept };
  return kept.length === 0 ? null : kept.length === 1 ? agree(kept) : { ...claim, of: kept };
}

const MISREAD: readonly Why[] = ["ambiguous", "two_numbers"];
/** A part that was read in two ways may have taken what belongs to another, and one in front that was not read frames what follows. */
const isHalfRead = (claim: Claim): boolean =>
  claim.is !== "unknown" &&
  leavesOf(claim).some(
    (one, at) => one.is === "unknown" && (MISREAD.includes(one.why) || (at === 0 && one.why === "unread")),
  );

/** The same claim without readings that contradict themselves; open where none is left, or a part was not read. Pure. */
export function sound(claim: Claim): Claim {
  if (isHalfRead(claim)) return unknown("unread");
  return soundOf(claim) ?? unknown("ambiguous");
}
