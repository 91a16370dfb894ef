// When a message is sent: at once, then after each failure later and later; what the receiver's answer changes of it.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../duration.ts";

/** How long after the failure before it each attempt is made (contract 6.5). */
export const WAITS_MS: readonly number[] = [
  0,
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];
export const ATTEMPTS_MAX = WAITS_MS.length;
/** A receiver of which nothing was taken for so long gets nothing more until its owner shows a sign of life. */
export const SUSPEND_MS = 5 * DAY_MS;
/** The longest wish to be left alone that is followed. */
const RETRY_AFTER_MS_MAX = 6 * HOUR_MS;
const JITTER = 0.1;
/** Answers whose Retry-After says when the next attempt is welcome. */
const ASKS_TO_WAIT: ReadonlySet<number> = new Set([429, 503]);
const GONE = 410;

/** What one attempt came to: `status` 0 where there was no answer. */
type Outcome = {
  readonly status: number;
  readonly retryAfterMs: number | null;
};

type Step =
  | { readonly state: "delivered" }
  /** The receiver is gone for good: its monitor is suspended. */
  | { readonly state: "gone" }
  | { readonly state: "exhausted" }
  | { readonly state: "retry"; readonly waitMs: number };

export const isTaken = (status: number): boolean => status >= 200 && status < 300;

/** What follows from attempt number `attempt`, counted from 1. `fraction`: at least 0, below 1. */
export function stepAfter(attempt: number, { status, retryAfterMs }: Outcome, fraction: number): Step {
  if (isTaken(status)) return { state: "delivered" };
  if (status === GONE) return { state: "gone" };
  const wait = WAITS_MS[attempt];
  if (wait === undefined) return { state: "exhausted" };
  const spread = wait * (1 - JITTER + 2 * JITTER * fraction);
  const asked = ASKS_TO_WAIT.has(status) ? Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX) : 0;
  return { state: "retry", waitMs: Math.round(Math.max(spread, asked)) };
}
