// The log's stored tree for computations: roots, audit paths and consistency paths as hex.
import type { Store } from "../../schema/io/clickhouse.ts";
import { overNodes, type ReadStored } from "../../schema/proof/read-nodes.ts";
import { consistencyPath, inclusionPath, rootOf } from "../../schema/proof/tree.ts";
import { logNodeAt } from "../../schema/query/log/log-node-at.ts";

const storedIn =
  (store: Store): ReadStored =>
  (places) =>
    store.query(logNodeAt, { places });

const toHex = (path: readonly Buffer[]): string[] => path.map((hash) => hash.toString("hex"));

/** Root of the first `size` leaves. Throws TreeFault where the stored nodes do not make a tree. */
export const readRoot = (store: Store, size: number): Promise<Buffer> =>
  overNodes((read) => rootOf(size, read), storedIn(store));

export const readInclusionPath = async (store: Store, leaf: number, size: number): Promise<string[]> =>
  toHex(await overNodes((read) => inclusionPath(leaf, size, read), storedIn(store)));

export const readConsistencyPath = async (store: Store, old: number, size: number): Promise<string[]> =>
  toHex(await overNodes((read) => consistencyPath(old, size, read), storedIn(store)));
