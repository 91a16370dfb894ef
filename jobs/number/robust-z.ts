// The robust z-score: how far a value is from the usual, in scaled median absolute deviations.
import { median } from "./statistics.ts";

/** Makes the median absolute deviation of a normal distribution equal its standard deviation. */
const MAD_SCALE = 1.4826;

/** (value − median) ÷ (1.4826·MAD) of the history; NaN when the history is empty or does not vary. */
export const robustZ = (value: number, history: readonly number[]): number => {
  const centre = median(history);
  const spread = median(history.map((past) => Math.abs(past - centre)));
  return spread === 0 ? Number.NaN : (value - centre) / (MAD_SCALE * spread);
};
