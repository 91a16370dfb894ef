// Builds the event frames of tokens: the newest of the last 14 days, newest first.
import { DAY_MS, MINUTE_MS, QUARTER_MS } from "../../schema/duration.ts";
import { BUILT_EVENT_KINDS, EVENT_SOURCES } from "../../schema/event/index.ts";
import { encodeFrame } from "../../schema/frame.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { HistoryEvent } from "../../schema/object/history.ts";
import { IS_BRIEF } from "../../schema/query/issued/brief-latest.ts";
import type { Query } from "../../schema/query/query.ts";
import { type EventsMeta, HISTORY_FORM } from "../../schema/snapshot.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { type Publication, publishFrames } from "../publish.ts";

const WINDOW_MS = 14 * DAY_MS;
/** Rows may be inserted a while after they were received. */
const LATE_MS = 2 * MINUTE_MS;

export type EventsInput = {
  readonly store: Store;
  readonly redis: Redis;
  readonly asOf: number;
  readonly tokens: readonly string[];
  /** Where links lead. */
  readonly origin?: string;
};

type DatedEvent = { readonly at: number; readonly event: HistoryEvent };

const SYMBOLS = new Map(TRACKED.map((token) => [token.id, token.symbol]));

/** Totals are read again and again: only the first readings after the end of a quarter of an hour tell something new. */
const CLOSED_JUST_NOW = ` AND long_usd + short_usd > 0
  AND (toUnixTimestamp64Milli(at) + window_s * 1000) % ${QUARTER_MS} = 0
  AND toUnixTimestamp64Milli(retrieved_at) - toUnixTimestamp64Milli(at) - window_s * 1000 BETWEEN 0 AND 90000`;

/** The tables of events, with the columns that say when a row was and when it became known, and which rows tell any. */
const TOLD_BY = {
  large_transfer: ["at", "retrieved_at", ""],
  liquidation: ["at", "retrieved_at", ""],
  liquidation_window: ["at", "retrieved_at", CLOSED_JUST_NOW],
  signal: ["at", "changed_at", ""],
  headline: ["at", "retrieved_at", ""],
  issued_object: ["issued_at", "issued_at", ` AND ${IS_BRIEF}`],
  event: ["at", "written_at", " AND kind = 'verdict_change'"],
} as const;

const newest: Query<{ tokens: readonly string[]; from: number; to: number }, { token: string; newest_at: number }> = {
  name: "events-newest",
  sql: Object.entries(TOLD_BY)
    .map(
      ([table, [at, known, where]]) => `
SELECT i.token AS token, toUnixTimestamp64Milli(max(i.${known})) AS newest_at FROM ${table} AS i
WHERE i.token IN {tokens:Array(String)} AND i.${at} >= fromUnixTimestamp64Milli({from:Int64})
  AND i.${at} <= fromUnixTimestamp64Milli({to:Int64})${where}
GROUP BY token`,
    )
    .join(" UNION ALL "),
};

/** Tokens whose frame is missing, a quarter of an hour old, or older than a row. */
async function staleTokens(input: EventsInput): Promise<string[]> {
  if (input.tokens.length === 0) return [];
  const versions = await input.redis.hmget(KEYS.snapshotVersions, ...input.tokens.map(SNAPSHOTS.events));
  const rows = await input.store.query(newest, { tokens: input.tokens, from: input.asOf - WINDOW_MS, to: input.asOf });
  const rowAt = new Map<string, number>();
  for (const row of rows) rowAt.set(row.token, Math.max(rowAt.get(row.token) ?? 0, row.newest_at));
  const quarter = Math.floor(input.asOf / QUARTER_MS) * QUARTER_MS;
  return input.tokens.filter((token, at) => {
    const version = Number(versions[at] ?? 0);
    return version < quarter || (rowAt.get(token) ?? 0) >= version - LATE_MS;
  });
}

const newestFirst = (a: DatedEvent, b: DatedEvent): number =>
  b.at - a.at || (a.event.id < b.event.id ? -1 : a.event.id > b.event.id ? 1 : 0);

function eventsFrame(token: string, asOf: number, dated: readonly DatedEvent[]): Publication {
  const kept = [...dated].sort(newestFirst).slice(0, LIMITS.eventsMax);
  const isCut = dated.length > kept.length;
  const meta: EventsMeta = {
    form: HISTORY_FORM,
    at: kept.map(({ at }) => at),
    kinds: kept.map(({ event }) => event.kind),
    asOf,
    // Of the oldest instant that is shown others may be left out.
    from: isCut ? (kept.at(-1)?.at ?? asOf) + 1 : asOf - WINDOW_MS,
    isCut,
  };
  const name = SNAPSHOTS.events(token);
  const rows = kept.map(({ event }) => `${JSON.stringify(event)},\n`).join("");
  return { name, version: asOf, frame: encodeFrame({ name, version: asOf, meta }, new Map([["rows", rows]])) };
}

/** Frames of the given tokens from their rows. */
export async function eventFrames(input: EventsInput): Promise<Publication[]> {
  const byToken = new Map<string, DatedEvent[]>(input.tokens.map((token) => [token, []]));
  const params = {
    tokens: input.tokens,
    from: input.asOf - WINDOW_MS,
    to: input.asOf,
    asOf: input.asOf,
    // One more than is shown says that there are more.
    limit: LIMITS.eventsMax + 1,
  };
  for (const kind of BUILT_EVENT_KINDS) {
    const dated = await EVENT_SOURCES[kind].read(
      input.store.query,
      params,
      (token) => SYMBOLS.get(token) ?? token,
      input.origin,
    );
    for (const { token, at, event } of dated) byToken.get(token)?.push({ at, event });
  }
  return [...byToken].map(([token, told]) => eventsFrame(token, input.asOf, told));
}

/** Publishes the event frames that have become stale. @returns how many were stored. */
export async function buildEvents(input: EventsInput): Promise<number> {
  const tokens = await staleTokens(input);
  return tokens.length === 0 ? 0 : publishFrames(input.redis, await eventFrames({ ...input, tokens }));
}
