// Statistics of the record: Wilson interval, what calls that come together are worth, Brier score and skill,
// Benjamini–Hochberg q-values.

const Z95 = 1.959964;

/** Wilson interval of a share, `z` standard errors wide on each side; null where nothing was counted. */
export function wilson(right: number, n: number, z: number): readonly [number, number] | null {
  if (n === 0) return null;
  const p = right / n;
  const square = z * z;
  const scale = 1 + square / n;
  const centre = (p + square / (2 * n)) / scale;
  const half = (z * Math.sqrt((p * (1 - p)) / n + square / (4 * n * n))) / scale;
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/** 95 % Wilson interval. */
export const wilson95 = (right: number, n: number): readonly [number, number] | null => wilson(right, n, Z95);

/** Sums over windows with n calls and r right ones: n, r, n·n, n·r and r·r of each, and n·n', n·r' + r·n' and r·r' with the next. */
export type WindowSums = {
  readonly windows: number;
  readonly n: number;
  readonly right: number;
  readonly nn: number;
  readonly nr: number;
  readonly rr: number;
  readonly next_nn: number;
  readonly next_nr: number;
  readonly next_rr: number;
};

/** How many windows with equally many calls are worth as much as these (Kish): where three of thirty have most calls, some three. */
export const evenWindows = ({ n, nn }: Pick<WindowSums, "n" | "nn">): number =>
  nn === 0 ? 0 : Math.floor((n * n) / nn);

/**
 * How many calls that know nothing of each other are worth as much as these. Calls of one window, and of two that follow each
 * other, share hours of one market: how far the windows' own shares are from that of all, and whether neighbours are off to
 * the same side, says how much they know of each other. Never more than `most`, and 0 where nothing can be said; where all came
 * to the same, windows count for one each.
 */
export function effectiveCalls({ windows, n, right, ...sums }: WindowSums, most: number): number {
  if (windows < 2) return 0;
  const p = right / n;
  const apart = (sums.rr - 2 * p * sums.nr + p * p * sums.nn) * (windows / (windows - 1));
  const together = sums.next_rr - p * sums.next_nr + p * p * sums.next_nn;
  const square = apart + 2 * Math.max(0, together);
  if (square <= 0) return Math.min(most, evenWindows({ n, nn: sums.nn }));
  return Math.min(most, Math.floor((p * (1 - p) * n * n) / square));
}

/** Skill against always saying the base rate; null where the reference is 0. */
export function brierSkill(brier: number, base: number): number | null {
  const reference = base * (1 - base);
  return reference === 0 ? null : 1 - brier / reference;
}

/** Benjamini–Hochberg q-values, in the order of the p-values given. */
export function qValues(pValues: readonly number[]): number[] {
  const order = pValues.map((p, at) => ({ p, at })).sort((a, b) => b.p - a.p);
  const q = pValues.map(() => 1);
  let least = 1;
  order.forEach(({ p, at }, i) => {
    least = Math.min(least, (p * pValues.length) / (pValues.length - i));
    q[at] = least;
  });
  return q;
}

/** Complement of the error function, to about 14 digits: its series near zero, its continued fraction beyond. */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  if (x < 2.5) {
    let term = x;
    let total = x;
    for (let k = 1; k < 100 && Math.abs(term / (2 * k + 1)) > 1e-18; k++) {
      term *= (-x * x) / k;
      total += term / (2 * k + 1);
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * total;
  }
  let fraction = 0;
  for (let k = 120; k >= 1; k--) fraction = k / 2 / (x + fraction);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + fraction);
}

/** So many standard errors on each side leave `level` outside: the two-sided quantile of the normal distribution. */
export function standardErrors(level: number): number {
  let [low, high] = [0, 40];
  for (let step = 0; step < 64; step++) {
    const middle = (low + high) / 2;
    if (erfc(middle / Math.SQRT2) > level) low = middle;
    else high = middle;
  }
  return high;
}

/** Two-sided p-value of a share against a base rate, by the score test; null where the base leaves nothing to test. */
export function shareTest(share: number, base: number, n: number): number | null {
  if (n === 0 || base <= 0 || base >= 1) return null;
  const z = (share - base) / Math.sqrt((base * (1 - base)) / n);
  return erfc(Math.abs(z) / Math.SQRT2);
}

/** Forecasts of one bin of equal width: how many, their confidences summed in ten-thousandths, how many were right. */
type BinCount = { readonly n: number; readonly confidence: number; readonly right: number };
type Bin = BinCount & { readonly lo: number; readonly hi: number };

/** Joins neighbours from the left until each holds at least `least`; what is left over joins the last one. */
export function mergeBins(counts: readonly BinCount[], least: number): Bin[] {
  const width = 1 / counts.length;
  const merged: Bin[] = [];
  const join = (a: Bin, b: Bin): Bin => ({
    lo: a.lo,
    hi: b.hi,
    n: a.n + b.n,
    confidence: a.confidence + b.confidence,
    right: a.right + b.right,
  });
  for (const [at, count] of counts.entries()) {
    const bin = { ...count, lo: at * width, hi: (at + 1) * width };
    const last = merged.at(-1);
    if (last && last.n < least) merged[merged.length - 1] = join(last, bin);
    else merged.push(bin);
  }
  const [before, last] = merged.slice(-2);
  if (before && last && merged.length > 1 && last.n < least) merged.splice(-2, 2, join(before, last));
  return merged;
}

/** Expected calibration error: how far mean confidence and share of right are apart, weighted by the bins' sizes. */
export function calibrationError(bins: readonly Bin[]): number | null {
  const all = bins.reduce((sum, { n }) => sum + n, 0);
  if (all === 0) return null;
  const apart = bins.reduce((sum, { confidence, right }) => sum + Math.abs(confidence / 10_000 - right), 0);
  return apart / all;
}
