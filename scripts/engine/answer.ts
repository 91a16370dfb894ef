// One HTTP answer: headers held back until the first byte must go, back-pressure, compression, and errors before and after the headers.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { createBrotliCompress, createDeflate, createGzip, constants as zlib } from "node:zlib";
import { describeError, type EngineError, exceptionBlock, statusOf } from "./fault.ts";
import { contentTypeOf } from "./format.ts";

export type Summary = { readRows: number; readBytes: number; writtenRows: number; writtenBytes: number };

export type Answer = {
  /** Aborted when the client goes away before the answer is complete. */
  signal: AbortSignal;
  readonly begun: boolean;
  /** Has this done before the last byte goes out: what a client may count on once it has read the answer. */
  beforeEnd(settle: () => Promise<void>): void;
  /** Sends the headers; `known` is what is certain of the whole answer. */
  begin(format: string, known?: { bytes: number; summary: Partial<Summary> }): void;
  /** Resolves when more may be written. */
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
  /** Sends everything at once, with the summary. */
  send(format: string, body: Uint8Array, summary: Partial<Summary>): Promise<void>;
  /** Reports an error: as a status while nothing is sent, else as the exception block and a cut connection. */
  fail(error: EngineError): Promise<void>;
};

type AnswerOptions = {
  queryId: string;
  acceptEncoding: string;
  displayName: string;
  version: string;
  timezone: string;
};

const CUT_AFTER_MS = 10_000;
const SEND_TIMEOUT_MS = 60_000;

const safeHeader = (value: string): string => value.replace(/[^\x20-\x7e]/g, "?").slice(0, 512);

function createEncoder(accepted: string): { name: string; stream: Writable & NodeJS.ReadableStream } | undefined {
  if (/\bgzip\b/i.test(accepted)) return { name: "gzip", stream: createGzip({ level: 3 }) };
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 4 };
  if (/\bbr\b/i.test(accepted)) return { name: "br", stream: createBrotliCompress({ params }) };
  if (/\bdeflate\b/i.test(accepted)) return { name: "deflate", stream: createDeflate({ level: 3 }) };
  return undefined;
}

function renderSummary(summary: Partial<Summary>, startedAt: bigint): string {
  return JSON.stringify({
    read_rows: String(summary.readRows ?? 0),
    read_bytes: String(summary.readBytes ?? 0),
    written_rows: String(summary.writtenRows ?? 0),
    written_bytes: String(summary.writtenBytes ?? 0),
    total_rows_to_read: "0",
    result_rows: String(summary.writtenRows ?? 0),
    result_bytes: String(summary.writtenBytes ?? 0),
    elapsed_ns: String(process.hrtime.bigint() - startedAt),
  });
}

function describeAnswer(response: ServerResponse, options: AnswerOptions, format: string, tag: string): void {
  response.setHeader("X-ClickHouse-Query-Id", safeHeader(options.queryId));
  response.setHeader("X-ClickHouse-Server-Display-Name", safeHeader(options.displayName));
  response.setHeader("X-ClickHouse-Timezone", options.timezone);
  response.setHeader("X-ClickHouse-Format", safeHeader(format));
  response.setHeader("X-ClickHouse-Exception-Tag", tag);
  response.setHeader("Content-Type", contentTypeOf(format));
}

/** Takes over a response. Compresses when `acceptEncoding` is not empty. */
export function openAnswer(response: ServerResponse, options: AnswerOptions): Answer {
  const gone = new AbortController();
  const tag = randomBytes(8).toString("hex");
  const startedAt = process.hrtime.bigint();
  const encoder = options.acceptEncoding === "" ? undefined : createEncoder(options.acceptEncoding);
  const sink: Writable = encoder?.stream ?? response;
  let begun = false;
  let settle = (): Promise<void> => Promise.resolve();
  response.on("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  response.on("error", () => gone.abort());
  encoder?.stream.on("error", () => gone.abort());
  const waitFor = (emitter: Writable, event: string): Promise<unknown> =>
    once(emitter, event, { signal: gone.signal }).catch(() => undefined);

  const setHeaders = (format: string): void => {
    describeAnswer(response, options, format, tag);
    if (encoder !== undefined) response.setHeader("Content-Encoding", encoder.name);
  };
  const answer: Answer = {
    signal: gone.signal,
    get begun() {
      return begun;
    },
    beforeEnd(given) {
      settle = given;
    },
    begin(format, known) {
      begun = true;
      setHeaders(format);
      if (known !== undefined) response.setHeader("X-ClickHouse-Summary", renderSummary(known.summary, startedAt));
      if (known !== undefined && encoder === undefined) response.setHeader("Content-Length", known.bytes);
      if (encoder !== undefined) encoder.stream.pipe(response);
    },
    async write(chunk) {
      if (gone.signal.aborted) return;
      if (sink.write(chunk)) return;
      // http_send_timeout of a server: a reader that stands still gives its place to others.
      const timer = setTimeout(() => response.destroy(), SEND_TIMEOUT_MS);
      await waitFor(sink, "drain");
      clearTimeout(timer);
    },
    async end() {
      await settle();
      sink.end();
      if (!response.writableFinished) await waitFor(response, "finish");
    },
    async send(format, body, summary) {
      await settle();
      answer.begin(format, { bytes: body.length, summary });
      if (body.length > 0) await answer.write(body);
      await answer.end();
    },
    async fail(error) {
      if (gone.signal.aborted) return;
      const text = describeError(error, options.version);
      if (begun) {
        await breakOff(text);
        return;
      }
      begun = true;
      setHeaders("TabSeparated");
      response.statusCode = statusOf(error);
      response.removeHeader("Content-Encoding");
      response.setHeader("Content-Type", "text/plain; charset=UTF-8");
      response.setHeader("X-ClickHouse-Exception-Code", String(error.code));
      response.end(text);
    },
  };
  /** The block goes out as one piece, and the missing last chunk tells clients that read no trailer. */
  async function breakOff(text: string): Promise<void> {
    const block = exceptionBlock(text, tag);
    if (encoder === undefined) {
      await new Promise<void>((flushed) => response.write(block, () => flushed()));
      response.socket?.end();
      return;
    }
    encoder.stream.unpipe(response);
    encoder.stream.on("data", (chunk: Buffer) => response.write(chunk));
    const ended = once(encoder.stream, "end").catch(() => undefined);
    encoder.stream.resume();
    encoder.stream.end(block);
    await ended;
    // A client that decompresses drops what it has not decoded yet when the connection ends: let it read the block first.
    setTimeout(() => response.socket?.end(), CUT_AFTER_MS);
  }
  return answer;
}
