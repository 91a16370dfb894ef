// A bounded cache that forgets what was not used for long; every entry can be computed again.

type Cache<V> = { get(key: number, compute: () => V): V };

/** As many entries as a market of so many tokens needs where a hundred need so many. */
export const grown = (entries: number, tokens: number): number => Math.ceil(entries * Math.max(1, tokens / 100));

/** More than there are markets of ten thousand tokens: keys of one instant lie beside one another. */
export const MARKETS_MAX = 1_000_000;

/** Two generations: what is used moves to the young one, and the old one is dropped whole when the young is full. */
export const createCache = <V>(entriesMax: number): Cache<V> => {
  const youngMax = Math.max(1, entriesMax >> 1);
  let young = new Map<number, V>();
  let old = new Map<number, V>();
  const keep = (key: number, value: V): V => {
    if (young.size >= youngMax) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
  return {
    get(key, compute) {
      const known = young.get(key);
      if (known !== undefined) return known;
      return keep(key, old.get(key) ?? compute());
    },
  };
};
