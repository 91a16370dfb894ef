// Appends issued objects to the proof log. A batch is inserted under the size it starts at, and the store takes one
// block a token: of two appenders one wins, so the log has neither holes nor forks, whoever dies when.

import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { TreeFault } from "../../schema/proof/read-nodes.ts";
import { leafHash, parentsOf, type TreeNode } from "../../schema/proof/tree.ts";
import { issuedUnlogged } from "../../schema/query/log/issued-unlogged.ts";
import { logHead } from "../../schema/query/log/log-head.ts";
import { logLeafRange } from "../../schema/query/log/log-leaf-range.ts";
import { logNodeCount } from "../../schema/query/log/log-node-count.ts";
import { logNodeRange } from "../../schema/query/log/log-node-range.ts";

type LogDeps = { readonly store: Store; readonly clock: Clock };

const BATCH_MAX = 1_000;
const LEAVES_READ_MAX = 10_000;

/** Leaves in the log. Throws TreeFault where one is missing. */
export async function logSize(store: Store): Promise<number> {
  const [head] = await store.query(logHead, {});
  const { leaves, next } = head ?? { leaves: 0, next: 0 };
  if (leaves !== next) throw new TreeFault(`the log has ${leaves} leaves below index ${next}`);
  return next;
}

/** Appends everything issued that is not in the log yet. @returns the size afterwards. */
export async function appendIssued({ store, clock }: LogDeps, signal?: AbortSignal): Promise<number> {
  for (;;) {
    signal?.throwIfAborted();
    const size = await logSize(store);
    const pending = await store.query(issuedUnlogged, { limit: BATCH_MAX });
    if (pending.length === 0) return size;
    const at = clock.now();
    const lines = pending.map(({ id, hash }, offset) =>
      JSON.stringify({ leaf_index: size + offset, id, hash, appended_at: at }),
    );
    await store.insertEncoded("log_leaf", Buffer.from(lines.join("\n")), `log~${size}`);
  }
}

/** Leaf hashes from an index on, as many as one reading gives. */
async function leavesFrom(store: Store, from: number): Promise<Buffer[]> {
  const leaves = await store.query(logLeafRange, { from, limit: LEAVES_READ_MAX });
  return leaves.map(({ leaf_index, hash }, offset) => {
    if (leaf_index !== from + offset) throw new TreeFault(`leaf ${from + offset} is missing or doubled`);
    return leafHash(Buffer.from(hash, "hex"));
  });
}

/** Stored hashes of one level, `from` up to `to`. */
async function nodesBetween(store: Store, level: number, from: number, to: number): Promise<Buffer[]> {
  if (from >= to) return [];
  const rows = await store.query(logNodeRange, { level, from });
  return rows
    .filter(({ node_index }) => node_index < to)
    .map(({ node_index, hash, hashes }, offset) => {
      if (node_index !== from + offset || hashes !== 1) {
        throw new TreeFault(`the node ${level}/${from + offset} is not sound`);
      }
      return Buffer.from(hash, "hex");
    });
}

const rowOf = ({ level, index, hash }: TreeNode) => ({ level, node_index: index, hash: hash.toString("hex") });

/** Stores the whole subtrees that follow from the leaves and are not stored yet; bears being done twice. */
export async function completeNodes(store: Store, size: number): Promise<void> {
  for (;;) {
    const stored = new Map((await store.query(logNodeCount, {})).map((row) => [row.level, row.stored]));
    const made: TreeNode[] = [];
    const firstLeaf = stored.get(0) ?? 0;
    let below = await leavesFrom(store, firstLeaf);
    made.push(...below.map((hash, offset) => ({ level: 0, index: firstLeaf + offset, hash })));
    let belowFrom = firstLeaf;
    for (let level = 1; 2 ** level <= size; level++) {
      const from = stored.get(level) ?? 0;
      const kept = await nodesBetween(store, level - 1, 2 * from, belowFrom);
      const parents = parentsOf(level - 1, 2 * from, [...kept, ...below]);
      made.push(...parents);
      below = parents.map(({ hash }) => hash);
      belowFrom = from;
    }
    if (made.length > 0) await store.insert("log_node", made.map(rowOf), `log-node~${firstLeaf}`);
    if (firstLeaf + made.filter(({ level }) => level === 0).length >= size) return;
  }
}
