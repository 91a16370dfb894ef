// Which blocks of a ledger name a party: spans of heights are made once, so that one wallet's past is looked up.
import { createCache } from "../model/cache.ts";
import type { Party } from "./party.ts";

/** More than all labels and strangers: the key of a place is the party, then the height. */
const PARTIES = 2 ** 17;
const HEIGHTS = 2 ** 32;

type PartyIndex<T> = {
  /** Heights from `from` to `to`, both included and ascending, that name the party. */
  heights(party: Party, from: number, to: number): number[];
  /** What was made of a height with its span; undefined where that was not looked at lately. */
  made(height: number): readonly T[] | undefined;
};

type Span<T> = { readonly keys: Float64Array; readonly items: readonly (readonly T[])[] };

const firstAtOrAbove = (keys: Float64Array, key: number): number => {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** `itemsAt` makes what a height has, `partiesOf` names who is in it. `spans` spans of `spanHeights` are kept. */
export const createPartyIndex = <T>(
  itemsAt: (height: number) => readonly T[],
  partiesOf: (item: T) => readonly Party[],
  spanHeights: number,
  spans: number,
): PartyIndex<T> => {
  // The cache keeps at least half of what it may.
  const kept = createCache<Span<T>>(2 * spans);
  const last = new Map<number, WeakRef<Span<T>>>();
  const make = (span: number): Span<T> => {
    const first = span * spanHeights;
    const items = Array.from({ length: spanHeights }, (_, i) => itemsAt(first + i));
    const keys = items.flatMap((list, i) =>
      [...new Set(list.flatMap(partiesOf))].map((party) => (party + PARTIES) * HEIGHTS + first + i),
    );
    const made = { keys: Float64Array.from(keys).sort(), items };
    last.set(span, new WeakRef(made));
    return made;
  };
  return {
    heights(party, from, to) {
      const found: number[] = [];
      const base = (party + PARTIES) * HEIGHTS;
      for (let span = Math.floor(from / spanHeights); span * spanHeights <= to; span++) {
        const { keys } = kept.get(span, () => make(span));
        for (let at = firstAtOrAbove(keys, base + from); (keys[at] ?? Number.POSITIVE_INFINITY) <= base + to; at++)
          found.push((keys[at] ?? 0) - base);
      }
      return found;
    },
    made: (height) => {
      const span = Math.floor(height / spanHeights);
      return last.get(span)?.deref()?.items[height - span * spanHeights];
    },
  };
};
