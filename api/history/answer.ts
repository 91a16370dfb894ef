// A history answer out of its parts: what is asked, read from memory where it is all there, and joined without a parse.
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { SERIES_IDS, type SeriesId } from "../../schema/series/index.ts";
import { BUCKET_S } from "../../schema/series/series.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { SourceForm } from "../../schema/source-text.ts";
import type { Piece } from "../answer/pieces.ts";
import type { Reply } from "../contract.ts";
import type { Deps } from "../deps.ts";
import type { FrameOf } from "../snapshot/frame-table.ts";
import { needFrame } from "../snapshot/need.ts";
import { type Found, resolveToken } from "../snapshot/token-index.ts";
import { universeOf } from "../snapshot/universe.ts";
import { type Cursor, type RowPlace, writeCursor } from "./cursor.ts";
import { type Ask, absentSeries, readBuckets } from "./read-buckets.ts";
import { type EventsAsk, type EventsRead, eventsLimit } from "./read-events.ts";
import { type SeriesRead, sourceTexts, writeSeries } from "./series-text.ts";
import { timeText } from "./time-text.ts";
import { cursorOf, type HistoryQuery, idsOf, resolveWindow, type Window, windowOf } from "./window.ts";

/** Series that move with the market decide as_of (contract D15). */
const MARKET_SPEED: ReadonlySet<string> = new Set(["price", "candles", "open_interest", "funding", "long_short"]);
/** Where a part is not built yet, nothing announces the answer's end. */
const KEPT_MS = { whole: 30_000, partial: 2_000 } as const;

/** What a call asks for, after all of it was checked. */
export type HistoryCall = {
  readonly found: Found;
  readonly tokens: FrameOf<"tokens">;
  readonly window: Window;
  readonly ids: readonly SeriesId[];
  readonly cursor: Cursor | null;
  readonly sources: SourceForm;
  readonly ask: Ask;
  /** Null where a further page has no more of them. */
  readonly events: EventsAsk | null;
  /** Where so many different windows are asked for that none is likely to come again. */
  readonly isOneOff: boolean;
};

export function readCall(token: string, query: HistoryQuery, deps: Deps): HistoryCall {
  const tokens = needFrame(deps.snapshots, "tokens", SNAPSHOTS.tokens);
  const found = resolveToken(tokens.meta, token, universeOf(deps.snapshots).current());
  const now = deps.clock.now();
  const { id, symbol } = found.token;
  const cursor = cursorOf(query, id);
  const window = cursor === null ? resolveWindow(query, now) : windowOf(cursor);
  const limit = query.limit ?? LIMITS.seriesRawRowsMax;
  const { until, to } = window;
  const hasEvents = cursor === null || cursor.events !== null;
  return {
    found,
    tokens,
    window,
    ids: cursor === null ? SERIES_IDS.filter((one) => query.series?.includes(one) ?? true) : idsOf(cursor),
    cursor,
    sources: query.sources ?? "short",
    ask: { token: id, from: window.seriesFrom, until, to, now, limit },
    events: hasEvents
      ? {
          ...{ token: id, symbol, from: window.eventsFrom, until, now },
          ...{ limit: eventsLimit(limit), after: cursor?.events ?? null },
        }
      : null,
    isOneOff: query.since !== undefined || query.until !== undefined || cursor !== null,
  };
}

export const placeOf = ({ cursor }: HistoryCall, id: SeriesId): RowPlace | null => cursor?.series[id] ?? null;

/** Buckets of one series out of its frame, or of none. */
export function readFrame(call: HistoryCall, id: SeriesId, frame: FrameOf<"history"> | null): SeriesRead {
  const { resolution } = call.window;
  if (resolution === "raw") throw new Error("raw rows are in no frame");
  if (frame === null) return absentSeries(id, call.ask, BUCKET_S[resolution]);
  return readBuckets(id, resolution, call.ask, frame, placeOf(call, id));
}

export type Parts = { readonly series: readonly SeriesRead[]; readonly events: EventsRead | null };

function asOfParts({ series, events }: Parts, otherwise: number): number {
  const known = series.filter(({ asOf }) => asOf !== null);
  const fast = known.filter(({ id }) => MARKET_SPEED.has(id));
  const parts = (fast.length > 0 ? fast : known).map(({ asOf }) => asOf ?? otherwise);
  return parts.length > 0 ? Math.min(...parts) : (events?.asOf ?? otherwise);
}

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

/** How far the answer reaches: to what was asked, or to where the newest of its parts was built. */
function untilOf({ window, ask, cursor }: HistoryCall, versions: readonly number[]): number {
  if (window.until !== null) return window.until;
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

function headOf(call: HistoryCall, versions: readonly number[]): string {
  const { since, resolution, requested } = call.window;
  const from = since === null ? "null" : `"${toTime(since)}"`;
  const until = timeText(untilOf(call, versions));
  return `{"token":${tokenText(call.found)},"since":${from},"until":"${until}","resolution":"${resolution}","resolution_requested":"${requested}"`;
}

function writeEvents(call: HistoryCall, events: EventsRead | null, until: number): readonly Piece[] {
  const next = nextCursor(call, { events });
  const coverage = {
    from: toTime(events?.since ?? call.window.eventsFrom),
    to: timeText(until),
    delivered: events?.delivered ?? 0,
    truncated: next !== null,
    next_cursor: next,
    reason: events?.reason ?? null,
  };
  return ['},"events":[', events?.rows ?? "", `],"events_coverage":${JSON.stringify(coverage)}`];
}

const versionsOf = ({ series, events }: Parts) => [
  ...series.flatMap(({ frame }) => (frame === null ? [] : [frame])),
  ...(events?.from ?? []),
];

/** The pieces of the whole answer, in order. */
function compose(call: HistoryCall, parts: Parts, asOf: number): readonly Piece[] {
  const { series, events } = parts;
  const versions = versionsOf(parts).map(({ version }) => version);
  const sources = sourceTexts(series, call.sources);
  const notes = [...call.window.notes, ...series.flatMap((read) => read.notes), ...(events?.notes ?? [])];
  const next = nextCursor(call, parts);
  const told = `,"truncated":${next !== null},"next_cursor":${JSON.stringify(next)},"notes":${JSON.stringify(notes)}}`;
  return [
    `{"object":"history","id":null,"as_of":"${timeText(asOf)}","data":${headOf(call, versions)},"series":{`,
    ...series.flatMap((read, at) => [
      ...(at === 0 ? [] : [","]),
      ...writeSeries(read, sources.each[at] ?? "[]", nextCursor(call, { series: [read] })),
    ]),
    ...writeEvents(call, events, untilOf(call, versions)),
    `${told},"sources":`,
    sources.all,
    "}",
  ];
}

/** The answer, and how long its bytes hold. */
export function toReply(call: HistoryCall, parts: Parts, deps: Deps): Reply<never> {
  const { tokens, found, window, events } = call;
  const asOf = asOfParts(parts, tokens.meta.asOf);
  const universe = universeOf(deps.snapshots).current();
  const from = [...versionsOf(parts), tokens, ...(found.resolved && universe ? [universe.from] : [])];
  const isBuilt = parts.series.every(({ frame }) => frame !== null);
  const isWhole = isBuilt && (events === null || (parts.events?.from.length ?? 0) > 0);
  return {
    body() {
      return compose(call, parts, asOf);
    },
    asOf,
    from: window.resolution === "raw" ? null : from,
    keepMs: isWhole ? KEPT_MS.whole : KEPT_MS.partial,
    ...(call.isOneOff ? { isOneOff: true } : {}),
  };
}
