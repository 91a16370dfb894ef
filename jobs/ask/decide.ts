// What a question asks for, of what speaks for each intent in its parts and in the whole of it.
import type { Part } from "./feature.ts";
import type { IntentId } from "./intent.ts";
import { LABELS, type Label, type Scores, scoresOf } from "./score.ts";

/**
 * So much must speak for an intent: by a part among several, by one that a rule reads beside the likeliest, by the whole
 * unless a part is as clear as that; for other matters; and so much more than for those, to be sure of it.
 */
const LEAST = { part: -0.2, beside: -0.5, whole: -0.4, clear: 1.5, none: 0.15, sure: 2.5 } as const;

const likeliest = (scores: Scores): Label =>
  LABELS.reduce((best, label) => (scores[label] > scores[best] ? label : best));
const isIntent = (label: Label): label is IntentId => label !== "none";

type Asked = { readonly id: IntentId; readonly score: number };

function askedBy(part: Part, scores: Scores, isAlone: boolean): Asked[] {
  const first = likeliest(scores);
  const own = isIntent(first) && (isAlone || scores[first] > LEAST.part) ? [first] : [];
  const beside = part.byRule.some((id) => id === first) ? part.byRule.filter((id) => scores[id] > LEAST.beside) : [];
  return [...own, ...beside].map((id) => ({ id, score: scores[id] }));
}

/** `isSure` where far more speaks for it than for other matters. */
type Decided = { readonly intents: readonly IntentId[]; readonly isSure: boolean };

/** Pure. */
export function decide(parts: readonly Part[]): Decided {
  const whole = scoresOf([...new Set(parts.flatMap(({ features }) => features))]);
  const first = likeliest(whole);
  const isSure = isIntent(first) && whole[first] - whole.none > LEAST.sure;
  if (first === "none" && whole.none > LEAST.none) return { intents: [], isSure };
  const isAlone = parts.length === 1;
  const asked = parts.flatMap((part) => askedBy(part, isAlone ? whole : scoresOf(part.features), isAlone));
  const all = [...new Set(asked.map(({ id }) => id))];
  const isClear = (id: IntentId): boolean => asked.some((one) => one.id === id && one.score > LEAST.clear);
  const kept = all.length === 1 ? all : all.filter((id) => whole[id] > LEAST.whole || isClear(id));
  return { intents: kept.length === 0 && isIntent(first) ? [first] : kept, isSure };
}
