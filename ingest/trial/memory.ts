// What a trial runs on instead of the stores: rows and cursors live in memory, pace is kept, nothing is written anywhere.
import type { TableName } from "../../schema/dataset/index.ts";
import { HOUR_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { TELL } from "../../schema/io/in-flight.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { FORWARD } from "../run/cursor.ts";
import { EARLIEST } from "../run/dirty.ts";
import { PAUSE, TAKE } from "../run/pace.ts";

export type TrialRow = Readonly<Record<string, unknown>>;

/** When a row was true, epoch ms; NaN where it does not say. */
export const timeOf = (row: TrialRow): number =>
  Number(row.read_at ?? row.at ?? row.open_at ?? row.to_at ?? Number.NaN);

type TrialStore = { readonly store: Store; rows(table: TableName): readonly TrialRow[] };

/** Takes rows as the writer sends them; of queries it answers those for prices, by token in USD. */
export function openTrialStore(known: ReadonlyMap<string, number>): TrialStore {
  const tables = new Map<string, TrialRow[]>();
  const add = (table: string, rows: readonly TrialRow[]) => {
    tables.set(table, [...(tables.get(table) ?? []), ...rows]);
  };
  const prices = () => [...known].map(([token, price]) => ({ token, price }));
  const answers: Readonly<Record<string, (asked: Readonly<Record<string, unknown>>) => unknown[]>> = {
    "reference-price": prices,
    // The price of now stands for the hours before: a trial looks at amounts, not at their worth.
    "window-price": ({ from, to }) =>
      prices().flatMap(({ token, price }) =>
        Array.from({ length: Math.ceil((Number(to) - Number(from)) / HOUR_MS) }, (_, hour) => ({
          ...{ token, step_s: 3_600, at: Number(from) + hour * HOUR_MS, price },
        })),
      ),
  };
  const store = {
    query: async ({ name }: { name: string }, asked: object) => answers[name]?.({ ...asked }) ?? [],
    insert: async (table: string, rows: readonly object[]) => add(table, rows as readonly TrialRow[]),
    insertEncoded: async (table: string, lines: Buffer, _key: string, columns: readonly string[] = []) => {
      const values = lines
        .toString("utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown[]);
      add(
        table,
        values.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
      );
    },
    ping: async () => true,
    close: async () => {},
  };
  return {
    store: store as unknown as Store,
    rows: (table) => tables.get(table) ?? [],
  };
}

/** Scripts whose work is only kept for others, of whom a trial has none. */
const UNNEEDED: ReadonlySet<string> = new Set([FORWARD, EARLIEST, TELL].map(({ lua }) => lua));

/** The commands and scripts that a run gives, over maps; throws at any other. */
export function openTrialRedis(now: () => number): Redis {
  const hashes = new Map<string, Map<string, string>>();
  const until = new Map<string, number>();
  const hash = (key: string) => {
    const known = hashes.get(key) ?? new Map<string, string>();
    hashes.set(key, known);
    return known;
  };
  const take = (bucket: string, pause: string, cost: number, burst: number): number => {
    const left = (until.get(pause) ?? 0) - now();
    if (left > 0) return -left;
    const at = Math.max(until.get(bucket) ?? 0, now());
    const wait = at + cost - burst - now();
    if (wait > 0) return Math.ceil(wait);
    until.set(bucket, at + cost);
    return 0;
  };
  const redis = {
    hgetall: async (key: string) => Object.fromEntries(hash(key)),
    hget: async (key: string, field: string) => hash(key).get(field) ?? null,
    hset: async (key: string, given: object | string, value?: unknown) => {
      const pairs = typeof given === "string" ? [[given, value]] : Object.entries(given);
      for (const [field, one] of pairs) hash(key).set(String(field), String(one));
    },
    hdel: async (key: string, ...fields: string[]) => {
      for (const field of fields) hash(key).delete(field);
    },
    hincrby: async () => 0,
    zadd: async () => 0,
    exists: async (key: string) => (hash(key).size > 0 ? 1 : 0),
    evalsha: async () => {
      throw new Error("NOSCRIPT Scripts come as text.");
    },
    eval: async (script: string, _count: number, ...rest: (string | number)[]) => {
      const [first = "", second = "", cost = 0, burst = 0] = rest;
      if (script === TAKE.lua) return take(String(first), String(second), Number(cost), Number(burst));
      if (script === PAUSE.lua)
        until.set(String(first), Math.max(until.get(String(first)) ?? 0, now() + Number(second)));
      else if (!UNNEEDED.has(script)) throw new Error("a trial knows no such script");
      return 0;
    },
  };
  // What is only kept for others is not kept.
  const chain: Record<string, unknown> = { exec: async () => [] };
  for (const name of ["hset", "hincrby", "expire", "del", "hdel", "hsetnx", "zadd", "zrem"]) chain[name] = () => chain;
  return { ...redis, pipeline: () => chain, multi: () => chain } as unknown as Redis;
}
