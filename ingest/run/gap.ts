// Gaps: what should be stored of the past and is not, less what venues confirmed not to have; asked for in bounded numbers.
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import { providerName } from "../../schema/env.ts";
import { KEYS } from "../../schema/key.ts";
import { candleGap } from "../../schema/query/trade/candle-gap.ts";
import type { IngestDeps } from "../deps.ts";
import type { GridSource } from "../source/define-source.ts";
import type { Listing } from "../source/market.ts";
import type { Window } from "../source/source-base.ts";
import { subtract } from "./grid.ts";

export type MissingWindow = {
  readonly source: string;
  readonly token: string;
  readonly from: number;
  readonly to: number;
};

/** Rows of one fill, two weeks of minutes: many pages make one insert. */
const FILL_ROWS = 20_160;
/** Venues repair late: a confirmed hole is asked again after so long, a recent one sooner. */
const EMPTY_MS = { recent: 6 * HOUR_MS, old: 7 * DAY_MS } as const;
/** Behind the instant, where rows came and nobody could use them: that says little about what the venue has. */
const REFUSED = "~refused";
/** Holes younger than this are never taken as confirmed: the venue may still be writing. */
const UNSETTLED_MS = 2 * HOUR_MS;
const EMPTY_KEPT_MAX = 50;

const fillMs = (source: GridSource): number => FILL_ROWS * source.intervalS * 1_000;

/** How far back a source reaches, in milliseconds. */
export function pastMs({ env }: IngestDeps, { backfillDays }: GridSource): number {
  return Math.min(backfillDays === "env" ? env.BACKFILL_DAYS : backfillDays, env.PAST_DAYS_MAX) * DAY_MS;
}

/** Start of the past that a source keeps, on the grid. */
function pastStart(deps: IngestDeps, source: GridSource, now: number): number {
  const step = source.intervalS * 1_000;
  return Math.ceil((now - pastMs(deps, source)) / step) * step;
}

type Confirmed = Map<string, Window[]>;

/** Stretches by token that the venue confirmed as empty; outdated ones are forgotten. */
async function confirmedEmpty(deps: IngestDeps, source: string, now: number): Promise<Confirmed> {
  const key = KEYS.emptyWindow(source);
  const stored = await deps.redis.hgetall(key);
  const confirmed: Confirmed = new Map();
  const outdated: string[] = [];
  for (const [field, told] of Object.entries(stored)) {
    const [token = "", from = "", to = ""] = field.split("~");
    const isSoon = Number(to) > now - 2 * DAY_MS || told.endsWith(REFUSED);
    if (now - Number.parseInt(told, 10) > (isSoon ? EMPTY_MS.recent : EMPTY_MS.old)) outdated.push(field);
    else confirmed.set(token, [...(confirmed.get(token) ?? []), { from: Number(from), to: Number(to) }]);
  }
  if (outdated.length > 0) await deps.redis.hdel(key, ...outdated);
  return confirmed;
}

/** Remembers stretches for which the venue answered and had nothing, or rows of which none was admitted. */
export async function confirmEmpty(
  deps: IngestDeps,
  source: GridSource,
  token: string,
  holes: readonly Window[],
  now: number,
  why: "empty" | "refused" = "empty",
): Promise<void> {
  const settled = holes.filter((hole) => hole.to <= now - UNSETTLED_MS).slice(0, EMPTY_KEPT_MAX);
  if (settled.length === 0) return;
  const fields = Object.fromEntries(
    settled.map(({ from, to }) => [`${token}~${from}~${to}`, `${now}${why === "refused" ? REFUSED : ""}`]),
  );
  await deps.redis.hset(KEYS.emptyWindow(source.id), fields);
}

/** A stretch cut on a fixed grid of fills, so that the same hole always has the same name; newest first. */
function cut(window: Window, size: number): Window[] {
  const pieces: Window[] = [];
  for (let from = window.from; from < window.to; ) {
    const to = Math.min(window.to, (Math.floor(from / size) + 1) * size);
    pieces.push({ from, to });
    from = to;
  }
  return pieces.reverse();
}

/**
 * The windows of a source's past that are not stored, newest first and then in order of the listings (the most
 * important tokens first). `until` is where the live pull takes over, epoch ms on the grid; what lies before `since`
 * is taken as stored.
 */
export async function missingWindows(
  deps: IngestDeps,
  source: GridSource,
  listings: readonly Listing[],
  until: number,
  since = 0,
): Promise<MissingWindow[]> {
  const from = Math.max(pastStart(deps, source, until), since);
  const { venue, market, intervalS: interval_s } = source;
  const provider = providerName(deps.env, source.provider);
  const [rows, confirmed] = await Promise.all([
    deps.store.query(candleGap, { venue, market, interval_s, provider, from, to: until }),
    confirmedEmpty(deps, source.id, until),
  ]);
  const stored = new Map(rows.map((row) => [row.token, row.gaps]));
  const step = interval_s * 1_000;
  const missing: (MissingWindow & { rank: number })[] = [];
  for (const [rank, { token, listedAt }] of listings.entries()) {
    const gaps = stored.get(token)?.map(([start, end]) => ({ from: start * 1_000, to: end * 1_000 })) ?? [
      { from, to: until },
    ];
    const listed = listedAt === null ? from : Math.ceil(listedAt / step) * step;
    const left = gaps
      .map((gap) => ({ from: Math.max(gap.from, listed), to: gap.to }))
      .filter((gap) => gap.to > gap.from)
      .flatMap((gap) => subtract(gap, confirmed.get(token) ?? []))
      .flatMap((gap) => cut(gap, fillMs(source)));
    missing.push(...left.map((gap) => ({ source: source.id, token, ...gap, rank })));
  }
  const size = fillMs(source);
  missing.sort((a, b) => Math.floor(b.from / size) - Math.floor(a.from / size) || a.rank - b.rank || b.from - a.from);
  return missing.map(({ rank: _, ...window }) => window);
}
