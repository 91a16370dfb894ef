// Waits until nobody writes to a store any more: what changes its tables loses rows that are written meanwhile.
import { setTimeout as sleep } from "node:timers/promises";
import type { Query } from "../query/query.ts";
import type { Store } from "./clickhouse.ts";

/** How long ago the newest block came, both by the machine of the store. Parts of one block are inserted ones, and are listed for minutes after they were merged. */
const newestBlock: Query<object, { s: number | null }> = {
  name: "newest-block",
  sql: `SELECT maxOrNull(toUnixTimestamp(nowInBlock())) - maxOrNull(toUnixTimestamp(modification_time)) AS s
FROM system.parts
WHERE database = currentDatabase() AND table != 'migration' AND min_block_number = max_block_number`,
};

/** A worker writes every minute at the least: what it has read, or that it could not. */
const QUIET_MS = 90_000;
const PATIENCE_MS = 120_000;
const LOOK_MS = 1_000;

/**
 * Resolves when no block came for so long. Throws where blocks go on coming: it is for whoever runs the workers to stop
 * them.
 */
export async function awaitWriters(store: Store, { quietMs = QUIET_MS, patienceMs = PATIENCE_MS } = {}): Promise<void> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const s = (await store.query(newestBlock, {}))[0]?.s ?? null;
    if (s === null || s * 1_000 > quietMs) return;
    if (waited >= patienceMs) {
      throw new Error(
        `workers still write to this store (the newest rows came ${s} s ago), and what they write while its tables are changed would be lost: stop them, then migrate`,
      );
    }
    await sleep(LOOK_MS);
  }
}
