// Statistics over plain numbers; empty input gives NaN, which the caller turns into a gap.

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The sum whatever the order: what each addition loses is carried along (Neumaier). */
export function sumExactly(values: readonly number[]): number {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** Linear between order statistics (the inclusive definition); `p` in 0..1. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = ascending(values);
  const rank = p * (sorted.length - 1);
  const low = sorted[Math.floor(rank)] ?? Number.NaN;
  const high = sorted[Math.ceil(rank)] ?? Number.NaN;
  return low + (high - low) * (rank - Math.floor(rank));
}

/** Middle value; the mean of the two middle ones where the count is even. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? Number.NaN) + upper) / 2;
}

export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** Smallest value at which half of the weight is reached; the mean of the two where it falls between. */
export function weightedMedian(pairs: readonly { readonly value: number; readonly weight: number }[]): number {
  const sorted = [...pairs].sort((a, b) => a.value - b.value);
  const half = sum(sorted.map((pair) => pair.weight)) / 2;
  let reached = 0;
  for (const [index, pair] of sorted.entries()) {
    reached += pair.weight;
    if (reached > half) return pair.value;
    if (reached === half) return (pair.value + (sorted[index + 1]?.value ?? pair.value)) / 2;
  }
  return Number.NaN;
}

/** Sample standard deviation (n - 1). */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN;
  const centre = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
}

/** Sample covariance (n - 1) of two series of one length. */
export function covariance(left: readonly number[], right: readonly number[]): number {
  const leftMean = mean(left);
  const rightMean = mean(right);
  return (
    sum(left.map((value, index) => (value - leftMean) * ((right[index] ?? Number.NaN) - rightMean))) / (left.length - 1)
  );
}

/** Mean of values weighted by their weights. */
export const weightedMean = (pairs: readonly { readonly value: number; readonly weight: number }[]): number =>
  sum(pairs.map(({ value, weight }) => value * weight)) / sum(pairs.map(({ weight }) => weight));
