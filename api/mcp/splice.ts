// Results that were told before stay bytes: the official server writes an outline of them, and they take its place in what it wrote.
import { randomBytes } from "../../schema/io/random.ts";
import type { Fitted } from "./fit.ts";

type Pieces = { readonly text: Buffer; readonly value: Buffer };

/** Nobody is told it, so no message says it but by the outline. */
const MARK = randomBytes(16).toString("hex");
const TEXT = Buffer.from(`"${MARK}"`);
const VALUE = Buffer.from(`{"${MARK}":0}`);
const OUTLINE = { content: [{ type: "text" as const, text: MARK }], structuredContent: { [MARK]: 0 } };

type ToolResult = { readonly structuredContent: object };

const kept = new WeakMap<object, Pieces>();

/** Keeps the bytes of a result that is told again. */
export function keepBytes({ value, text }: Fitted): void {
  if (!kept.has(value)) kept.set(value, { text: Buffer.from(JSON.stringify(text)), value: Buffer.from(text) });
}

/** The bytes that were kept of a result; null where there are none. */
export const bytesOf = ({ structuredContent }: ToolResult): Pieces | null => kept.get(structuredContent) ?? null;

/** What the official server is given in the place of a result whose bytes were kept. */
export const outlineOf = <T extends ToolResult>(result: T) => ({ ...result, ...OUTLINE });

/** A message that was written of an outline, with the result in its place; one that tells something else stays as it is. */
export function splice(message: Buffer, pieces: Pieces): Buffer {
  const places = [
    { at: message.indexOf(TEXT), mark: TEXT, bytes: pieces.text },
    { at: message.indexOf(VALUE), mark: VALUE, bytes: pieces.value },
  ].toSorted((a, b) => a.at - b.at);
  if (places.every(({ at }) => at < 0)) return message;
  const parts: Buffer[] = [];
  let from = 0;
  for (const { at, mark, bytes } of places) {
    if (at < from) throw new Error("the official server wrote a result in another way than it was given");
    parts.push(message.subarray(from, at), bytes);
    from = at + mark.length;
  }
  return Buffer.concat([...parts, message.subarray(from)]);
}
