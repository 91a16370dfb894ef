// Cache-Control: how long whoever is on the way may keep an answer.

/** For bytes that never change under their address: a year, which is as long as caches count. */
export const FOR_GOOD_S = 31_536_000;

/** The same text each time, by seconds. */
const controls = new Map<number, string>([
  [0, "no-store"],
  [FOR_GOOD_S, `public, max-age=${FOR_GOOD_S}, immutable`],
]);

/** Where time alone ends an answer, nobody on the way may keep it beyond that, whatever fails. */
export function cacheControl(maxAgeS: number, validMs?: number): string {
  if (validMs === undefined) {
    const made = controls.get(maxAgeS) ?? `public, max-age=${maxAgeS}, stale-if-error=60`;
    controls.set(maxAgeS, made);
    return made;
  }
  const leftS = Math.min(maxAgeS, Math.floor(validMs / 1_000));
  return leftS === 0 ? "no-store" : `public, max-age=${leftS}`;
}
