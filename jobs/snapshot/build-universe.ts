// Builds and publishes the universe: who every listed coin is, so that the API can resolve and search from memory.
import { providerName } from "../../schema/env.ts";
import { encodeFrame } from "../../schema/frame.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { type CoinUniverseRow, coinUniverse } from "../../schema/query/coin/coin-universe.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { UniverseLine, UniverseMeta } from "../../schema/snapshot.ts";
import { skeletonOf } from "../../schema/token/skeleton.ts";
import { TRACKED, type TrackedToken } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { publishFrames } from "../publish.ts";

const TRACKED_BY_ID: ReadonlyMap<string, TrackedToken> = new Map(TRACKED.map((token) => [token.id, token]));
/** What a tracked token looks like, by symbol and by name; of two with one skeleton the larger. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  TRACKED.toReversed().flatMap(({ id, symbol, name }) => [
    [`symbol ${skeletonOf(symbol)}`, id],
    [`name ${skeletonOf(name)}`, id],
  ]),
);

/** The tracked token a coin can be taken for: its name looks the same, or its symbol does and is not simply equal. */
export function looksLike({ token, symbol, name }: Pick<CoinUniverseRow, "token" | "symbol" | "name">): string {
  const byName = LOOKS.get(`name ${skeletonOf(name)}`);
  if (byName !== undefined && byName !== token) return byName;
  const bySymbol = LOOKS.get(`symbol ${skeletonOf(symbol)}`);
  if (bySymbol === undefined || bySymbol === token) return "";
  return TRACKED_BY_ID.get(bySymbol)?.symbol.toUpperCase() === symbol.toUpperCase() ? "" : bySymbol;
}

/** Tracked tokens are shown as everywhere else, with the directory's contracts beside our own. */
function lineOf(row: CoinUniverseRow): UniverseLine {
  const token = TRACKED_BY_ID.get(row.token);
  if (!token) return [row.token, row.symbol, row.name, row.rank, row.contracts, 0, looksLike(row)];
  return [token.id, token.symbol, token.name, row.rank, { ...row.contracts, ...token.contracts }, 1, ""];
}

const rankOf = ([, , , rank]: UniverseLine): number => rank ?? Number.MAX_SAFE_INTEGER;

/** Every coin in rank order; tracked tokens are there even when the directory does not list them. Pure. */
export function universeLines(rows: readonly CoinUniverseRow[]): UniverseLine[] {
  const listed = new Set(rows.map(({ token }) => token));
  const absent = TRACKED.filter(({ id }) => !listed.has(id)).map(
    ({ id, symbol, name, contracts }): UniverseLine => [id, symbol, name, null, contracts, 1, ""],
  );
  return [...rows.map(lineOf), ...absent].sort((a, b) => rankOf(a) - rankOf(b) || (a[0] < b[0] ? -1 : 1));
}

/** The frame `universe`; `version` is the build instant in epoch milliseconds. */
export function universeFrame(rows: readonly CoinUniverseRow[], provider: string, version: number): Buffer {
  const lines = universeLines(rows);
  // Tracked tokens are written at every reading: the newest of all instants is when the list was last read.
  const asOf = rows.reduce((newest, { seen_at: at }) => Math.max(newest, at), 0);
  const source: Source = {
    id: "S1",
    provider,
    endpoint: "coins/list",
    as_of: toTime(asOf),
    status: "ok",
    venue: null,
    rows: rows.length,
  };
  const meta: UniverseMeta = { asOf, count: lines.length };
  const parts = new Map([
    ["rows", lines.map((line) => JSON.stringify(line)).join("\n")],
    ["sources", JSON.stringify(source)],
  ]);
  return encodeFrame({ name: SNAPSHOTS.universe, version, meta }, parts);
}

/** Publishes the universe as it stands at `asOf` (epoch milliseconds); nothing while no list was ever read. */
export async function buildUniverse(deps: Deps, asOf: number): Promise<void> {
  const provider = providerName(deps.env, "coingecko");
  const rows = await deps.store.query(coinUniverse, { asOf, provider });
  if (rows.length === 0) return;
  const frame = universeFrame(rows, provider, asOf);
  await publishFrames(deps.redis, [{ name: SNAPSHOTS.universe, version: asOf, frame }]);
  await deps.redis.set(KEYS.universeSize, rows.length);
}

/** How many coins the universe lists; null while none was built. */
export async function readUniverseSize(redis: Redis): Promise<number | null> {
  const size = await redis.get(KEYS.universeSize);
  return size === null ? null : Number(size);
}
