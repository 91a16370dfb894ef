// A steady pulse of requests over kept connections: how long each takes from when it was due.
import { createConnection, type Socket } from "node:net";
import type { Headers } from "./raw-request.ts";

type Pulse = { readonly perS: number; readonly connections: number; readonly seconds: number };
type Beat = { readonly timesMs: readonly number[]; readonly failed: number };

const END = "\r\n\r\n";

/** Bytes of the answer at the start of the text, or 0 while its head is not whole. */
function sizeOf(text: string): number {
  const end = text.indexOf(END);
  if (end < 0) return 0;
  return end + END.length + Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
}

type Line = { readonly socket: Socket; due: number; got: string };

const connect = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });

/** Sends at the pace whatever the server does; who waits for a free connection waits in the figures too. */
export async function pulse(port: number, path: string, headers: Headers, asked: Pulse): Promise<Beat> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join("")}\r\n`;
  const timesMs: number[] = [];
  const waiting: number[] = [];
  let failed = 0;
  const free: Line[] = [];
  const send = (line: Line, due: number) => {
    line.due = due;
    line.socket.write(text);
  };
  const onData = (line: Line, chunk: Buffer) => {
    line.got += chunk.toString("latin1");
    const size = sizeOf(line.got);
    if (size === 0 || line.got.length < size) return;
    timesMs.push(performance.now() - line.due);
    if (!line.got.startsWith("HTTP/1.1 200")) failed += 1;
    line.got = "";
    const next = waiting.shift();
    if (next === undefined) free.push(line);
    else send(line, next);
  };
  for (let at = 0; at < asked.connections; at++) {
    const line: Line = { socket: await connect(port), due: 0, got: "" };
    line.socket.on("data", (chunk: Buffer) => onData(line, chunk));
    line.socket.on("close", () => {
      failed += line.due > 0 ? 1 : 0;
    });
    free.push(line);
  }
  const all = [...free];
  const from = performance.now();
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - from >= asked.seconds * 1_000) {
        clearInterval(timer);
        resolve();
        return;
      }
      for (; sent < ((now - from) * asked.perS) / 1_000; sent++) {
        const line = free.shift();
        if (line === undefined) waiting.push(now);
        else send(line, now);
      }
    }, 1);
  });
  for (const { socket } of all) {
    socket.removeAllListeners("close");
    socket.destroy();
  }
  return { timesMs, failed };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}
