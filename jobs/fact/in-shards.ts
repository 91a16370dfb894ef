// Asks of many tokens by a part of the list at a time: a statement, and what it holds while it runs, stays as large as for few.
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Query } from "../../schema/query/query.ts";

/** Tokens that one statement asks of. */
export const SHARD_TOKENS = 250;

type OfTokens = { readonly tokens: readonly string[] };

/** What is told of each token goes with it: a list of as many entries. */
function partOf<P extends OfTokens>(params: P, from: number, to: number): P {
  const parts = Object.entries(params).map(([name, value]) => [
    name,
    Array.isArray(value) && value.length === params.tokens.length ? value.slice(from, to) : value,
  ]);
  return Object.fromEntries(parts) as P;
}

/**
 * Rows of a query that tells of each token by itself, in the order of the tokens as they are asked for: parts are asked one
 * after another, since the store would do them with one processor anyway.
 */
export async function askInShards<P extends OfTokens, R>(
  store: Pick<Store, "query">,
  query: Query<P, R>,
  params: P,
  shard = SHARD_TOKENS,
): Promise<R[]> {
  const { length } = params.tokens;
  if (length <= shard) return store.query(query, params);
  const all: R[] = [];
  for (let from = 0; from < length; from += shard) {
    for (const row of await store.query(query, partOf(params, from, from + shard))) all.push(row);
  }
  return all;
}

/** A store whose every query is asked so: for whoever asks of each token alone. */
export const inShards = (store: Pick<Store, "query">): Pick<Store, "query"> => ({
  query<P extends object, R>(query: Query<P, R>, params: P): Promise<R[]> {
    return "tokens" in params
      ? askInShards(store, query as unknown as Query<OfTokens, R>, params as P & OfTokens)
      : store.query(query, params);
  },
});
