// Windows of the past: the sweep finds what is missing and picks what to ask for next, the fill fetches one hole and stores it.
import { HOUR_MS, MINUTE_MS } from "../schema/duration.ts";
import { fault } from "../schema/fault.ts";
import { isHttpError } from "../schema/io/http.ts";
import { KEYS } from "../schema/key.ts";
import { TRACKED } from "../schema/token/tracked.ts";
import type { IngestDeps } from "./deps.ts";
import { fetchRows, sourceListings } from "./pull.ts";
import { readCursors } from "./run/cursor.ts";
import { markHistoryDirty } from "./run/dirty.ts";
import { confirmEmpty, type MissingWindow, missingWindows } from "./run/gap.ts";
import { closedUntil, holesOf, pagesOf, subtract } from "./run/grid.ts";
import { type HearOdd, hearOdd } from "./run/odd.ts";
import { openRun, type Run, type RunResult } from "./run/run.ts";
import type { GridSource } from "./source/define-source.ts";
import type { Listing } from "./source/market.ts";
import type { SourceRow, Window } from "./source/source-base.ts";
import { SOURCES, sourceOf } from "./sources.ts";

/** Venues that answer with fewer rows than asked leave a hole this large at a page's start: it is asked once more. */
const HOLE_ROWS_AGAIN = 50;
/** The newest row of a market may be one that was filled so long after it closed. */
const SHOWN_MS = 2 * HOUR_MS;

type Filling = { readonly run: Run; readonly source: GridSource; readonly listing: Listing; readonly now: number };

/** Open times of the rows that came, and of those that were admitted; whether members came of which none was. */
type Times = { readonly given: number[]; readonly kept: number[]; readonly isRefused: boolean };
type Holes = {
  /** What the venue has not. */
  readonly empty: readonly Window[];
  /** What it answered with rows that nobody can use. */
  readonly refused: readonly Window[];
};

const openTimes = (rows: readonly SourceRow[]): number[] =>
  rows.map((row) => row.open_at as number).sort((a, b) => a - b);

async function fillPage({ run, source, listing, now }: Filling, page: Window, order: number): Promise<Times> {
  let isOdd = false;
  const hear: HearOdd = (odd, isAll) => {
    run.odd(odd, isAll);
    isOdd ||= isAll;
  };
  const fetched = () => fetchRows(run, source, source.call(listing, page, now), { listings: [listing], now });
  const { rows, record, asked } = await hearOdd(hear, fetched);
  const kept = await run.take(rows, {
    now,
    order,
    record,
    asked,
    ageMsMax: null,
    grid: { intervalS: source.intervalS, window: page },
    // The price of today says little about the past.
    reference: () => undefined,
  });
  const given = openTimes(rows).filter((at) => at >= page.from && at < page.to);
  return { given, kept: openTimes(kept), isRefused: kept.length === 0 && (isOdd || given.length > 0) };
}

/** Fills a window page by page; gives back what of it is still missing. */
async function fillPages(filling: Filling, window: Window): Promise<Holes> {
  const { run, source } = filling;
  const kept: number[] = [];
  const refused: Window[] = [];
  for (const [order, page] of pagesOf(window, source).entries()) {
    run.signal?.throwIfAborted();
    const found = await fillPage(filling, page, order * 2);
    kept.push(...found.kept);
    if (found.isRefused) refused.push(page);
    const [hole] = holesOf(page, found.given, source.intervalS);
    const large = hole !== undefined && hole.to - hole.from >= HOLE_ROWS_AGAIN * source.intervalS * 1_000;
    if (large && found.given.length > 0) kept.push(...(await fillPage(filling, hole, order * 2 + 1)).kept);
  }
  const times = kept.sort((a, b) => a - b);
  const missingIn = (part: Window) =>
    holesOf(
      part,
      times.filter((at) => at >= part.from && at < part.to),
      source.intervalS,
    );
  return { empty: missingIn(window).flatMap((hole) => subtract(hole, refused)), refused: refused.flatMap(missingIn) };
}

/**
 * Fetches a window of the past and stores it. Provider failures are in the result's errors; the window then stays
 * missing and the next sweep asks again.
 */
export async function fillWindow(deps: IngestDeps, ask: MissingWindow, signal?: AbortSignal): Promise<RunResult> {
  const source = sourceOf(ask.source);
  if (source?.kind !== "grid") throw fault("internal_error", `${ask.source} has no past to fill`);
  const run = await openRun(deps, source, `${ask.source}~${ask.token}~${ask.from}~${ask.to}`, signal);
  let holes: Holes | null = null;
  let now = deps.clock.now();
  try {
    const listing = (await sourceListings(run, source)).find((one) => one.token === ask.token);
    now = await run.connections.exchanges[source.venue].now(run.context, source.market);
    const window = { from: ask.from, to: Math.min(ask.to, closedUntil(now, source.intervalS)) };
    if (listing) holes = await fillPages({ run, source, listing, now }, window);
  } catch (error) {
    run.fail(ask.token, error);
  }
  // What answers may already show is stored after its call; of the past nobody names a call at once.
  const result = await run.finish(now - ask.to < SHOWN_MS ? "now" : "later");
  if (holes !== null) {
    await confirmEmpty(deps, source, ask.token, holes.empty, now);
    await confirmEmpty(deps, source, ask.token, holes.refused, now, "refused");
  }
  if (result.rows > 0) await markHistoryDirty(deps, ask.token, ask.from);
  return result;
}

/** Fills that may wait or run at once over all sources. */
const OUTSTANDING_MAX = 900;
/** A fill that was asked so long ago and did not end is taken as lost. */
const ASKED_MS_MAX = 15 * MINUTE_MS;
/** The newest rows are the live pull's: a sweep beside it would ask for what is on its way. */
const LIVE_ROWS = 5;

const askedField = (window: MissingWindow): string => `${window.source}~${window.token}~${window.from}~${window.to}`;

type Whole = { /** Up to when nothing was missing. */ readonly until: number; readonly readAt: number };

/** What each process found whole, by source: a sweep reads the rest of the past only now and then. */
const WHOLE = new WeakMap<IngestDeps["redis"], Map<string, Whole>>();
const ANEW_MS = 30 * MINUTE_MS;
/** Rows before this are settled: an hour's outage and what venues repair lie after it. */
const UNSETTLED_MS = 2 * HOUR_MS;

/** The missing windows up to `until`, from the start of the past or from where it was whole not long ago. */
async function missingUntil(deps: IngestDeps, source: GridSource, listings: readonly Listing[], until: number) {
  const known = WHOLE.get(deps.redis) ?? new Map<string, Whole>();
  WHOLE.set(deps.redis, known);
  const step = source.intervalS * 1_000;
  const last = known.get(source.id);
  const now = deps.clock.now();
  const holds = last !== undefined && now - last.readAt < ANEW_MS;
  // Nothing has closed since: what was whole is.
  if (holds && until <= last.until) return [];
  const since = holds ? Math.floor((last.until - UNSETTLED_MS) / step) * step : 0;
  const missing = await missingWindows(deps, source, listings, until, since);
  if (missing.length > 0) known.delete(source.id);
  else known.set(source.id, { until, readAt: holds ? last.readAt : now });
  return missing;
}

async function missingOf(deps: IngestDeps, source: GridSource, slot: number, signal?: AbortSignal) {
  // One that is limited to tokens of which none is tracked has no past, and never will be pulled.
  if (source.tokens && !TRACKED.some(({ id }) => source.tokens?.has(id))) return [];
  // A source that was never pulled is about to bring a page of every token by itself.
  if ((await readCursors(deps, source)).size === 0) return null;
  const run = await openRun(deps, source, `sweep~${source.id}~${slot}`, signal);
  try {
    const listings = await sourceListings(run, source);
    const now = await run.connections.exchanges[source.venue].now(run.context, source.market);
    const until = closedUntil(now, source.intervalS) - LIVE_ROWS * MINUTE_MS;
    const step = source.intervalS * 1_000;
    return await missingUntil(deps, source, listings, Math.floor(until / step) * step);
  } catch (error) {
    if (!isHttpError(error)) throw error;
    deps.log.warn({ source: source.id, outcome: error.kind }, "the venue is away, its gaps are not known");
    return null;
  } finally {
    await run.notes();
  }
}

/** Round robin over the sources, so that no venue waits for another's whole past. */
function interleave(lists: readonly (readonly MissingWindow[])[]): MissingWindow[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const mixed: MissingWindow[] = [];
  for (let i = 0; i < longest; i += 1) for (const list of lists) if (list[i]) mixed.push(list[i] as MissingWindow);
  return mixed;
}

/**
 * How many windows a fill has in all, and how many of them are done, now that so many are missing: what it has in all
 * stands unless more is missing than it ever had, and what is done never falls (a venue that gives half a window is
 * asked again), yet is not all while anything is missing.
 */
export function progressOf(kept: { total: number; done: number }, missing: number): { total: number; done: number } {
  const total = missing > kept.total ? kept.done + missing : kept.total;
  const done = Math.max(kept.done, total - missing);
  return { total, done: missing > 0 ? Math.min(done, total - 1) : done };
}

const doneOf = async ({ redis }: IngestDeps) => Number((await redis.hget(KEYS.backfill, "windows_done")) ?? 0);

/** @param doneBefore windows done when it was looked at what is missing: what ended since is missing no more. */
async function keepProgress(deps: IngestDeps, found: number, doneBefore: number): Promise<void> {
  const key = KEYS.backfill;
  const now = deps.clock.now();
  const kept = { total: Number((await deps.redis.hget(key, "windows_total")) ?? 0), done: await doneOf(deps) };
  const missing = Math.max(0, found - Math.max(0, kept.done - doneBefore));
  const { total, done } = progressOf(kept, missing);
  const pipeline = deps.redis.multi().hsetnx(key, "started_at", now).hset(key, { windows_total: total });
  pipeline.hincrby(key, "windows_done", done - kept.done);
  if (missing === 0) pipeline.hsetnx(key, "finished_at", now);
  else pipeline.hdel(key, "finished_at");
  await pipeline.exec();
}

/** Counts a fill as ended, well or not. */
export async function fillEnded(deps: IngestDeps, window: MissingWindow, stored: boolean): Promise<void> {
  const counted = stored ? deps.redis.hincrby(KEYS.backfill, "windows_done", 1) : null;
  await Promise.all([deps.redis.hdel(KEYS.gapAsked, askedField(window)), counted]);
}

/** The windows to ask for now, most wanted first; they count as asked. */
export async function sweepGaps(deps: IngestDeps, slot: number, signal?: AbortSignal): Promise<MissingWindow[]> {
  const grids = Object.values(SOURCES).filter((source): source is GridSource => source.kind === "grid");
  const lists: MissingWindow[][] = [];
  let known = true;
  const doneBefore = await doneOf(deps);
  for (const source of grids) {
    const missing = await missingOf(deps, source, slot, signal);
    if (missing === null) known = false;
    else lists.push(missing);
  }
  const missing = interleave(lists);
  if (known) await keepProgress(deps, missing.length, doneBefore);

  const now = deps.clock.now();
  const asked = Object.entries(await deps.redis.hgetall(KEYS.gapAsked));
  const lost = asked.filter(([, at]) => now - Number(at) > ASKED_MS_MAX).map(([field]) => field);
  if (lost.length > 0) await deps.redis.hdel(KEYS.gapAsked, ...lost);
  const waiting = new Set(asked.map(([field]) => field).filter((field) => !lost.includes(field)));
  const wanted = missing
    .filter((window) => !waiting.has(askedField(window)))
    .slice(0, Math.max(0, OUTSTANDING_MAX - waiting.size));
  if (wanted.length > 0) {
    await deps.redis.hset(KEYS.gapAsked, Object.fromEntries(wanted.map((window) => [askedField(window), now])));
  }
  return wanted;
}
