// Pulls a source from its cursor to now: fetch, parse, admit, insert, then move the cursor. One dead token never stops the rest.
import { setTimeout as sleep } from "node:timers/promises";
import { fault } from "../schema/fault.ts";
import { KEYS } from "../schema/key.ts";
import type { IngestDeps } from "./deps.ts";
import type { CallRecord } from "./run/call.ts";
import { forEachLimited } from "./run/concurrent.ts";
import { connectionsOf } from "./run/connection.ts";
import { forwardCursors, readCursors } from "./run/cursor.ts";
import { liveWindow, settleMs } from "./run/grid.ts";
import { hearOdd } from "./run/odd.ts";
import { openRun, type Run, type RunResult } from "./run/run.ts";
import { type Page, walkBack } from "./run/walk.ts";
import type { About, BulkSource, Call, ExchangeSource, GridSource, TokenSource, Walk } from "./source/define-source.ts";
import { type Listing, listingsOf, type Market } from "./source/market.ts";
import type { SourceRow, Window } from "./source/source-base.ts";
import { VENUES } from "./source/venue.ts";
import { sourceOf } from "./sources.ts";

type PullAsk = {
  /** Epoch ms of the period asked for. */ readonly slot: number;
  readonly tokens?: readonly string[] | undefined;
};

const published = new WeakSet<readonly Market[]>();

/** Tells everyone what a venue lists: once a list, and again when Redis lost it. */
async function publishListings(run: Run, source: ExchangeSource, markets: readonly Market[]): Promise<void> {
  const { redis } = run.deps;
  const key = KEYS.listed(source.venue, source.market);
  if (published.has(markets) && (await redis.exists(key))) return;
  const listed = Object.fromEntries(listingsOf(source.venue, markets, source.market).map((l) => [l.token, l.symbol]));
  const swap = redis.multi().del(key);
  if (Object.keys(listed).length > 0) swap.hset(key, listed);
  await swap.exec();
  published.add(markets);
}

/** What the source's venue lists; publishes it for those who must know what is not listed. */
export async function sourceListings(run: Run, source: ExchangeSource): Promise<Listing[]> {
  const markets = await run.connections.exchanges[source.venue].markets(run.context, source.market);
  await publishListings(run, source, markets);
  const listed = listingsOf(source.venue, markets, source.market);
  const { tokens } = source;
  return tokens ? listed.filter((listing) => tokens.has(listing.token)) : listed;
}

/** Token to market id as the source's venue lists them; empty while its markets were never loaded. */
export async function listedTokens(deps: IngestDeps, sourceId: string): Promise<ReadonlyMap<string, string>> {
  const source = sourceOf(sourceId);
  if (!source) throw fault("internal_error", `no source ${sourceId}`);
  if (source.kind === "own") return new Map(source.tokens.map((token) => [token, token]));
  const listed = Object.entries(await deps.redis.hgetall(KEYS.listed(source.venue, source.market)));
  return new Map(listed.filter(([token]) => source.tokens?.has(token) ?? true));
}

/** Bodies of calls that others are read with, by name, and those calls. */
type Asides = { readonly bodies: About["asides"]; readonly records: readonly CallRecord[] };

async function fetchAsides(
  run: Run,
  { venue }: ExchangeSource,
  calls: Readonly<Record<string, Call>> = {},
  token = "",
): Promise<Asides> {
  const bodies: Record<string, unknown> = {};
  const records: CallRecord[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const exchange = run.connections.exchanges[venue];
    const { body, record } = await exchange.get(call.endpoint, call.params, token, run.context);
    bodies[name] = body;
    records.push(record);
  }
  return { bodies, records };
}

/** One call and its parsed rows; the record is of it and of the calls beside it. */
export async function fetchRows(
  run: Run,
  source: ExchangeSource,
  call: Call,
  about: Pick<About, "listings" | "now"> & { readonly asides?: Asides },
): Promise<{ rows: readonly SourceRow[]; record: CallRecord; asked: ReadonlyMap<string, string> }> {
  const token = about.listings.length === 1 && source.kind !== "bulk" ? (about.listings[0]?.token ?? "") : "";
  const beside = await fetchAsides(run, source, call.beside, token);
  const { body, record } = await run.connections.exchanges[source.venue].get(
    call.endpoint,
    call.params,
    token,
    run.context,
  );
  const retrievedAt = record.responded_at;
  const { asides = { bodies: {}, records: [] }, ...known } = about;
  const bodies = { ...asides.bodies, ...beside.bodies };
  const from = { venue: source.venue, provider: run.provider, endpoint: call.endpoint, retrievedAt };
  try {
    if (source.kind === "token" && source.nonce) run.refuseFrozen(token, source.nonce(body));
    const rows = source.parse(body, { ...from, ...known, asides: bodies });
    const asked = new Map(about.listings.map((listing) => [listing.token, listing.symbol]));
    return { rows, asked, record: run.context.log.join([record, ...asides.records, ...beside.records]) ?? record };
  } catch (error) {
    record.outcome = "bad_body";
    throw error;
  }
}

async function pullGrid(run: Run, source: GridSource, listings: readonly Listing[]): Promise<void> {
  const exchange = run.connections.exchanges[source.venue];
  const wait = settleMs(await exchange.now(run.context, source.market), source.intervalS);
  if (wait > 0) await sleep(wait, undefined, run.signal ? { signal: run.signal } : {});
  // Asked anew: with a clock kept from before, a venue whose answers stand still would have its running candle closed.
  const now = await exchange.time(run.context, source.market);
  const cursors = await readCursors(run.deps, source);
  const heads = new Map<string, number>();
  await forEachLimited(listings, VENUES[source.venue].concurrency, async (listing, order) => {
    const window = liveWindow(cursors.get(listing.token), now, source);
    if (window === null || run.halted()) return;
    try {
      const { rows, record, asked } = await fetchRows(run, source, source.call(listing, window, now), {
        listings: [listing],
        now,
      });
      await run.take(rows, {
        now,
        order,
        record,
        asked,
        ageMsMax: null,
        grid: { intervalS: source.intervalS, window },
        // What came and was refused is a hole, which the gap filler asks for again ever less often; this pull goes on.
        stored: () => {
          const answered = rows
            .map((row) => row.open_at as number)
            .filter((at) => at >= window.from && at < window.to && at % (source.intervalS * 1_000) === 0);
          if (answered.length > 0) heads.set(listing.token, Math.max(...answered));
        },
      });
    } catch (error) {
      run.fail(listing.token, error);
    }
  });
  await run.flush();
  await forwardCursors(run.deps.redis, source.id, heads);
}

type Seen = Readonly<Record<"seen" | "fruitless", Readonly<Record<string, string>>>>;

/** The newest row stored by token, and whose past was asked for in vain. */
async function readSeen({ deps: { redis } }: Run, { id }: TokenSource): Promise<Seen> {
  const [seen, fruitless] = await Promise.all([redis.hgetall(KEYS.cursor(id)), redis.hgetall(KEYS.fruitlessPast(id))]);
  return { seen, fruitless };
}

/**
 * Keeps what the next pull goes on from. A past of which no row was kept is not asked for again until the newest rows
 * are: then the next pull is a first one once more.
 */
async function keepSeen(
  { deps }: Run,
  { id }: TokenSource,
  { seen, fruitless }: Seen,
  heads: ReadonlyMap<string, number>,
  whole: ReadonlySet<string>,
): Promise<void> {
  const now = deps.clock.now();
  const vain = [...whole].filter((token) => !heads.has(token) && !(token in seen) && !(token in fruitless));
  const fertile = [...heads.keys()].filter((token) => token in fruitless);
  const key = KEYS.fruitlessPast(id);
  if (vain.length > 0) await deps.redis.hset(key, Object.fromEntries(vain.map((token) => [token, now])));
  if (fertile.length > 0) await deps.redis.hdel(key, ...fertile);
  const done = [...heads].filter(([token]) => whole.has(token) && !(token in fruitless));
  await forwardCursors(deps.redis, id, new Map(done));
}

/** Keeps that every event of a stretch was read. */
async function keepWatch(run: Run, { table }: Walk, { token }: Listing, stretch: Window | null): Promise<void> {
  if (stretch === null) return;
  const { from: from_at, to: to_at } = stretch;
  const venue = run.source.provider;
  await run.write(table, [
    { token, venue, from_at, to_at, provider: run.provider, retrieved_at: run.deps.clock.now() },
  ]);
}

async function pullTokens(run: Run, source: TokenSource, listings: readonly Listing[]): Promise<void> {
  const exchange = run.connections.exchanges[source.venue];
  const asides = await fetchAsides(run, source, source.asides);
  const { seen, fruitless } = await readSeen(run, source);
  const heads = new Map<string, number>();
  /** A token whose past was cut short starts anew next time. */
  const whole = new Set<string>();
  const pullOne = async (listing: Listing, order: number): Promise<void> => {
    const seenAt = seen[listing.token];
    const first = seenAt === undefined && !(listing.token in fruitless);
    const now = await exchange.now(run.context, source.market);
    const known = seenAt === undefined ? null : Number(seenAt);
    let halted = false;
    const read = async (call: Call): Promise<Page | null> => {
      halted ||= run.halted();
      if (halted) return null;
      const { rows, record, asked } = await fetchRows(run, source, call, { listings: [listing], now, asides });
      const kept = await run.take(rows, {
        now,
        order,
        record,
        asked,
        // The past that comes with a first pull is old by its nature.
        ...(first ? { ageMsMax: null } : {}),
        stored: (kept) => {
          const newest = Math.max(...kept.map((row) => row.at as number));
          if (kept.length > 0) heads.set(listing.token, Math.max(newest, heads.get(listing.token) ?? 0));
        },
      });
      return { rows, kept: kept.length };
    };
    for (const call of source.calls(listing, first, now, known)) {
      const { walk } = source;
      if (walk)
        await keepWatch(
          run,
          walk,
          listing,
          await walkBack(walk, call, { now, before: first ? null : { seenAt: known } }, read),
        );
      else await read(call);
      if (halted) return;
    }
    whole.add(listing.token);
  };
  await forEachLimited(listings, VENUES[source.venue].concurrency, (listing, order) =>
    run.halted()
      ? Promise.resolve()
      : pullOne(listing, order).catch((error: unknown) => run.fail(listing.token, error)),
  );
  await run.flush();
  await keepSeen(run, source, { seen, fruitless }, heads, whole);
}

async function pullBulk(run: Run, source: BulkSource, listings: readonly Listing[]): Promise<void> {
  const now = await run.connections.exchanges[source.venue].now(run.context, source.market);
  const asides = await fetchAsides(run, source, source.asides);
  const { rows, record, asked } = await fetchRows(run, source, source.call, { listings, now, asides });
  await run.take(rows, { now, record, asked });
}

async function pullExchange(run: Run, source: ExchangeSource, only: readonly string[] | undefined): Promise<void> {
  const all = await sourceListings(run, source);
  const listings = only ? all.filter((listing) => only.includes(listing.token)) : all;
  if (source.kind === "grid") await pullGrid(run, source, listings);
  else if (source.kind === "token") await pullTokens(run, source, listings);
  else await pullBulk(run, source, listings);
}

/**
 * Pulls one source from its cursors to now. Provider failures are collected by token in the result (an empty token
 * stands for all); only failures of our own stores, a bug or the signal throw.
 */
export async function pullSource(
  deps: IngestDeps,
  sourceId: string,
  ask: PullAsk,
  signal?: AbortSignal,
): Promise<RunResult> {
  const source = sourceOf(sourceId);
  if (!source) throw fault("internal_error", `no source ${sourceId}`);
  const run = await openRun(deps, source, `${sourceId}~${ask.slot}`, signal);
  try {
    await hearOdd(run.odd, () =>
      source.kind === "own" ? source.pull(run, ask.tokens) : pullExchange(run, source, ask.tokens),
    );
  } catch (error) {
    run.fail("", error);
  }
  return run.finish();
}

/** Stores the records of calls that a process still has when it ends. */
export const closeCalls = (deps: IngestDeps): Promise<void> => connectionsOf(deps).calls.close(deps);
