// The snapshots an answer cannot do without: present, or the fault that says when to come back.
import { fault } from "../../schema/fault.ts";
import type { Snapshots } from "./feed.ts";
import type { FrameKind, FrameOf } from "./frame-table.ts";

/** Throws not_ready where no snapshot of that name was ever taken in. */
export function needFrame<K extends FrameKind>(snapshots: Snapshots, kind: K, name: string): FrameOf<K> {
  const frame = snapshots.get(kind, name);
  if (frame) return frame;
  throw fault("not_ready", `The first ${kind} snapshot is not built yet; try again shortly.`, { retryAfterS: 5 });
}
