// What a detector says about one minute, and the words to say it with.
import type { Reason } from "../../schema/reason.ts";
import { type Quantity, UNASSESSED } from "../../schema/shape/quantity.ts";
import type { InputName } from "../../schema/signal/input-name.ts";
import type { Levels, SignalDirection, SignalSeverity } from "../../schema/signal/rule.ts";
import type { InputValues, SignalInput } from "./input.ts";

type Missing = { readonly input: InputName; readonly reason: Reason };

/** A condition that holds. `thresholds` carry the sign of `value`. */
export type Hit = {
  readonly direction: SignalDirection;
  readonly severity: SignalSeverity;
  readonly value: number;
  readonly thresholds: Levels;
  readonly baseline: Quantity | null;
  readonly unit?: string;
  readonly window?: string;
  /** The single thing a once-only rule is about; it may be forgotten after `until` (epoch ms). */
  readonly subject?: { readonly id: string; readonly until: number };
  readonly details?: Readonly<Record<string, unknown>>;
};

export type Reading =
  | { readonly outcome: "evaluated"; readonly hits: readonly Hit[] }
  | { readonly outcome: "not_evaluated"; readonly missing: readonly Missing[] }
  | { readonly outcome: "not_applicable" };

export type Detector = (input: SignalInput) => Reading;

export const fired = (...hits: readonly Hit[]): Reading => ({ outcome: "evaluated", hits });
export const QUIET: Reading = { outcome: "evaluated", hits: [] };
const NOT_APPLICABLE: Reading = { outcome: "not_applicable" };

/** The rule cannot be judged now; `reason` overrides what the input says about itself. */
export const notEvaluated = (input: SignalInput, names: readonly InputName[], reason?: Reason): Reading => ({
  outcome: "not_evaluated",
  missing: names.map((name) => ({ input: name, reason: reason ?? input.reasons[name] ?? "pending" })),
});

const isMissing = (value: unknown): boolean =>
  value === UNASSESSED || (typeof value === "number" && !Number.isFinite(value));

/** Calls `judge` with the named inputs once all of them apply and are assessed. */
export const withInputs = <const Name extends InputName>(
  input: SignalInput,
  names: readonly Name[],
  judge: (values: Pick<InputValues, Name>) => Reading,
): Reading => {
  if (names.some((name) => input.values[name] === null)) return NOT_APPLICABLE;
  const missing = names.filter((name) => isMissing(input.values[name]));
  if (missing.length > 0) return notEvaluated(input, missing);
  return judge(input.values as Pick<InputValues, Name>);
};

/** An alternative input: its number, or undefined when it is unassessed or does not apply. */
export const alternative = (value: number | "unassessed" | null): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

type Grade = 0 | SignalSeverity;

const gradeBy = (levels: Levels, reaches: (level: number) => boolean): Grade => {
  const [first, second, third] = levels;
  if (!reaches(first)) return 0;
  if (!reaches(second)) return 1;
  return third !== null && reaches(third) ? 3 : 2;
};

/** The highest severity whose threshold the magnitude reaches, 0 below the first. */
export const gradeAtLeast = (magnitude: number, levels: Levels): Grade =>
  gradeBy(levels, (level) => magnitude >= level);

/** The same for rules that fire when a value falls to a threshold. */
export const gradeAtMost = (value: number, levels: Levels): Grade => gradeBy(levels, (level) => value <= level);

/** All conditions must hold: the weakest decides. */
export const weakest = (...grades: readonly Grade[]): Grade => Math.min(...grades) as Grade;

export const signed = (levels: Levels, sign: number): Levels =>
  sign < 0 ? [-levels[0], -levels[1], levels[2] === null ? null : -levels[2]] : levels;

/** Bullish above `magnitude`, bearish below its negative, else neutral. */
export const directionOf = (change: number, magnitude: number): SignalDirection =>
  change >= magnitude ? "bullish" : change <= -magnitude ? "bearish" : "neutral";
