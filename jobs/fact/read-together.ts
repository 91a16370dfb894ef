// Reads of the store that many who are asked at once have in common: the same question is put once, and its answer given to all.
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Query } from "../../schema/query/query.ts";

type Reads = Pick<Store, "query">;

/** So long after it came an answer is given to whoever asks the same. */
const KEPT_MS = 3_000;

const ASKED = new WeakMap<Reads, Map<string, Promise<unknown[]>>>();

function askedOf(store: Reads): Map<string, Promise<unknown[]>> {
  const known = ASKED.get(store) ?? new Map<string, Promise<unknown[]>>();
  ASKED.set(store, known);
  return known;
}

/**
 * The same store for what is only looked at: nobody changes the rows, and who must see what was stored a moment ago asks
 * the store itself. Only those who answer from the same build share: nothing was read before it. An answer that failed is
 * nobody else's.
 */
export function readTogether(store: Reads, build: number): Reads {
  const asked = askedOf(store);
  return {
    query<P extends object, R>(query: Query<P, R>, params: P): Promise<R[]> {
      const key = `${build} ${query.name} ${query.sql} ${JSON.stringify(params)}`;
      const before = asked.get(key);
      if (before) return before as Promise<R[]>;
      const rows = store.query(query, params);
      asked.set(key, rows);
      const forget = () => {
        if (asked.get(key) === rows) asked.delete(key);
      };
      rows.then(() => setTimeout(forget, KEPT_MS).unref(), forget);
      return rows;
    },
  };
}
