// Statements that return rows: the engine writes its format into a pipe, and the pipe is the answer.
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { quote } from "../../schema/dataset/quote.ts";
import type { Answer } from "./answer.ts";
import { type EngineError, toEngineError } from "./fault.ts";
import type { Connection } from "./native.ts";
import type { Statement } from "./statement.ts";
import type { Store } from "./store.ts";

export type Job = {
  sql: string;
  statement: Statement;
  defaultFormat: string;
  mark: string;
  /** wait_end_of_query: nothing is sent before the whole result is there. */
  isPatient: boolean;
  /** The connection refuses a result beyond a bound: it may be taken whole into memory. */
  isBounded: boolean;
  /** What the statement calls itself. */
  name: string;
};
type Outcome = { rows: number; bytes: number } | { error: EngineError };

/** Small answers are held back this far, so that they carry a length, a summary and, when they fail, a status. */
const HELD_BYTES = 256 * 1024;
const HELD_MS = 200;
const SYNTAX_ERROR = 62;
const TOO_LARGE = 396;
/** How long the rows written before an error may take to come out of the pipe. */
const LAST_ROWS_MS = 100;

function withOutput(job: Job, path: string, mode: "APPEND" | "TRUNCATE"): string {
  const { sql, statement } = job;
  const clause = `\nINTO OUTFILE ${quote(path)} ${mode} /* ${job.mark} */`;
  const rest =
    statement.format === undefined ? `FORMAT ${job.defaultFormat}` : sql.slice(statement.outputAt, statement.end);
  return `${sql.slice(0, statement.outputAt)}${clause}\n${rest}`;
}

function run(connection: Connection, sql: string): Promise<Outcome> {
  return connection.query(sql).then(
    (done) => ({ rows: done.rowsRead, bytes: done.bytesRead }),
    (thrown: unknown) => ({ error: toEngineError(thrown) }),
  );
}

/** Cancels the statement when its client goes, or has gone already; returns what calls that off. */
function cancelWhenGone(store: Store, job: Job, answer: Answer, ended: Promise<unknown>): () => void {
  const stop = (): void => void store.cancel(job.mark, ended);
  answer.signal.addEventListener("abort", stop, { once: true });
  if (answer.signal.aborted) stop();
  return () => answer.signal.removeEventListener("abort", stop);
}

/** Syntax errors are reported from the text as given, and the rare statement that takes no INTO OUTFILE is answered whole. */
async function runPlain(connection: Connection, job: Job, answer: Answer): Promise<void> {
  const format = job.statement.format ?? job.defaultFormat;
  const done = await connection.query(`${job.sql.slice(0, job.statement.end)}\n/* ${job.mark} */`, format);
  await answer.send(format, done.bytes, { readRows: done.rowsRead, readBytes: done.bytesRead });
}

async function streamRest(stream: Readable, answer: Answer): Promise<void> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    if (answer.signal.aborted) return;
    await answer.write(chunk as Buffer);
  }
}

/** Reads until the answer is complete, large, or has waited long enough after its first bytes. */
async function readHead(
  stream: Readable,
  ended: Promise<Outcome>,
  signal: AbortSignal,
): Promise<{ held: Buffer[]; isAll: boolean }> {
  const held: Buffer[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const isAll = await new Promise<boolean>((resolve) => {
    stream.on("data", (chunk: Buffer) => {
      held.push(chunk);
      size += chunk.length;
      timer ??= setTimeout(() => resolve(false), HELD_MS);
      if (size >= HELD_BYTES) {
        stream.pause();
        resolve(false);
      }
    });
    stream.once("close", () => void ended.then(() => resolve(true)));
    void ended.then((outcome) => "error" in outcome && resolve(true));
    signal.addEventListener("abort", () => resolve(false), { once: true });
    if (signal.aborted) resolve(false);
  });
  clearTimeout(timer);
  stream.pause();
  stream.removeAllListeners("data");
  return { held, isAll };
}

/** Runs a statement and streams its rows. Throws EngineError before the first byte; later errors go into the answer. */
export async function runSelect(store: Store, connection: Connection, job: Job, answer: Answer): Promise<void> {
  if (job.isPatient) {
    if (job.isBounded && (await runHeld(store, connection, job, answer))) return;
    return runPatient(store, connection, job, answer);
  }
  const format = job.statement.format ?? job.defaultFormat;
  const pipe = await store.pipes.take();
  const ended = run(connection, withOutput(job, pipe.path, "APPEND"));
  void ended.then((outcome) => {
    if ("error" in outcome) setTimeout(() => pipe.stream.destroy(), LAST_ROWS_MS);
    pipe.hangUp();
  });
  const forget = cancelWhenGone(store, job, answer, ended);
  try {
    const { held, isAll } = await readHead(pipe.stream, ended, answer.signal);
    if (isAll) {
      const outcome = await ended;
      if (!("error" in outcome)) {
        return await answer.send(format, Buffer.concat(held), { readRows: outcome.rows, readBytes: outcome.bytes });
      }
      if (outcome.error.code !== SYNTAX_ERROR) throw outcome.error;
      return await runPlain(connection, job, answer);
    }
    if (answer.signal.aborted) return;
    answer.begin(format);
    for (const chunk of held) await answer.write(chunk);
    await streamRest(pipe.stream, answer).catch(() => undefined);
    if (answer.signal.aborted) return;
    const outcome = await ended;
    if ("error" in outcome) await answer.fail(outcome.error);
    else await answer.end();
  } finally {
    forget();
    // Read on until the engine has stopped: without a reader it would wait in open() or write() for ever.
    pipe.stream.resume();
    await ended;
    pipe.release();
  }
}

/**
 * A result that waits in memory: the way over a file costs a small statement half as much again. False when it is too
 * large for that; nothing was sent, and the bound is off.
 */
async function runHeld(store: Store, connection: Connection, job: Job, answer: Answer): Promise<boolean> {
  const from = performance.now();
  const running = runPlain(connection, job, answer);
  const forget = cancelWhenGone(store, job, answer, running);
  try {
    await running;
    store.noteTook(job.name, performance.now() - from);
    return true;
  } catch (thrown) {
    if (toEngineError(thrown).code !== TOO_LARGE) throw thrown;
    store.noteLarge(job.name);
    await connection.query("SET max_result_bytes = 0");
    return false;
  } finally {
    forget();
  }
}

/** wait_end_of_query of a large result: all of it is on disk before the first header goes out. */
async function runPatient(store: Store, connection: Connection, job: Job, answer: Answer): Promise<void> {
  const path = store.spoolPath();
  let file: Readable | undefined;
  const ended = run(connection, withOutput(job, path, "TRUNCATE"));
  const forget = cancelWhenGone(store, job, answer, ended);
  try {
    const outcome = await ended;
    if (answer.signal.aborted) return;
    if ("error" in outcome) {
      if (outcome.error.code !== SYNTAX_ERROR) throw outcome.error;
      return await runPlain(connection, job, answer);
    }
    const format = job.statement.format ?? job.defaultFormat;
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    const summary = { readRows: outcome.rows, readBytes: outcome.bytes };
    if (size === 0) return await answer.send(format, Buffer.alloc(0), summary);
    answer.begin(format, { bytes: size, summary });
    file = createReadStream(path);
    await streamRest(file, answer);
    await answer.end();
  } finally {
    file?.destroy();
    forget();
    await rm(path, { force: true });
  }
}
