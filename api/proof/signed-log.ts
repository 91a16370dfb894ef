// The newest signed checkpoint as this process holds it.
import { SNAPSHOTS } from "../../schema/key.ts";
import type { CheckpointMeta } from "../../schema/snapshot.ts";
import type { Deps } from "../deps.ts";

export type SignedLog = { readonly meta: CheckpointMeta; readonly note: string };

/** Null before the first object was issued and signed. */
export function signedLogOf({ snapshots }: Pick<Deps, "snapshots">): SignedLog | null {
  const frame = snapshots.get("checkpoint", SNAPSHOTS.checkpoint);
  const note = frame?.parts.get("note");
  return frame && note ? { meta: frame.meta, note: note.toString("utf8") } : null;
}
