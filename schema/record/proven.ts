// What the record proves of a class of signals: that it is right more often than the market's hours, looked at beside all others.
import { SIGNAL_KINDS } from "../signal/index.ts";
import { type Odds, SCORING } from "./rule.ts";
import { effectiveCalls, evenWindows, standardErrors, type WindowSums, wilson } from "./statistic.ts";

const SEVERITIES = 3;

/**
 * Whoever looks at many classes finds some that are above the base rate by luck. So the interval of each is that wide that
 * all of them hold at once, 95 times of a hundred, however they hang together (Bonferroni). All classes there may be are
 * counted, not those that have calls by now: what is proven of one does not change because another one filled up.
 */
export const PROOF = {
  classes: SIGNAL_KINDS.length * SEVERITIES,
  level: 0.05,
  /** Horizon-long windows in which there were calls. */
  windowsMin: SCORING.smallBelow,
  /** As many as windows with equally many calls would be: how far a few that have most of them are apart tells little. */
  evenMin: 10,
} as const;

const Z = standardErrors(PROOF.level / PROOF.classes);

/** What came of calls that were counted by windows; `base` and `independent` as Odds has them. */
export const oddsOver = (sums: WindowSums, base: number, independent: number): Odds => ({
  ...{ n: sums.n, right: sums.right, base, independent, windows: sums.windows },
  ...{ even: evenWindows(sums), effective: effectiveCalls(sums, independent) },
});

/**
 * Whether the lower end of that interval is above the base rate. It is taken over the calls that know nothing of each
 * other: those of one window, of whatever token, share the market's way.
 */
export function isProven({ n, right, base, independent = 0, windows = 0, even = 0, effective = 0 }: Odds): boolean {
  if (independent < SCORING.smallBelow || windows < PROOF.windowsMin || even < PROOF.evenMin || effective === 0)
    return false;
  const [low] = wilson((right / n) * effective, effective, Z) ?? [0, 1];
  return low > base;
}
