// Which rows a store holds, by their keys: enough of each table to see whether any is missing in a copy.
import type { Dataset } from "../../../schema/dataset/dataset.ts";
import { TABLES } from "../../../schema/dataset/index.ts";
import { isStoreAway, type Store } from "../../../schema/io/clickhouse.ts";

/** Of large tables one key in so many is looked at. */
const ONE_IN = 16;
const LARGE = 100_000;

export type KeptRows = ReadonlyMap<string, ReadonlySet<string>>;

/** Asked again once where the connection was closed meanwhile. */
const rows = async <R>(store: Store, sql: string): Promise<R[]> => {
  const read = () => store.query({ name: "soak", sql }, {});
  const again = (error: unknown) => (isStoreAway(error) ? read() : Promise.reject(error));
  return (await read().catch(again)) as R[];
};

/** By table, digests of the keys that are stored now. */
export async function readKeptRows(store: Store): Promise<KeptRows> {
  const kept = new Map<string, ReadonlySet<string>>();
  for (const { name, order } of Object.values<Dataset>(TABLES)) {
    const key = `cityHash64(${order.join(", ")})`;
    const [{ stored = 0 } = {}] = await rows<{ stored: number }>(
      store,
      `SELECT toUInt32(count()) AS stored FROM ${name}`,
    );
    const some = stored > LARGE ? `WHERE ${key} % ${ONE_IN} = 0` : "";
    const found = await rows<{ h: string }>(store, `SELECT DISTINCT toString(${key}) AS h FROM ${name} ${some}`);
    kept.set(name, new Set(found.map(({ h }) => h)));
  }
  return kept;
}

/** Keys of `before` that `after` lacks, by table; those of a table that was sampled in one of them are looked at where both have them. */
export function missingOf(before: KeptRows, after: KeptRows): string[] {
  return [...before].flatMap(([table, keys]) => {
    const there = after.get(table) ?? new Set();
    // The copy may have grown past the size from which keys are sampled.
    const isSampled = [...there].every((key) => BigInt(key) % BigInt(ONE_IN) === 0n);
    const wanted = isSampled ? [...keys].filter((key) => BigInt(key) % BigInt(ONE_IN) === 0n) : [...keys];
    const lost = wanted.filter((key) => !there.has(key)).length;
    return lost === 0 ? [] : [`${table}: ${lost} of ${wanted.length} keys are missing`];
  });
}

export const countOf = (kept: KeptRows): number => [...kept.values()].reduce((sum, keys) => sum + keys.size, 0);
