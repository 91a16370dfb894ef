// The words of whole sentences by subject: what comes first goes before what comes later.
import type { Item } from "../../../lexicon.ts";
import type { PhraseBook } from "../../../read-items.ts";
import { LISTS } from "../core-words.ts";
import { ASIDE_WORDS } from "./aside-words.ts";
import { FLOW_WORDS } from "./flow-words.ts";
import { LEVER_WORDS } from "./lever-words.ts";
import { SIZE_WORDS } from "./size-words.ts";
import { TIME_WORDS } from "./time-words.ts";
import { TURN_WORDS } from "./turn-words.ts";
import { VALUE_WORDS } from "./value-words.ts";

const ALL = [LISTS, TURN_WORDS, TIME_WORDS, FLOW_WORDS, LEVER_WORDS, SIZE_WORDS, VALUE_WORDS, ASIDE_WORDS];

/** Each phrase by its words, and how many words the longest has that begins with a word. */
function bookOf(lists: readonly (readonly [Item, string])[]): PhraseBook {
  const items = new Map<string, Item>();
  const longest = new Map<string, number>();
  for (const [item, list] of lists)
    for (const phrase of list.split("|")) {
      if (phrase === "" || items.has(phrase)) continue;
      items.set(phrase, item);
      const words = phrase.split(" ");
      const [first = ""] = words;
      longest.set(first, Math.max(longest.get(first) ?? 0, words.length));
    }
  return { items, longest };
}

export const CORE_PHRASES: PhraseBook = bookOf(ALL.flat());
