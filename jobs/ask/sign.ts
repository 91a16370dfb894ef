// Which concepts and intents the words of a part are signs of: single words by look-up, longer phrases by pattern.
import { CONCEPTS } from "./concept.ts";
import { INTENTS } from "./intent.ts";
import { toPattern } from "./pattern.ts";

/** Stems are found by this many of their first letters. */
const STEM_LEAST = 3;
type Stem = { readonly stem: string; readonly sign: string };

const WHOLE = new Map<string, string[]>();
const STEMS = new Map<string, Stem[]>();
const LONG: (readonly [sign: string, pattern: RegExp])[] = [];

for (const [kind, table] of Object.entries({ concept: CONCEPTS, intent: INTENTS }))
  for (const [id, phrases] of Object.entries<string>(table)) {
    const sign = `:${kind}:${id}`;
    const long: string[] = [];
    // Bars within brackets part no phrases.
    for (const phrase of phrases.split(/\|(?![^(]*\))/)) {
      if (/^[a-z]+$/.test(phrase)) WHOLE.set(phrase, [...(WHOLE.get(phrase) ?? []), sign]);
      else if (/^[a-z]{3,}\*$/.test(phrase)) {
        const stem = phrase.slice(0, -1);
        const key = stem.slice(0, STEM_LEAST);
        STEMS.set(key, [...(STEMS.get(key) ?? []), { stem, sign }]);
      } else long.push(phrase);
    }
    if (long.length > 0) LONG.push([sign, toPattern(long.join("|"))]);
  }

/** Pure. */
export function signsOf(part: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const word of part.split(/\W+/)) {
    for (const sign of WHOLE.get(word) ?? []) found.add(sign);
    for (const { stem, sign } of STEMS.get(word.slice(0, STEM_LEAST)) ?? []) if (word.startsWith(stem)) found.add(sign);
  }
  for (const [sign, pattern] of LONG) if (!found.has(sign) && pattern.test(part)) found.add(sign);
  return found;
}
