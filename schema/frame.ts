// The byte form of a snapshot: one JSON line that says what follows, then the parts, ready to be sent as they are.

/** What the first line says; `meta` is small, parts are wire bytes the API never parses. */
export type FrameHead<Meta> = {
  readonly name: string;
  /** Build instant in epoch milliseconds; a higher version replaces a lower one, never the other way round. */
  readonly version: number;
  readonly meta: Meta;
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
};

export type Frame<Meta> = Omit<FrameHead<Meta>, "parts"> & { readonly parts: ReadonlyMap<string, Buffer> };

/** Joins head and parts into one value. */
export function encodeFrame<Meta>(
  head: Omit<FrameHead<Meta>, "parts">,
  parts: ReadonlyMap<string, string | Buffer>,
): Buffer {
  const bodies = [...parts].map(([name, body]) => ({
    name,
    body: typeof body === "string" ? Buffer.from(body) : body,
  }));
  const index = bodies.map(({ name, body }) => ({ name, bytes: body.length }));
  const line = JSON.stringify({ ...head, parts: index } satisfies FrameHead<Meta>);
  return Buffer.concat([Buffer.from(`${line}\n`), ...bodies.map(({ body }) => body)]);
}

/** Reads a frame back without copying the parts; null where the bytes are not a whole frame. */
export function decodeFrame(bytes: Buffer): Frame<unknown> | null {
  const end = bytes.indexOf(10);
  if (end < 0) return null;
  try {
    const head = JSON.parse(bytes.toString("utf8", 0, end)) as FrameHead<unknown>;
    const parts = new Map<string, Buffer>();
    let at = end + 1;
    for (const part of head.parts) {
      parts.set(part.name, bytes.subarray(at, at + part.bytes));
      at += part.bytes;
    }
    return at === bytes.length ? { name: head.name, version: head.version, meta: head.meta, parts } : null;
  } catch {
    return null;
  }
}
