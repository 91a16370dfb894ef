// The byte form of a snapshot: one JSON line that says what follows, then the parts, ready to be sent as they are.
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";

/** What the first line says; `meta` is small, parts are wire bytes the API never parses. */
type FrameHead<Meta> = {
  readonly name: string;
  /** Build instant in epoch milliseconds; a higher version replaces a lower one, never the other way round. */
  readonly version: number;
  readonly meta: Meta;
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
  /** The parts follow deflated, all together, in so many bytes; their own sizes are those before. */
  readonly packed?: number;
  /** So many of their bytes, from the first, are deflated by themselves, in so many bytes. */
  readonly settled?: { readonly bytes: number; readonly packed: number };
};

type Bare<Meta> = Omit<FrameHead<Meta>, "parts" | "packed" | "settled">;
export type Frame<Meta> = Bare<Meta> & { readonly parts: ReadonlyMap<string, Buffer> };

/** The beginning of the first part of a packed frame, deflated by itself: later frames take it over as it is. */
export type Settled = {
  /** Its size before. */
  readonly bytes: number;
  readonly packed: Buffer;
};
/** A frame of which only what follows the settled beginning was unpacked; the first part is what is left of it. */
export type FrameTail<Meta> = Frame<Meta> & { readonly settled: Settled };

/** Quick rather than small: rows of numbers shrink to a fifth all the same. */
const PACK_LEVEL = 1;
/** More than any frame: a guard against a value that is not ours. */
const UNPACKED_BYTES_MAX = 256 * 1_048_576;

const NOTHING: Settled = { bytes: 0, packed: Buffer.alloc(0) };

/** Deflates bytes so that another deflated stream can follow: both are read as one. */
export const settle = (bytes: Buffer): Settled =>
  bytes.length === 0
    ? NOTHING
    : {
        bytes: bytes.length,
        packed: deflateRawSync(bytes, { level: PACK_LEVEL, finishFlush: constants.Z_FULL_FLUSH }),
      };

export const unsettle = ({ packed }: Settled): Buffer =>
  packed.length === 0
    ? packed
    : inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: UNPACKED_BYTES_MAX });

function join(parts: ReadonlyMap<string, string | Buffer>) {
  const bodies = [...parts].map(([name, body]) => ({
    name,
    body: typeof body === "string" ? Buffer.from(body) : body,
  }));
  const index = bodies.map(({ name, body }) => ({ name, bytes: body.length }));
  return { index, joined: Buffer.concat(bodies.map(({ body }) => body)) };
}

const frameOf = (head: FrameHead<unknown>, rest: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...rest]);

/** Joins head and parts into one value; "packed" is for frames that are many and seldom read. */
export function encodeFrame<Meta>(
  head: Bare<Meta>,
  parts: ReadonlyMap<string, string | Buffer>,
  form: "plain" | "packed" = "plain",
): Buffer {
  const { index, joined } = join(parts);
  const rest = form === "packed" ? deflateRawSync(joined, { level: PACK_LEVEL }) : joined;
  return frameOf({ ...head, parts: index, ...(form === "packed" ? { packed: rest.length } : {}) }, [rest]);
}

/** A packed frame whose first part begins with what is settled; only the rest is deflated. */
export function encodeAfter<Meta>(
  settled: Settled,
  head: Bare<Meta>,
  parts: ReadonlyMap<string, string | Buffer>,
): Buffer {
  const { index, joined } = join(parts);
  const whole = index.map((part, at) => (at === 0 ? { ...part, bytes: part.bytes + settled.bytes } : part));
  const rest = deflateRawSync(joined, { level: PACK_LEVEL });
  const sizes = { bytes: settled.bytes, packed: settled.packed.length };
  const packed = settled.packed.length + rest.length;
  return frameOf({ ...head, parts: whole, packed, settled: sizes }, [settled.packed, rest]);
}

/** Cuts bytes into parts; null where there are too few or too many. */
function cut(body: Buffer, index: FrameHead<unknown>["parts"]): Map<string, Buffer> | null {
  const parts = new Map<string, Buffer>();
  let at = 0;
  for (const part of index) {
    parts.set(part.name, body.subarray(at, at + part.bytes));
    at += part.bytes;
  }
  return at === body.length ? parts : null;
}

/** Head and what follows it; null where there is no head, or where less or more follows than it says. */
function open(bytes: Buffer): { head: FrameHead<unknown>; rest: Buffer } | null {
  const end = bytes.indexOf(10);
  if (end < 0) return null;
  const head = JSON.parse(bytes.toString("utf8", 0, end)) as FrameHead<unknown>;
  const rest = bytes.subarray(end + 1);
  return head.packed !== undefined && head.packed !== rest.length ? null : { head, rest };
}

const inflate = (bytes: Buffer): Buffer => inflateRawSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX });

/** Reads a frame back, without copying plain parts; null where the bytes are not a whole frame. */
export function decodeFrame(bytes: Buffer): Frame<unknown> | null {
  try {
    const found = open(bytes);
    if (!found) return null;
    const { head, rest } = found;
    const parts = cut(head.packed === undefined ? rest : inflate(rest), head.parts);
    return parts && { name: head.name, version: head.version, meta: head.meta, parts };
  } catch {
    return null;
  }
}

/** Reads a packed frame, leaving what is settled as it is; null where the bytes are no such frame. */
export function decodeTail(bytes: Buffer): FrameTail<unknown> | null {
  try {
    const found = open(bytes);
    if (found?.head.packed === undefined) return null;
    const { head, rest } = found;
    const { bytes: size, packed } = head.settled ?? { bytes: 0, packed: 0 };
    const index = head.parts.map((part, at) => (at === 0 ? { ...part, bytes: part.bytes - size } : part));
    const parts = cut(inflate(rest.subarray(packed)), index);
    const settled = { bytes: size, packed: rest.subarray(0, packed) };
    return parts && { name: head.name, version: head.version, meta: head.meta, parts, settled };
  } catch {
    return null;
  }
}
