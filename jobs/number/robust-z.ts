// The robust z-score: how far a value is from the usual, in scaled median absolute deviations.

/** Median; the mean of the two middle values when their count is even. Throws on an empty list. */
export const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new RangeError("the median of nothing");
  return (lower + upper) / 2;
};

/** Makes the median absolute deviation of a normal distribution equal its standard deviation. */
const MAD_SCALE = 1.4826;

/** (value − median) ÷ (1.4826·MAD) of the history; undefined when the history is empty or does not vary. */
export const robustZ = (value: number, history: readonly number[]): number | undefined => {
  if (history.length === 0) return undefined;
  const median = medianOf(history);
  const deviation = medianOf(history.map((past) => Math.abs(past - median)));
  return deviation === 0 ? undefined : (value - median) / (MAD_SCALE * deviation);
};
