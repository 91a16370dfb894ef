// Values of a line that no other stands beside: a line is drawn from one to the next, so these would not be seen.

/** Their places; null for none. */
export function lonePoints(values: readonly (number | null)[]): number[] | null {
  const isNone = (at: number) => (values[at] ?? null) === null;
  const lone = [...values.keys()].filter((at) => !isNone(at) && isNone(at - 1) && isNone(at + 1));
  return lone.length === 0 ? null : lone;
}
