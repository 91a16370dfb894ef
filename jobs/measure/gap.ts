// A quantity on its way to the wire: a value, or the reason why there is none. Any operation with a gap is a gap.
import { isStructuralReason, type Reason } from "../../schema/reason.ts";

/** Why something was not measured; `since` in epoch milliseconds is when it last was. */
export type Gap = {
  readonly gap: Reason;
  readonly detail?: string;
  readonly since?: number;
  /** Seconds after which asking again may find it: the period of what brings it. */
  readonly retryAfterS?: number;
  /** What of several it is about, by name. */
  readonly kinds?: readonly string[];
  /** False where no source that can be configured would ever say it: it is named, and nobody waits for it. */
  readonly expected?: false;
};
export type Measured<T> = T | Gap;

export const gap = (reason: Reason, detail?: string, since?: number): Gap => ({
  gap: reason,
  ...(detail === undefined ? {} : { detail }),
  ...(since === undefined || since <= 0 ? {} : { since }),
});

/** Of what no source that can be configured tells. */
export const unsourced = (detail: string): Gap => ({ ...gap("no_source", detail), expected: false });

export const isGap = (value: unknown): value is Gap => typeof value === "object" && value !== null && "gap" in value;

export const isStructural = ({ gap: reason }: Gap): boolean => isStructuralReason(reason);

/** Applies `fn` where every input was measured, else gives the first gap. A result that is no number is a gap too. */
export function derive<const A extends readonly unknown[], R>(
  inputs: A,
  fn: (...known: { [K in keyof A]: Exclude<A[K], Gap> }) => Measured<R>,
): Measured<R> {
  const missing = inputs.find(isGap);
  if (missing) return missing;
  const result = fn(...(inputs as never));
  return typeof result === "number" && !Number.isFinite(result)
    ? gap("insufficient_coverage", "The divisor is zero.")
    : result;
}

/** A number or null as stored: null means the provider does not say. */
export const orGap = <T>(value: T | null | undefined, missing: Gap): Measured<T> =>
  value === null || value === undefined ? missing : value;

/** Rounds a measured number. */
export const rounded = (round: (value: number) => number, value: Measured<number>): Measured<number> =>
  derive([value], round);

/** Null stays null: it does not apply. */
export const roundedOrNull = (round: (value: number) => number, value: Measured<number | null>) =>
  derive([value], (known) => (known === null ? null : round(known)));
