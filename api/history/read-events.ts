// The events of a history answer, newest first: a range of the token's events snapshot, or older ones from the store.
import { QUARTER_MS } from "../../schema/duration.ts";
import { EVENT_SOURCES } from "../../schema/event/index.ts";
import { isFault } from "../../schema/fault.ts";
import { LIMITS } from "../../schema/limit.ts";
import { originOf } from "../../schema/link.ts";
import { EVENT_KINDS, type EventKind, type HistoryEvent } from "../../schema/object/history.ts";
import { toTime } from "../../schema/shape/time.ts";
import { NO_BYTES, type Range, wholeOf } from "../answer/pieces.ts";
import type { SnapshotVersion } from "../contract.ts";
import type { Deps } from "../deps.ts";
import type { FrameOf } from "../snapshot/frame-table.ts";
import type { EventPlace } from "./cursor.ts";
import { askStore } from "./store-call.ts";
import type { Note } from "./window.ts";

export type EventsAsk = {
  readonly token: string;
  readonly symbol: string;
  readonly from: number;
  /** Exclusive; null where nothing was asked. */
  readonly until: number | null;
  readonly now: number;
  readonly limit: number;
  readonly after: EventPlace | null;
};

export type EventsRead = {
  /** Events with commas between them. */
  readonly rows: Range;
  readonly delivered: number;
  readonly next: EventPlace | null;
  /** Since when all of them are known. */
  readonly since: number;
  readonly reason: "pending" | "none" | "source_error" | null;
  readonly asOf: number | null;
  readonly from: readonly SnapshotVersion[];
  readonly notes: readonly Note[];
};

type Frame = FrameOf<"events">;
const NEWLINE = 10;
/** A comma and a newline. */
const SEPARATOR_LENGTH = 2;
/** What the service itself writes is always looked for: without one there was none. */
const OWN_KINDS: readonly EventKind[] = ["signal", "brief", "verdict_change"];
/** After every event of an instant. */
const LAST_ID = "\uffff";

const starts = new WeakMap<Frame, Uint32Array>();

/** Where each event starts, and the end of the last; found once for a frame. */
function startsOf(frame: Frame): Uint32Array {
  const held = starts.get(frame);
  if (held !== undefined) return held;
  const part = frame.parts.get("rows") ?? NO_BYTES.of;
  const found: number[] = [];
  for (let at = 0; at < part.length; ) {
    found.push(at);
    const end = part.indexOf(NEWLINE, at);
    at = end < 0 ? part.length : end + 1;
  }
  const made = Uint32Array.from([...found, part.length]);
  starts.set(frame, made);
  return made;
}

function eventAt(frame: Frame, n: number): HistoryEvent {
  const at = startsOf(frame);
  const text = frame.parts.get("rows")?.toString("utf8", at[n], (at[n + 1] ?? 0) - SEPARATOR_LENGTH) ?? "";
  return JSON.parse(text) as HistoryEvent;
}

/** How many of the descending instants are at or after `time`. */
function countFrom(instants: readonly number[], time: number): number {
  let low = 0;
  for (let high = instants.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((instants[middle] ?? 0) >= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first event of the window, or after the place. */
function firstOf(frame: Frame, { until, after }: EventsAsk): number {
  const { at } = frame.meta;
  if (after === null) return until === null ? 0 : countFrom(at, until);
  let n = countFrom(at, after[0] + 1);
  while (at[n] === after[0] && eventAt(frame, n).id <= after[1]) n += 1;
  return n;
}

/** Nothing stored is not nothing there: the feeds may not have been read, or not of this token. */
const WHERE_TOLD = "whether it was looked for, the sections context, derivatives and onchain of its state tell.";

/** By frame: equal reads of one have equal notes. */
const notes = new WeakMap<Frame, readonly Note[]>();

function notesOf(frame: Frame): readonly Note[] {
  const held = notes.get(frame);
  if (held !== undefined) return held;
  const made = makeNotes(frame.meta.kinds);
  notes.set(frame, made);
  return made;
}

function makeNotes(kinds: readonly string[]): readonly Note[] {
  const missing = EVENT_KINDS.filter((kind) => !OWN_KINDS.includes(kind) && !kinds.includes(kind));
  return missing.length === 0
    ? []
    : [{ code: "none", detail: `events: no ${missing.join(", ")} is stored; ${WHERE_TOLD}` }];
}

/** What the snapshot holds of the window; `isWhole`: whether that is all, or the page is full. */
function cutFrame(frame: Frame, ask: EventsAsk): { readonly read: EventsRead; readonly isWhole: boolean } {
  const { at, asOf, from: since } = frame.meta;
  const first = firstOf(frame, ask);
  const end = Math.max(first, countFrom(at, Math.max(ask.from, since)));
  const stop = Math.min(end, first + ask.limit);
  const offsets = startsOf(frame);
  const part = frame.parts.get("rows") ?? NO_BYTES.of;
  const rows: Range =
    stop > first ? { of: part, from: offsets[first] ?? 0, to: (offsets[stop] ?? 0) - SEPARATOR_LENGTH } : NO_BYTES;
  const delivered = stop - first;
  const next: EventPlace | null = end > stop ? [at[stop - 1] ?? 0, eventAt(frame, stop - 1).id] : null;
  const reason = delivered > 0 ? null : ("none" as const);
  const isWhole = next !== null || ask.from >= since;
  return {
    read: { rows, delivered, next, since: ask.from, reason, asOf, from: [frame], notes: notesOf(frame) },
    isWhole,
  };
}

const pending: EventsRead = {
  ...{ rows: NO_BYTES, delivered: 0, next: null, since: 0, reason: "pending", asOf: null, from: [] },
  notes: [{ code: "pending", detail: "events: not built yet for this token." }],
};

/** Events that memory knows all of; null where older ones have to be read. */
export function readEventsHeld(frame: Frame | null, ask: EventsAsk): EventsRead | null {
  if (frame === null) return { ...pending, since: ask.from };
  const { read, isWhole } = cutFrame(frame, ask);
  return isWhole ? read : null;
}

/** Liquidations are told by the window they fall into, which is over so much later. */
const LATE_MS = QUARTER_MS;
const ROWS_MAX = 65_536;

type DatedEvent = { readonly at: number; readonly event: HistoryEvent };

const newestFirst = (a: DatedEvent, b: DatedEvent): number => b.at - a.at || (a.event.id < b.event.id ? -1 : 1);

const isAfter = ({ at, event }: DatedEvent, place: EventPlace): boolean =>
  at < place[0] || (at === place[0] && event.id > place[1]);

/**
 * A page of stored events, and whether there are more. Each kind is asked for its newest; where one has more than it
 * gave, only what is newer than its oldest is certain, and more is asked for until the page is full.
 */
async function readStored(
  ask: EventsAsk,
  { store, env }: Pick<Deps, "store" | "env">,
): Promise<{ page: DatedEvent[]; isCut: boolean }> {
  const { token, symbol, from, until, now, after } = ask;
  const before = Math.min(until ?? now, (after?.[0] ?? now) + 1, now + 1);
  for (let limit = ask.limit + 1; ; limit = Math.min(limit * 4, ROWS_MAX)) {
    const params = { tokens: [token], from, to: Math.min(before + LATE_MS, now), asOf: now, limit };
    const dated: DatedEvent[] = [];
    let certain = Number.NEGATIVE_INFINITY;
    for (const kind of EVENT_KINDS) {
      const mine = await EVENT_SOURCES[kind].read(store.query, params, () => symbol, originOf(env));
      dated.push(...mine);
      if (mine.length >= limit) certain = Math.max(certain, mine.at(-1)?.at ?? certain);
    }
    const page = dated
      .filter((one) => one.at >= from && one.at < before && one.at > certain && (after === null || isAfter(one, after)))
      .sort(newestFirst);
    const isEnough = page.length > ask.limit || certain === Number.NEGATIVE_INFINITY || limit >= ROWS_MAX;
    if (isEnough) return { page: page.slice(0, ask.limit), isCut: page.length > ask.limit };
  }
}

/** Without the store: what memory has, and where the rest would go on. */
function withoutStore(frame: Frame, ask: EventsAsk): EventsRead {
  const { read: held } = cutFrame(frame, ask);
  const { from: since } = frame.meta;
  const detail = `events: those before ${toTime(since)} could not be read; try again.`;
  return {
    ...held,
    since,
    next: [since, LAST_ID],
    reason: held.delivered > 0 ? null : "source_error",
    notes: [...held.notes, { code: "source_error", detail }],
  };
}

/** Events that memory does not know all of. A further page throws upstream_unavailable without the store. */
export async function readEventsStored(frame: Frame, ask: EventsAsk, deps: Deps): Promise<EventsRead> {
  try {
    const { page, isCut } = await askStore(deps, (store) => readStored(ask, { store, env: deps.env }));
    const last = page.at(-1);
    return {
      rows: wholeOf(Buffer.from(page.map(({ event }) => JSON.stringify(event)).join(","))),
      delivered: page.length,
      next: isCut && last ? [last.at, last.event.id] : null,
      since: ask.from,
      reason: page.length > 0 ? null : "none",
      asOf: frame.meta.asOf,
      from: [frame],
      notes: notesOf(frame),
    };
  } catch (error) {
    if (ask.after !== null || !isFault(error)) throw error;
    return withoutStore(frame, ask);
  }
}

/** No more than an answer may hold. */
export const eventsLimit = (limit: number): number => Math.min(limit, LIMITS.eventsMax);
