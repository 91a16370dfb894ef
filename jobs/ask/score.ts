// How much speaks for each intent: weights that were learned of examples, in places that features share by their hash.
import { INTENT_IDS, type IntentId } from "./intent.ts";
import { LEVELS, PLACES, STEP, WEIGHTS } from "./weights.ts";

export type Label = IntentId | "none";
export const LABELS: readonly Label[] = [...INTENT_IDS, "none"];
export type Scores = Readonly<Record<Label, number>>;

const FNV = { start: 0x811c9dc5, by: 0x01000193 } as const;

/** FNV-1a of 32 bits, within the places that there are. Pure. */
function placeOfFeature(feature: string, places: number): number {
  let hash: number = FNV.start;
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), FNV.by);
  return (hash >>> 0) % places;
}

/** The first place is that of every text. Pure. */
export const placesOf = (features: readonly string[], places: number): readonly number[] => [
  ...new Set([0, ...features.map((feature) => placeOfFeature(feature, places))]),
];

const ZERO = (LEVELS.length - 1) / 2;
const LEVEL = new Map([...LEVELS].map((character, at) => [character.charCodeAt(0), at - ZERO] as const));

/** Of whole numbers, so that every machine comes to the same. Pure. */
export function scoresOf(features: readonly string[]): Scores {
  const sums = LABELS.map(() => 0);
  const places = placesOf(features, PLACES);
  for (const place of places)
    for (let at = 0; at < sums.length; at++)
      sums[at] = (sums[at] ?? 0) + (LEVEL.get(WEIGHTS.charCodeAt(place * LABELS.length + at)) ?? 0);
  const scale = STEP / Math.sqrt(places.length);
  return Object.fromEntries(LABELS.map((label, at) => [label, (sums[at] ?? 0) * scale])) as Record<Label, number>;
}
