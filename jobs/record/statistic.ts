// Statistics of the record: Wilson interval, Brier score and skill, Benjamini–Hochberg q-values.

const Z95 = 1.959964;

export type Forecast = { readonly confidence: number; readonly right: boolean };

/** 95 % Wilson interval of a share; null where nothing was counted. */
export function wilson95(right: number, n: number): readonly [number, number] | null {
  if (n === 0) return null;
  const p = right / n;
  const square = Z95 * Z95;
  const scale = 1 + square / n;
  const centre = (p + square / (2 * n)) / scale;
  const half = (Z95 * Math.sqrt((p * (1 - p)) / n + square / (4 * n * n))) / scale;
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/** Mean squared distance of confidence (0–1) from what came; null without forecasts. */
export function brierScore(forecasts: readonly Forecast[]): number | null {
  if (forecasts.length === 0) return null;
  return forecasts.reduce((sum, f) => sum + (f.confidence - (f.right ? 1 : 0)) ** 2, 0) / forecasts.length;
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
