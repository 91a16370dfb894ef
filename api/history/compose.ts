// The text of a history answer: its parts in order, with the rows as bytes and the rest written around them.
import { toTime } from "../../schema/shape/time.ts";
import { GAP, type MouldPiece } from "../answer/mould.ts";
import type { Found } from "../snapshot/token-index.ts";
import { writeCursor } from "./cursor.ts";
import type { HistoryCall, Parts } from "./history-call.ts";
import type { EventsRead } from "./read-events.ts";
import { sourceTexts, writeSeries } from "./series-text.ts";
import { timeText } from "./time-text.ts";

/** The cursor that goes on with these parts; null where none of them was cut. */
function nextCursor({ found, window }: HistoryCall, { series, events }: Partial<Parts>): string | null {
  const places = (series ?? []).flatMap(({ id, next }) => (next === null ? [] : [[id, next] as const]));
  const place = events?.next ?? null;
  if (places.length === 0 && place === null) return null;
  const { notes: _, ...fixed } = window;
  return writeCursor({ token: found.token.id, ...fixed, series: Object.fromEntries(places), events: place });
}

const tokenOf = ({ token: { id, symbol, name, rank }, resolved }: Found) => ({
  id,
  symbol,
  name,
  rank,
  ...(resolved ? { resolved } : {}),
});

/** How far the answer reaches: to what was asked where that is over, or to where the newest of its parts was built. */
function untilOf({ window, ask, cursor }: HistoryCall, versions: readonly number[]): number {
  if (window.until !== null && window.until <= window.to) return window.until;
  if (cursor !== null) return window.to;
  return window.resolution === "raw" || versions.length === 0 ? ask.now : Math.max(...versions);
}

/** The token as JSON, the same while its list is. */
const tokenTexts = new WeakMap<Found["token"], string>();

function tokenText(found: Found): string {
  if (found.resolved) return JSON.stringify(tokenOf(found));
  const held = tokenTexts.get(found.token);
  if (held !== undefined) return held;
  const made = JSON.stringify(tokenOf(found));
  tokenTexts.set(found.token, made);
  return made;
}

function headOf(call: HistoryCall, versions: readonly number[], since: MouldPiece): readonly MouldPiece[] {
  const { resolution, requested } = call.window;
  const until = timeText(untilOf(call, versions));
  const told = `,"until":"${until}","resolution":"${resolution}","resolution_requested":"${requested}"`;
  return [`{"token":${tokenText(call.found)},"since":`, ...quoted(since), told];
}

const quoted = (text: MouldPiece): readonly MouldPiece[] => (text === "null" ? [text] : ['"', text, '"']);

function writeEvents(
  call: HistoryCall,
  events: EventsRead | null,
  until: number,
  from: MouldPiece,
): readonly MouldPiece[] {
  const next = nextCursor(call, { events });
  const coverage = {
    to: timeText(until),
    delivered: events?.delivered ?? 0,
    truncated: next !== null,
    next_cursor: next,
    reason: events?.reason ?? null,
  };
  const told = `,${JSON.stringify(coverage).slice(1)}`;
  return ['},"events":[', events?.rows ?? "", '],"events_coverage":{"from":', ...quoted(from), told];
}

/** The snapshots behind the parts. */
export const versionsOf = ({ series, events }: Parts) => [
  ...series.flatMap(({ frame }) => (frame === null ? [] : [frame])),
  ...(events?.from ?? []),
];

/** Since when the events are told. */
export const eventsFromOf = ({ window }: HistoryCall, { events }: Parts): number => events?.since ?? window.eventsFrom;

/** The pieces of the whole answer, in order; `isShared`: with a gap where `since` goes. */
export function compose(call: HistoryCall, parts: Parts, asOf: number, isShared: boolean): readonly MouldPiece[] {
  const { series, events } = parts;
  const { since, notes: told } = call.window;
  const versions = versionsOf(parts).map(({ version }) => version);
  const sources = sourceTexts(series, call.sources);
  const notes = [...told, ...series.flatMap((read) => read.notes), ...(events?.notes ?? [])];
  const next = nextCursor(call, parts);
  const end = `,"truncated":${next !== null},"next_cursor":${JSON.stringify(next)},"notes":${JSON.stringify(notes)}}`;
  return [
    `{"object":"history","id":null,"as_of":"${timeText(asOf)}","data":`,
    ...headOf(call, versions, isShared ? GAP : since === null ? "null" : toTime(since)),
    ',"series":{',
    ...series.flatMap((read, at) => [
      ...(at === 0 ? [] : [","]),
      ...writeSeries(read, sources.each[at] ?? "[]", nextCursor(call, { series: [read] })),
    ]),
    ...writeEvents(call, events, untilOf(call, versions), isShared ? GAP : toTime(eventsFromOf(call, parts))),
    `${end},"sources":`,
    sources.all,
    "}",
  ];
}
