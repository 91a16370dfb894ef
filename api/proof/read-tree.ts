// The log's stored tree as the API reads it: audit paths and consistency paths.
import type { Store } from "../../schema/io/clickhouse.ts";
import { isConsistent } from "../../schema/proof/path.ts";
import { overNodes, type ReadStored, TreeFault } from "../../schema/proof/read-nodes.ts";
import { consistencyPath, inclusionPath, rootOf } from "../../schema/proof/tree.ts";
import { logNodeAt } from "../../schema/query/log/log-node-at.ts";

export type Tree = { readonly size: number; readonly root: string };

export const storedIn =
  (store: Store): ReadStored =>
  (places) =>
    store.query(logNodeAt, { places });

/** Throws TreeFault where the stored nodes do not make a tree. */
export const readInclusionPath = (store: Store, leaf: number, size: number): Promise<Buffer[]> =>
  overNodes((read) => inclusionPath(leaf, size, read), storedIn(store));

/** Hex. Throws TreeFault where the stored nodes do not make a tree. */
export const readRoot = async (store: Store, size: number): Promise<string> =>
  (await overNodes((read) => rootOf(size, read), storedIn(store))).toString("hex");

/** Hex. Throws TreeFault where the stored log does not lead from the old tree to the new one. */
export async function readConsistency(store: Store, old: Tree, now: Tree): Promise<string[]> {
  const path = await overNodes((read) => consistencyPath(old.size, now.size, read), storedIn(store));
  const of = ({ size, root }: Tree) => ({ size, root: Buffer.from(root, "hex") });
  if (!isConsistent(of(old), of(now), path)) {
    throw new TreeFault(`the tree of ${old.size} leaves is no part of the one of ${now.size}`);
  }
  return path.map((hash) => hash.toString("hex"));
}
