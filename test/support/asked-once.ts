// A store that is not asked again and again for what its empty tables hold: a build asks some sixty statements of tables of
// which a test fills a few, and each costs the engine as much as one that finds rows. One process asks it once for all its tests.
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Query } from "../../schema/query/query.ts";

const TABLES = "SELECT name, ifNull(total_rows, 1) > 0 AS is_filled FROM system.tables WHERE database = 'assay'";

type Tables = { readonly all: ReadonlySet<string>; readonly filled: Set<string> };

async function readTables(store: Store): Promise<Tables> {
  const sql = { name: "test", sql: TABLES };
  const rows = (await store.query(sql, {})) as { name: string; is_filled: number }[];
  const filled = rows.filter(({ is_filled }) => is_filled).map(({ name }) => name);
  return { all: new Set(rows.map(({ name }) => name)), filled: new Set(filled) };
}

const ELSEWHERE = /\b(system|analyst)\./;

/** Whether all that a statement reads is tables without a row: then instants change nothing of its answer. */
function readsNothing(sql: string, { all, filled }: Tables): boolean {
  const words = sql.match(/\w+/g) ?? [];
  return words.some((word) => all.has(word)) && !words.some((word) => filled.has(word)) && !ELSEWHERE.test(sql);
}

type Answers = Map<string, readonly unknown[]>;
/** Of stores as the migrations made them. */
const known: Answers = new Map();
/** What leaves the tables of a store what they are in all others. */
const KEEPS_TABLES = /^\s*(INSERT|TRUNCATE|SYSTEM)\b/i;

/** Every statement is asked at least once, and again once a table it reads has rows. Whatever is written goes through it. */
export function askedOnce(store: Store): Store {
  let tables: Promise<Tables> | undefined;
  let answers = known;
  const note = async (table: string): Promise<void> => void (await tables)?.filled.add(table);
  /** Noted before, as it may show before anybody hears of it, and after, as the tables may be read meanwhile. */
  const writing = async (table: string, write: () => Promise<void>): Promise<void> => {
    await note(table);
    await write().finally(() => note(table));
  };
  return {
    ...store,
    async query<P extends object, R>(query: Query<P, R>, params: P): Promise<R[]> {
      tables ??= readTables(store);
      const asked = tables;
      if (!readsNothing(query.sql, await asked)) return store.query(query, params);
      const words = Object.values(params).filter((value) => typeof value !== "number");
      const key = JSON.stringify([query.name, query.sql, words]);
      const before = answers.get(key);
      if (before !== undefined) return [...before] as R[];
      const answer = await store.query(query, params);
      // What was written meanwhile may show in it.
      if (tables === asked && readsNothing(query.sql, await asked)) answers.set(key, [...answer]);
      return answer;
    },
    insert: (table, rows, key, added) => writing(table, () => store.insert(table, rows, key, added)),
    insertEncoded: (table, lines, key, columns) =>
      writing(table, () => store.insertEncoded(table, lines, key, columns)),
    async command(sql) {
      tables = undefined;
      if (!KEEPS_TABLES.test(sql)) answers = new Map();
      await store.command(sql);
      tables = undefined;
    },
  };
}
