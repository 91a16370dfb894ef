// Sessions: a session_id pins one connection, so that temporary tables and SET live from request to request.
import type { Role } from "./credential.ts";
import { EngineError } from "./fault.ts";
import type { Connection } from "./native.ts";

type Session = { connection: Connection; isBusy: boolean; timer: NodeJS.Timeout | undefined; timeoutMs: number };
type Lease = { connection: Connection; isNew: boolean; release(close: boolean): Promise<void> };

const SESSIONS_MAX = 100;

export class SessionPool {
  private readonly sessions = new Map<string, Session>();

  /** Leases the session's connection. Throws 372 when it must exist and does not, 373 while another request uses it. */
  lease(id: string, role: Role, mustExist: boolean, timeoutMs: number, open: () => Connection): Lease {
    const key = `${role}:${id}`;
    let session = this.sessions.get(key);
    if (session?.isBusy === true)
      throw new EngineError(373, "SESSION_IS_LOCKED", `Session ${id} is locked by a concurrent client`);
    const isNew = session === undefined;
    if (session === undefined) {
      if (mustExist) throw new EngineError(372, "SESSION_NOT_FOUND", `Session ${id} not found`);
      if (this.sessions.size >= SESSIONS_MAX)
        throw new EngineError(202, "TOO_MANY_SIMULTANEOUS_QUERIES", "Too many sessions");
      session = { connection: open(), isBusy: true, timer: undefined, timeoutMs };
      this.sessions.set(key, session);
    }
    const held = session;
    clearTimeout(held.timer);
    held.isBusy = true;
    held.timeoutMs = timeoutMs;
    return {
      connection: held.connection,
      isNew,
      release: async (close) => {
        held.isBusy = false;
        if (close) await this.drop(key);
        else {
          held.timer = setTimeout(() => void this.drop(key), held.timeoutMs);
          held.timer.unref();
        }
      },
    };
  }

  private async drop(key: string): Promise<void> {
    const session = this.sessions.get(key);
    if (session === undefined || session.isBusy) return;
    this.sessions.delete(key);
    clearTimeout(session.timer);
    await session.connection.close();
  }

  async close(): Promise<void> {
    for (const key of [...this.sessions.keys()]) await this.drop(key);
  }
}
