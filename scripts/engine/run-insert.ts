// Inserts: the body reaches the engine byte for byte, inline when small and text, through a spooled file otherwise.
import { rm } from "node:fs/promises";
import { quote } from "../../schema/dataset/quote.ts";
import type { Summary } from "./answer.ts";
import { type Body, spoolBody } from "./body.ts";
import { EngineError } from "./fault.ts";
import { isInlineSafe } from "./format.ts";
import type { Connection } from "./native.ts";
import type { Statement } from "./statement.ts";
import type { Store } from "./store.ts";

/** `head` is the statement up to its data; `data` is what follows, the rest of the body included. */
type InsertJob = { head: string; statement: Statement; data: Body; mark: string };

/** Runs an insert whose body has fully arrived, so a client lost in mid-body leaves nothing. Throws EngineError. */
export async function runInsert(store: Store, connection: Connection, job: InsertJob): Promise<Partial<Summary>> {
  const { head, statement, data } = job;
  const insert = statement.insert;
  const mark = `/* ${job.mark} */ `;
  const isInline = data.rest === undefined && (insert?.form === "select" || isInlineSafe(statement.format ?? ""));
  if (insert === undefined || (isInline && data.bytes.length > 0)) {
    const done = await connection.write(mark + head, data.bytes.length > 0 ? data.bytes : undefined);
    return { writtenRows: done.rowsWritten, writtenBytes: done.bytesWritten };
  }
  if (insert.form === "select") {
    if (data.rest !== undefined)
      throw new EngineError(307, "TOO_MANY_BYTES", "input() takes bodies up to the memory bound");
    const done = await connection.write(mark + head);
    return { writtenRows: done.rowsWritten, writtenBytes: done.bytesWritten };
  }
  if (insert.form === "values" && data.bytes.length === 0) {
    throw new EngineError(108, "NO_DATA_TO_INSERT", "No data to insert");
  }
  const path = store.spoolPath();
  try {
    await spoolBody(path, data.bytes, data.rest);
    const before = head.slice(0, insert.settingsAt);
    const settings = head.slice(insert.settingsAt, insert.headEnd);
    const sql = `${mark}${before}FROM INFILE ${quote(path)} ${settings}FORMAT ${statement.format}`;
    const done = await connection.write(sql);
    return { writtenRows: done.rowsWritten, writtenBytes: done.bytesWritten };
  } catch (error) {
    // The spool is ours; a client's error should read as if its body had been parsed directly.
    if (!(error instanceof EngineError)) throw error;
    const text = error.message.replace(/:? ?\(in file\/uri [^)]*\)/g, "").replaceAll(path, "(request body)");
    throw new EngineError(error.code, error.type, text);
  } finally {
    await rm(path, { force: true });
  }
}
