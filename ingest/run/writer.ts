// Writes admitted rows in large blocks while the next ones are fetched; each row is turned into text once.
import { createHash } from "node:crypto";
import { TABLES, type TableName } from "../../schema/dataset/index.ts";
import type { Store } from "../../schema/io/clickhouse.ts";

export type Writer = {
  /** Takes rows; waits while two blocks are under way. */
  add(rows: readonly object[], about: ChunkAbout): Promise<void>;
  /** Writes the rest and waits for all. Throws what the first failed insert threw. */
  flush(): Promise<void>;
};

type ChunkAbout = {
  /** Place inside a block. */
  readonly order: number;
  /** Runs when the rows are safe. */
  readonly stored?: (() => void) | undefined;
  /** Digest of what the rows were made from; without it they are digested themselves. */
  readonly origin?: string | undefined;
};

const ROWS_PER_BLOCK = 24_000;
const BLOCKS_IN_FLIGHT_MAX = 2;

/** The column that says when we looked, not what we saw: it stays out of a block's digest, and comes last for that. */
const LOOKED = "retrieved_at";

type Chunk = ChunkAbout & { readonly lines: readonly string[] };

/** The columns of a table in the order in which its rows are written. */
const columnsOf = (table: TableName): readonly string[] => {
  const names = Object.keys(TABLES[table].columns);
  return names.includes(LOOKED) ? [...names.filter((name) => name !== LOOKED), LOOKED] : names;
};

/** Each row's values by `columns` as a line of JSON; throws for a member that is no column. */
function encode(rows: readonly object[], columns: readonly string[]): string[] {
  for (const name of Object.keys(rows[0] ?? {})) {
    if (!columns.includes(name)) throw new Error(`a row has ${name}, which is no column`);
  }
  return rows.map((row) => JSON.stringify(columns.map((name) => (row as Readonly<Record<string, unknown>>)[name])));
}

/** Digest of a block's content: equal rows of a repeated run make an equal block, whenever they were received. */
function digestOf(chunks: readonly Chunk[], columns: readonly string[]): string {
  const hash = createHash("sha256");
  const isDated = columns.at(-1) === LOOKED;
  for (const { origin, lines } of chunks) {
    if (origin) hash.update(`${origin}~${lines.length}~`);
    else for (const line of lines) hash.update(isDated ? line.slice(0, line.lastIndexOf(",")) : line);
  }
  return hash.digest("hex").slice(0, 32);
}

/** Opens a writer for one table; `key` is the natural key of the run, `before` is done before each block is sent. */
export function openWriter(
  store: Store,
  table: TableName,
  key: string,
  before: () => Promise<void> = async () => undefined,
): Writer {
  const columns = columnsOf(table);
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
    const flight = before()
      .then(() => store.insertEncoded(table, body, `${key}~${digestOf(taken, columns)}`, columns))
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
    async add(rows, about) {
      check();
      if (rows.length === 0) {
        about.stored?.();
        return;
      }
      chunks.push({ ...about, lines: encode(rows, columns) });
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
