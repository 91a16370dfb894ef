// The ClickHouse door: typed queries with a log comment, inserts that a retry cannot double.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { EVER_MS } from "../dataset/version.ts";
import { MINUTE_MS } from "../duration.ts";
import type { Query } from "../query/query.ts";
import { isQuorumAway, openTurns, QUORUM_COMMAND, QUORUM_READ, QUORUM_WRITE } from "./quorum.ts";
import { counter, histogram, observe } from "./seen/tally.ts";

export type StoreOptions = {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Who asks; becomes part of every query's log comment. */
  readonly process: string;
  /** How long a statement may be silent. */
  readonly timeoutMs?: number;
  /** With the credential that reads views alone, which chooses fewer settings. */
  readonly isAnalyst?: true | undefined;
  /** Name of the cluster that the server is of; empty for one alone. */
  readonly cluster?: string;
};

export type Store = {
  query<P extends object, R>(query: Query<P, R>, params: P): Promise<R[]>;
  /** Streams rows in blocks; stop by returning from the loop. */
  stream<P extends object, R>(query: Query<P, R>, params: P): AsyncIterable<R[]>;
  /**
   * Inserts rows once: the token is the natural key joined with the digest of the rows, so that the same rows are
   * taken once and different rows under one key are both kept. `added` are columns of every row that make it no other.
   */
  insert(table: string, rows: readonly object[], key: string, added?: object): Promise<void>;
  /**
   * Inserts one block of rows that are JSON lines already: objects, or with `columns` arrays of the values of those,
   * which cost the server a quarter less to read. `key` names the rows and their content.
   */
  insertEncoded(table: string, lines: Buffer, key: string, columns?: readonly string[]): Promise<void>;
  command(sql: string): Promise<void>;
  ping(): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * What is asked of the latest readings merges them first: rows that lie outside of the keys asked for are left out before
 * that. The store does so with conditions on the sorting key alone, so that none decides which of two readings counts.
 */
const READ = {
  output_format_json_quote_64bit_integers: 0,
  wait_end_of_query: 1,
  optimize_move_to_prewhere_if_final: 1,
} as const;
/** Analysts may not choose how readings are merged. */
const READ_AS_ANALYST = { output_format_json_quote_64bit_integers: 0 } as const;
const WRITE = { async_insert: 0, input_format_null_as_default: 0, input_format_skip_unknown_fields: 0 } as const;
/** The analysts' view of the tracked tokens names them all: a hundred bytes of each. */
const COMMAND_BYTES = "8388608";
const ROWS_PER_INSERT = 10_000;
const NEW_LINE = 10;

const STATEMENTS = counter("store_statements_total", "Statements to the store by how they ended.", ["kind", "outcome"]);
const TOOK = histogram("store_statement_duration_seconds", "How long statements took.", ["kind"]);
const ASKED = counter("store_query_total", "Queries by name.", ["query"]);
const ASKED_S = counter("store_query_seconds_total", "How long queries took all together, by name.", ["query"]);
const ROWS = counter("store_rows_total", "Rows that the store took.", ["table"]);

/** Counts a statement by how it ends. */
async function counted<T>(kind: "query" | "insert" | "command", name: string, work: Promise<T>): Promise<T> {
  const from = performance.now();
  let outcome = "ok";
  try {
    return await work;
  } catch (error) {
    outcome = isStoreAway(error) ? "away" : "refused";
    throw error;
  } finally {
    const seconds = (performance.now() - from) / 1_000;
    STATEMENTS.of(kind, outcome).value += 1;
    observe(TOOK.of(kind), seconds);
    if (kind === "query") {
      ASKED.of(name).value += 1;
      ASKED_S.of(name).value += seconds;
    }
  }
}

/** The store could not be reached, was cut off or took too long. */
class Away extends Error {}

/** What the client says of a connection names nobody; what ClickHouse itself says stays as it is. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof ClickHouseError) return isQuorumAway(error) ? new Away(error.message, { cause: error }) : error;
  const { message, code } = error as NodeJS.ErrnoException;
  const isAway = code !== undefined || /^(Timeout error|socket hang up)/.test(message);
  const said = `ClickHouse: ${message || code || error.name}`;
  return isAway ? new Away(said, { cause: error }) : new Error(said, { cause: error });
}

const told = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw explain(error);
  });

function paramsOf<P extends object, R>(query: Query<P, R>, params: P): Record<string, unknown> {
  const { known = EVER_MS } = params as { readonly known?: number };
  return { ...(query.params ? query.params(params) : params), known };
}

/** Whether the store answered that it did not: otherwise nobody knows whether it still will. */
export const isRefusal = (error: unknown): boolean => error instanceof ClickHouseError;
/** Whether there was no store to answer: nothing is wrong with what was asked. */
export const isStoreAway = (error: unknown): boolean => error instanceof Away;

/** Lines of JSON, the last with or without an end. */
function linesIn(bytes: Buffer): number {
  let lines = bytes.length > 0 && bytes.at(-1) !== NEW_LINE ? 1 : 0;
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}

const comment = (options: StoreOptions, name: string) =>
  JSON.stringify({ app: "assay", process: options.process, query: name });

type Settings = NonNullable<NonNullable<Parameters<typeof createClient>[0]>["clickhouse_settings"]>;

async function* blocks<R>(client: ClickHouseClient, query: string, params: object, settings: Settings) {
  try {
    const result = await client.query({
      query,
      query_params: params as Record<string, unknown>,
      format: "JSONEachRow",
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0, ...settings },
    });
    for await (const rows of result.stream<R>()) yield rows.map((row) => row.json<R>());
  } catch (error) {
    throw explain(error);
  }
}

/** Opens the store. The database must exist before queries name its tables (see the migrations). */
export function openStore(options: StoreOptions): Store {
  const client = createClient({
    url: options.url,
    username: options.user,
    password: options.password,
    database: options.database,
    request_timeout: options.timeoutMs ?? MINUTE_MS,
    max_open_connections: 8,
    // An address holds no list of thousands of tokens.
    use_multipart_params_auto: true,
    keep_alive: { enabled: true, idle_socket_ttl: 2_000 },
    // Days begin where ours do, whatever zone the server is in.
    clickhouse_settings: { session_timezone: "UTC" },
    // What fails is thrown to whoever asked, who logs it; the client would print it beside our JSON lines.
    log: { level: ClickHouseLogLevel.OFF },
  });
  const isCluster = (options.cluster ?? "") !== "";
  const [read, write, change] = isCluster && !options.isAnalyst ? [QUORUM_READ, QUORUM_WRITE, QUORUM_COMMAND] : [];
  const inTurn = openTurns();
  const send = async (table: string, lines: Buffer, token: string, columns?: readonly string[]) => {
    const shape = columns ? `(${columns.join(", ")}) FORMAT JSONCompactEachRow` : "FORMAT JSONEachRow";
    const once = () =>
      client.exec({
        query: `INSERT INTO ${table} ${shape}`,
        values: Readable.from([lines], { objectMode: false }),
        clickhouse_settings: {
          ...WRITE,
          ...write,
          insert_deduplication_token: token,
          log_comment: comment(options, `insert ${table}`),
        },
      });
    const sent = isCluster ? inTurn(table, once) : once();
    (await counted("insert", table, told(sent))).stream.resume();
  };
  return {
    async query(query, params) {
      const asked = client.query({
        query: query.sql,
        query_params: paramsOf(query, params),
        format: "JSONEachRow",
        clickhouse_settings: {
          ...(options.isAnalyst ? READ_AS_ANALYST : READ),
          ...read,
          log_comment: comment(options, query.name),
        },
      });
      return counted(
        "query",
        query.name,
        told(asked).then((answer) => told(answer.json())),
      );
    },
    stream: (query, params) =>
      blocks(client, query.sql, paramsOf(query, params), { ...read, log_comment: comment(options, query.name) }),
    async insert(table, rows, key, added) {
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        const block = rows.slice(at, at + ROWS_PER_INSERT);
        const linesOf = (more?: object) =>
          Buffer.from(block.map((row) => JSON.stringify(more ? { ...row, ...more } : row)).join("\n"));
        const lines = linesOf();
        const digest = createHash("sha256").update(lines).digest("hex").slice(0, 32);
        await send(table, added ? linesOf(added) : lines, `${key}~${at}~${digest}`);
        ROWS.of(table).value += block.length;
      }
    },
    async insertEncoded(table, lines, key, columns) {
      await send(table, lines, key, columns);
      ROWS.of(table).value += linesIn(lines);
    },
    async command(sql) {
      const sent = client.command({
        query: sql,
        clickhouse_settings: { max_query_size: COMMAND_BYTES, ...change, log_comment: comment(options, "command") },
      });
      await counted("command", "", told(sent));
    },
    ping: async () => (await client.ping()).success,
    close: () => client.close(),
  };
}
