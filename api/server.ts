// The HTTP server, the only file that knows uWebSockets.js: its traps end here.
import uws, { type HttpRequest, type HttpResponse, type TemplatedApp, type us_listen_socket } from "uWebSockets.js";
import { headerLimit } from "../schema/env.ts";
import { type FaultCode, fault } from "../schema/fault.ts";
import type { Log } from "../schema/io/log.ts";
import { LIMITS } from "../schema/limit.ts";
import type { App } from "./app.ts";
import { type Connections, countPeersOf, openConnections } from "./connection.ts";
import type { ApiRequest } from "./http-call.ts";
import { answerReady } from "./ready-call.ts";
import { forgetHead, isClear, seeHeader, seen } from "./request/head.ts";
import { openSeen, type Seen } from "./seen/seen.ts";
import { traceOf } from "./seen/trace.ts";
import {
  deadlineIn,
  drop,
  type Exchange,
  type Host,
  NEVER,
  openExchanges,
  send,
  sendLast,
  TICK_MS,
  track,
  type Wire,
} from "./write-answer.ts";
import { sendStream } from "./write-stream.ts";

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
  readonly connectionsMax?: number;
  readonly connectionsPerAddressMax?: number;
  /** Proxies, which are not held to the connections of one address. */
  isTrusted?(address: string): boolean;
  /** The same over TLS on a port of its own; the files are PEM. */
  readonly tls?: { readonly port: number; readonly certFile: string; readonly keyFile: string };
  /** Origin that callers without TLS are sent to, unless they are on this machine. */
  readonly redirectTo?: string;
  /** Counts answers and has them written down. */
  readonly seen?: Seen;
};
export type Server = {
  readonly port: number;
  /** Null without TLS. */
  readonly tlsPort: number | null;
  /** What there is now. */
  load(): { readonly connections: number; readonly inFlight: number };
  /**
   * Stops listening, tells whoever still asks to go, lets answers in flight end, and closes what is left: when nobody is
   * connected, when nobody asked for a moment, or when the grace is over.
   */
  stop(graceMs: number): Promise<void>;
};

type Listen = (host: string, port: number, option: number, done: (socket: us_listen_socket | false) => void) => void;
/** A server together with what it counts. */
type Listener = Host & { connections: Connections; asked: number };

const LOOK_MS = 50;

type Trace = ApiRequest["trace"];

function give(host: Host, res: Wire, answer: ReturnType<App["handle"]>, exchange: Exchange | null, trace: Trace): void {
  if (!(answer instanceof Promise)) return void send(host, res, answer, exchange, trace);
  const waiting = exchange ?? track(host, res);
  waiting.deadline = NEVER;
  answer
    .then((ready) => {
      if (waiting.aborted) void ready.stream?.cancel().catch(() => undefined);
      else if (ready.stream === undefined) send(host, res, ready, waiting, trace);
      else sendStream(host, res, ready, waiting, trace);
    })
    .catch((error) => drop(host, res, waiting, error));
}

const run = (host: Host, res: Wire, request: ApiRequest, exchange: Exchange | null): void =>
  give(host, res, host.app.handle(request), exchange, request.trace);

/** Answers a fault found before routing and closes: what follows on the connection cannot be trusted. */
function refuse(host: Host, res: HttpResponse, request: ApiRequest, code: FaultCode, exchange: Exchange | null): void {
  const detail =
    code === "body_too_large"
      ? `A body has at most ${LIMITS.bodyBytesMax} bytes.`
      : `Send one Host, at most one Content-Length or Transfer-Encoding, and ${LIMITS.headerBytesMax} bytes of headers.`;
  sendLast(host, res, host.app.refuse(request, fault(code, detail)), exchange, request.trace);
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

/** To ask the library for an address costs a tenth of an answer. */
const knownPeerOf = (host: Listener, res: HttpResponse): string => host.connections.common() ?? peerOf(res);

/** Headers that only some paths mind, by the path or what it starts with. */
const MINDED: readonly (readonly [path: string, names: readonly string[]])[] = [
  ["/v1/monitor", ["x-monitor-secret"]],
  ["/mcp", ["host", "origin", "mcp-protocol-version", "mcp-method", "mcp-name"]],
];
const mindedBy = (path: string, req: HttpRequest): Record<string, string> => {
  const names = MINDED.find(([start]) => path.startsWith(start))?.[1] ?? [];
  return Object.fromEntries(names.map((name) => [name, req.getHeader(name)]));
};

/** The request at hand; `seen` holds what its headers said. */
function requestOf(res: HttpResponse, req: HttpRequest, path: string, since: number): ApiRequest {
  const method = req.getCaseSensitiveMethod().toUpperCase();
  const headers = {
    accept: req.getHeader("accept"),
    "accept-encoding": seen.accept,
    "if-none-match": seen.held,
    "x-request-id": seen.id,
    authorization: seen.authorization,
    "x-forwarded-for": seen.forwarded,
    "payment-signature": seen.payment,
    "idempotency-key": seen.idempotency,
    "content-type": seen.type,
    ...mindedBy(path, req),
  };
  const trace = traceOf({ method, headers }, since === 0 ? performance.now() : since);
  return { method, path, query: req.getQuery() ?? "", headers, peer: peerOf(res), trace };
}

/** Every request that is not answered from ready bytes. */
function answerRequest(host: Listener, res: HttpResponse, req: HttpRequest, since: number): void {
  host.asked += 1;
  const request = requestOf(res, req, req.getUrl(), since);
  const length = Number(seen.length);
  if (!isClear()) refuse(host, res, request, "invalid_request", null);
  else if (length > LIMITS.bodyBytesMax) refuse(host, res, request, "body_too_large", null);
  else if (seen.codings > 0 || length > 0) readBody(host, res, request);
  else run(host, res, request, null);
}

/** `method`: of a request that ready bytes may answer. */
function onRequest(host: Listener, res: HttpResponse, req: HttpRequest, method: "GET" | "HEAD" | null): void {
  try {
    host.since = method === null ? 0 : host.seen.begin();
    forgetHead();
    req.forEach(seeHeader);
    // Without a query the library gives undefined, whatever its declarations say.
    const query = (req.getQuery() as string | undefined) ?? "";
    const peer = () => knownPeerOf(host, res);
    if (method !== null && answerReady(host, res, method, req.getUrl(), query, peer, run)) return;
    answerRequest(host, res, req, host.since);
  } catch (error) {
    drop(host, res, null, error);
  }
}

function tick(host: Listener): void {
  host.ticks += 1;
  host.app.sweep();
  void host.connections.sweep();
  for (const exchange of host.open.all()) if (exchange.deadline <= host.ticks) exchange.res.close();
}

/** Counts connections as they come and go; the library closes one that is one too many before it is heard. */
function count(host: Listener, res: HttpResponse, change: number): void {
  if (change < 0) host.connections.closed();
  else if (!host.connections.opened(peerOf(res))) res.close();
}

const LOOPBACK = /^(127\.|::1$|0*(:0*)*:0*1$|::ffff:127\.)/;

/** Sends a caller of another machine to where TLS is spoken. */
function onPlain(host: Listener, res: HttpResponse, req: HttpRequest, origin: string): void {
  if (LOOPBACK.test(peerOf(res))) {
    onRequest(host, res, req, null);
    return;
  }
  try {
    forgetHead();
    req.forEach(seeHeader);
    host.asked += 1;
    const request = requestOf(res, req, req.getUrl(), 0);
    if (isClear()) give(host, res, host.app.redirect(request, origin), null, request.trace);
    else refuse(host, res, request, "invalid_request", null);
  } catch (error) {
    drop(host, res, null, error);
  }
}

function serve(host: Listener, server: TemplatedApp, redirectTo?: string): TemplatedApp {
  server.filter((res, change) => count(host, res, Number(change)));
  if (redirectTo !== undefined) return server.any("/*", (res, req) => onPlain(host, res, req, redirectTo));
  server.get("/*", (res, req) => onRequest(host, res, req, "GET"));
  server.head("/*", (res, req) => onRequest(host, res, req, "HEAD"));
  return server.any("/*", (res, req) => onRequest(host, res, req, null));
}

/** Without the exclusive option a second process would silently share the port and split the traffic. */
async function listen(server: TemplatedApp, host: string, port: number, shared: boolean): Promise<us_listen_socket> {
  // The declarations lack the form with host and option; the library takes it.
  const open = server.listen.bind(server) as unknown as Listen;
  const socket = await new Promise<us_listen_socket | false>((done) => open(host, port, shared ? 0 : 1, done));
  if (!socket) throw new Error(`${host}:${port} cannot be listened on; is another process there?`);
  return socket;
}

/** Resolves when nobody is left whom closing would surprise. */
async function untilQuiet(host: Listener, graceMs: number): Promise<void> {
  const end = deadlineIn(host, graceMs);
  let quietMs = 0;
  do {
    const before = host.asked;
    // Long enough for bytes just written to leave, short enough for an idle server to stop at once.
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    quietMs = host.asked === before && host.open.count() === 0 ? quietMs + LOOK_MS : 0;
  } while (host.connections.count() > 0 && quietMs < LIMITS.drainQuietMs && host.ticks < end);
}

/** Opens the server. Rejects where a port is taken. */
export async function startServer(options: ServerOptions): Promise<Server> {
  if (headerLimit() !== LIMITS.headerBytesMax) {
    throw new Error("the head limit must be set before this file is imported (setHeaderLimit)");
  }
  const { app, log, tls, slowPeerDeadlineMs = LIMITS.slowReaderDeadlineMs } = options;
  let ports: number[] = [];
  const connections = openConnections({
    totalMax: options.connectionsMax ?? LIMITS.connectionsMax,
    perAddressMax: options.connectionsPerAddressMax ?? LIMITS.connectionsPerAddressMax,
    isExempt: options.isTrusted ?? (() => false),
    countPeers: () => countPeersOf(ports),
  });
  const shared = {
    connections,
    seen: options.seen ?? openSeen(),
    since: 0,
    asked: 0,
    open: openExchanges(),
    stopping: false,
    ticks: 0,
  };
  const host: Listener = { app, log, slowPeerDeadlineMs, ...shared };
  const servers = [serve(host, uws.App(), options.redirectTo)];
  if (tls) servers.push(serve(host, uws.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile })));
  const wanted = tls ? [options.port, tls.port] : [options.port];
  const sockets: us_listen_socket[] = [];
  for (const [at, server] of servers.entries()) {
    sockets.push(await listen(server, options.host, wanted[at] ?? 0, options.shared === true));
  }
  ports = sockets.map((socket) => uws.us_socket_local_port(socket));
  const [port = 0, tlsPort = null] = ports;
  const timer = setInterval(() => tick(host), TICK_MS);
  return {
    port,
    tlsPort,
    load: () => ({ connections: connections.count(), inFlight: host.open.count() }),
    async stop(graceMs) {
      // Right after the turn of the loop that accepted whoever waited: who waits when a socket closes is reset.
      await new Promise((resolve) => setImmediate(resolve));
      for (const socket of sockets) uws.us_listen_socket_close(socket);
      host.stopping = true;
      await untilQuiet(host, graceMs);
      clearInterval(timer);
      for (const server of servers) server.close();
    },
  };
}
