// Asks every source once for real and admits what it gives without storing it: rows, refusals, age and numbers to compare.
import type { TableName } from "../../schema/dataset/index.ts";
import { minuteOf } from "../../schema/duration.ts";
import type { Env } from "../../schema/env.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import type { IngestDeps } from "../deps.ts";
import { pullSource } from "../pull.ts";
import type { VenueId } from "../source/venue.ts";
import { SOURCES } from "../sources.ts";
import { openTrialRedis, openTrialStore, type TrialRow, timeOf } from "./memory.ts";

export type TrialResult = {
  readonly source: string;
  readonly provider: VenueId;
  readonly table: TableName;
  readonly rows: readonly TrialRow[];
  /** How often rows were refused, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** What went wrong, in words; empty for nothing. */
  readonly issue: string;
  /** Of the newest row, milliseconds; null without rows that have a time. */
  readonly ageMs: number | null;
};

type About = { readonly env: Env; readonly clock: Clock; readonly log: Log };

/** What most list, coins of every chain, one that is a contract, and a dollar. */
const TOKENS = ["bitcoin", "ethereum", "solana", "cardano", "pepe", "tether"];
/** What the others are valued with: one call each. */
const PRICES = ["binance-ticker", "bybit-ticker", "okx-ticker", "coinbase-ticker"];
/** A source that has not ended by then is cut: what it brought counts. */
const SOURCE_MS_MAX = 15_000;

function reasonsOf(rejects: readonly TrialRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of rejects) counts[String(reason)] = (counts[String(reason)] ?? 0) + 1;
  return counts;
}

/** One source on a store of its own that knows the given prices. */
async function tryOne(about: About, redis: IngestDeps["redis"], id: string, seed: ReadonlyMap<string, number>) {
  const source = SOURCES[id];
  if (!source) throw new Error(`no source ${id}`);
  const memory = openTrialStore(seed);
  // A day of the past is enough to see what comes.
  const env = { ...about.env, BACKFILL_DAYS: 1, PAST_DAYS_MAX: 1 };
  const deps: IngestDeps = { ...about, env, store: memory.store, redis };
  const now = about.clock.now();
  let issue = "";
  try {
    const slot = minuteOf(now);
    // One call tells of all coins at once, whoever asks.
    const ask = source.kind === "bulk" ? { slot } : { slot, tokens: TOKENS };
    const { errors } = await pullSource(deps, id, ask, AbortSignal.timeout(SOURCE_MS_MAX));
    issue = [...new Set(errors.map(({ outcome, message }) => `${outcome}: ${message}`))].slice(0, 2).join("; ");
  } catch (error) {
    issue =
      error instanceof Error && error.name === "TimeoutError" ? `cut after ${SOURCE_MS_MAX / 1_000} s` : `${error}`;
  }
  const rows = memory.rows(source.table);
  const times = rows.map(timeOf).filter(Number.isFinite);
  const ageMs = times.length > 0 ? about.clock.now() - times.reduce((a, b) => Math.max(a, b), 0) : null;
  const refused = reasonsOf(memory.rows("reject"));
  return { source: id, provider: source.provider, table: source.table, rows, refused, issue, ageMs };
}

/**
 * Every source that has its settings, those of a provider one after the other, under the providers' pace; `told` hears
 * of each as it ends; `only` names providers, none of them means all. Prices of the first ones value what the rest bring.
 */
export async function trySources(
  about: About,
  only: ReadonlySet<string>,
  told: (result: TrialResult) => void,
): Promise<TrialResult[]> {
  const set = Object.values(SOURCES).filter(({ setting }) => setting === undefined || about.env[setting] !== undefined);
  const results: TrialResult[] = [];
  const run = async (ids: readonly string[], seed: ReadonlyMap<string, number>) => {
    // Another connection: prices that a process has looked up are kept for a minute.
    const redis = openTrialRedis(about.clock.now);
    const byProvider = new Map<VenueId | undefined, string[]>();
    for (const id of ids) {
      const provider = SOURCES[id]?.provider;
      byProvider.set(provider, [...(byProvider.get(provider) ?? []), id]);
    }
    await Promise.all(
      [...byProvider.values()].map(async (mine) => {
        for (const id of mine) {
          const result = await tryOne(about, redis, id, seed);
          results.push(result);
          told(result);
        }
      }),
    );
  };
  const isWanted = (id: string) => only.size === 0 || only.has(SOURCES[id]?.provider ?? "");
  const ids = set.map(({ id }) => id).filter(isWanted);
  await run(PRICES, new Map());
  // A venue that is away is made up for by the next.
  const seed = new Map(
    results.flatMap(({ rows }) => rows.map((row): [string, number] => [String(row.token), Number(row.price)])),
  );
  await run(
    ids.filter((id) => !PRICES.includes(id)),
    seed,
  );
  return results.filter(({ source }) => isWanted(source)).sort((a, b) => a.source.localeCompare(b.source));
}
