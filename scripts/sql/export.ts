// Writes answers to Parquet files: of any statement, or of a table or view between two instants.
import { createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { quote } from "../../schema/dataset/quote.ts";
import { NEWEST } from "../../schema/dataset/version.ts";
import { TOKENS } from "../../schema/token/token-list.ts";
import type { Place } from "../connect.ts";
import { ask, askRows, VIEWS } from "./ask.ts";
import { footerAt, readRowCount } from "./parquet-rows.ts";

const MAGIC = "PAR1";
/** Columns a row's time is in, by preference. */
const TIMES = ["at", "open_at", "hour", "day", "requested_at"];

/** What a file that was written holds. */
type Written = { readonly bytes: number; readonly rows: number };

async function checkParquet(path: string): Promise<Written> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const [head, tail] = [Buffer.alloc(4), Buffer.alloc(8)];
    await file.read(head, 0, 4, 0);
    await file.read(tail, 0, 8, Math.max(0, size - 8));
    if (size < 12 || head.toString("latin1") !== MAGIC || tail.toString("latin1", 4) !== MAGIC) {
      throw new Error("the answer is no whole Parquet file: it broke off, or the statement has a FORMAT of its own");
    }
    const { position, length } = footerAt(size, tail);
    const footer = Buffer.alloc(length);
    await file.read(footer, 0, length, position);
    return { bytes: size, rows: readRowCount(footer) };
  } finally {
    await file.close();
  }
}

/** One line for a person. */
export const sayWritten = (file: string, { bytes, rows }: Written): string =>
  `${file}: ${rows} ${rows === 1 ? "row" : "rows"}, ${bytes} bytes`;

/**
 * Writes the rows of a statement; the file appears whole or not at all and never replaces another.
 */
export async function writeParquet(place: Place, sql: string, file: string, signal?: AbortSignal): Promise<Written> {
  if (existsSync(file)) throw new Error(`${file} is there already`);
  const part = `${file}.part`;
  try {
    const body = await ask(place, sql, { format: "Parquet", ...(signal ? { signal } : {}) });
    if (body === null) throw new Error("the statement has no rows to write");
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(part));
    const written = await checkParquet(part);
    await rename(part, file);
    return written;
  } finally {
    await rm(part, { force: true });
  }
}

type ExportOptions = {
  readonly table: string;
  /** First instant, included; any form JavaScript's Date reads, UTC where it names no zone. */
  readonly from?: string;
  /** Last instant, excluded. */
  readonly to?: string;
  readonly token?: string;
  /** With the readings that another replaced: `stored_at` and `replaced_at` tell from when to when each was known. */
  readonly versions?: boolean;
};

function readInstant(name: string, text: string): number {
  const isLocal = /[T ]\d/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const ms = Date.parse(isLocal ? `${text}Z` : text);
  if (Number.isNaN(ms)) throw new Error(`--${name}: ${text} is no instant; 2026-11-01 or 2026-11-01T12:00:00Z are`);
  return ms;
}

/** Throws where nobody ever stored a row of such a token: a mistyped name is no empty answer. */
async function checkToken(place: Place, table: string, token: string): Promise<void> {
  if (TOKENS.some(({ id }) => id === token)) return;
  const some = await askRows(place, `SELECT 1 AS one FROM ${table} WHERE token = ${quote(token)} LIMIT 1`);
  if (some.length > 0) return;
  const meant = TOKENS.find(({ symbol }) => symbol.toLowerCase() === token.toLowerCase());
  const hint = meant === undefined ? "tokens are ids such as bitcoin" : `do you mean ${meant.id}?`;
  throw new Error(`--token: there is no row of ${JSON.stringify(token)}; ${hint}`);
}
/** The statement that reads a table's rows once each, of readings the newest alone where nobody asks for all. Throws where there is no such table, or no such column to cut by. */
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
  const tellsVersions = table.columns.includes("replaced_at");
  if (options.versions && !tellsVersions) {
    const hint = "those of a view are in the view of its name and _versions, where there is one";
    throw new Error(`--versions: nothing of ${options.table} is replaced, or it does not tell; ${hint}`);
  }
  const wheres: string[] = [];
  const time = TIMES.find((name) => table.columns.includes(name));
  for (const [bound, sign] of [["from", ">="] as const, ["to", "<"] as const]) {
    const text = options[bound];
    if (text === undefined) continue;
    if (time === undefined) throw new Error(`${options.table} has no time to cut by`);
    wheres.push(`${time} ${sign} fromUnixTimestamp64Milli(toInt64(${readInstant(bound, text)}), 'UTC')`);
  }
  const { from, to } = options;
  if (from !== undefined && to !== undefined && readInstant("from", from) >= readInstant("to", to)) {
    throw new Error(`--from ${from} is not before --to ${to}`);
  }
  if (options.token !== undefined) {
    if (!table.columns.includes("token")) throw new Error(`${options.table} has no tokens`);
    await checkToken(place, `\`${table.database}\`.\`${table.name}\``, options.token);
    wheres.push(`token = ${quote(options.token)}`);
  }
  const isFolded = table.engine.startsWith("Replacing");
  if (isFolded && tellsVersions && !options.versions) wheres.push(NEWEST);
  const final = isFolded ? " FINAL" : "";
  const where = wheres.length === 0 ? "" : ` WHERE ${wheres.join(" AND ")}`;
  return `SELECT * FROM \`${table.database}\`.\`${table.name}\`${final}${where}`;
}
