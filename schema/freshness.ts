// How fresh each dataset is, as the drawers say it, in the order that the status tells it in.
import type { Dataset } from "./dataset/dataset.ts";
import type { Freshness } from "./dataset/fresh.ts";
import { TABLES, type TableName } from "./dataset/index.ts";

type Drawers = typeof TABLES;
type FreshOf<T extends TableName> = Drawers[T] extends { readonly fresh: infer F } ? keyof F & string : never;

export type DatasetId = { [T in TableName]: FreshOf<T> }[TableName];

export const FRESHNESS = Object.assign(
  {},
  ...Object.values(TABLES).map((drawer) => ("fresh" in drawer ? drawer.fresh : {})),
) as Readonly<Record<DatasetId, Freshness>>;

export const DATASET_IDS = Object.keys(FRESHNESS) as DatasetId[];

const KINDS = new Map(
  DATASET_IDS.flatMap((id) => (FRESHNESS[id].kinds ?? [id.replaceAll("_", "-")]).map((kind) => [kind, id] as const)),
);

/** What a source brings in its provider's words: the tail of its id, `<provider>-<kind>`. */
export const kindOf = (source: string): string => source.slice(source.indexOf("-") + 1);

/** The dataset that a source of the registry brings; null where no drawer names its kind. */
export const datasetOf = (source: string): DatasetId | null => KINDS.get(kindOf(source)) ?? null;

/** What the rows of a drawer are read as: what it comes with, or what it says the freshness of. */
export const datasetsOf = ({ fresh = {}, comesWith }: Pick<Dataset, "fresh" | "comesWith">): DatasetId[] =>
  (comesWith === undefined ? Object.keys(fresh) : [comesWith]) as DatasetId[];

const BROUGHT = new Map(
  (Object.values(TABLES) as readonly Dataset[]).flatMap(({ fresh = {}, comesWith }) =>
    comesWith === undefined ? [] : Object.keys(fresh).map((id) => [id, comesWith as DatasetId] as const),
  ),
);

/** The dataset whose sources bring it: its own, or the one that it comes with. */
export const broughtBy = (dataset: DatasetId): DatasetId => BROUGHT.get(dataset) ?? dataset;

const SAID_BY = new Map(
  (Object.values(TABLES) as readonly Dataset[]).flatMap(({ name, fresh = {} }) =>
    Object.keys(fresh).map((id) => [id, name as TableName] as const),
  ),
);

/** The table of the drawer that says how fresh the dataset is. */
export function tableOf(dataset: DatasetId): TableName {
  const table = SAID_BY.get(dataset);
  if (table === undefined) throw new Error(`no drawer says how fresh ${dataset} is`);
  return table;
}
