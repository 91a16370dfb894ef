// Raw sockets for tests: bytes as they are, without the manners of an HTTP client.
import { connect, type Socket } from "node:net";
import type { Test } from "tap";
import type { ServerOptions } from "../../../api/server.ts";
import { setHeaderLimit } from "../../../schema/env.ts";
import { LIMITS } from "../../../schema/limit.ts";
import type { TestApi } from "./api.ts";

/** Starts the server over a test API on a free port. */
export async function serve(t: Test, api: TestApi, options: Partial<ServerOptions> = {}) {
  setHeaderLimit(LIMITS.headerBytesMax);
  const { startServer } = await import("../../../api/server.ts");
  const server = await startServer({ app: api.app, log: api.deps.log, host: "127.0.0.1", port: 0, ...options });
  let stopped = false;
  const stop = async (graceMs = 0) => {
    if (stopped) return;
    stopped = true;
    await server.stop(graceMs);
  };
  t.teardown(() => stop());
  return { port: server.port, tlsPort: server.tlsPort, stop };
}

type Exchange = { readonly text: string; readonly closed: boolean };

/** Opens a connection and resolves once it stands. */
export const open = (port: number, host = "127.0.0.1"): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket));
    socket.once("error", reject);
  });

/**
 * Sends pieces, each in a packet of its own, and reads until the peer closes, `until` is satisfied or time is up.
 */
export async function exchange(
  port: number,
  pieces: readonly string[],
  until: (text: string) => boolean = () => false,
  timeoutMs = 30_000,
  /** Says that nothing more will come after this long without an answer. */
  idleEndMs = Number.POSITIVE_INFINITY,
  host?: string,
): Promise<Exchange> {
  const socket = await open(port, host);
  socket.setNoDelay(true);
  return new Promise((resolve) => {
    let text = "";
    const done = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed });
    };
    const timer = setTimeout(() => done(false), timeoutMs);
    if (Number.isFinite(idleEndMs)) setTimeout(() => socket.end(), idleEndMs);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (until(text)) done(false);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => done(true));
    const send = (at: number) => {
      const piece = pieces[at];
      if (piece === undefined || socket.destroyed) return;
      socket.write(piece, "latin1", () => setTimeout(send, 20, at + 1));
    };
    send(0);
  });
}

/** Whether the text holds `count` whole answers with a body of the length they say. */
export const answers =
  (count: number) =>
  (text: string): boolean =>
    statuses(text).length >= count;

/** Statuses of the whole answers in the text, in order. */
export function statuses(text: string): number[] {
  const found: number[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\r\n\r\n", at);
    if (end < 0) break;
    const head = text.slice(at, end);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (text.length < end + 4 + length) break;
    found.push(status);
    at = end + 4 + length;
  }
  return found;
}

export const head = (text: string): string => text.slice(0, text.indexOf("\r\n\r\n"));
export const bodyOf = (text: string): string => text.slice(text.indexOf("\r\n\r\n") + 4);
