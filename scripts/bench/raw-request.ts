// One request over a raw socket: the exact answer as it comes over the wire.
import { createConnection } from "node:net";

export type Headers = Readonly<Record<string, string>>;
export type Captured = {
  readonly status: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
};

const WAIT_MS = 10_000;

/** Asks once and reads the whole answer. */
export async function capture(port: number, path: string, headers: Headers): Promise<Captured> {
  const socket = createConnection(port, "127.0.0.1");
  socket.setTimeout(WAIT_MS, () => socket.destroy());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join("")}\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    const all = Buffer.concat(chunks);
    const end = all.indexOf("\r\n\r\n");
    if (end < 0) continue;
    const [first = "", ...rest] = all.toString("latin1", 0, end).split("\r\n");
    const told = rest.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    const length = Number(told.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? 0);
    if (all.length < end + 4 + length) continue;
    socket.destroy();
    return { status: first.slice("HTTP/1.1 ".length), headers: told, body: all.subarray(end + 4, end + 4 + length) };
  }
  throw new Error(`${path}: the connection ended without an answer`);
}
