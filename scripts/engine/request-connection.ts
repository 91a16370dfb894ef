// The connection that a request runs on: its session's, one of the pool, or one of its own.
import { quote, quoteName } from "../../schema/dataset/quote.ts";
import type { Role } from "./credential.ts";
import type { Connection } from "./native.ts";
import { runAll } from "./pool.ts";
import { type QueryRequest, renderSet } from "./query-request.ts";
import { ANALYST_DATABASE } from "./readonly.ts";
import type { SessionPool } from "./session.ts";
import type { Statement } from "./statement.ts";
import type { Purpose, Store } from "./store.ts";

type Asked = {
  readonly query: QueryRequest;
  readonly role: Role;
  readonly sql: string;
  readonly statement: Statement;
};

type Taken = {
  readonly connection: Connection;
  /** Puts on it what the request wants set. Throws EngineError. */
  prepare(): Promise<void>;
  /** Call when nothing runs on it any more; a second call waits for the first. */
  giveBack(): Promise<void>;
};

/** Statements that change nothing of the connection they run on, nor of what others stand on. */
const LEAVES_NOTHING: ReadonlySet<string> = new Set(["SELECT", "WITH", "FROM", "INSERT"]);

/** What these say once they cannot take back: with them set, the next request could not be given its own settings. */
const ONE_WAY = ["readonly", "allow_ddl", "profile"];
const ONE_WAY_WORD = new RegExp(`\\b(${ONE_WAY.join("|")})\\b`, "i");

/** Whether it may set what stays set; a name with an escape in it is not read, and a word that is none costs little. */
const setsForGood = ({ query, sql, statement }: Asked): boolean =>
  ONE_WAY.some((name) => query.settings.has(name)) || statement.hasEscapedName || ONE_WAY_WORD.test(sql);

const leavesNothing = ({ kind }: Statement): boolean => LEAVES_NOTHING.has(kind);

function wantedOf({ query, role }: Asked): { set: string; use: string } {
  const database = role === "analyst" ? ANALYST_DATABASE : (query.database ?? "");
  return {
    set: renderSet(role === "analyst" ? new Map() : query.settings, query.params),
    use: database === "" ? "" : `USE ${quoteName(database)}`,
  };
}

/** Sets what the request wants. */
async function setAll(connection: Connection, asked: Asked): Promise<void> {
  const { set, use } = wantedOf(asked);
  await runAll(connection, [set, use]);
}

/** The statement that sets a session's settings to what they are now. */
async function readUndo(connection: Connection, settings: ReadonlyMap<string, string>): Promise<string> {
  if (settings.size === 0) return "";
  const names = [...settings.keys()].map(quote).join(", ");
  const sql = `SELECT name, value FROM system.settings WHERE name IN (${names})`;
  const before = await connection.query(sql, "JSONCompactEachRow");
  const lines = Buffer.from(before.bytes).toString().trim().split("\n");
  const rows = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as [string, string]);
  return renderSet(new Map(rows), new Map());
}

function takeSession(sessions: SessionPool, id: string, asked: Asked, open: () => Connection): Taken {
  const { query, role } = asked;
  const lease = sessions.lease(id, role, query.sessionCheck, query.sessionTimeoutMs, open);
  const { connection } = lease;
  let undo = "";
  let given: Promise<void> | undefined;
  const give = async (): Promise<void> => {
    if (undo !== "") await connection.query(undo).catch(() => undefined);
    await lease.release(query.sessionClose);
  };
  return {
    connection,
    async prepare() {
      undo = await readUndo(connection, query.settings);
      await setAll(connection, asked);
    },
    giveBack() {
      given ??= give();
      return given;
    },
  };
}

/** Everything in which requests may differ but the values of their settings and parameters. */
function poolKey({ query }: Asked, purpose: Purpose): string {
  const names = (map: ReadonlyMap<string, string>): string[] => [...map.keys()].sort();
  return JSON.stringify([query.database ?? "", names(query.settings), names(query.params), purpose]);
}

/** Takes the connection of a request. Throws 372 or 373 for its session. */
export function takeConnection(store: Store, sessions: SessionPool, asked: Asked, purpose: Purpose): Taken {
  const { query, role, statement } = asked;
  const open = (): Connection => store.connect(role, purpose);
  if (query.sessionId !== undefined) return takeSession(sessions, query.sessionId, asked, open);
  // What an analyst's connection has been told to refuse it refuses for good.
  if (role === "analyst" || !leavesNothing(statement) || setsForGood(asked)) {
    const connection = open();
    return { connection, prepare: () => setAll(connection, asked), giveBack: () => connection.close() };
  }
  const lease = store.pool.lease(poolKey(asked, purpose), open);
  const { set, use } = wantedOf(asked);
  return { connection: lease.connection, prepare: () => lease.prepare(set, use), giveBack: () => lease.release() };
}
