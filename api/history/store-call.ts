// Calls of history to the store: few at once, and each with a deadline.
import { fault, isFault } from "../../schema/fault.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Deps } from "../deps.ts";

const DEADLINE_MS = 10_000;
const AT_ONCE_MAX = 8;
let running = 0;

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${DEADLINE_MS} ms`)), DEADLINE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Throws overloaded where too many read already, upstream_unavailable without the store. */
export async function askStore<T>({ store, log }: Deps, read: (store: Store) => Promise<T>): Promise<T> {
  if (running >= AT_ONCE_MAX) {
    throw fault("overloaded", "Too many reads of stored rows at once; try again shortly.", { retryAfterS: 1 });
  }
  running += 1;
  try {
    return await withDeadline(read(store));
  } catch (cause) {
    if (isFault(cause)) throw cause;
    log.warn({ err: cause instanceof Error ? cause.message : cause }, "stored rows not read");
    throw fault("upstream_unavailable", "The store cannot be reached; bucketed resolutions still answer.", {
      retryAfterS: 5,
      cause,
    });
  } finally {
    running -= 1;
  }
}
