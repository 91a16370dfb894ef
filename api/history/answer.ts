// A history answer out of its parts: what is asked, read from memory where it is all there, and joined without a parse.
import { LIMITS } from "../../schema/limit.ts";
import { SERIES_IDS, type SeriesId } from "../../schema/series/index.ts";
import { BUCKET_S } from "../../schema/series/series.ts";
import type { SourceForm } from "../../schema/source/source-text.ts";
import { describedBy } from "../answer/described-by.ts";
import { castOf, type Mould, openMould } from "../answer/mould.ts";
import type { Reply } from "../contract.ts";
import type { Deps } from "../deps.ts";
import type { FrameOf } from "../snapshot/frame-table.ts";
import { namedToken } from "../snapshot/named-token.ts";
import type { Found } from "../snapshot/token-index.ts";
import { universeOf } from "../snapshot/universe.ts";
import { compose, eventsFromOf, versionsOf } from "./compose.ts";
import type { RowPlace } from "./cursor.ts";
import type { HistoryCall, Parts } from "./history-call.ts";
import { absentSeries, readBuckets } from "./read-buckets.ts";
import { type EventsRead, eventsLimit } from "./read-events.ts";
import type { SeriesRead } from "./series-text.ts";
import { timeTextOnce } from "./time-text.ts";
import { cursorOf, type HistoryQuery, idsOf, resolveWindow, type Window, windowOf } from "./window.ts";

/** Series that move with the market decide as_of (contract D15). */
const MARKET_SPEED: ReadonlySet<string> = new Set(["price", "candles", "open_interest", "funding", "long_short"]);
/** Where a part is not built yet, nothing announces the answer's end. */
const KEPT_MS = { whole: 30_000, partial: 2_000 } as const;

/** By what was asked, which is one object for those who ask the same. */
const asked = new WeakMap<readonly SeriesId[], readonly SeriesId[]>();

/** The series asked for, in wire order. */
function idsAsked(series: readonly SeriesId[] | undefined): readonly SeriesId[] {
  if (series === undefined) return SERIES_IDS;
  const known = asked.get(series);
  if (known !== undefined) return known;
  const made = SERIES_IDS.filter((one) => series.includes(one));
  asked.set(series, made);
  return made;
}

export function readCall(token: string, query: HistoryQuery, deps: Deps): HistoryCall {
  const { found, tokens } = namedToken(deps.snapshots, token);
  const now = deps.clock.now();
  const { id, symbol } = found.token;
  const cursor = cursorOf(query, id);
  const window = cursor === null ? resolveWindow(query, now) : windowOf(cursor);
  const limit = query.limit ?? LIMITS.seriesRawRowsMax;
  const { until, to, eventsFrom } = window;
  const hasEvents = cursor === null || cursor.events !== null;
  // Written out: to spread objects into each other costs more than all else here.
  const after = cursor?.events ?? null;
  const events = { token: id, symbol, from: eventsFrom, until, now, limit: eventsLimit(limit), after };
  return {
    found,
    tokens,
    window,
    ids: cursor === null ? idsAsked(query.series) : idsOf(cursor),
    cursor,
    sources: query.sources ?? "short",
    ask: { token: id, from: window.seriesFrom, until, to, now, limit },
    events: hasEvents ? events : null,
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

function asOfParts({ series, events }: Parts, otherwise: number): number {
  const known = series.filter(({ asOf }) => asOf !== null);
  const fast = known.filter(({ id }) => MARKET_SPEED.has(id));
  const parts = (fast.length > 0 ? fast : known).map(({ asOf }) => asOf ?? otherwise);
  return parts.length > 0 ? Math.min(...parts) : (events?.asOf ?? otherwise);
}

/** An answer but for `since`: what is asked of the same parts with another one gets the same. */
type Answer = {
  readonly found: Found;
  readonly tokens: HistoryCall["tokens"];
  readonly sources: SourceForm;
  readonly requested: Window["requested"];
  readonly until: number | null;
  readonly parts: Parts;
  readonly mould: Mould;
  readonly reply: Omit<Reply<never>, "body">;
};

/** By the first of their series, the newest first; they go with it. */
const answers = new WeakMap<SeriesRead, readonly Answer[]>();
const ANSWERS_MAX = 4;

function isSameEvents(a: EventsRead | null, b: EventsRead | null): boolean {
  if (a === null || b === null) return a === b;
  const isSameRows = a.rows.of === b.rows.of && a.rows.from === b.rows.from && a.rows.to === b.rows.to;
  return isSameRows && a.reason === b.reason && a.notes === b.notes && a.from[0] === b.from[0];
}

const isSame = (answer: Answer, { found, tokens, sources, window }: HistoryCall, { series, events }: Parts): boolean =>
  answer.found === found &&
  answer.tokens === tokens &&
  answer.sources === sources &&
  answer.requested === window.requested &&
  answer.until === window.until &&
  answer.parts.series.length === series.length &&
  series.every((read, at) => read === answer.parts.series[at]) &&
  isSameEvents(answer.parts.events, events);

/** Whether nothing in the answer but its own text tells `since`: buckets say where theirs begin, cursors say it all. */
const isShareable = (call: HistoryCall, parts: Parts): boolean =>
  call.window.since !== null &&
  call.cursor === null &&
  call.window.notes.length === 0 &&
  eventsFromOf(call, parts) === call.window.since &&
  parts.events?.next == null &&
  parts.series.every(({ frame, next }) => frame !== null && next === null);

function makeAnswer(call: HistoryCall, parts: Parts, deps: Deps, isShared: boolean): Answer {
  const { tokens, found, sources, window, events } = call;
  const asOf = asOfParts(parts, tokens.meta.asOf);
  const universe = universeOf(deps.snapshots).current();
  const from = [...versionsOf(parts), tokens, ...(found.resolved && universe ? [universe.from] : [])];
  const isBuilt = parts.series.every(({ frame }) => frame !== null);
  const isWhole = isBuilt && (events === null || (parts.events?.from.length ?? 0) > 0);
  const reply = {
    asOf,
    from: window.resolution === "raw" ? null : from,
    describedBy: describedBy(events === null ? call.ids : [...call.ids, "signals"], deps),
    keepMs: isWhole ? KEPT_MS.whole : KEPT_MS.partial,
    ...(call.isOneOff ? { isOneOff: true as const } : {}),
  };
  const mould = openMould(() => compose(call, parts, asOf, isShared));
  return { found, tokens, sources, requested: window.requested, until: window.until, parts, mould, reply };
}

/** The answer, and how long its bytes hold. */
export function toReply(call: HistoryCall, parts: Parts, deps: Deps): Reply<never> {
  const [first] = parts.series;
  const { since } = call.window;
  if (first === undefined || since === null || !isShareable(call, parts)) {
    const { mould, reply } = makeAnswer(call, parts, deps, false);
    return { body: castOf(mould, ""), ...reply };
  }
  const known = answers.get(first) ?? [];
  let answer = known.find((one) => isSame(one, call, parts));
  if (answer === undefined) {
    answer = makeAnswer(call, parts, deps, true);
    answers.set(first, [answer, ...known].slice(0, ANSWERS_MAX));
  }
  return { body: castOf(answer.mould, timeTextOnce(since)), ...answer.reply };
}
