// How long rows are kept: what the drawers say, as instants and words. The sweep drops partitions by it; the dictionary
// and the status say it.

import { TABLES, type TableName } from "./dataset/index.ts";
import type { Keep } from "./dataset/keep.ts";
import { DAY_MS, HOUR_MS } from "./duration.ts";

/** The oldest instant of a row that is certain to be there at `now`, epoch milliseconds. */
export const keptFrom = (table: TableName, now: number): number =>
  now - Math.min(...TABLES[table].keep.kept.map((one) => one.days ?? Number.POSITIVE_INFINITY)) * DAY_MS;

/** A partition as the engine lists it. Times in epoch milliseconds. */
export type StoredPartition = {
  readonly table: string;
  /** Its value, as `20261123` or `(60,202611)`. */
  readonly partition: string;
  readonly id: string;
  /** The time of its newest row; 0 where the partition is by no time. */
  readonly newest_at: number;
};

/** The end, exclusive, of the day, month or year that is the last number of a partition's name; null of any other name. */
export function partitionEnd(partition: string): number | null {
  const [, year, month, day] = /(?:^|\D)(\d{4})(\d\d)?(\d\d)?\)?$/.exec(partition) ?? [];
  if (year === undefined) return null;
  if (month === undefined) return Date.UTC(Number(year) + 1, 0);
  if (day === undefined) return Date.UTC(Number(year), Number(month));
  return Date.UTC(Number(year), Number(month) - 1, Number(day) + 1);
}

const isTable = (name: string): name is TableName => Object.hasOwn(TABLES, name);

/** Days that the rows of a partition are kept; null is for good, as is what the table does not speak of. */
function daysOf({ kept }: Keep, partition: string): number | null {
  const first = Number(/\d+/.exec(partition)?.[0]);
  return kept.find((one) => one.first === undefined || one.first.includes(first))?.days ?? null;
}

/**
 * The instant that retention is counted from: now, but never later than the market itself has come, whose newest candle
 * says so. A machine whose clock is ahead drops nothing for it; a store without candles keeps everything.
 */
export function judgedAt(stored: readonly StoredPartition[], now: number): number {
  const candles = stored.flatMap(({ table, newest_at }) => (table === "candle" ? [newest_at] : []));
  return Math.min(now, Math.max(...candles));
}

type Past = { readonly drop: StoredPartition[]; readonly empty: StoredPartition[] };

/**
 * The partitions in which every row is past, and those whose early columns are, each the longest past first. A
 * partition counts by its name and not by its rows: none that may still be written to is among them.
 */
export function findPast(stored: readonly StoredPartition[], now: number): Past {
  const at = judgedAt(stored, now);
  const drop: StoredPartition[] = [];
  const empty: StoredPartition[] = [];
  const ends = new Map<StoredPartition, number>();
  for (const one of stored) {
    const end = partitionEnd(one.partition);
    if (end === null || !isTable(one.table)) continue;
    ends.set(one, end);
    const { keep } = TABLES[one.table];
    const keptDays = daysOf(keep, one.partition);
    if (keptDays !== null && end + keptDays * DAY_MS <= at) drop.push(one);
    else if (keep.emptied && end + keep.emptied.hours * HOUR_MS <= at) empty.push(one);
  }
  const byEnd = (a: StoredPartition, b: StoredPartition) => (ends.get(a) ?? 0) - (ends.get(b) ?? 0);
  return { drop: drop.sort(byEnd), empty: empty.sort(byEnd) };
}

const spanOf = (count: number | null): string => (count === null ? "for good" : `${count} days`);

/** What a table keeps, as the dictionary says it; null where everything stays. */
export function keptText(table: string): string | null {
  if (!isTable(table)) return null;
  const { at, kept, emptied } = TABLES[table].keep;
  if (kept.every((one) => one.days === null)) return null;
  const spans = kept.map(
    (one) =>
      `${spanOf(one.days)}${one.days === null ? "" : ` after \`${at}\``}${one.where ? ` where \`${one.where}\`` : ""}`,
  );
  const early = emptied ? [`${emptied.columns.map((name) => `\`${name}\``).join(", ")} ${emptied.hours} hours`] : [];
  return [...spans, ...early].join("; ");
}

/** The limits in one sentence: candles by grain, everything else from the shortest to the longest. */
export function retentionText(): string {
  const { candle, ...others } = TABLES;
  const grains = candle.keep.kept.map((one) => `${one.what ?? ""} ${spanOf(one.days)}`);
  const counts = Object.values(others).flatMap(({ keep: { kept } }) => kept.flatMap((one) => one.days ?? []));
  const rest = `everything else ${Math.min(...counts)} to ${spanOf(Math.max(...counts))}`;
  return `How long rows are kept, by candles' grain: ${grains.join(", ")}; ${rest}.`;
}
