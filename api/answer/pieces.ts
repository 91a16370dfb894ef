// A body in pieces: text made for the call, and ranges of bytes that stay. They are joined where the body is sent or kept.
import { createHash } from "node:crypto";

/** A range of bytes that nobody writes to again. */
export type Range = { readonly of: Buffer; readonly from: number; readonly to: number };
export type Piece = string | Range;

export const wholeOf = (of: Buffer): Range => ({ of, from: 0, to: of.length });
export const NO_BYTES = wholeOf(Buffer.alloc(0));

const DIGEST_CHARS = 22;

export const digestOf = (body: Buffer | string): string =>
  createHash("sha256").update(body).digest("base64url").slice(0, DIGEST_CHARS);

/** Found once for bytes that stay, and gone with them. */
const digests = new WeakMap<Buffer, string>();

function digestOnce(bytes: Buffer): string {
  const held = digests.get(bytes);
  if (held !== undefined) return held;
  const made = digestOf(bytes);
  digests.set(bytes, made);
  return made;
}

/**
 * Names a body exactly without reading its ranges: by its texts, and by which part of which bytes each range is. No text
 * has a line end, so that none can be taken for a range.
 */
export function tagOf(pieces: readonly Piece[]): string {
  let said = "";
  for (const piece of pieces) {
    said += typeof piece === "string" ? piece : `\n${digestOnce(piece.of)} ${piece.from} ${piece.to}\n`;
  }
  return digestOf(said);
}

/** Writes the pieces into bytes with room for them; gives how many were written. */
function writeInto(bytes: Buffer, pieces: readonly Piece[]): number {
  let at = 0;
  let text = "";
  for (const piece of pieces) {
    if (typeof piece === "string") {
      text += piece;
      continue;
    }
    at += bytes.write(text, at);
    text = "";
    at += piece.of.copy(bytes, at, piece.from, piece.to);
  }
  return at + bytes.write(text, at);
}

export const bytesOf = (pieces: readonly Piece[]): number =>
  pieces.reduce(
    (sum, piece) => sum + (typeof piece === "string" ? Buffer.byteLength(piece) : piece.to - piece.from),
    0,
  );

/** The body as bytes of its own. */
export function join(pieces: readonly Piece[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(bytesOf(pieces));
  writeInto(bytes, pieces);
  return bytes;
}

/** One for all, since answers are sent one after the other: to take fresh memory for each costs more than to fill it. */
const room = Buffer.allocUnsafeSlow(1_048_576);
/** Bytes of UTF-8 for a unit of text at most. */
const UNIT_BYTES_MAX = 3;

const roomFor = (piece: Piece): number =>
  typeof piece === "string" ? piece.length * UNIT_BYTES_MAX : piece.to - piece.from;

/** The body as bytes that hold until this is called again. */
export function joinOnce(pieces: readonly Piece[]): Buffer {
  const isRoom = pieces.reduce((sum, piece) => sum + roomFor(piece), 0) <= room.length;
  return isRoom ? room.subarray(0, writeInto(room, pieces)) : join(pieces);
}
