// Judges a measured number against what is said of it: supported, contradicted, or too near to a rounded figure to tell. Pure.

import type { Op } from "../lexicon.ts";
import { type MetricUnit, metricRow } from "../metric.ts";
import type { Stated } from "../read-words.ts";
import type { Claim, Ref } from "./claim.ts";

export type Verdict = "supported" | "contradicted" | "unknown";
export type Test = Extract<Claim, { readonly is: "test" }>;

const either = (holds: boolean): Verdict => (holds ? "supported" : "contradicted");
/** What arithmetic leaves of a half. */
const EPSILON = 1e-9;

const isNear = (measured: number, { value }: Stated, width: number): boolean =>
  Math.abs(measured - value) <= width / 2 + EPSILON * Math.max(width, Math.abs(value));

/** Nothing is said of what is nothing, and not of what only rounds to it. */
const isNothing = ({ value, step }: Stated): boolean => value === 0 && step >= 1;

const ROUGH = 0.05;
/** A sum in one digit is taken for so much by nobody who sees it this part off, though half a digit is more. */
const isRough = (measured: number, { value }: Stated, isSum: boolean): boolean =>
  isSum && Math.abs(measured - value) > Math.abs(value) * ROUGH;

/** Equal to half the last stated digit; where zeros may be rounding, nobody knows up to there. */
function equals(measured: number, target: Stated, isSum: boolean): Verdict {
  if (isNothing(target)) return measured === 0 ? "supported" : isNear(measured, target, 1) ? "unknown" : "contradicted";
  if (isNear(measured, target, target.step)) return isRough(measured, target, isSum) ? "unknown" : "supported";
  return isNear(measured, target, target.coarse) ? "unknown" : "contradicted";
}

const SUMS: readonly MetricUnit[] = ["usd", "coins", "count"];
/** Sums have so many digits as somebody cares to tell. */
const isSum = ({ metric, aspect }: Ref): boolean =>
  aspect !== "change" && aspect !== "versus" && SUMS.includes(metricRow(metric).unit);

const COARSE = 100;
const ABOUT = 0.1;
const ABOUT_MOST = 0.15;
/** However fine the figure is, what is about it may be this part off. */
const CLOSE = 0.01;
const JUST = 0.02;
const JUST_MOST = 0.1;
const WELL = 1.1;

/** Vague words leave a strip in which nobody knows. */
function vaguely(measured: number, { about, target, op, ref }: Test): Verdict {
  const { value } = target;
  const size = Math.abs(value);
  if (about === "about") {
    if (isNothing(target)) return equals(measured, target, isSum(ref));
    if (isNear(measured, target, Math.max(target.coarse, CLOSE * 2 * size)))
      return isRough(measured, target, isSum(ref)) ? "unknown" : "supported";
    // "About 4k" is no 3k, however coarse a thousand is.
    const coarse = target.step > COARSE ? Math.min(target.coarse * 2, ABOUT_MOST * 2 * size) : target.coarse * 2;
    return isNear(measured, target, Math.max(coarse, ABOUT * 2 * size)) ? "unknown" : "contradicted";
  }
  if (about === "well") {
    const isUp = op === ">" || op === ">=";
    if (isUp ? measured <= value : measured >= value) return "contradicted";
    const far = value + (isUp ? 1 : -1) * size * (WELL - 1);
    return (isUp ? measured >= far : measured <= far) ? "supported" : "unknown";
  }
  // Almost is nearer to nothing than the amount, and a bit more is further off.
  const beyond = (measured - value) * (value < 0 ? -1 : 1) * (about === "almost" ? -1 : 1);
  const just = Math.max(JUST * size, target.step / 2);
  if (beyond > 0 && beyond <= just) return "supported";
  return beyond > Math.max(JUST_MOST * size, target.step) || beyond < -target.step / 2 ? "contradicted" : "unknown";
}

function compare(measured: number, op: Op, { value }: Stated): Verdict {
  if (op === ">") return either(measured > value);
  if (op === "<") return either(measured < value);
  return either(op === ">=" ? measured >= value : measured <= value);
}

function judgeOnce(measured: number, test: Test): Verdict {
  if (test.about !== null) return vaguely(measured, test);
  if (test.op === "=") return equals(measured, test.target, isSum(test.ref));
  const verdict = compare(measured, test.op, test.target);
  if (verdict !== "supported" || test.until === undefined) return verdict;
  return (test.op === ">=" ? measured <= test.until : measured >= test.until) ? verdict : "unknown";
}

/** Of 64.200 and 64200 the one that is meant is near what was measured, and the other a thousand times off. */
const NEAR_TIMES = 4;
const FAR_TIMES = 100;
function meantOf(measured: number, { value, or }: Stated): readonly number[] {
  if (or === undefined) return [value];
  const off = (to: number) => (measured / to > 0 ? Math.max(measured / to, to / measured) : Number.NaN);
  const isMeant = (one: number, other: number) => off(one) <= NEAR_TIMES && off(other) >= FAR_TIMES;
  return isMeant(value, or) ? [value] : isMeant(or, value) ? [or] : [value, or];
}

/** `isLeast`: what was measured is part of what there is. */
export function judge(measured: number, test: Test, isLeast = false): Verdict {
  const [first = test.target.value, second] = meantOf(measured, test.target);
  const { or: _, ...stated } = test.target;
  const target = { ...stated, value: first };
  const verdict = judgeOnce(measured, { ...test, target });
  if (second !== undefined && judgeOnce(measured, { ...test, target: { ...stated, value: second } }) !== verdict)
    return "unknown";
  if (!isLeast) return verdict;
  const isMore = measured > target.value;
  // That there was nothing at all nobody knows of a part.
  const isBound = test.op === "<" || test.op === "<=" || isNothing(target);
  const isDecided = isMore || (verdict === "supported" && !isBound);
  return isDecided ? verdict : "unknown";
}

/** A number that is a part of what there is: so much of it is measured, and at most so much in all. */
type Partial = { readonly value: number; readonly most: number };

/** One number against another: what is missing of either must not change how they stand. */
export function judgePair(left: Partial, op: ">" | "<" | ">=", right: Partial): Verdict {
  const holds = (a: number, b: number) => (op === ">" ? a > b : op === "<" ? a < b : a >= b);
  const [worst, best] =
    op === "<"
      ? [holds(left.most, right.value), holds(left.value, right.most)]
      : [holds(left.value, right.most), holds(left.most, right.value)];
  return worst === best ? either(worst) : "unknown";
}

export const flip = (verdict: Verdict): Verdict =>
  verdict === "unknown" ? verdict : verdict === "supported" ? "contradicted" : "supported";

export function allOf(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("contradicted")) return "contradicted";
  return verdicts.length > 0 && verdicts.every((one) => one === "supported") ? "supported" : "unknown";
}

export function anyOf(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("supported")) return "supported";
  return verdicts.length > 0 && verdicts.every((one) => one === "contradicted") ? "contradicted" : "unknown";
}

/** Readings of the same words: one verdict, or none. */
export const agreed = (verdicts: readonly Verdict[]): Verdict => {
  const [first = "unknown"] = verdicts;
  return verdicts.every((one) => one === first) ? first : "unknown";
};
