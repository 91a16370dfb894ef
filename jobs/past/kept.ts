// What of an instant of the past is kept no longer: by the query that reads it and by the dataset it tells of.
import type { Dataset } from "../../schema/dataset/dataset.ts";
import { TABLES, type TableName } from "../../schema/dataset/index.ts";
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import { DATASET_IDS, type DatasetId, datasetsOf, FRESHNESS } from "../../schema/freshness.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { LATEST } from "../../schema/query/latest.ts";
import type { Query } from "../../schema/query/query.ts";
import { callLatest, callSettled } from "../../schema/query/service/call-latest.ts";
import { bookKept } from "../../schema/query/trade/book-kept.ts";
import { NOT_KEPT } from "../measure/cause.ts";

/** What a query reads, and how many days before its instant; of candles those of so many seconds. */
type Reads = { readonly table: TableName; readonly days: number; readonly intervalS?: number };
/** Of queries that read candles of several lengths, each as far back; above stands the one that is kept the shortest. */
export const LENGTHS: Readonly<Record<string, readonly number[]>> = { "spot-past": [60, 900, 3_600] };

/** Days of an interval of SQL, rounded up. */
function daysOf(within: string): number {
  const [, count = "0", unit] = /^(\d+) (DAY|HOUR)$/.exec(within) ?? [];
  return Math.ceil(Number(count) / (unit === "HOUR" ? 24 : 1));
}

/** Every query of facts by its name; windows are rounded up to whole days. */
export const READS: Readonly<Record<string, Reads>> = {
  ...Object.fromEntries(LATEST.map(({ query, latest, table }) => [query.name, { table, days: daysOf(latest.within) }])),
  "spot-minute": { table: "candle", days: 2, intervalS: 60 },
  "spot-close": { table: "candle", days: 1, intervalS: 60 },
  // Closes of a week ago may be of minutes.
  "spot-past": { table: "candle", days: 8, intervalS: 60 },
  "spot-past-day": { table: "candle", days: 2, intervalS: 60 },
  "spot-venue": { table: "candle", days: 8, intervalS: 3_600 },
  "spot-hour": { table: "candle", days: 31, intervalS: 3_600 },
  "spot-day": { table: "candle", days: 182, intervalS: 86_400 },
  "perp-hour": { table: "candle", days: 2, intervalS: 3_600 },
  "book-latest": { table: "order_book", days: 1 },
  "open-interest-latest": { table: "open_interest", days: 8 },
  "funding-past": { table: "funding", days: 91 },
  "taker-hour": { table: "taker_volume", days: 2 },
  "liquidation-sum": { table: "liquidation", days: 1 },
  "liquidation-window-sum": { table: "liquidation_window", days: 9 },
  "liquidation-watch": { table: "liquidation_watch", days: 8 },
  "flow-sum": { table: "exchange_flow", days: 9 },
  "flow-week": { table: "exchange_flow", days: 36 },
  "transfer-sum": { table: "large_transfer", days: 2 },
  "chain-watch": { table: "chain_scan", days: 2 },
  "contract-latest": { table: "contract_scan", days: 31 },
  "dex-pool-latest": { table: "dex_pool", days: 1 },
  "dex-volume-latest": { table: "dex_volume", days: 2 },
  "headline-latest": { table: "headline", days: 8 },
  "signal-shown": { table: "signal", days: 31 },
  "signal-minute-latest": { table: "signal_minute", days: 1 },
  "reserve-latest": { table: "exchange_reserve", days: 8 },
  "chain-reserve-latest": { table: "chain_reserve", days: 8 },
  "chain-figure-latest": { table: "chain_activity", days: 8 },
  "chain-tvl-latest": { table: "chain_tvl", days: 8 },
  "tvl-latest": { table: "token_tvl", days: 8 },
  "coin-latest": { table: "coin_market", days: 31 },
  "coin-identity": { table: "coin", days: 3 },
  "coin-namesake": { table: "coin", days: 3 },
  "global-latest": { table: "global_market", days: 11 },
  "unlock-ahead": { table: "unlock", days: 3 },
  "unlock-call": { table: "source_call", days: 3 },
  "brief-latest": { table: "issued_object", days: 31 },
};
const CALLS_DAYS = 1;

/** The oldest instant, epoch milliseconds, whose rows are there for certain at `now`. */
function keptFrom({ table, intervalS }: Pick<Reads, "table" | "intervalS">, now: number): number {
  const spans = TABLES[table].keep.kept.filter(({ first }) => intervalS === undefined || first?.includes(intervalS));
  return now - Math.min(...spans.map(({ days }) => days ?? Number.POSITIVE_INFINITY)) * DAY_MS;
}

export type Gone = {
  /** Queries that may not be told a part of what they ask for. */
  readonly queries: ReadonlySet<string>;
  readonly tables: ReadonlySet<TableName>;
  /** What nobody can tell the want of. */
  readonly datasets: ReadonlySet<DatasetId>;
};

const drawerOf = (table: TableName): Dataset => TABLES[table];

type Instant = { readonly asOf: number; readonly known: number };

/** Levels are emptied long before their rows go; none is younger than a day that is not over. */
async function isEmptied(store: Pick<Store, "query">, at: Instant, now: number): Promise<boolean> {
  if (now - at.asOf <= (TABLES.order_book.keep.emptied?.hours ?? 0) * HOUR_MS) return false;
  const [kept] = await store.query(bookKept, at);
  return (kept?.emptied ?? 0) > 0;
}

/** What is kept no longer at `now` of an instant, all in epoch milliseconds. */
export async function goneAt(store: Pick<Store, "query">, at: Instant, now: number): Promise<Gone> {
  const isGone = (reads: Reads): boolean => at.asOf - reads.days * DAY_MS < keptFrom(reads, now);
  const queries = new Set(Object.entries(READS).flatMap(([name, reads]) => (isGone(reads) ? [name] : [])));
  const tables = new Set([...queries].flatMap((name) => READS[name]?.table ?? []));
  // What is told of books beside their levels stays.
  if (await isEmptied(store, at, now)) tables.add("order_book");
  if (isGone({ table: "source_call", days: CALLS_DAYS })) {
    // Without calls nobody knows why a row is missing.
    return { queries, tables: tables.add("source_call"), datasets: new Set(DATASET_IDS) };
  }
  return { queries, tables, datasets: new Set([...tables].flatMap((table) => datasetsOf(drawerOf(table)))) };
}

/** What stands beside the calls of datasets that are gone: it says so of them. */
const ended = (datasets: Gone["datasets"]) =>
  [...datasets].flatMap((id) =>
    (FRESHNESS[id].kinds ?? [id.replaceAll("_", "-")]).map((kind) => ({
      ...{ provider: "", source: `past-${kind}`, token: "", endpoint: "", last_outcome: NOT_KEPT },
      ...{ first_at: 0, last_at: 0, ok_at: 0, kept_at: 0 },
    })),
  );

/** The store as who asks for the past may see it: of what is gone in part nothing, and a word about it. */
export function withheld(store: Store, { queries, tables, datasets }: Gone): Store {
  if (queries.size === 0 && datasets.size === 0) return store;
  const noCalls = tables.has("source_call");
  return {
    ...store,
    async query<P extends object, R>(query: Query<P, R>, params: P): Promise<R[]> {
      if (queries.has(query.name)) return [];
      const isCalls = query.name === callLatest.name || query.name === callSettled.name;
      const rows = isCalls && noCalls ? [] : await store.query(query, params);
      return query.name === callLatest.name ? [...rows, ...(ended(datasets) as R[])] : rows;
    },
  };
}
