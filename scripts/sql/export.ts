// Writes answers to Parquet files: of any statement, or of a table or view between two instants.
import { createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ask, askRows, quote, VIEWS } from "./ask.ts";
import type { Place } from "./connect.ts";

const MAGIC = "PAR1";
/** Columns a row's time is in, by preference. */
const TIMES = ["at", "open_at", "hour", "day", "requested_at"];

async function checkParquet(path: string): Promise<number> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const ends = Buffer.alloc(8);
    await file.read(ends, 0, 4, 0);
    await file.read(ends, 4, 4, Math.max(0, size - 4));
    if (size < 12 || ends.toString("latin1") !== MAGIC + MAGIC) {
      throw new Error("the answer is no whole Parquet file: it broke off, or the statement has a FORMAT of its own");
    }
    return size;
  } finally {
    await file.close();
  }
}

/**
 * Writes the rows of a statement; the file appears whole or not at all and never replaces another.
 * @returns its size in bytes.
 */
export async function writeParquet(place: Place, sql: string, file: string, signal?: AbortSignal): Promise<number> {
  if (existsSync(file)) throw new Error(`${file} is there already`);
  const part = `${file}.part`;
  try {
    const body = await ask(place, sql, { format: "Parquet", ...(signal ? { signal } : {}) });
    if (body === null) throw new Error("the statement has no rows to write");
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(part));
    const bytes = await checkParquet(part);
    await rename(part, file);
    return bytes;
  } finally {
    await rm(part, { force: true });
  }
}

export type ExportOptions = {
  readonly table: string;
  /** First instant, included; any form JavaScript's Date reads, UTC where it names no zone. */
  readonly from?: string;
  /** Last instant, excluded. */
  readonly to?: string;
  readonly token?: string;
};

function readInstant(name: string, text: string): number {
  const isLocal = /[T ]\d/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const ms = Date.parse(isLocal ? `${text}Z` : text);
  if (Number.isNaN(ms)) throw new Error(`--${name}: ${text} is no instant; 2026-11-01 or 2026-11-01T12:00:00Z are`);
  return ms;
}

/** The statement that reads a table's rows once each. Throws where there is no such table, or no such column to cut by. */
export async function exportSql(place: Place, options: ExportOptions): Promise<string> {
  const [first = "", second] = options.table.split(".");
  const found = await askRows<{ database: string; name: string; engine: string; columns: string[] }>(
    place,
    `SELECT t.database AS database, t.name AS name, t.engine AS engine, groupArray(c.name) AS columns
     FROM system.tables AS t JOIN system.columns AS c ON c.database = t.database AND c.table = t.name
     WHERE t.database IN (${second === undefined ? `${quote(VIEWS)}, ${quote(place.facts)}` : quote(first)})
       AND t.name = ${quote(second ?? first)}
     GROUP BY database, name, engine ORDER BY database != ${quote(VIEWS)} LIMIT 1`,
  );
  const [table] = found;
  if (!table) throw new Error(`There is no table or view ${options.table}; \`npm run sql -- '\\tables'\` lists them.`);
  const wheres: string[] = [];
  const time = TIMES.find((name) => table.columns.includes(name));
  for (const [bound, sign] of [["from", ">="] as const, ["to", "<"] as const]) {
    const text = options[bound];
    if (text === undefined) continue;
    if (time === undefined) throw new Error(`${options.table} has no time to cut by`);
    wheres.push(`${time} ${sign} fromUnixTimestamp64Milli(toInt64(${readInstant(bound, text)}), 'UTC')`);
  }
  if (options.token !== undefined) {
    if (!table.columns.includes("token")) throw new Error(`${options.table} has no tokens`);
    wheres.push(`token = ${quote(options.token)}`);
  }
  const final = table.engine.startsWith("Replacing") ? " FINAL" : "";
  const where = wheres.length === 0 ? "" : ` WHERE ${wheres.join(" AND ")}`;
  return `SELECT * FROM \`${table.database}\`.\`${table.name}\`${final}${where}`;
}
