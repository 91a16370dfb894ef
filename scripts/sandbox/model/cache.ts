// A bounded cache that forgets what was used longest ago; every entry can be computed again.

export type Cache<V> = { get(key: number, compute: () => V): V };

export const createCache = <V>(entriesMax: number): Cache<V> => {
  const entries = new Map<number, V>();
  return {
    get(key, compute) {
      const known = entries.get(key);
      if (known !== undefined) {
        entries.delete(key);
        entries.set(key, known);
        return known;
      }
      const value = compute();
      entries.set(key, value);
      if (entries.size > entriesMax)
        for (const oldest of entries.keys()) {
          entries.delete(oldest);
          break;
        }
      return value;
    },
  };
};
