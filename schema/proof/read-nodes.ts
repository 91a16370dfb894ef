// Stored nodes for a computation over the tree: what it needs is found by a dry run and fetched with one query.
import type { NodePlace, ReadNode } from "./tree.ts";
import { placesRead } from "./tree.ts";

type StoredNode = {
  readonly level: number;
  readonly node_index: number;
  readonly hash: string;
  readonly hashes: number;
};
export type ReadStored = (places: readonly NodePlace[]) => Promise<readonly StoredNode[]>;

/** Thrown where the stored tree is not one: a node is missing, or there are two of one place. */
export class TreeFault extends Error {
  override readonly name = "TreeFault";
}

/** Runs `compute` over stored nodes. Throws TreeFault where they do not make a tree. */
export async function overNodes<T>(compute: (read: ReadNode) => T, readStored: ReadStored): Promise<T> {
  const places = placesRead(compute);
  const known = new Map<string, Buffer>();
  for (const row of places.length > 0 ? await readStored(places) : []) {
    if (row.hashes > 1) throw new TreeFault(`the node ${row.level}/${row.node_index} has ${row.hashes} hashes`);
    known.set(`${row.level}/${row.node_index}`, Buffer.from(row.hash, "hex"));
  }
  return compute(({ level, index }) => {
    const hash = known.get(`${level}/${index}`);
    if (!hash) throw new TreeFault(`the node ${level}/${index} is not stored`);
    return hash;
  });
}
