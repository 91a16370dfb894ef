// What builders need to know of the sources: which dataset each brings, from which venue and market.
import { endpointsOf } from "../ingest/endpoints.ts";
import { SOURCES } from "../ingest/sources.ts";
import type { Env } from "../schema/env.ts";
import { broughtBy, DATASET_IDS, type DatasetId, kindOf } from "../schema/freshness.ts";
import type { Redis } from "../schema/io/redis.ts";
import { KEYS } from "../schema/key.ts";
import type { Source as SourceShown } from "../schema/shape/source.ts";
import { plainProvider } from "../schema/source/provider.ts";

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
  /** The setting it does not run without. */
  readonly setting: keyof Env | null;
};

const INFOS: readonly SourceInfo[] = Object.values(SOURCES).map((source) => {
  const { id, provider, dataset, everyS, setting = null } = source;
  const shared = { id, provider, dataset, everyS, setting };
  return source.kind === "own"
    ? { ...shared, venue: null, market: null, tokens: source.tokens }
    : { ...shared, venue: source.venue, market: source.market, tokens: null };
});
const BY_ID = new Map(INFOS.map((info) => [info.id, info]));

/** Every source of the registry. */
export const sourceInfos = (): readonly SourceInfo[] => INFOS;

const runsIn =
  (env: Env) =>
  ({ setting }: SourceInfo): boolean =>
    setting === null || env[setting] !== undefined;

/** Those that have the settings they cannot do without. */
export const configuredSources = (env: Env): readonly SourceInfo[] => sourceInfos().filter(runsIn(env));

/** Datasets that no source brings for want of a setting, with the setting. */
export function unsetDatasets(env: Env): ReadonlyMap<DatasetId, string> {
  const brought = new Set(configuredSources(env).map(({ dataset }) => dataset));
  return new Map(
    sourceInfos().flatMap(({ dataset, setting }) =>
      setting === null || brought.has(dataset) ? [] : [[dataset, setting] as const],
    ),
  );
}

type Brought = ReadonlyMap<string, ReadonlySet<DatasetId>>;

function broughtAt(): { readonly endpoints: Brought; readonly providers: Brought } {
  const [endpoints, providers] = [new Map<string, Set<DatasetId>>(), new Map<string, Set<DatasetId>>()];
  const add = (to: Map<string, Set<DatasetId>>, name: string, dataset: DatasetId) =>
    to.set(name, (to.get(name) ?? new Set()).add(dataset));
  // A row whose call is not known is cited by its dataset, its source or the kind of it.
  for (const dataset of DATASET_IDS) add(endpoints, dataset, dataset);
  for (const source of Object.values(SOURCES)) {
    const { id, dataset } = source;
    for (const name of [id, kindOf(id), ...endpointsOf(source)]) add(endpoints, name, dataset);
    if (source.kind === "own" && source.endpoints === undefined) add(providers, source.provider, dataset);
  }
  return { endpoints, providers };
}
const BROUGHT = broughtAt();

/**
 * Whether a call may have brought rows of these datasets, as the registry has it: by its endpoint, and of providers whose
 * endpoints are their sources' own matter by all that these bring. What nobody knows may be anything.
 */
export function mayBring(
  { endpoint, provider }: Pick<SourceShown, "endpoint" | "provider">,
  datasets: readonly DatasetId[],
): boolean {
  // A state that was made again names its other sources by nothing.
  if (endpoint === "") return false;
  const brought = BROUGHT.endpoints.get(endpoint) ?? BROUGHT.providers.get(plainProvider(provider));
  return brought === undefined || datasets.some((dataset) => brought.has(broughtBy(dataset)) || brought.has(dataset));
}

export const sourceInfo = (id: string): SourceInfo | undefined => BY_ID.get(id);

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

const whereBrought = new Set(INFOS.map(({ venue, market, dataset }) => `${venue}|${market}|${dataset}`));

/** Whether the registry holds a source of the dataset for that market of the venue. */
export const isBrought = (venue: string, market: "spot" | "perp", dataset: DatasetId): boolean =>
  whereBrought.has(`${venue}|${market}|${dataset}`);
