// Properties are tried on the same values at every run; PROPERTY_SEED tries them on others as well, for soaks.
import fc from "fast-check";

const FIXED = 20_261_123;
const { PROPERTY_SEED } = process.env;

type Tried = { readonly numRuns?: number; readonly seed?: number };

const seedsOf = ({ seed = FIXED }: Tried): number[] =>
  PROPERTY_SEED === undefined ? [seed] : [seed, Number(PROPERTY_SEED)];

/** Throws with the smallest values for which it does not hold. */
export function assertProperty<Values>(property: fc.IProperty<Values>, tried: Tried = {}): void {
  for (const seed of seedsOf(tried)) fc.assert(property, { ...tried, seed });
}

/** Rejects with the smallest values for which it does not hold. */
export async function assertAsyncProperty<Values>(
  property: fc.IAsyncProperty<Values>,
  tried: Tried = {},
): Promise<void> {
  for (const seed of seedsOf(tried)) await fc.assert(property, { ...tried, seed });
}
