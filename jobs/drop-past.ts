// Drops the partitions whose every row is past what its table keeps, and empties columns that are kept for less.

import { TABLES, type TableName } from "../schema/dataset/index.ts";
import { partitionWithColumn, storedPartition } from "../schema/query/service/stored-partition.ts";
import { findPast, type StoredPartition } from "../schema/retention.ts";
import type { Deps } from "./deps.ts";

/** What is left over goes with the next sweep. */
const STEPS_MAX = 64;
/** Of one table, after which it is left alone: a missing right takes no time from the other tables. */
const REFUSALS_MAX = 3;
/** Partitions of our tables are by numbers, whose ids are those numbers. */
const ID = /^[\d-]+$/;

type Place = Pick<StoredPartition, "table" | "id">;

const emptiedOf = (table: string): readonly string[] => TABLES[table as TableName]?.keep.emptied?.columns ?? [];

/** Of partitions whose early columns are past, those that still hold them. */
async function findFull(store: Deps["store"], empty: readonly Place[]): Promise<readonly Place[]> {
  if (empty.length === 0) return [];
  const tables = [...new Set(empty.map(({ table }) => table))];
  const columns = [...new Set(tables.flatMap(emptiedOf))];
  const full = await store.query(partitionWithColumn, { tables, columns });
  return empty.filter(({ table, id }) => full.some((one) => one.table === table && one.id === id));
}

const dropSql = ({ table, id }: Place): string => `ALTER TABLE ${table} DROP PARTITION ID '${id}'`;
const emptySql = ({ table, id }: Place): string =>
  `ALTER TABLE ${table} ${emptiedOf(table)
    .map((column) => `CLEAR COLUMN ${column} IN PARTITION ID '${id}'`)
    .join(", ")}`;

/**
 * One sweep: each step stands alone and may be done twice, so a sweep that is killed is ended by the next.
 * @returns how many partitions were dropped and how many emptied.
 * @throws AggregateError naming what the store refused; the others were done.
 */
export async function dropPast(
  { store, clock }: Pick<Deps, "store" | "clock">,
  signal: AbortSignal,
): Promise<{ readonly dropped: number; readonly emptied: number }> {
  const stored = await store.query(storedPartition, {});
  const { drop, empty } = findPast(stored, clock.now());
  const full = await findFull(store, empty);
  const steps = [
    ...drop.map((one) => ({ ...one, isDrop: true, sql: dropSql(one) })),
    ...full.map((one) => ({ ...one, isDrop: false, sql: emptySql(one) })),
  ].filter(({ id }) => ID.test(id));
  const count = { dropped: 0, emptied: 0 };
  const failures: Error[] = [];
  const refused = new Map<string, number>();
  for (const { table, id, isDrop, sql } of steps) {
    if (count.dropped + count.emptied >= STEPS_MAX) break;
    if ((refused.get(table) ?? 0) >= REFUSALS_MAX) continue;
    signal.throwIfAborted();
    try {
      await store.command(sql);
      count[isDrop ? "dropped" : "emptied"] += 1;
    } catch (error) {
      refused.set(table, (refused.get(table) ?? 0) + 1);
      failures.push(
        new Error(`partition ${id} of ${table}: ${error instanceof Error ? error.message : error}`, { cause: error }),
      );
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `not dropped: ${failures.map(({ message }) => message).join("; ")}`);
  return count;
}
