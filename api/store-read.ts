// Reads of the store while a caller waits: few of a kind at once, and each with a deadline.
import { fault, isFault } from "../schema/fault.ts";
import type { Store } from "../schema/io/clickhouse.ts";
import { endsWithin } from "../schema/io/deadline.ts";
import type { Deps } from "./deps.ts";

const DEADLINE_MS = 10_000;

/** What is said to the caller where too many read already or the store is away, and to the log. */
type StoreReadWords = { readonly busy: string; readonly away: string; readonly logged: string };

/** Reads of one kind. They throw overloaded where `atOnceMax` run already, upstream_unavailable without the store. */
export function openStoreReads(atOnceMax: number, { busy, away, logged }: StoreReadWords) {
  let running = 0;
  return async <T>({ store, log }: Deps, read: (store: Store) => Promise<T>): Promise<T> => {
    if (running >= atOnceMax) throw fault("overloaded", busy, { retryAfterS: 1 });
    running += 1;
    try {
      return await endsWithin(DEADLINE_MS, read(store), `no answer in ${DEADLINE_MS} ms`);
    } catch (cause) {
      if (isFault(cause)) throw cause;
      log.warn({ err: cause instanceof Error ? cause.message : cause }, logged);
      throw fault("upstream_unavailable", away, { retryAfterS: 5, cause });
    } finally {
      running -= 1;
    }
  };
}
