// Signs the log as it stands, never against an earlier signature: the old root must follow from the stored tree.

import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { checkpointText } from "../../schema/proof/checkpoint.ts";
import { type NoteSigner, signNote } from "../../schema/proof/note.ts";
import { TreeFault } from "../../schema/proof/read-nodes.ts";
import { type CheckpointLatestRow, checkpointLatest } from "../../schema/query/log/checkpoint-latest.ts";
import { readRoot } from "./read-tree.ts";

type SignDeps = { readonly store: Store; readonly clock: Clock };

/**
 * Signs a checkpoint of `size` leaves where it is larger than the last one.
 * @returns the newest checkpoint, or null before the first.
 * Throws TreeFault where the stored tree does not continue what was signed.
 */
export async function signCheckpoint(
  { store, clock }: SignDeps,
  size: number,
  origin: string,
  signers: readonly NoteSigner[],
): Promise<CheckpointLatestRow | null> {
  const [last] = await store.query(checkpointLatest, { limit: 1 });
  if (last) {
    if (last.size > size) throw new TreeFault(`a checkpoint of ${last.size} leaves was signed, the log has ${size}`);
    const root = await readRoot(store, last.size);
    if (root.toString("hex") !== last.root)
      throw new TreeFault(`the root of ${last.size} leaves is not what was signed`);
  }
  if (signers.length === 0 || size === (last?.size ?? 0)) return last ?? null;
  const root = await readRoot(store, size);
  const row = {
    size,
    root: root.toString("hex"),
    origin,
    note: signNote(checkpointText({ origin, size, root }), signers),
    signed_at: clock.now(),
  };
  await store.insertEncoded("checkpoint", Buffer.from(JSON.stringify(row)), `checkpoint~${size}`);
  const [kept] = await store.query(checkpointLatest, { limit: 1 });
  return kept ?? null;
}
