// The HTTP server, the only file that knows uWebSockets.js: its traps end here.

import uws, { type HttpRequest, type HttpResponse, type us_listen_socket } from "uWebSockets.js";
import { STATUS_CODES } from "node:http";
import { headerLimit } from "../schema/env.ts";
import { type FaultCode, fault } from "../schema/fault.ts";
import type { Log } from "../schema/io/log.ts";
import { LIMITS } from "../schema/limit.ts";
import { type HeaderBlock, verifyHeaders } from "./answer/header.ts";
import { encodingFor } from "./answer/negotiate.ts";
import type { ApiAnswer, ApiRequest, App } from "./app.ts";
import { forgetHead, isClear, isPlain, seeHeader, seen } from "./request/head.ts";
import { isRequestId, stampRequestId } from "./request/request-id.ts";

export type ServerOptions = {
  readonly app: App;
  readonly log: Log;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Several processes may listen on the port together. */
  readonly shared?: boolean;
  /** For a body to arrive and for an answer to be taken; both may trickle. */
  readonly slowPeerDeadlineMs?: number;
};
export type Server = {
  readonly port: number;
  /** Stops listening, lets answers in flight end, then closes what is left. */
  stop(graceMs: number): Promise<void>;
};

type Listen = (host: string, port: number, option: number, done: (socket: us_listen_socket | false) => void) => void;

/** An exchange that outlives its handler: reading a body, waiting for an answer, or sending to a slow reader. */
type Exchange = { readonly res: HttpResponse; aborted: boolean; deadline: number };

/** What the handlers of one server share. Deadlines count in ticks of a second. */
type Host = {
  readonly app: App;
  readonly log: Log;
  readonly slowPeerDeadlineMs: number;
  readonly open: Set<Exchange>;
  stopping: boolean;
  ticks: number;
};

const TICK_MS = 1_000;
const NEVER = Number.POSITIVE_INFINITY;
const deadlineIn = (host: Host, ms: number) => host.ticks + Math.ceil(ms / TICK_MS);

function readHeaders(req: HttpRequest): void {
  forgetHead();
  req.forEach(seeHeader);
}

/** Must be called before the handler gives control away: without onAborted a lost client ends the process. */
function track(host: Host, res: HttpResponse): Exchange {
  const exchange: Exchange = { res, aborted: false, deadline: NEVER };
  host.open.add(exchange);
  res.onAborted(() => {
    exchange.aborted = true;
    host.open.delete(exchange);
  });
  return exchange;
}

function drop(host: Host, res: HttpResponse, exchange: Exchange | null, error: unknown): void {
  host.log.error({ err: error }, "an answer could not be sent");
  if (exchange?.aborted !== true) res.close();
}

/** Gives the socket what it takes and keeps none of the rest in the server; a slow reader gets a deadline. */
function sendBody(host: Host, res: HttpResponse, body: Buffer, exchange: Exchange | null): void {
  if (res.tryEnd(body, body.length)[1]) {
    if (exchange !== null) host.open.delete(exchange);
    return;
  }
  const slow = exchange ?? track(host, res);
  slow.deadline = deadlineIn(host, host.slowPeerDeadlineMs);
  res.onWritable((offset) => {
    const [ok, ended] = res.tryEnd(body.subarray(offset), body.length);
    if (ended) host.open.delete(slow);
    return ok;
  });
}

/**
 * Writes all headers in one native call: each further one would cost as much as finding the answer. joinHeaders has
 * checked every byte of the block, and the made id is counted up in place.
 */
function writeBlock(res: HttpResponse, block: HeaderBlock, id: string): void {
  if (id === "") {
    stampRequestId(block.withId);
    res.writeHeader("x-request-id", block.withId);
    return;
  }
  res.writeHeader("x-request-id", id);
  res.writeHeader(block.firstName, block.rest);
}

/** With a length of its own the library would wait for the bytes and, none coming, end the process. */
function sendNoBody(res: HttpResponse, answer: ApiAnswer, close: boolean): void {
  if (close) {
    res.endWithoutBody(0, true);
    return;
  }
  if (answer.status !== 204 && answer.status !== 304) res.writeHeader("content-length", String(answer.bodyBytes));
  res.endWithoutBody();
}

function send(host: Host, res: HttpResponse, answer: ApiAnswer, exchange: Exchange | null, refused = false): void {
  verifyHeaders(answer.headers);
  res.cork(() => {
    res.writeStatus(`${answer.status} ${STATUS_CODES[answer.status] ?? ""}`);
    for (const [name, value] of answer.headers) res.writeHeader(name, value);
    if (answer.body !== null && !refused && !host.stopping) {
      sendBody(host, res, answer.body, exchange);
      return;
    }
    if (answer.body !== null) res.end(answer.body, true);
    else sendNoBody(res, answer, refused);
    if (exchange !== null) host.open.delete(exchange);
  });
}

function run(host: Host, res: HttpResponse, request: ApiRequest, exchange: Exchange | null): void {
  const answer = host.app.handle(request);
  if (!(answer instanceof Promise)) return void send(host, res, answer, exchange);
  const waiting = exchange ?? track(host, res);
  waiting.deadline = NEVER;
  answer
    .then((ready) => {
      if (!waiting.aborted) send(host, res, ready, waiting);
    })
    .catch((error) => drop(host, res, waiting, error));
}

/** Answers a fault found before routing and closes: what follows on the connection cannot be trusted. */
function refuse(host: Host, res: HttpResponse, request: ApiRequest, code: FaultCode, exchange: Exchange | null): void {
  const detail =
    code === "body_too_large"
      ? `A body has at most ${LIMITS.bodyBytesMax} bytes.`
      : `Send one Host, at most one Content-Length or Transfer-Encoding, and ${LIMITS.headerBytesMax} bytes of headers.`;
  send(host, res, host.app.refuse(request, fault(code, detail)), exchange, true);
}

/** Collects a body while it arrives; one that is too large is refused as soon as that is known. */
function readBody(host: Host, res: HttpResponse, request: ApiRequest): void {
  const exchange = track(host, res);
  exchange.deadline = deadlineIn(host, host.slowPeerDeadlineMs);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let answered = false;
  res.onData((chunk, isLast) => {
    if (answered || exchange.aborted) return;
    bytes += chunk.byteLength;
    const tooLarge = bytes > LIMITS.bodyBytesMax;
    answered = isLast || tooLarge;
    // The library takes the memory of a chunk back, so it is copied.
    if (!tooLarge && chunk.byteLength > 0) chunks.push(Buffer.from(new Uint8Array(chunk)));
    if (!answered) return;
    try {
      if (tooLarge) refuse(host, res, request, "body_too_large", exchange);
      else run(host, res, { ...request, body: Buffer.concat(chunks) }, exchange);
    } catch (error) {
      drop(host, res, exchange, error);
    }
  });
}

const peerOf = (res: HttpResponse): string => Buffer.from(res.getRemoteAddressAsText()).toString("latin1");

/** Every request that is not answered from ready bytes; `seen` holds what its headers said. */
function answerRequest(host: Host, res: HttpResponse, req: HttpRequest): void {
  const request: ApiRequest = {
    method: req.getCaseSensitiveMethod().toUpperCase(),
    path: req.getUrl(),
    query: req.getQuery() ?? "",
    headers: {
      "accept-encoding": seen.accept,
      "if-none-match": seen.held,
      "x-request-id": seen.id,
      authorization: seen.authorization,
      "x-forwarded-for": seen.forwarded,
      "payment-signature": seen.payment,
      "idempotency-key": seen.idempotency,
      "content-type": seen.type,
    },
    peer: peerOf(res),
  };
  const length = Number(seen.length);
  if (!isClear()) refuse(host, res, request, "invalid_request", null);
  else if (length > LIMITS.bodyBytesMax) refuse(host, res, request, "body_too_large", null);
  else if (seen.codings > 0 || length > 0) readBody(host, res, request);
  else run(host, res, request, null);
}

function onAny(host: Host, res: HttpResponse, req: HttpRequest): void {
  try {
    readHeaders(req);
    answerRequest(host, res, req);
  } catch (error) {
    drop(host, res, null, error);
  }
}

/** The hot path: bytes that are ready go out without a promise, a closure, a parse or a look at Redis. */
function onGet(host: Host, res: HttpResponse, req: HttpRequest): void {
  try {
    readHeaders(req);
    // Without a query the library gives undefined, whatever its declarations say.
    const query = req.getQuery() as string | undefined;
    const ready = host.app.ready.get(query ? `${req.getUrl()}?${query}` : req.getUrl());
    const variant = ready?.made[encodingFor(seen.accept)];
    if (variant === undefined || !isPlain() || host.stopping) {
      answerRequest(host, res, req);
      return;
    }
    const { authorization, forwarded } = seen;
    const limits = host.app.passNow(ready?.access ?? null, authorization, forwarded, () => peerOf(res));
    if (limits === null) {
      answerRequest(host, res, req);
      return;
    }
    if (limits !== "") res.writeHeader("ratelimit", limits);
    writeBlock(res, variant.block, seen.id !== "" && isRequestId(seen.id) ? seen.id : "");
    sendBody(host, res, variant.body, null);
  } catch (error) {
    drop(host, res, null, error);
  }
}

function tick(host: Host): void {
  host.ticks += 1;
  host.app.sweep();
  for (const exchange of [...host.open]) if (exchange.deadline <= host.ticks) exchange.res.close();
}

/** Opens the server. Rejects where the port is taken. */
export async function startServer(options: ServerOptions): Promise<Server> {
  if (headerLimit() !== LIMITS.headerBytesMax) {
    throw new Error("the head limit must be set before this file is imported (setHeaderLimit)");
  }
  const { app, log, slowPeerDeadlineMs = LIMITS.slowReaderDeadlineMs } = options;
  const host: Host = { app, log, slowPeerDeadlineMs, open: new Set(), stopping: false, ticks: 0 };
  const server = uws.App();
  server.get("/*", (res, req) => onGet(host, res, req));
  server.any("/*", (res, req) => onAny(host, res, req));
  // Without the exclusive option a second process would silently share the port and split the traffic. The
  // declarations lack the form with host and option; the library takes it.
  const listen = server.listen.bind(server) as unknown as Listen;
  const socket = await new Promise<us_listen_socket | false>((resolve) => {
    listen(options.host, options.port, options.shared === true ? 0 : 1, resolve);
  });
  if (!socket) throw new Error(`${options.host}:${options.port} cannot be listened on; is another process there?`);
  const timer = setInterval(() => tick(host), TICK_MS);
  return {
    port: uws.us_socket_local_port(socket),
    async stop(graceMs) {
      host.stopping = true;
      uws.us_listen_socket_close(socket);
      const end = deadlineIn(host, graceMs);
      // Long enough for bytes just written to leave, short enough for an idle server to stop at once.
      do await new Promise((resolve) => setTimeout(resolve, 50));
      while (host.open.size > 0 && host.ticks < end);
      clearInterval(timer);
      server.close();
    },
  };
}
