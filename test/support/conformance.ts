// What the conformance cases run against: a ClickHouse given by URL, or a fresh embedded engine, and nothing else known of it.
import { randomBytes } from "node:crypto";
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { startTestEngine, type TestEngine } from "./engine.ts";

type Teardown = { teardown(fn: () => unknown): void };
type Client = ReturnType<typeof createClient>;

/** `engine` is undefined against a server; `analyst` is undefined when no read-only account was given. */
type Target = {
  url: string;
  user: string;
  password: string;
  analyst: { user: string; password: string } | undefined;
  database: string;
  client: Client;
  engine: TestEngine | undefined;
  open(options?: Parameters<typeof createClient>[0]): Client;
  /** One raw request; `search` is the query string, settings and statement included. */
  send(search: Record<string, string>, init?: RequestInit): Promise<Response>;
  /** The text of one statement's TabSeparated answer, trimmed. */
  read(sql: string, search?: Record<string, string>): Promise<string>;
};

/**
 * CLICKHOUSE_CONFORMANCE_URL (with CLICKHOUSE_CONFORMANCE_USER, _PASSWORD, _READONLY_USER, _READONLY_PASSWORD) runs the
 * cases against a real server. The cases use one database of their own and drop it.
 */
export async function openTarget(t: Teardown): Promise<Target> {
  const env = process.env;
  const given = env.CLICKHOUSE_CONFORMANCE_URL;
  const engine = given === undefined ? await startTestEngine(t) : undefined;
  const url = given ?? engine?.url ?? "";
  const user = env.CLICKHOUSE_CONFORMANCE_USER ?? "default";
  const password = engine?.token ?? env.CLICKHOUSE_CONFORMANCE_PASSWORD ?? "";
  const readonlyUser = env.CLICKHOUSE_CONFORMANCE_READONLY_USER;
  const readonlyPassword = env.CLICKHOUSE_CONFORMANCE_READONLY_PASSWORD ?? "";
  const account = readonlyUser === undefined ? undefined : { user: readonlyUser, password: readonlyPassword };
  const analyst = engine === undefined ? account : { user: "analyst", password: engine.readonlyToken };
  const database = `conformance_${randomBytes(4).toString("hex")}`;
  const open: Target["open"] = (options = {}) => {
    const log = { level: ClickHouseLogLevel.OFF };
    const client = createClient({ url, username: user, password, log, ...options });
    t.teardown(() => client.close());
    return client;
  };
  const send: Target["send"] = (search, init = {}) => {
    const headers = {
      "X-ClickHouse-User": user,
      "X-ClickHouse-Key": password,
      ...(init.headers as Record<string, string>),
    };
    const target = `${url}/?${new URLSearchParams({ database, ...search })}`;
    return fetch(target, { method: "POST", ...init, headers });
  };
  const client = open({ database });
  await open().command({ query: `CREATE DATABASE ${database} ENGINE = Atomic` });
  if (engine === undefined) t.teardown(() => open().command({ query: `DROP DATABASE ${database} SYNC` }));
  const read: Target["read"] = async (sql, search = {}) => {
    const answer = await send(search, { body: sql });
    return (await answer.text()).trim();
  };
  return { url, user, password, analyst, database, client, engine, open, send, read };
}
