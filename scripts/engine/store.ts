// The engine's resources: the data folder, its connections, lanes and pipes, and the register of what is running.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { quote } from "../../schema/dataset/quote.ts";
import type { EngineConfig } from "./config.ts";
import type { Role } from "./credential.ts";
import { EngineError } from "./fault.ts";
import { type Frozen, forgetFrozen, freeze } from "./freeze.ts";
import { Lane } from "./lane.ts";
import { findLostParts, forgetLostParts } from "./lost-part.ts";
import { type Connection, openConnection } from "./native.ts";
import { PipePool } from "./pipe.ts";
import { ConnectionPool } from "./pool.ts";

/** What holds for the process as a whole, but for where its owner's BACKUP may write. */
const REST = fileURLToPath(new URL("./rest.xml", import.meta.url));
const PIPES = 16;
/** How long a copy waits for the statement that writes. */
const PAUSE_MS_MAX = 30_000;
const NAMES_MAX = 1_000;
/** What takes longer is sooner done by several threads, for a fifth more of the processor. */
const SHORT_MS_MAX = 250;
/** Of the columns of a result; the text of them is a few times as long. */
const HELD_RESULT_BYTES_MAX = 4 * 1024 * 1024;

/**
 * The engine's own defaults; a request may override them. 64-bit integers do not survive a JavaScript number, and a
 * server does not take an expression for a statement as chDB does. More threads that write one answer cost a third of a
 * small statement and make no large one sooner. Statements of ours are many and small: machine code made for what was
 * seen three times, and threads that read files for another, are a quarter of what a build asks. To look for
 * what follows from chains of comparisons is 40 % of what a long statement of an analyst costs.
 */
const OWNER_SETTINGS = {
  async_insert: "0",
  output_format_json_quote_64bit_integers: "1",
  implicit_select: "0",
  output_format_parallel_formatting: "0",
  compile_expressions: "0",
  compile_aggregate_expressions: "0",
  compile_sort_description: "0",
  optimize_and_compare_chain: "0",
  local_filesystem_read_method: "pread",
  priority: "1",
} as const;
/** Of analysts: they pause while a statement of the service runs, a second at most for each block they read. */
const BEHIND = 10;

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Writes down what the first connection reads of the process as a whole. */
function writeServer(root: string): string {
  const path = join(root, "engine.xml");
  const backups = `  <backups><allowed_path>${escapeXml(resolve(root, "backup"))}</allowed_path></backups>\n`;
  writeFileSync(path, readFileSync(REST, "utf8").replace("</clickhouse>", `${backups}</clickhouse>`));
  return path;
}

export type LaneName = "write" | "read" | "analyst";

/** What is known of a statement before it runs, and decides how its connection is opened. */
export type Purpose = {
  readonly isGet: boolean;
  /** The connection refuses a result that is too large to be held in memory. */
  readonly isBounded: boolean;
  /** One thread is enough, and costs less than several. */
  readonly isShort: boolean;
  /** An insert whose body is in memory: one thread reads it for less than several do. */
  readonly isSmallInsert: boolean;
};

function note(names: Set<string>, name: string): void {
  if (names.size >= NAMES_MAX) names.clear();
  names.add(name);
}

export class Store {
  readonly pipes: PipePool;
  /** Of the owner's statements that leave nothing behind on their connection. */
  readonly pool = new ConnectionPool();
  /** Names of statements whose result was too large to be held. */
  private readonly large = new Set<string>();
  /** Names of those that took long. */
  private readonly long = new Set<string>();
  readonly version: string;
  readonly timezone: string;
  readonly displayName: string;
  private readonly folder: string;
  private readonly spool: string;
  private readonly frozen: string;
  private freezing: Promise<unknown> = Promise.resolve();
  private readonly keeper: Connection;
  private readonly config: EngineConfig;
  private readonly lanes: Readonly<Record<LaneName, Lane>>;
  /** Query id → the mark its statement text carries in system.processes. */
  private readonly running = new Map<string, string>();
  private marks = 0;

  private constructor(config: EngineConfig, keeper: Connection, facts: readonly string[]) {
    this.config = config;
    this.keeper = keeper;
    this.folder = join(config.path, "store");
    this.spool = join(config.path, "spool");
    this.frozen = join(config.path, "frozen");
    [this.version = "", this.timezone = "", this.displayName = ""] = facts;
    // Only the holder of the data folder gets here, so what lies in the spool is an earlier process's.
    rmSync(this.spool, { recursive: true, force: true });
    forgetFrozen(this.frozen);
    mkdirSync(this.spool, { recursive: true, mode: 0o700 });
    this.pipes = new PipePool(this.spool, PIPES);
    const write = new Lane({ shortMax: 2, longMax: 2, longAfterMs: 1000, queueMax: 1000 });
    const read = new Lane({ shortMax: 4, longMax: 4, longAfterMs: 250, queueMax: 1000 });
    // While the service itself is late, one analyst at a time.
    const placesMax = () => (write.isSlow() || read.isSlow() ? 1 : 4);
    const analyst = new Lane({ shortMax: 2, longMax: 2, longAfterMs: 250, queueMax: 100, placesMax });
    this.lanes = { write, read, analyst };
  }

  /** Opens the data folder and waits for its tables. Throws EngineError 76 when another process holds it. */
  static async open(config: EngineConfig): Promise<Store> {
    const folder = join(config.path, "store");
    mkdirSync(folder, { recursive: true });
    const lost = findLostParts(folder);
    const keeper = openConnection(folder, { "config-file": writeServer(config.path) });
    const facts = await keeper.query("SELECT version(), timezone(), displayName()");
    const store = new Store(config, keeper, Buffer.from(facts.bytes).toString().trim().split("\t"));
    await forgetLostParts(lost, keeper, store.spool);
    return store;
  }

  enter(lane: LaneName): Promise<() => void> {
    return this.lanes[lane].enter();
  }

  /** How many statements run and wait now, by lane. */
  load(): Record<string, ReturnType<Lane["load"]>> {
    return Object.fromEntries(Object.entries(this.lanes).map(([name, lane]) => [name, lane.load()]));
  }

  /** A new connection. */
  connect(role: Role, { isGet, isBounded, isShort, isSmallInsert }: Purpose): Connection {
    const { analyst } = this.config;
    if (role === "owner") {
      return openConnection(this.folder, {
        ...OWNER_SETTINGS,
        ...(isBounded ? { max_result_bytes: String(HELD_RESULT_BYTES_MAX) } : {}),
        ...(isShort ? { max_threads: "1" } : {}),
        ...(isSmallInsert ? { input_format_parallel_parsing: "0" } : {}),
        ...(isGet ? { readonly: "2" } : {}),
      });
    }
    return openConnection(this.folder, {
      ...OWNER_SETTINGS,
      max_execution_time: String(analyst.executionSecondsMax),
      max_result_rows: String(analyst.resultRowsMax),
      max_result_bytes: String(analyst.resultBytesMax),
      max_memory_usage: String(analyst.memoryBytesMax),
      result_overflow_mode: "throw",
      max_threads: "1",
      // As the service reads: rows outside of the keys asked for are left out before readings are merged.
      optimize_move_to_prewhere_if_final: "1",
      priority: String(BEHIND),
    });
  }

  /** Whether a statement of that name had a result too large to be held: the next one goes over a file at once. */
  isLarge(name: string): boolean {
    return this.large.has(name);
  }

  noteLarge(name: string): void {
    note(this.large, name);
  }

  /** Whether one thread is enough for a statement that runs now: what takes long has more where nothing runs beside it. */
  isShort(name: string): boolean {
    return !this.long.has(name) || Object.values(this.lanes).reduce((sum, lane) => sum + lane.load().running, 0) > 1;
  }

  noteTook(name: string, ms: number): void {
    if (ms > SHORT_MS_MAX) note(this.long, name);
    else this.long.delete(name);
  }

  /** A path for a body or result on its way. The caller removes the file. */
  spoolPath(): string {
    return join(this.spool, `file-${this.marks++}`);
  }

  /** Registers a statement under its query id; the mark must appear in the text that runs. Throws 216 for an id in use. */
  register(queryId: string): { mark: string; done(): void } {
    if (this.running.has(queryId)) {
      const text = `Query with id = ${queryId} is already running`;
      throw new EngineError(216, "QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING", text);
    }
    const mark = `assay-engine:${this.marks++}:`;
    this.running.set(queryId, mark);
    return { mark, done: () => this.running.delete(queryId) };
  }

  /** Cancels the statement that carries a mark, asking again until it has ended. */
  async cancel(mark: string, ended: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = ended.then(
      () => {
        isOver = true;
      },
      () => {
        isOver = true;
      },
    );
    while (!isOver) {
      // The mark is put together inside the engine, or the KILL would find itself.
      const where = `position(query, concat(${quote(mark.slice(0, 5))}, ${quote(mark.slice(5))})) > 0`;
      await this.keeper.query(`KILL QUERY WHERE ${where} ASYNC`).catch(() => undefined);
      await Promise.race([over, new Promise((wake) => setTimeout(wake, 200))]);
    }
  }

  /** The engine gives statements ids of its own; maps the literals of a KILL from the clients' ids to those. */
  async translateIds(sql: string): Promise<string> {
    let text = sql;
    for (const [queryId, mark] of this.running) {
      const literal = quote(queryId);
      if (!text.includes(literal)) continue;
      const where = `position(query, concat(${quote(mark.slice(0, 5))}, ${quote(mark.slice(5))})) > 0`;
      const found = await this.keeper.query(`SELECT query_id FROM system.processes WHERE ${where} LIMIT 1`);
      const own = Buffer.from(found.bytes).toString().trim();
      if (own !== "") text = text.replaceAll(literal, quote(own));
    }
    return text;
  }

  /** A copy of all tables at one instant; what would write waits meanwhile. Throws 159 where a statement writes on and on. */
  freeze(): Promise<Frozen> {
    const run = async (): Promise<Frozen> => {
      const from = performance.now();
      const resume = await this.lanes.write.pause(PAUSE_MS_MAX);
      try {
        const made = await freeze(this.folder, this.frozen, this.keeper);
        return { ...made, heldMs: Math.round(performance.now() - from) };
      } finally {
        resume();
      }
    };
    const made = this.freezing.then(run);
    this.freezing = made.catch(() => undefined);
    return made;
  }

  /** Releases the data folder. Call when nothing runs any more. */
  async close(): Promise<void> {
    await this.pool.close();
    await this.keeper.close();
    rmSync(this.spool, { recursive: true, force: true });
  }
}
