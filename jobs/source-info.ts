// What builders need to know of the sources: which dataset each brings, from which venue and market.
import { SOURCES } from "../ingest/source/index.ts";
import type { DatasetId } from "../schema/freshness.ts";
import type { Redis } from "../schema/io/redis.ts";
import { KEYS } from "../schema/key.ts";

export type SourceInfo = {
  readonly id: string;
  /** Without the mark of simulated data. */
  readonly provider: string;
  readonly dataset: DatasetId;
  readonly everyS: number;
  /** The venue it reads and the kind of market there, or null where it reads something else. */
  readonly venue: string | null;
  readonly market: "spot" | "perp" | null;
  /** The tokens it covers, or null where the venue's listings say. */
  readonly tokens: readonly string[] | null;
};

/** Every source of the registry. */
export const sourceInfos = (): readonly SourceInfo[] =>
  Object.values(SOURCES).map((source) => {
    const { id, provider, dataset, everyS } = source;
    return source.kind === "own"
      ? { id, provider, dataset, everyS, venue: null, market: null, tokens: source.tokens }
      : { id, provider, dataset, everyS, venue: source.venue, market: source.market, tokens: null };
  });

export const sourceInfo = (id: string): SourceInfo | undefined => sourceInfos().find((source) => source.id === id);

/** Tokens by `venue|market` as the venues list them; a venue whose markets were never loaded is absent. */
export type Listed = ReadonlyMap<string, ReadonlySet<string>>;

export const listedKey = (source: Pick<SourceInfo, "venue" | "market">): string => `${source.venue}|${source.market}`;

/** Reads what the venues of the sources list. */
export async function readListed(redis: Redis, sources: readonly SourceInfo[]): Promise<Listed> {
  const listed = new Map<string, ReadonlySet<string>>();
  for (const source of sources) {
    const { venue, market } = source;
    if (venue === null || market === null || listed.has(listedKey(source))) continue;
    const tokens = await redis.hkeys(KEYS.listed(venue, market));
    if (tokens.length > 0) listed.set(listedKey(source), new Set(tokens));
  }
  return listed;
}
