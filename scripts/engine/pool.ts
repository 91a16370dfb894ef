// Connections of the owner that serve one statement after another: the first statement of a fresh one costs the engine
// half as much again. What a statement finds is never another's: a connection is given only to requests that set exactly
// what the last one set, by name, and has gone for good after any error.
import type { Connection } from "./native.ts";

/** Idle ones are cheap, some 250 kB each; the longest unused go first. */
const IDLE_MAX = 64;
/** Whatever might pile up in a connection ends with it. */
const USES_MAX = 1_000;

type Kept = {
  readonly key: string;
  readonly connection: Connection;
  readonly generation: number;
  /** What was last set on it. */
  prepared: string;
  uses: number;
  running: number;
  isSpent: boolean;
};

type PoolLease = {
  readonly connection: Connection;
  /** Runs `set` unless it is what the last request ran, and on a fresh connection `use` as well. */
  prepare(set: string, use: string): Promise<void>;
  /** Gives it back, or closes it where it may not serve another. */
  release(): Promise<void>;
};

/** Those that are not empty, in one call: each costs the engine as much as a small statement. */
export async function runAll(connection: Connection, statements: readonly string[]): Promise<void> {
  const some = statements.filter((text) => text !== "");
  if (some.length > 0) await connection.query(some.join(";\n"));
}

export class ConnectionPool {
  /** In the order in which they were given back. */
  private idle: Kept[] = [];
  private generation = 0;

  /** A connection for one request; `key` names everything that may differ between two of them but values. */
  lease(key: string, open: () => Connection): PoolLease {
    const kept = this.take(key) ?? { key, generation: this.generation, ...fresh(open()) };
    kept.uses++;
    const { connection } = kept;
    const watch = async <T>(started: Promise<T>): Promise<T> => {
      kept.running++;
      try {
        return await started;
      } catch (error) {
        // Half of what was to be set may stand, or a bound may have been lifted.
        kept.isSpent = true;
        throw error;
      } finally {
        kept.running--;
      }
    };
    const watched: Connection = {
      query: (sql, format) => watch(connection.query(sql, format)),
      write: (sql, data) => watch(connection.write(sql, data)),
      close: () => connection.close(),
    };
    const isFresh = kept.uses === 1;
    return {
      connection: watched,
      prepare: async (set, use) => {
        await runAll(watched, [kept.prepared === set ? "" : set, isFresh ? use : ""]);
        kept.prepared = set;
      },
      release: () => this.giveBack(kept),
    };
  }

  /** What is idle now and what runs now serves no further request: a statement has changed what connections stand on. */
  async renew(): Promise<void> {
    this.generation++;
    await this.close();
  }

  /** Closes what is idle. */
  async close(): Promise<void> {
    const idle = this.idle.splice(0);
    await Promise.all(idle.map(({ connection }) => connection.close()));
  }

  private take(key: string): Kept | undefined {
    const at = this.idle.findLastIndex((kept) => kept.key === key);
    return at < 0 ? undefined : this.idle.splice(at, 1)[0];
  }

  private async giveBack(kept: Kept): Promise<void> {
    const isOver = kept.isSpent || kept.running > 0 || kept.uses >= USES_MAX || kept.generation !== this.generation;
    if (isOver) return await kept.connection.close();
    this.idle.push(kept);
    if (this.idle.length > IDLE_MAX) await this.idle.shift()?.connection.close();
  }
}

const fresh = (connection: Connection) => ({ connection, prepared: "", uses: 0, running: 0, isSpent: false });
