// Waits until nobody writes to a store any more: what changes its tables loses rows that are written meanwhile.
import { setTimeout as sleep } from "node:timers/promises";
import type { Query } from "../query/query.ts";
import type { Store } from "./clickhouse.ts";

/** How long ago the newest block came and into which table, by the machine of the store. Parts of one block are inserted ones, and are listed for minutes after they were merged. */
const newestBlock: Query<object, { s: number | null; into: string }> = {
  name: "newest-block",
  sql: `SELECT maxOrNull(toUnixTimestamp(nowInBlock())) - maxOrNull(toUnixTimestamp(modification_time)) AS s,
  argMax(table, modification_time) AS into
FROM system.parts
WHERE database = currentDatabase() AND table != 'migration' AND min_block_number = max_block_number`,
};

/** A worker writes every minute at the least: what it has read, or that it could not. */
const QUIET_MS = 90_000;
const PATIENCE_MS = 120_000;
const LOOK_MS = 1_000;
const SAY_MS = 15_000;

export type Waiting = {
  readonly quietMs?: number;
  readonly patienceMs?: number;
  /** Told whom it waits for, at first and every quarter of a minute. */
  readonly say?: (line: string) => void;
  /** Ends the waiting; it throws then. */
  readonly signal?: AbortSignal;
};

/**
 * Resolves when no block came for so long. Throws where blocks go on coming: it is for whoever runs the workers to stop
 * them.
 */
export async function awaitWriters(store: Pick<Store, "query">, waiting: Waiting = {}): Promise<void> {
  const { quietMs = QUIET_MS, patienceMs = PATIENCE_MS, say, signal } = waiting;
  for (let waited = 0; ; waited += LOOK_MS) {
    const { s = null, into = "" } = (await store.query(newestBlock, {}))[0] ?? {};
    if (s === null || s * 1_000 > quietMs) return;
    if (waited % SAY_MS === 0) {
      say?.(
        `waiting for workers that write to this store: the newest rows came ${s} s ago, into ${into}; tables are changed once none came for ${quietMs / 1_000} s`,
      );
    }
    if (waited >= patienceMs) {
      throw new Error(
        `workers still write to this store (the newest rows came ${s} s ago), and what they write while its tables are changed would be lost: stop them, then migrate`,
      );
    }
    await sleep(LOOK_MS, undefined, signal === undefined ? {} : { signal });
  }
}
