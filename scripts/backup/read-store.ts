// What a backup notes of the store, and what is looked at once it is back.

import { logSize } from "../../jobs/proof/append-log.ts";
import { readRoot } from "../../jobs/proof/read-tree.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { checkpointLatest } from "../../schema/query/log/checkpoint-latest.ts";
import type { Query } from "../../schema/query/query.ts";
import type { KeptCheckpoint, Table } from "./manifest.ts";

type StoredPart = {
  readonly table: string;
  readonly partition: string;
  readonly rows: number;
  readonly first: number;
  readonly last: number;
  readonly level: number;
  readonly version: number;
};

const applied: Query<object, { name: string }> = {
  name: "backup-migrations",
  sql: "SELECT name FROM migration FINAL WHERE NOT startsWith(name, 'analyst.') ORDER BY name",
};

const counted: Query<object, Table> = {
  name: "backup-tables",
  sql: `
SELECT database, name, toUInt64(ifNull(total_rows, 0)) AS rows FROM system.tables
WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree') ORDER BY name`,
};

const parts: Query<object, StoredPart> = {
  name: "backup-parts",
  sql: `
SELECT table, partition_id AS partition, toUInt64(rows) AS rows, toInt64(min_block_number) AS first,
  toInt64(max_block_number) AS last, toUInt64(level) AS level, toInt64(data_version) AS version
FROM system.parts WHERE database = currentDatabase()`,
};

export const readMigrations = async (store: Store): Promise<string[]> =>
  (await store.query(applied, {})).map(({ name }) => name);

export const readTables = (store: Store): Promise<Table[]> => store.query(counted, {});

/** The newest checkpoint that is stored; null before the first. */
export async function readNewest(store: Store): Promise<KeptCheckpoint | null> {
  const [row] = await store.query(checkpointLatest, { limit: 1 });
  return row === undefined ? null : { size: row.size, root: row.root, note: row.note };
}

/** A merge may have begun since the copy was opened: what it made of others is none of the copied ones. */
const isMade = (part: StoredPart, beside: readonly StoredPart[]): boolean =>
  beside.some(
    ({ first, last, level, version }) =>
      first >= part.first && last <= part.last && (level < part.level || version < part.version),
  );

/** Tables of a copy, opened just now, that have other rows than were copied. */
export async function findFewer(store: Store, tables: readonly Table[]): Promise<string[]> {
  const by = new Map<string, StoredPart[]>();
  for (const part of await store.query(parts, {})) {
    const key = `${part.table} ${part.partition}`;
    by.set(key, [...(by.get(key) ?? []), part]);
  }
  const copied = new Map<string, number>();
  for (const beside of by.values()) {
    for (const part of beside) {
      if (!isMade(part, beside)) copied.set(part.table, (copied.get(part.table) ?? 0) + part.rows);
    }
  }
  return tables.flatMap(({ name, rows }) => {
    const there = copied.get(name) ?? 0;
    return there === rows ? [] : [`${name} had ${rows} rows and has ${there}`];
  });
}

/** What does not hold of a restored store; empty where all does. */
export async function findMissing(
  store: Store,
  tables: readonly Table[],
  checkpoint: KeptCheckpoint | null,
): Promise<string[]> {
  const there = new Map((await readTables(store)).map(({ name, rows }) => [name, rows]));
  const lost = tables.filter(({ name, rows }) => rows > 0 && (there.get(name) ?? 0) === 0);
  const problems = lost.map(({ name, rows }) => `${name} had ${rows} rows and has none`);
  if (checkpoint === null) return problems;
  const size = await logSize(store);
  if (size < checkpoint.size) return [...problems, `the log has ${size} leaves; ${checkpoint.size} were signed`];
  const root = (await readRoot(store, checkpoint.size)).toString("hex");
  if (root !== checkpoint.root) problems.push(`the root of ${checkpoint.size} leaves is not what was signed`);
  return problems;
}
