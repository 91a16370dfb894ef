// A request in ClickHouse's HTTP terms: statement, parameters, settings and options, from URL, headers and form parts.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { quote } from "../../schema/dataset/quote.ts";
import { EngineError } from "./fault.ts";

/** `settings` and `params` are as given; the rest are options of the HTTP interface itself. */
export type QueryRequest = {
  method: string;
  urlQuery: string;
  params: Map<string, string>;
  settings: Map<string, string>;
  database: string | undefined;
  defaultFormat: string;
  queryId: string;
  sessionId: string | undefined;
  sessionTimeoutMs: number;
  sessionCheck: boolean;
  sessionClose: boolean;
  waitEnd: boolean;
  compress: boolean;
};

const OPTIONS = new Set(
  "query user password database default_format query_id session_id session_timeout session_check close_session wait_end_of_query buffer_size compress decompress quota_key stacktrace client_protocol_version role".split(
    " ",
  ),
);
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_.]*$/;

const isOn = (value: string | null): boolean => value !== null && value !== "0" && value !== "" && value !== "false";

function refuse(what: string): never {
  throw new EngineError(48, "NOT_IMPLEMENTED", `${what} is not supported by the embedded engine`);
}

/** Reads everything but the body. Throws 48 NOT_IMPLEMENTED for what only a server has, 115 for a malformed setting name. */
export function readQueryRequest(request: IncomingMessage, url: URLSearchParams): QueryRequest {
  const header = (name: string): string | undefined => request.headers[name]?.toString();
  if (isOn(url.get("compress")) || isOn(url.get("decompress"))) refuse("ClickHouse block compression (compress=1)");
  if (url.has("role")) refuse("Roles");
  const params = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [name, value] of url) {
    if (name.startsWith("param_")) params.set(name.slice(6), value);
    else if (OPTIONS.has(name)) continue;
    else if (!IDENTIFIER.test(name)) throw new EngineError(115, "UNKNOWN_SETTING", `Unknown setting '${name}'`);
    else settings.set(name, value);
  }
  const encodings = header("accept-encoding") ?? "";
  const defaultFormat = (url.get("default_format") || header("x-clickhouse-format")) ?? "TabSeparated";
  // It becomes part of the statement.
  if (!/^\w+$/.test(defaultFormat)) throw new EngineError(73, "UNKNOWN_FORMAT", "Unknown format in default_format");
  return {
    method: request.method ?? "GET",
    urlQuery: url.get("query") ?? "",
    params,
    settings,
    database: url.get("database") ?? header("x-clickhouse-database"),
    defaultFormat,
    queryId: (url.get("query_id") ?? header("x-clickhouse-query-id")) || randomUUID(),
    sessionId: url.get("session_id") || undefined,
    sessionTimeoutMs: Math.min(Number(url.get("session_timeout") ?? 60) || 60, 3600) * 1000,
    sessionCheck: isOn(url.get("session_check")),
    sessionClose: isOn(url.get("close_session")),
    waitEnd: isOn(url.get("wait_end_of_query")),
    compress: isOn(settings.get("enable_http_compression") ?? null) && encodings !== "",
  };
}

/** Moves the parts of a multipart body into the request and returns the statement they carry. Throws 36, or 48 for a table upload. */
export function readForm(body: Buffer, contentType: string, into: QueryRequest): string {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new EngineError(36, "BAD_ARGUMENTS", "Multipart body without a boundary");
  let query = "";
  for (const part of body.toString("latin1").split(`--${boundary}`).slice(1, -1)) {
    const gap = part.indexOf("\r\n\r\n");
    const name = /name="([^"]*)"/i.exec(part.slice(0, Math.max(gap, 0)))?.[1];
    if (gap < 0 || name === undefined) throw new EngineError(36, "BAD_ARGUMENTS", "Malformed multipart body");
    if (/filename=/i.test(part.slice(0, gap))) refuse("An external table upload");
    const value = Buffer.from(part.slice(gap + 4).replace(/\r\n$/, ""), "latin1").toString("utf8");
    if (name === "query") query = value;
    else if (name.startsWith("param_")) into.params.set(name.slice(6), value);
    else if (name === "database") into.database = value;
    else if (!OPTIONS.has(name)) refuse(`The form part ${name}`);
  }
  return query;
}

/** The statement that puts settings and parameters on a connection, or "" for none. Throws 115 for a malformed name. */
export function renderSet(settings: ReadonlyMap<string, string>, params: ReadonlyMap<string, string>): string {
  const parts = [...settings].map(([name, value]) => `${name} = ${quote(value)}`);
  for (const [name, value] of params) {
    if (!/^[A-Za-z0-9_]+$/.test(name)) throw new EngineError(36, "BAD_ARGUMENTS", `Invalid parameter name '${name}'`);
    parts.push(`param_${name} = ${quote(value)}`);
  }
  return parts.length === 0 ? "" : `SET ${parts.join(", ")}`;
}
