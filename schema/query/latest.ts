// Queries: the newest rows of a dataset, made of what its drawer says.
import type { Column } from "../dataset/column.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { TABLES, type TableName } from "../dataset/index.ts";
import type { Latest, LatestRow } from "../dataset/latest.ts";
import { storedByKnown } from "../dataset/version.ts";
import { datasetsOf } from "../freshness.ts";
import type { Instant } from "./instant.ts";
import type { Query } from "./query.ts";

type Asked = Pick<Dataset, "name"> & {
  readonly columns: Readonly<Record<string, Column>>;
  readonly latest: Latest;
};

const nameOf = (column: string): string => column.replace(/_at$/, "_ms");
function selectLatest({ name, columns, latest }: Asked): string {
  const { by, tells, of, within, where, isCited } = latest;
  const isDated = by.includes("at");
  const inMs = (column: string) =>
    columns[column]?.kind.startsWith("time") ? `toUnixTimestamp64Milli(r.${column})` : `r.${column}`;
  const keys = by.filter((column) => column !== "at");
  const values = ["provider", ...(isCited === false ? [] : ["retrieved_at"]), ...tells].filter(
    (column) => !by.includes(column),
  );
  return `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of, argMax(tuple(${values.map(inMs).join(", ")}), (r.at, r.retrieved_at, r.stored_at)) AS newest
SELECT ${[
    ...keys.map((column) => `r.${column} AS ${column}`),
    "toUnixTimestamp64Milli(max(r.at)) AS read_at",
    ...values.map((column, index) => `newest.${index + 1} AS ${nameOf(column)}`),
  ].join(", ")}
FROM ${name} AS r
WHERE ${[
    ...(of === "token" ? ["r.token IN {tokens:Array(String)}"] : []),
    ...(where === undefined ? [] : [where]),
    `r.at > toStartOfMinute(as_of) - INTERVAL ${within}`,
    "r.at <= as_of",
    ...(isDated ? ["r.retrieved_at <= as_of"] : []),
    storedByKnown("r"),
  ].join(" AND ")}
GROUP BY ${[...keys, ...(isDated ? ["r.at"] : [])].join(", ")}
ORDER BY ${[...(isDated ? ["r.at DESC"] : []), ...keys].join(", ")}`;
}

/** The newest rows of a dataset; what was told of a day later than on it counts from then on. */
export const latestOf = <D extends Asked>(drawer: D): Query<Instant, LatestRow<D>> => ({
  name: `${drawer.name.replaceAll("_", "-")}-latest`,
  sql: selectLatest(drawer),
});

type Drawers = typeof TABLES;
type LatestTable = { [T in TableName]: Drawers[T] extends { readonly latest: Latest } ? T : never }[TableName];
type DrawerOf<T extends LatestTable> = Extract<Drawers[T], { readonly latest: Latest }>;
type TableOf<O extends Latest["of"]> = {
  [T in LatestTable]: DrawerOf<T>["latest"]["of"] extends O ? T : never;
}[LatestTable];

/** Members of `Facts` that are all rows of a dataset, whatever the token. */
export type LatestOfAll = {
  readonly [T in TableOf<"all"> as DrawerOf<T>["latest"]["member"]]: readonly LatestRow<DrawerOf<T>>[];
};

/** Members of a token's facts: rows, or the one row of a dataset that has one a token. */
export type LatestOfToken = {
  readonly [T in TableOf<"token"> as DrawerOf<T>["latest"]["member"]]: DrawerOf<T>["latest"]["by"] extends readonly [
    "token",
  ]
    ? LatestRow<DrawerOf<T>> | null
    : readonly LatestRow<DrawerOf<T>>[];
};

/** The same as they are read: rows of all tokens side by side. */
export type LatestRows = {
  readonly [T in LatestTable as DrawerOf<T>["latest"]["member"]]: readonly LatestRow<DrawerOf<T>>[];
};

/** Datasets that are as fresh as these rows. */
export type LatestDataset = {
  [T in LatestTable]: Drawers[T] extends { readonly fresh: infer F } ? keyof F & string : never;
}[LatestTable];

/** Every dataset whose newest rows are facts, with its query, what its rows are read as and whether a token has one. */
export const LATEST = (Object.values(TABLES) as readonly (Dataset & { readonly latest?: Latest })[]).flatMap(
  ({ latest, ...drawer }) => {
    if (latest === undefined) return [];
    const isOne = latest.by.join() === "token";
    const table = drawer.name as TableName;
    return [{ latest, isOne, table, query: latestOf({ ...drawer, latest }), datasets: datasetsOf(drawer) }];
  },
);
