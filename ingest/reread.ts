// Nightly re-read: closed windows are asked for once more, and what the provider corrected is appended as a later version.
import { createHash } from "node:crypto";
import { HOUR_MS } from "../schema/duration.ts";
import { KEYS } from "../schema/key.ts";
import { type CandleWindowRow, candleWindow } from "../schema/query/trade/candle-window.ts";
import type { IngestDeps } from "./deps.ts";
import { fetchRows, sourceListings } from "./pull.ts";
import { markHistoryDirty } from "./run/dirty.ts";
import { pastMs } from "./run/gap.ts";
import { closedUntil } from "./run/grid.ts";
import { openRun, type Run } from "./run/run.ts";
import type { GridSource } from "./source/define-source.ts";
import type { Listing } from "./source/market.ts";
import type { SourceRow, Window } from "./source/source-base.ts";
import { SOURCES } from "./sources.ts";

/** Tokens of each source a night looks at: over a month every token is seen. */
const TOKENS_PER_NIGHT = 4;
/** Windows begin within so many rows of the present; younger ones may still be written. */
const DEPTH_ROWS = 10_000;
const SETTLED_MS = 2 * HOUR_MS;
const VALUES = ["open", "high", "low", "close", "volume_native", "volume_usd"] as const;

type Reread = {
  /** Rows that were stored and given again. */
  readonly compared: number;
  /** Of those, rows whose values had changed. */
  readonly corrected: number;
  /** Rows given now that were not stored. */
  readonly absent: number;
};

const drawOf = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE(0);

/** The night's choice: the same for every process that asks. */
export function chooseTokens(source: string, slot: number, listings: readonly Listing[]): Listing[] {
  const draw = ({ token }: Listing) => drawOf(`${source}~${slot}~${token}`);
  return [...listings].sort((a, b) => draw(a) - draw(b)).slice(0, TOKENS_PER_NIGHT);
}

/** One page of closed rows, settled, that lies within what the source keeps. */
export function chooseWindow(
  source: GridSource,
  token: string,
  slot: number,
  now: number,
  keptFrom: number,
): Window | null {
  const step = source.intervalS * 1_000;
  const last = closedUntil(now - SETTLED_MS, source.intervalS);
  const rows = Math.min(DEPTH_ROWS, Math.floor((last - keptFrom) / step));
  if (rows <= 0) return null;
  const page = Math.min(source.pageRows, rows);
  const back = drawOf(`${source.id}~${slot}~${token}~window`) % (rows - page + 1);
  const to = last - back * step;
  return { from: to - page * step, to };
}

const differs = (stored: CandleWindowRow, given: SourceRow): boolean =>
  VALUES.some((name) => stored[name] !== given[name]);

async function rereadOne(run: Run, source: GridSource, listing: Listing, window: Window, now: number): Promise<Reread> {
  const { token } = listing;
  const { venue, market, intervalS: interval_s } = source;
  const asked = { token, venue, market, interval_s, provider: run.provider, ...window };
  const stored = new Map((await run.deps.store.query(candleWindow, asked)).map((row) => [row.open_at, row]));
  // Nothing stored is a hole, which the gap filler knows of.
  if (stored.size === 0) return { compared: 0, corrected: 0, absent: 0 };
  const {
    rows,
    record,
    asked: symbols,
  } = await fetchRows(run, source, source.call(listing, window, now), {
    listings: [listing],
    now,
  });
  const inside = rows.filter(({ open_at }) => Number(open_at) >= window.from && Number(open_at) < window.to);
  const known = inside.filter((row) => stored.has(Number(row.open_at)));
  const changed = inside.filter((row) => {
    const before = stored.get(Number(row.open_at));
    return before === undefined || differs(before, row);
  });
  const kept = await run.take(changed, {
    now,
    record,
    asked: symbols,
    ageMsMax: null,
    grid: { intervalS: interval_s, window },
    reference: () => undefined,
  });
  if (kept.length > 0) await markHistoryDirty(run.deps, token, window.from);
  const absent = kept.filter((row) => !stored.has(Number(row.open_at))).length;
  return { compared: known.length, corrected: kept.length - absent, absent };
}

async function rereadSource(deps: IngestDeps, source: GridSource, slot: number, signal?: AbortSignal): Promise<Reread> {
  const run = await openRun(deps, source, `reread~${source.id}~${slot}`, signal);
  const sum = { compared: 0, corrected: 0, absent: 0 };
  try {
    const listings = chooseTokens(source.id, slot, await sourceListings(run, source));
    const now = await run.connections.exchanges[source.venue].now(run.context, source.market);
    for (const listing of listings) {
      if (run.halted()) break;
      const from = Math.max(now - pastMs(deps, source), listing.listedAt ?? 0);
      const window = chooseWindow(source, listing.token, slot, now, from);
      if (window === null) continue;
      try {
        const found = await rereadOne(run, source, listing, window, now);
        for (const name of ["compared", "corrected", "absent"] as const) sum[name] += found[name];
      } catch (error) {
        run.fail(listing.token, error);
      }
    }
  } catch (error) {
    run.fail("", error);
  }
  await run.finish();
  return sum;
}

/** Reads the night's sample of every source again; `slot` (epoch milliseconds) names the night. */
export async function rereadWindows(deps: IngestDeps, slot: number, signal?: AbortSignal): Promise<Reread> {
  const sum = { compared: 0, corrected: 0, absent: 0 };
  for (const source of Object.values(SOURCES)) {
    if (source.kind !== "grid") continue;
    signal?.throwIfAborted();
    const found = await rereadSource(deps, source, slot, signal);
    for (const name of ["compared", "corrected", "absent"] as const) sum[name] += found[name];
  }
  await deps.redis.hset(KEYS.reread, { at: deps.clock.now(), ...sum });
  return sum;
}
