// The events of a history answer: cut from the newest-first lines of the token's events snapshot.
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { EVENT_KINDS, type EventKind } from "../../schema/object/history.ts";
import type { SnapshotVersion } from "../contract.ts";
import type { Deps } from "../deps.ts";
import { linesOf } from "../snapshot/sections.ts";
import type { Note } from "./window.ts";

export type EventsRead = {
  readonly rows: readonly Buffer[];
  readonly asOf: number | null;
  readonly from: readonly SnapshotVersion[];
  readonly notes: readonly Note[];
};

/** What the service itself writes is always looked for: without one there was none. */
const OWN_KINDS: readonly EventKind[] = ["signal", "brief"];

/** Events at or after the instant, newest first; kinds nobody looks for are named in a note. */
export async function readEvents(token: string, fromMs: number, { snapshots }: Deps): Promise<EventsRead> {
  const frame = await snapshots.load("events", SNAPSHOTS.events(token));
  if (!frame) {
    return {
      rows: [],
      asOf: null,
      from: [],
      notes: [{ code: "pending", detail: "events: not built yet for this token." }],
    };
  }
  const { at, kinds, asOf } = frame.meta;
  const inside = at.filter((instant) => instant >= fromMs).length;
  const missing = EVENT_KINDS.filter((kind) => !OWN_KINDS.includes(kind) && !kinds.includes(kind));
  const notes: Note[] = [];
  if (missing.length > 0)
    notes.push({ code: "no_source", detail: `events: ${missing.join(", ")} are not looked for yet.` });
  if (inside > LIMITS.eventsMax) {
    notes.push({ code: "truncated", detail: `events: the newest ${LIMITS.eventsMax} of ${inside} are shown.` });
  }
  const rows = linesOf(frame.parts.get("rows"), Math.min(inside, LIMITS.eventsMax));
  return { rows, asOf, from: [frame], notes };
}
