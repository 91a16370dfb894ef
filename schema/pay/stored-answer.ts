// A finished answer as one buffer: its head as JSON, a line end, its body.

export type StoredAnswer = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
};

export const packAnswer = ({ status, headers, body }: StoredAnswer): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify({ status, headers })}\n`), body]);

/** Throws where the buffer was not made by packAnswer. */
export function unpackAnswer(packed: Buffer): StoredAnswer {
  const end = packed.indexOf(10);
  const head = JSON.parse(packed.subarray(0, end).toString("utf8")) as Omit<StoredAnswer, "body">;
  return { ...head, body: packed.subarray(end + 1) };
}
