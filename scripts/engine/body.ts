// Request bodies: decoded, counted against their bounds, kept in memory while small and spooled to a file when not.
import { open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { EngineError } from "./fault.ts";

type BodyLimits = { bytesMax: number; memoryBytesMax: number; expansionMax: number };

/** `bytes` is the whole body when `rest` is undefined, otherwise its beginning. */
export type Body = { bytes: Buffer; rest: AsyncIterator<Buffer> | undefined };

/** Expansion is judged only beyond this many bytes: short repetitive bodies compress extremely well and hurt nobody. */
const EXPANSION_FROM_BYTES = 32 * 1024 * 1024;

function tooLarge(limit: string): EngineError {
  return new EngineError(307, "TOO_MANY_BYTES", `Request body is larger than ${limit}`);
}

function decode(request: IncomingMessage): Readable {
  const encoding = (request.headers["content-encoding"] ?? "identity").toString().trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return request;
  const decoder =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip()
      : encoding === "deflate"
        ? createInflate()
        : encoding === "br"
          ? createBrotliDecompress()
          : undefined;
  if (decoder === undefined) {
    throw new EngineError(
      48,
      "NOT_IMPLEMENTED",
      `Content-Encoding ${encoding} is not supported by the embedded engine`,
    );
  }
  // Not a pipeline: that would destroy the request, and its socket with it, before the refusal is written.
  request.pipe(decoder);
  request.once("close", () => request.complete || decoder.destroy(new Error("the connection was closed")));
  return decoder;
}

async function* countBytes(request: IncomingMessage, limits: BodyLimits): AsyncGenerator<Buffer, undefined> {
  let wireBytes = 0;
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    wireBytes += chunk.length;
  });
  const source = decode(request);
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > limits.bytesMax) throw tooLarge(`${limits.bytesMax} bytes`);
      if (bytes > EXPANSION_FROM_BYTES && bytes > wireBytes * limits.expansionMax) {
        throw tooLarge(`${limits.expansionMax} times its compressed form`);
      }
      yield chunk as Buffer;
    }
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new EngineError(117, "INCORRECT_DATA", `Cannot read the request body: ${detail}`);
  } finally {
    if (source !== request) {
      request.unpipe();
      source.destroy();
    }
  }
  return undefined;
}

/** Reads a body up to the memory bound; what lies beyond stays in `rest`, unread. Throws 307, 117 or 48. */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Body> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limits.bytesMax) throw tooLarge(`${limits.bytesMax} bytes`);
  const chunks: Buffer[] = [];
  let size = 0;
  const source = countBytes(request, limits);
  while (size <= limits.memoryBytesMax) {
    const step = await source.next();
    if (step.done === true) return { bytes: Buffer.concat(chunks), rest: undefined };
    chunks.push(step.value);
    size += step.value.length;
  }
  return { bytes: Buffer.concat(chunks), rest: source };
}

/** Writes the beginning and the rest of a body to a new file, waiting for the disk. */
export async function spoolBody(path: string, first: Buffer, rest: Body["rest"]): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(first);
    for (let step = await rest?.next(); step !== undefined && step.done !== true; step = await rest?.next()) {
      await file.writeFile(step.value);
    }
  } finally {
    await file.close();
  }
}
