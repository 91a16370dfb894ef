// The snapshots an answer cannot do without: present, or the fault that says when to come back.
import { fault } from "../../schema/fault.ts";
import type { Snapshots } from "./feed.ts";
import { type FrameKind, type FrameOf, isPinned } from "./frame-table.ts";

function orNotReady<K extends FrameKind>(kind: K, frame: FrameOf<K> | null | undefined): FrameOf<K> {
  if (frame) return frame;
  throw fault("not_ready", `The first ${kind} snapshot is not built yet; try again shortly.`, { retryAfterS: 5 });
}

/** Throws not_ready where no snapshot of that name was ever taken in. */
export function needFrame<K extends FrameKind>(snapshots: Snapshots, kind: K, name: string): FrameOf<K> {
  return orNotReady(kind, snapshots.get(kind, name));
}

/**
 * The same where only what is asked for is held (see the frame table): `then` makes the answer, at once of what is held.
 * Throws not_ready too where Redis has none, upstream_unavailable without Redis.
 */
export function withFrame<K extends FrameKind, R>(
  snapshots: Snapshots,
  kind: K,
  name: string,
  then: (frame: FrameOf<K>) => R,
): R | Promise<R> {
  const held = snapshots.get(kind, name);
  if (held || isPinned(name)) return then(orNotReady(kind, held));
  return snapshots.load(kind, name).then((frame) => then(orNotReady(kind, frame)));
}

/** What is held, or for a token of which nothing is held before it is asked for, what Redis has; null where there is none. */
export const heldOrLoaded = <K extends FrameKind>(
  snapshots: Snapshots,
  kind: K,
  name: string,
): FrameOf<K> | null | Promise<FrameOf<K> | null> =>
  isPinned(name) ? (snapshots.get(kind, name) ?? null) : snapshots.load(kind, name);
