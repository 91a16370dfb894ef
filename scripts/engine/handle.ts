// One request from credentials to the last byte: the order in which everything is checked, run and released.
import type { IncomingMessage, ServerResponse } from "node:http";
import { quote } from "../../schema/dataset/quote.ts";
import { checkSettings } from "./allowed-setting.ts";
import { type Answer, openAnswer } from "./answer.ts";
import { type Body, readBody } from "./body.ts";
import type { EngineConfig } from "./config.ts";
import { type Role, readRole } from "./credential.ts";
import { EngineError, toEngineError } from "./fault.ts";
import type { Connection } from "./native.ts";
import { type Profile, statementName } from "./profile.ts";
import { type QueryRequest, readForm, readQueryRequest, renderSet } from "./query-request.ts";
import { checkDatabase, checkKind, checkRendered, checkTree } from "./readonly.ts";
import { takeConnection } from "./request-connection.ts";
import { runInsert } from "./run-insert.ts";
import { type Job, runSelect } from "./run-select.ts";
import { counted } from "./seen.ts";
import type { SessionPool } from "./session.ts";
import { readStatement, type Statement } from "./statement.ts";
import type { LaneName, Store } from "./store.ts";

export type Deps = { store: Store; sessions: SessionPool; config: EngineConfig; profile: Profile };
type Work = { query: QueryRequest; role: Role; sql: string; statement: Statement; data: Body };

/** max_query_size of a server; only the data of an insert may be longer. */
const STATEMENT_BYTES_MAX = 256 * 1024;

/** How long a refused body may go on arriving before the connection is cut. */
const UNREAD_MS = 5000;

const NOTHING: Body = { bytes: Buffer.alloc(0), rest: undefined };

/** Joins the URL's statement and the body's, as a server does, and parts the statement from an insert's data. */
function readWork(query: QueryRequest, role: Role, body: Body, formQuery: string | undefined): Work {
  const bytesMax = Number(query.settings.get("max_query_size")) || STATEMENT_BYTES_MAX;
  const prefix = formQuery ?? query.urlQuery;
  const carried = formQuery === undefined ? body : NOTHING;
  const joint = Buffer.from(prefix === "" || carried.bytes.length === 0 ? prefix : `${prefix}\n`, "utf8");
  const all = joint.length === 0 ? carried.bytes : Buffer.concat([joint, carried.bytes]);
  // Latin-1 keeps one character a byte, so offsets hold even where the data is binary.
  const raw = all.subarray(0, Math.max(joint.length, bytesMax + 1)).toString("latin1");
  const statement = readStatement(raw);
  const toText = (from: number, to: number): string => Buffer.from(raw.slice(from, to), "latin1").toString("utf8");
  const dataAt = statement.insert?.dataAt ?? -1;
  if (dataAt < 0) {
    if (carried.rest !== undefined || all.length > bytesMax) {
      throw new EngineError(62, "SYNTAX_ERROR", `Max query size exceeded (${bytesMax} bytes)`);
    }
    const sql = all.toString("utf8");
    return { query, role, sql, statement: readStatement(sql), data: NOTHING };
  }
  const head = toText(0, dataAt);
  let at = dataAt;
  // A body given apart from its statement is all data; inside one text, one line break belongs to the statement.
  if (joint.length > dataAt && /^[\s;]*$/.test(raw.slice(dataAt, joint.length))) at = joint.length;
  else if (statement.insert?.form !== "values") at += /^[ \t\f]*(\r?\n)?/.exec(raw.slice(dataAt))?.[0].length ?? 0;
  return {
    query,
    role,
    sql: head,
    statement: readStatement(head),
    data: { bytes: all.subarray(at), rest: carried.rest },
  };
}

function checkWork({ statement, role, query }: Work, config: EngineConfig): void {
  if (statement.kind === "" && statement.end === 0)
    throw new EngineError(62, "SYNTAX_ERROR", "Syntax error: Empty query");
  if (statement.hasSecond) {
    throw new EngineError(
      62,
      "SYNTAX_ERROR",
      "Syntax error (Multi-statements are not allowed): failed at the second statement",
    );
  }
  if (role === "analyst") {
    checkKind(statement);
    checkDatabase(query.database);
    checkSettings(query.settings, config.analyst);
    if (query.sessionId !== undefined)
      throw new EngineError(48, "NOT_IMPLEMENTED", "Sessions are not supported in readonly mode");
  }
  if (statement.namesFile) {
    throw new EngineError(358, "INTO_OUTFILE_NOT_ALLOWED", "INTO OUTFILE and FROM INFILE are not allowed over HTTP");
  }
}

function laneOf({ role, statement }: Work): LaneName {
  if (role === "analyst") return "analyst";
  return statement.returnsRows ? "read" : "write";
}

/** The statement as the engine writes it, and the store's databases. Throws its syntax error. */
async function render(connection: Connection, sql: string): Promise<readonly [string, ReadonlySet<string>]> {
  const ask = `SELECT formatQuery(${quote(sql)}), (SELECT groupArray(name) FROM system.databases)`;
  const answer = await connection.query(ask, "JSONCompactEachRow").catch((error: unknown) => {
    const { code, type, message } = toEngineError(error);
    throw new EngineError(code, type, message.replace(/: In scope SELECT formatQuery\([\s\S]*$/, ""));
  });
  const [rendered, databases] = JSON.parse(Buffer.from(answer.bytes).toString()) as [string, string[]];
  return [rendered, new Set(databases)];
}

/** What an analyst's request runs, once it is judged; from then on the connection refuses writes and settings. */
async function judge(connection: Connection, work: Work): Promise<Work> {
  if (work.role !== "analyst") return work;
  const [rendered, databases] = await render(connection, work.sql.slice(0, work.statement.end));
  const read = checkRendered(rendered);
  if (read !== undefined) {
    const tree = await connection.query(`EXPLAIN AST ${read}`, "TSVRaw");
    checkTree(Buffer.from(tree.bytes).toString().trimEnd(), databases);
  }
  // Its settings come last: none of them may shape what was judged.
  await connection.query([renderSet(work.query.settings, new Map()), "SET readonly = 1"].filter(Boolean).join(";\n"));
  return { ...work, sql: rendered, statement: readStatement(rendered) };
}

/** Whether our own bound of a result that waits in memory may stand on the connection: it is nobody else's, nor set by anybody. */
function isBounded(store: Store, { role, query, statement }: Work, name: string): boolean {
  const isOurs = role === "owner" && query.sessionId === undefined && !query.settings.has("max_result_bytes");
  return isOurs && query.waitEnd && statement.returnsRows && !store.isLarge(name);
}

type Run = Pick<Job, "mark" | "name" | "isBounded">;

async function runWork(deps: Deps, work: Work, connection: Connection, run: Run, answer: Answer): Promise<void> {
  const { store } = deps;
  const { query, statement, sql, data } = work;
  if (statement.returnsRows) {
    const how = { defaultFormat: query.defaultFormat, isPatient: query.waitEnd };
    return runSelect(store, connection, { sql, statement, ...how, ...run }, answer);
  }
  const format = statement.format ?? query.defaultFormat;
  if (statement.kind === "INSERT") {
    return answer.send(
      query.defaultFormat,
      Buffer.alloc(0),
      await runInsert(store, connection, { head: sql, statement, data, mark: run.mark }),
    );
  }
  const text = statement.kind === "KILL" ? await store.translateIds(sql) : sql;
  const end = statement.kind === "KILL" ? text.replace(/[\s;]+$/, "") : text.slice(0, statement.end);
  // Whatever it changes, also where it fails half-way, is so for every statement that comes after its answer.
  const done = await connection.query(`${end}\n/* ${run.mark} */`, format).finally(() => store.pool.renew());
  await answer.send(format, done.bytes, { readRows: done.rowsRead, readBytes: done.bytesRead });
}

async function runLeased(deps: Deps, work: Work, answer: Answer): Promise<void> {
  const { query, statement, data } = work;
  const leave = await deps.store.enter(laneOf(work));
  const name = statementName(query);
  const bounded = isBounded(deps.store, work, name);
  const ended = deps.profile.begin(name);
  let leaveConnection = (): Promise<void> => Promise.resolve();
  const running = { done: (): unknown => undefined };
  try {
    if (answer.signal.aborted) return;
    const registered = deps.store.register(query.queryId);
    running.done = registered.done;
    const isSmallInsert = statement.kind === "INSERT" && data.rest === undefined;
    const isShort = bounded && deps.store.isShort(name);
    const purpose = { isGet: query.method === "GET", isBounded: bounded, isShort, isSmallInsert };
    const { connection, prepare, giveBack } = takeConnection(deps.store, deps.sessions, work, purpose);
    leaveConnection = giveBack;
    // Who has read the answer may use the session at once.
    if (query.sessionId !== undefined) answer.beforeEnd(giveBack);
    await prepare();
    const run = { mark: registered.mark, name, isBounded: bounded };
    await runWork(deps, await judge(connection, work), connection, run, answer);
  } finally {
    running.done();
    await leaveConnection();
    ended();
    leave();
  }
}

/** Answers one statement request. Never throws. */
export async function handleQuery(
  deps: Deps,
  request: IncomingMessage,
  response: ServerResponse,
  url: URLSearchParams,
): Promise<void> {
  const { store, config } = deps;
  let query: QueryRequest | undefined;
  let early: EngineError | undefined;
  let role: Role = "analyst";
  try {
    role = readRole(request, url, config);
    query = readQueryRequest(request, url);
  } catch (error) {
    early = toEngineError(error);
  }
  const answer = openAnswer(response, {
    queryId: query?.queryId ?? "",
    acceptEncoding: query?.compress === true ? (request.headers["accept-encoding"]?.toString() ?? "") : "",
    displayName: store.displayName,
    version: store.version,
    timezone: store.timezone,
  });
  try {
    if (query === undefined) throw early ?? new EngineError(49, "LOGICAL_ERROR", "No request");
    const limits = {
      bytesMax: config.bodyBytesMax,
      memoryBytesMax: config.bodyMemoryBytesMax,
      expansionMax: config.bodyExpansionMax,
    };
    const body = await readBody(request, limits);
    const type = request.headers["content-type"] ?? "";
    const isForm = /^multipart\/form-data/i.test(type);
    const formQuery = isForm ? readForm(body.bytes, type, query) || query.urlQuery : undefined;
    const work = readWork(query, role, body, formQuery);
    checkWork(work, config);
    await counted(laneOf(work), () => runLeased(deps, work, answer));
  } catch (error) {
    await answer.fail(toEngineError(error));
  } finally {
    // A body left unread would be taken for the next request; reading it off lets the client see the answer.
    if (!request.complete && !request.destroyed) {
      request.resume();
      setTimeout(() => request.complete || request.destroy(), UNREAD_MS).unref();
    }
  }
}
