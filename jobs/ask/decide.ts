// What a question asks for, of what speaks for each intent in its parts and in the whole of it.
import type { Part } from "./feature.ts";
import type { IntentId } from "./intent.ts";
import { LABELS, type Label, type Scores, scoresOf } from "./score.ts";

/** So much must speak for an intent: of a part among several, of what a rule reads beside the likeliest, of the whole; and for other matters. */
const LEAST = { part: -0.2, beside: -0.5, whole: -0.8, none: 0.15 } as const;

const likeliest = (scores: Scores): Label =>
  LABELS.reduce((best, label) => (scores[label] > scores[best] ? label : best));
const isIntent = (label: Label): label is IntentId => label !== "none";

function askedBy(part: Part, isAlone: boolean): IntentId[] {
  const scores = scoresOf(part.features);
  const first = likeliest(scores);
  const own = isIntent(first) && (isAlone || scores[first] > LEAST.part) ? [first] : [];
  const beside = part.byRule.some((id) => id === first) ? part.byRule.filter((id) => scores[id] > LEAST.beside) : [];
  return [...own, ...beside];
}

/** Pure. */
export function decide(parts: readonly Part[]): readonly IntentId[] {
  const whole = scoresOf([...new Set(parts.flatMap(({ features }) => features))]);
  const first = likeliest(whole);
  if (first === "none" && whole.none > LEAST.none) return [];
  const asked = [...new Set(parts.flatMap((part) => askedBy(part, parts.length === 1)))];
  const kept = asked.length === 1 ? asked : asked.filter((id) => whole[id] > LEAST.whole);
  return kept.length === 0 && isIntent(first) ? [first] : kept;
}
