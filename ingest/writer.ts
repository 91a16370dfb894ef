// Writes admitted rows in large blocks while the next ones are fetched; each row is turned into text once.
import { createHash } from "node:crypto";
import type { Store } from "../schema/io/clickhouse.ts";
import type { TableName } from "../schema/row/index.ts";

export type Writer = {
  /** Takes rows; `order` sorts them inside a block, `stored` runs when they are safe. Waits while two blocks are under way. */
  add(rows: readonly object[], order: number, stored?: () => void): Promise<void>;
  /** Writes the rest and waits for all. Throws what the first failed insert threw. */
  flush(): Promise<void>;
};

const ROWS_PER_BLOCK = 10_000;
const BLOCKS_IN_FLIGHT_MAX = 2;

/** Columns that say when we looked, not what we saw: they stay out of a block's digest. */
const LOOKED = ',"retrieved_at":';

type Chunk = { readonly order: number; readonly lines: readonly string[]; readonly stored: (() => void) | undefined };

/** JSON lines and the digest of their content. */
export function encode(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row));
}

function digestOf(lines: readonly string[]): string {
  const hash = createHash("sha256");
  for (const line of lines) {
    const cut = line.lastIndexOf(LOOKED);
    hash.update(cut < 0 ? line : line.slice(0, cut));
  }
  return hash.digest("hex").slice(0, 32);
}

/** Opens a writer for one table; `key` is the natural key of the run. */
export function openWriter(store: Store, table: TableName, key: string): Writer {
  let chunks: Chunk[] = [];
  let count = 0;
  let failure: { error: unknown } | null = null;
  const flying = new Set<Promise<void>>();

  const send = (): void => {
    const taken = chunks.sort((a, b) => a.order - b.order);
    chunks = [];
    count = 0;
    if (taken.length === 0) return;
    const lines = taken.flatMap((chunk) => chunk.lines);
    const body = Buffer.from(`${lines.join("\n")}\n`);
    const flight = store
      .insertEncoded(table, body, `${key}~${digestOf(lines)}`)
      .then(() => {
        for (const chunk of taken) chunk.stored?.();
      })
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => flying.delete(flight));
    flying.add(flight);
  };
  const check = (): void => {
    if (failure) throw failure.error;
  };

  return {
    async add(rows, order, stored) {
      check();
      if (rows.length === 0) {
        stored?.();
        return;
      }
      chunks.push({ order, lines: encode(rows), stored });
      count += rows.length;
      if (count < ROWS_PER_BLOCK) return;
      send();
      while (flying.size >= BLOCKS_IN_FLIGHT_MAX) await Promise.race(flying);
      check();
    },
    async flush() {
      send();
      while (flying.size > 0) await Promise.all(flying);
      check();
    },
  };
}
