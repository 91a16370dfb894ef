// Writes answers to connections: nothing is kept for a reader that is slow, and who goes on is told when we stop.
import { STATUS_CODES } from "node:http";
import type { Log } from "../schema/io/log.ts";
import { counter } from "../schema/io/seen/tally.ts";
import { type HeaderBlock, verifyHeaders } from "./answer/header.ts";
import { bodyWithId, type Stamped } from "./answer/stamped.ts";
import type { App } from "./app.ts";
import type { ApiAnswer } from "./http-call.ts";
import { copyRequestId, stampRequestId } from "./request/request-id.ts";
import type { Seen } from "./seen/seen.ts";
import type { Trace } from "./seen/trace.ts";

/** One response of the HTTP library, as far as it is used here. */
export type Wire = {
  writeStatus(status: string): unknown;
  writeHeader(name: string, value: string | Uint8Array): unknown;
  tryEnd(rest: Uint8Array, totalBytes: number): [ok: boolean, ended: boolean];
  /** False where some of it waits; the length of the answer is not told. */
  write(piece: Uint8Array): boolean;
  end(body: Uint8Array, close: boolean): unknown;
  endWithoutBody(reportedBytes?: number, close?: boolean): unknown;
  onWritable(handler: (offset: number) => boolean): unknown;
  onAborted(handler: () => void): unknown;
  cork(write: () => void): unknown;
  close(): unknown;
};

/** An exchange that outlives its handler: reading a body, waiting for an answer, or sending to a slow reader. */
export type Exchange = {
  readonly res: Wire;
  aborted: boolean;
  deadline: number;
  place: number;
  /** Told when the other end is gone. */
  gone: (() => void) | null;
};

/** Exchanges there are. Each knows its place: to find it in a set costs more, and they come and go with every call. */
type Exchanges = {
  add(exchange: Exchange): void;
  delete(exchange: Exchange): void;
  count(): number;
  all(): readonly Exchange[];
};

const NOWHERE = -1;

export function openExchanges(): Exchanges {
  const all: Exchange[] = [];
  return {
    add(exchange) {
      exchange.place = all.push(exchange) - 1;
    },
    delete(exchange) {
      const { place } = exchange;
      if (place === NOWHERE) return;
      exchange.place = NOWHERE;
      const last = all.pop();
      if (last === undefined || last === exchange) return;
      all[place] = last;
      last.place = place;
    },
    count: () => all.length,
    all: () => [...all],
  };
}

/** What the handlers of one server share. Deadlines count in ticks of a second. */
export type Host = {
  readonly app: App;
  readonly log: Log;
  readonly slowPeerDeadlineMs: number;
  readonly open: Exchanges;
  readonly seen: Seen;
  /** When the request at hand came, by performance.now; 0 where that is not looked at. */
  since: number;
  stopping: boolean;
  ticks: number;
};

export const TICK_MS = 1_000;
export const NEVER = Number.POSITIVE_INFINITY;
export const deadlineIn = (host: Host, ms: number): number => host.ticks + Math.ceil(ms / TICK_MS);

/** Must be called before the handler gives control away: without onAborted a lost client ends the process. */
export function track(host: Host, res: Wire): Exchange {
  const exchange: Exchange = { res, aborted: false, deadline: NEVER, place: NOWHERE, gone: null };
  host.open.add(exchange);
  res.onAborted(() => {
    exchange.aborted = true;
    host.open.delete(exchange);
    exchange.gone?.();
  });
  return exchange;
}

const DROPPED = counter("http_dropped_total", "Requests whose answer could not be sent.", [], [[]]).of();

export function drop(host: Host, res: Wire, exchange: Exchange | null, error: unknown): void {
  DROPPED.value += 1;
  host.log.error({ err: error }, "an answer could not be sent");
  if (exchange?.aborted !== true) res.close();
}

const lines = new Map<number, string>();
export function statusLine(status: number): string {
  const known = lines.get(status);
  if (known !== undefined) return known;
  const made = `${status} ${STATUS_CODES[status] ?? ""}`;
  lines.set(status, made);
  return made;
}

/**
 * Gives the socket what it takes and keeps none of the rest in the server; a slow reader gets a deadline.
 * `isShared`: the bytes may change once this returns.
 */
export function sendBody(host: Host, res: Wire, body: Buffer, exchange: Exchange | null, isShared = false): void {
  if (res.tryEnd(body, body.length)[1]) {
    if (exchange !== null) host.open.delete(exchange);
    return;
  }
  const kept = isShared ? Buffer.from(body) : body;
  const slow = exchange ?? track(host, res);
  slow.deadline = deadlineIn(host, host.slowPeerDeadlineMs);
  res.onWritable((offset) => {
    const [ok, ended] = res.tryEnd(kept.subarray(offset), kept.length);
    if (ended) host.open.delete(slow);
    return ok;
  });
}

/** With a length given to the library it would wait for the bytes and, none coming, end the process. */
export function sendLength(res: Wire, bodyBytes: number): void {
  res.writeHeader("content-length", String(bodyBytes));
  res.endWithoutBody();
}

/** One for all, since heads are written one after the other; its starts by their length. */
const room = Buffer.alloc(4_096);
const starts = new Map<number, Uint8Array>();
/** For the text of the limits. */
const LIMITS_ROOM = 1_024;

/** What the room holds: calls that are answered together are often told the same, but for the id. */
let joined: HeaderBlock | null = null;
let joinedLimits = "";
let joinedBytes: Uint8Array = room;

/** A made id, the block, and the limits behind it: bytes that hold until the next are made. */
function joinHead(block: HeaderBlock, limits: string): Uint8Array {
  if (block !== joined || limits !== joinedLimits) {
    joinedBytes = fillRoom(block, limits);
    joined = block.isTagged ? null : block;
    joinedLimits = limits;
  }
  stampRequestId(room);
  return joinedBytes;
}

function fillRoom({ beforeLimits }: HeaderBlock, limits: string): Uint8Array {
  room.set(beforeLimits);
  const length = beforeLimits.length + room.write(limits, beforeLimits.length, limits.length, "latin1");
  const held = starts.get(length);
  if (held !== undefined) return held;
  const made = room.subarray(0, length);
  starts.set(length, made);
  return made;
}

/**
 * Writes all headers in one native call: each further one would cost as much as finding the answer. joinHeaders has
 * checked every byte of the block, and the made id is counted up in place. `limits` is the text of the RateLimit header,
 * more headers behind it, or empty; `id` the caller's own or empty.
 */
export function writeBlock(res: Wire, block: HeaderBlock, limits: string, id: string): void {
  const isRoom = block.beforeLimits.length + LIMITS_ROOM <= room.length && limits.length <= LIMITS_ROOM;
  if (id === "" && limits !== "" && isRoom) {
    res.writeHeader("x-request-id", joinHead(block, limits));
    return;
  }
  if (limits !== "") res.writeHeader("ratelimit", limits);
  if (id === "") {
    stampRequestId(block.withId);
    res.writeHeader("x-request-id", block.withId);
    return;
  }
  res.writeHeader("x-request-id", id);
  res.writeHeader(block.firstName, block.rest);
}

/** Sends a ready refusal; `limits` is the text of its RateLimit header, `id` the caller's own or empty. */
export function sendStamped(
  host: Host,
  res: Wire,
  exchange: Exchange | null,
  stamped: Stamped,
  { limits, id, isHead }: { readonly limits: string; readonly id: string; readonly isHead: boolean },
): void {
  const { block, body, idAt } = stamped;
  res.writeStatus(statusLine(stamped.status));
  writeBlock(res, block, limits, id);
  const own = id === "" ? body : bodyWithId(stamped, id);
  if (id === "") copyRequestId(body, idAt);
  if (!isHead) sendBody(host, res, own, exchange, true);
  else {
    sendLength(res, own.length);
    if (exchange !== null) host.open.delete(exchange);
  }
}

/**
 * What the library writes at most in one go while it reads requests. It shuts a connection only when this has left, and
 * until then goes on to the next request; a body that is longer leaves at once, and the connection with it.
 */
const GATHERED_BYTES_MAX = 16_384;
const BLANKS = Buffer.alloc(GATHERED_BYTES_MAX, " ");

export function writeHead(res: Wire, { status, headers }: ApiAnswer): void {
  res.writeStatus(statusLine(status));
  for (const [name, value] of headers) res.writeHeader(name, value);
}

/**
 * Sends a problem and closes: nothing that follows on the connection is read. Blanks behind its JSON make it long enough
 * to leave at once. HEAD has no body to make longer: its answer waits a turn, and the library closes without it where
 * another request was sent along.
 */
export function sendLast(host: Host, res: Wire, answer: ApiAnswer, exchange: Exchange | null, trace?: Trace): void {
  const { body } = answer;
  if (trace !== undefined) host.seen.told(trace, answer.status, body?.length ?? 0);
  verifyHeaders(answer.headers);
  if (body !== null) {
    res.cork(() => {
      writeHead(res, answer);
      res.end(Buffer.concat([body, BLANKS]), true);
    });
    if (exchange !== null) host.open.delete(exchange);
    return;
  }
  const waiting = exchange ?? track(host, res);
  setImmediate(() => {
    if (waiting.aborted) return;
    host.open.delete(waiting);
    res.cork(() => {
      writeHead(res, answer);
      res.endWithoutBody(0, true);
    });
  });
}

/**
 * While we stop, who takes the answer is told to go: it closes, and comes back to whoever listens then.
 */
export function send(host: Host, res: Wire, answer: ApiAnswer, exchange: Exchange | null, trace?: Trace): void {
  const { body, status, bodyBytes } = answer;
  verifyHeaders(answer.headers);
  if (trace !== undefined) host.seen.told(trace, status, body?.length ?? 0);
  res.cork(() => {
    writeHead(res, answer);
    if (body !== null && !host.stopping) {
      sendBody(host, res, body, exchange);
      return;
    }
    if (body !== null) res.end(body, true);
    else {
      if (host.stopping) res.writeHeader("connection", "close");
      if (status === 204 || status === 304 || bodyBytes === null) res.endWithoutBody();
      else sendLength(res, bodyBytes);
    }
    if (exchange !== null) host.open.delete(exchange);
  });
}
