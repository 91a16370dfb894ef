// What a process read before and still holds: an answer is kept while no row of its datasets came in and its windows stand still.

import { SOURCES } from "../../ingest/sources.ts";
import { HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import type { DatasetId } from "../../schema/freshness.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Settled } from "../../schema/io/in-flight.ts";
import { STORED_BRIEF } from "../../schema/key.ts";
import { LATEST } from "../../schema/query/latest.ts";
import type { Query } from "../../schema/query/query.ts";
import { PAST_AHEAD_MS } from "../../schema/query/trade/spot-past.ts";

/** Counts are an observation that may fail: nothing is held longer than this. */
const HELD_MS_MAX = 5 * MINUTE_MS;

type Policy = {
  /** Ids of the sources (or what else is counted) whose rows the query reads. */
  readonly sources: readonly string[];
  /** The query's windows move in steps of this, on the grid of the epoch. */
  readonly stepMs: number;
  /** While the past is being filled an answer about it is read again at most this often, though sooner at first. */
  readonly restMs: number;
  /** Newest rows of hours or days, which stay the newest while none comes in; what is too old the builders see themselves. */
  readonly isNewest?: true;
};

/** A venue whose clock is ahead by less has its rows dated by then. */
const AHEAD_MS = 10_000;

const idsOf = (...datasets: readonly DatasetId[]): string[] =>
  Object.values(SOURCES)
    .filter((source) => datasets.includes(source.dataset))
    .map((source) => source.id);

/** What is counted of the rows of a dataset that were stored: empty while none were, as far as is counted. */
export const countedOf = ({ counts }: Settled, dataset: DatasetId): string =>
  idsOf(dataset)
    .flatMap((id) => counts[id] ?? [])
    .join();

const candlesOf = (market: "spot" | "perp", ...intervals: readonly number[]): string[] =>
  Object.values(SOURCES)
    .filter((source) => source.kind === "grid" && source.market === market && intervals.includes(source.intervalS))
    .map((source) => source.id);

const byMinute = (...sources: readonly string[]): Policy => ({ sources, stepMs: MINUTE_MS, restMs: 0 });
const byNewest = (...sources: readonly string[]): Policy => ({ ...byMinute(...sources), isNewest: true });
/** Several builds long: what is filled by the hundred windows a minute is not read again for each build. */
const REST_MS = 100_000;
const byHour = (...sources: readonly string[]): Policy => ({ sources, stepMs: HOUR_MS, restMs: REST_MS });

/** By name of query; one that is not named here is always asked. */
const POLICIES: Readonly<Record<string, Policy>> = {
  ...Object.fromEntries(LATEST.map(({ query, datasets }) => [query.name, byNewest(...idsOf(...datasets))])),
  "book-latest": byMinute(...idsOf("order_book")),
  // Its window moves in steps of five minutes; whoever issues a brief counts it.
  "brief-latest": { sources: [STORED_BRIEF], stepMs: HELD_MS_MAX, restMs: 0 },
  "chain-watch": byMinute(...idsOf("exchange_flow")),
  "coin-latest": byNewest(...idsOf("coin_market")),
  "chain-tvl-latest": byNewest(...idsOf("tvl")),
  "global-latest": byNewest(...idsOf("global_market")),
  "dex-pool-latest": byNewest(...idsOf("dex_pool")),
  "dex-volume-latest": byNewest(...idsOf("dex_volume")),
  "contract-latest": byNewest(...idsOf("contract_risk")),
  "flow-sum": byMinute(...idsOf("exchange_flow")),
  "flow-week": byHour(...idsOf("exchange_flow")),
  "funding-past": byHour(...idsOf("funding")),
  "headline-latest": byNewest(...idsOf("headline")),
  "liquidation-watch": byMinute(...idsOf("liquidation")),
  "liquidation-window-sum": byMinute(...idsOf("liquidation")),
  "open-interest-latest": byNewest(...idsOf("open_interest")),
  "perp-hour": byHour(...candlesOf("perp", 3_600)),
  // Its window moves in steps of five minutes.
  "chain-figure-latest": {
    ...byMinute(...idsOf("chain_activity", "active_address", "chain_supply")),
    stepMs: HELD_MS_MAX,
  },
  "chain-reserve-latest": byNewest(...idsOf("reserve")),
  "reserve-latest": byNewest(...idsOf("reserve")),
  "spot-day": byHour(...candlesOf("spot", 86_400)),
  "spot-hour": byHour(...candlesOf("spot", 3_600)),
  "spot-minute": byMinute(...candlesOf("spot", 60)),
  // It holds what later builds ask for as well; of so long ago nothing is stored any more once the past is filled.
  "spot-past": { sources: candlesOf("spot", 60, 900, 3_600), stepMs: PAST_AHEAD_MS, restMs: REST_MS },
  "spot-venue": byHour(...candlesOf("spot", 3_600)),
  "taker-hour": byNewest(...idsOf("taker_volume")),
  "tvl-latest": byNewest(...idsOf("tvl")),
  "unlock-ahead": byMinute(...idsOf("unlock")),
  "unlock-call": { ...byMinute(...idsOf("unlock")), stepMs: HELD_MS_MAX },
};

type Held = {
  readonly asOf: number;
  /** What was stored by then was read, and nothing later; epoch milliseconds. */
  readonly known: number;
  /** Of the first answer to what is asked. */
  readonly firstAsOf: number;
  /** Of the first one since rows were stored last. */
  readonly since: number;
  readonly asked: string;
  readonly counted: string;
  readonly rows: Promise<readonly unknown[]>;
};

/** Answers by name of query. */
export type HeldRows = Map<string, Held>;

/** The instants that an answer was asked with, epoch milliseconds. */
export type AskedAt = { readonly asOf: number; readonly known: number };

/** Answers of earlier builds of one process, and what is stored for certain by now. */
export type HeldFacts = Settled & {
  readonly rows: HeldRows;
  /** Queries that an answer of before stood for, by name, with what that one was asked with. */
  readonly older: Map<string, AskedAt>;
};

type Asked = {
  readonly asOf: number;
  readonly known: number;
  readonly asked: string;
  readonly counted: string;
};

/**
 * Whether all that was stored when it was read is dated before it: then nothing but what is stored later adds to it. Who
 * judges minutes that are past knows of rows that are dated after them.
 */
const isSettled = (held: Held, { asOf, known }: Asked): boolean =>
  held.known <= held.asOf && known <= asOf && held.asOf - held.since >= AHEAD_MS;

/** Whether the answer stands for what would be read now: it is the same, or may rest for a while. */
function isGood(held: Held, { stepMs, restMs, isNewest }: Policy, now: Asked): boolean {
  const { asOf, asked, counted } = now;
  if (held.asked !== asked) return false;
  const age = asOf - held.asOf;
  const step = isNewest && isSettled(held, now) ? HELD_MS_MAX : stepMs;
  if (age < 0 || age > HELD_MS_MAX || Math.floor(asOf / step) !== Math.floor(held.asOf / step)) return false;
  if (held.counted === counted) return true;
  // What a first build found of a new store is next to nothing, and a minute later it is nearly all.
  return age < Math.min(restMs, held.asOf - held.firstAsOf);
}

/** A store that answers from what is held where that is as good as reading it again. */
export function withHeld(store: Pick<Store, "query">, held: HeldFacts): Pick<Store, "query"> {
  const { rows, counts, known, older } = held;
  return {
    query<P extends object, R>(query: Query<P, R>, params: P): Promise<R[]> {
      const policy = POLICIES[query.name];
      const { asOf, ...rest } = params as P & { readonly asOf?: number };
      if (policy === undefined || asOf === undefined) return store.query(query, params);
      const asked = JSON.stringify(rest);
      const counted = policy.sources.map((id) => counts[id] ?? "0").join();
      const before = rows.get(query.name);
      if (before !== undefined && isGood(before, policy, { asOf, known, asked, counted })) {
        older.set(query.name, { asOf: before.asOf, known: before.known });
        return before.rows as Promise<R[]>;
      }
      const answer = store.query(query, params);
      const firstAsOf = before?.asked === asked && before.firstAsOf <= asOf ? before.firstAsOf : asOf;
      const since = before?.asked === asked && before.counted === counted && before.since <= asOf ? before.since : asOf;
      rows.set(query.name, { asOf, known, firstAsOf, since, asked, counted, rows: answer });
      // What failed is not held; whoever asked hears of it.
      answer.catch(() => rows.delete(query.name));
      return answer;
    },
  };
}
