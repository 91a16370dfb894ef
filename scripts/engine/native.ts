// The one door to the chDB addon: connections that run SQL, and inserts that carry raw bytes.
//
// chDB's own Session whitelists insert formats, serialises parameterised queries process-wide and starts streams on
// the event loop, so the engine talks to the addon underneath it (pinned to the exact chdb version in package.json).
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { EngineError, toEngineError } from "./fault.ts";

type Handle = { readonly handle: unique symbol };
type QueryOutcome = { bytes: Uint8Array; rowsRead: number; bytesRead: number };
type InsertOutcome = { rowsWritten: number; bytesWritten: number };
type Addon = {
  CreateConnection(path: string, args: string[]): Handle | undefined;
  CloseConnection(handle: Handle): void;
  QueryAsyncConnection(handle: Handle, sql: string, format: string): Promise<QueryOutcome>;
  InsertRawAsyncConnection(handle: Handle, prefix: string, data: Buffer, countLines: boolean): Promise<InsertOutcome>;
};

/** One engine connection: its settings, parameters, database and temporary tables are its own and die with it. */
export type Connection = {
  /** Runs one statement; the bytes are its formatted result. Throws EngineError. */
  query(sql: string, format?: string): Promise<QueryOutcome>;
  /** Runs a statement that writes; `data` follows the statement text byte for byte. Throws EngineError. */
  write(sql: string, data?: Buffer): Promise<InsertOutcome>;
  /** Releases the connection once whatever runs on it has ended. */
  close(): Promise<void>;
};

let addon: Addon | undefined;

function loadAddon(): Addon {
  if (addon === undefined) {
    const requireFromChdb = createRequire(createRequire(import.meta.url).resolve("chdb"));
    addon = (requireFromChdb("./dist/loader.js") as { loadNative(): Addon }).loadNative();
  }
  return addon;
}

/** Opens a connection on the data folder (0.1 ms once the first is open). Throws EngineError 76 when another process holds it. */
export function openConnection(path: string, settings: Readonly<Record<string, string>> = {}): Connection {
  const native = loadAddon();
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  let opened: Handle | undefined;
  try {
    opened = native.CreateConnection(resolve(path), args);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new EngineError(76, "CANNOT_OPEN_FILE", `${detail}: the folder is unusable or held by another process`);
  }
  if (opened === undefined) throw new EngineError(76, "CANNOT_OPEN_FILE", `no connection to ${path}`);
  const handle = opened;
  const running = new Set<Promise<unknown>>();
  let closed = false;
  const track = async <T>(started: Promise<T>): Promise<T> => {
    running.add(started);
    try {
      return await started;
    } catch (error) {
      throw toEngineError(error);
    } finally {
      running.delete(started);
    }
  };
  return {
    query: (sql, format = "TabSeparated") => track(native.QueryAsyncConnection(handle, sql, format)),
    write: (sql, data = Buffer.from("\n")) => track(native.InsertRawAsyncConnection(handle, sql, data, false)),
    async close() {
      if (closed) return;
      closed = true;
      // Closing a connection under a running query aborts the engine for the whole process.
      await Promise.allSettled([...running]);
      native.CloseConnection(handle);
    },
  };
}
