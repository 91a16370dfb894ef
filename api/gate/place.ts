// Where callers that were met of late stand in the groups they came in: an index in bare numbers, since an object and an
// entry of a map for each of very many callers cost more than the rest of their calls.

/** Callers that came together, by place. */
type Placed = { readonly ids: readonly string[] };

export type Places<G extends Placed> = {
  find(id: string): { readonly group: G; readonly at: number } | null;
  /** The caller at that place of the group, of whom nothing was found. */
  add(group: G, at: number): void;
  delete(id: string): void;
  all(): Iterable<G>;
};

/** Places of a group. */
export const GROUP_MAX = 256;
/** Four slots for each caller at most, a power of two: so that most are found or missed at the first look. */
const SLOTS_FOR_EACH = 4;
const DELETED = -1;
const PRIME = 16_777_619;

type Half<G> = { hashes: Int32Array; values: Int32Array; groups: G[]; size: number };

/** At least `kept` callers are remembered: the older half goes as the newer one is full. `seed`: none can foresee it. */
export function openPlaces<G extends Placed>(kept: number, seed: number): Places<G> {
  const slots = 2 ** Math.ceil(Math.log2(kept * (SLOTS_FOR_EACH / 2)));
  const mask = slots - 1;
  const half = (): Half<G> => ({
    hashes: new Int32Array(slots),
    values: new Int32Array(slots),
    groups: [],
    size: 0,
  });
  let young = half();
  let old = half();
  /** Who is looked for is added next, or looked for once more. */
  let lastId = "";
  let lastHash = 0;

  const hashOf = (id: string): number => {
    if (id === lastId) return lastHash;
    let hash = seed;
    const { length } = id;
    for (let at = 0; at < length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), PRIME);
    lastId = id;
    lastHash = hash ^ (hash >>> 15);
    return lastHash;
  };
  /** The slot of the caller; below 0 where it has none. */
  const slotOf = ({ hashes, values, groups }: Half<G>, id: string, hash: number): number => {
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const value = values[slot] ?? 0;
      if (value === 0) return -1;
      if (hashes[slot] !== hash || value === DELETED) continue;
      if (groups[Math.floor((value - 1) / GROUP_MAX)]?.ids[(value - 1) % GROUP_MAX] === id) return slot;
    }
  };
  const findIn = (where: Half<G>, id: string, hash: number) => {
    const slot = slotOf(where, id, hash);
    if (slot < 0) return null;
    const value = (where.values[slot] ?? 0) - 1;
    const group = where.groups[Math.floor(value / GROUP_MAX)];
    return group === undefined ? null : { group, at: value % GROUP_MAX };
  };
  return {
    find(id) {
      const hash = hashOf(id);
      return findIn(young, id, hash) ?? findIn(old, id, hash);
    },
    add(group, at) {
      if (young.size >= kept) {
        const emptied = old;
        old = young;
        emptied.values.fill(0);
        young = { ...emptied, groups: [], size: 0 };
      }
      const { hashes, values, groups } = young;
      if (groups.at(-1) !== group) groups.push(group);
      const hash = hashOf(group.ids[at] ?? "");
      let slot = hash & mask;
      while ((values[slot] ?? 0) > 0) slot = (slot + 1) & mask;
      hashes[slot] = hash;
      values[slot] = (groups.length - 1) * GROUP_MAX + at + 1;
      young.size += 1;
    },
    delete(id) {
      const hash = hashOf(id);
      for (const where of [young, old]) {
        const slot = slotOf(where, id, hash);
        if (slot >= 0) where.values[slot] = DELETED;
      }
    },
    *all() {
      yield* old.groups;
      yield* young.groups;
    },
  };
}
