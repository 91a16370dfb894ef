// Deterministic randomness: integer hashes, fat-tailed normal draws from a table, and smooth value noise.

/** Mixes 32 bits so that neighbouring inputs give unrelated outputs. */
export const mix = (value: number): number => {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

/** One hash of a seed and up to three integers. */
export const hash = (seed: number, a: number, b = 0, c = 0): number =>
  mix(
    seed ^
      Math.imul(a + 0x165667b1, 0x9e3779b1) ^
      mix(Math.imul(b + 0x27d4eb2f, 0x85ebca77) ^ Math.imul(c + 0x51ed270b, 0xc2b2ae3d)),
  );

export const hashText = (text: string): number => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h);
};

/** A hash as a number in [0, 1). */
export const unit = (h: number): number => h / 4294967296;

const TABLE_SIZE = 4096;

// Acklam's rational approximation of the normal quantile; its error (1e-9) is far below what a table step hides.
const normalQuantile = (p: number): number => {
  const tail = (q: number): number =>
    (((((-7.784894002430293e-3 * q - 3.223964580411365e-1) * q - 2.400758277161838) * q - 2.549732539343734) * q +
      4.374664141464968) *
      q +
      2.938163982698783) /
    ((((7.784695709041462e-3 * q + 3.224671290700398e-1) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1);
  if (p < 0.02425) return tail(Math.sqrt(-2 * Math.log(p)));
  if (p > 0.97575) return -tail(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  const r = q * q;
  return (
    ((((((-3.969683028665376e1 * r + 2.209460984245205e2) * r - 2.759285104469687e2) * r + 1.38357751867269e2) * r -
      3.066479806614716e1) *
      r +
      2.506628277459239) *
      q) /
    (((((-5.447609879822406e1 * r + 1.615858368580409e2) * r - 1.556989798598866e2) * r + 6.680131188771972e1) * r -
      1.328068155288572e1) *
      r +
      1)
  );
};

const buildTable = (): Float64Array => {
  const table = new Float64Array(TABLE_SIZE);
  let squares = 0;
  for (let i = 0; i < TABLE_SIZE; i++) {
    const z = normalQuantile((i + 0.5) / TABLE_SIZE);
    // The cubic term gives market-like tails: the furthest draw is about seven standard deviations.
    const fat = z * (1 + 0.06 * z * z);
    table[i] = fat;
    squares += fat * fat;
  }
  const scale = 1 / Math.sqrt(squares / TABLE_SIZE);
  return table.map((value) => value * scale);
};

export const NORMAL: Float64Array = buildTable();

/** A fat-tailed draw of mean 0 and standard deviation 1. */
export const normal = (h: number): number => NORMAL[h >>> 20] ?? 0;

/** Smooth noise of standard deviation about 0.8, one independent draw per unit of x. */
export const noise = (seed: number, x: number): number => {
  const cell = Math.floor(x);
  const f = x - cell;
  const s = f * f * (3 - 2 * f);
  return normal(hash(seed, cell)) * (1 - s) + normal(hash(seed, cell + 1)) * s;
};

/** A bounded walk on the integer grid: a random walk up to `periodMax`, stationary beyond it. */
export const boundedWalk = (seed: number, x: number, periodMax: number): number => {
  let sum = 0;
  for (let period = 1, octave = 0; period <= periodMax; period *= 2, octave++) {
    const cell = Math.floor(x / period);
    const f = x / period - cell;
    const value = normal(hash(seed, cell, octave)) * (1 - f) + normal(hash(seed, cell + 1, octave)) * f;
    sum += value * Math.sqrt(period);
  }
  return sum;
};
