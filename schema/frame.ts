// The byte form of a snapshot: one JSON line that says what follows, then the parts, ready to be sent as they are.
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** What the first line says; `meta` is small, parts are wire bytes the API never parses. */
export type FrameHead<Meta> = {
  readonly name: string;
  /** Build instant in epoch milliseconds; a higher version replaces a lower one, never the other way round. */
  readonly version: number;
  readonly meta: Meta;
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
  /** The parts follow deflated, all together, in so many bytes; their own sizes are those before. */
  readonly packed?: number;
};

export type Frame<Meta> = Omit<FrameHead<Meta>, "parts" | "packed"> & { readonly parts: ReadonlyMap<string, Buffer> };

/** Quick rather than small: rows of numbers shrink to a fifth all the same. */
const PACK_LEVEL = 1;
/** More than any frame: a guard against a value that is not ours. */
const UNPACKED_BYTES_MAX = 256 * 1_048_576;

/** Joins head and parts into one value; "packed" is for frames that are many and seldom read. */
export function encodeFrame<Meta>(
  head: Omit<FrameHead<Meta>, "parts" | "packed">,
  parts: ReadonlyMap<string, string | Buffer>,
  form: "plain" | "packed" = "plain",
): Buffer {
  const bodies = [...parts].map(([name, body]) => ({
    name,
    body: typeof body === "string" ? Buffer.from(body) : body,
  }));
  const index = bodies.map(({ name, body }) => ({ name, bytes: body.length }));
  const joined = Buffer.concat(bodies.map(({ body }) => body));
  const rest = form === "packed" ? deflateRawSync(joined, { level: PACK_LEVEL }) : joined;
  const said: FrameHead<Meta> = { ...head, parts: index, ...(form === "packed" ? { packed: rest.length } : {}) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(said)}\n`), rest]);
}

/** Reads a frame back, without copying plain parts; null where the bytes are not a whole frame. */
export function decodeFrame(bytes: Buffer): Frame<unknown> | null {
  const end = bytes.indexOf(10);
  if (end < 0) return null;
  try {
    const head = JSON.parse(bytes.toString("utf8", 0, end)) as FrameHead<unknown>;
    const rest = bytes.subarray(end + 1);
    if (head.packed !== undefined && head.packed !== rest.length) return null;
    const body = head.packed === undefined ? rest : inflateRawSync(rest, { maxOutputLength: UNPACKED_BYTES_MAX });
    const parts = new Map<string, Buffer>();
    let at = 0;
    for (const part of head.parts) {
      parts.set(part.name, body.subarray(at, at + part.bytes));
      at += part.bytes;
    }
    return at === body.length ? { name: head.name, version: head.version, meta: head.meta, parts } : null;
  } catch {
    return null;
  }
}
