// One provider's HTTP origin on loopback: reads the request, applies faults, counts, answers.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzip } from "node:zlib";
import { corrupt, withGap } from "./corrupt.ts";
import type { ActiveFault, Faults } from "./fault.ts";
import type { Answer, Ask, Provider } from "./provider.ts";

export type Origin = {
  readonly url: string;
  readonly port: number;
  readonly requests: () => { total: number; faulted: number };
  close(): Promise<void>;
};

type OriginOptions = {
  readonly provider: Provider;
  readonly port: number;
  /** Loopback unless given. */
  readonly host?: string;
  readonly now: () => number;
  readonly faults?: Faults;
  readonly gzip: boolean;
};

const BODY_BYTES_MAX = 1_000_000;
const GZIP_BYTES_MIN = 1024;
const LATENCY_MS = 15_000;
const RETRY_AFTER_S = 30;
const KEEP_ALIVE_MS = 65_000;
const LIMITED_BODY: Record<string, unknown> = {
  binance: { code: -1003, msg: "Too many requests; please use the websocket for live updates." },
  bybit: { retCode: 10006, retMsg: "Too many visits. Exceeded the API Rate Limit.", result: {}, retExtInfo: {} },
  okx: { code: "50011", msg: "Too Many Requests", data: [] },
  gate: { label: "TOO_MANY_REQUESTS", message: "Request Rate limit Exceeded" },
  coingecko: { status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } },
  kucoin: { code: "429000", msg: "Too many requests" },
  coinbase: { message: "Public rate limit exceeded" },
  goplus: { code: 4029, message: "too many requests", result: null },
};
/** Who says with status 200 that it was asked too often. */
const LIMITED_STATUS: Record<string, number> = { goplus: 200 };

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > BODY_BYTES_MAX) throw new Error("body too large");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
};

const HTML =
  "<!DOCTYPE html><html><head><title>Attention Required!</title></head><body>Checking your browser</body></html>";

/** As the network before several venues says it. */
const COUNTRY =
  "<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>403 ERROR</H1>The Amazon CloudFront distribution is configured to block access from your country.</BODY></HTML>";

/** What a fault makes of a request: an answer, null for a cut connection. */
const misbehave = (fault: ActiveFault, provider: Provider, ask: Ask): Answer | null => {
  const text = { "content-type": "text/html; charset=utf-8" };
  const limited = JSON.stringify(LIMITED_BODY[provider.id] ?? { error: "rate limited" });
  const wait = { "retry-after": `${fault.retry_after_s ?? RETRY_AFTER_S}` };
  switch (fault.kind) {
    case "gone":
      return null;
    case "429":
      return { status: LIMITED_STATUS[provider.id] ?? 429, body: limited, headers: wait };
    case "418":
      return { status: 418, body: limited, headers: wait };
    case "5xx":
      return { status: fault.status ?? 503, body: "<html><body>Service Unavailable</body></html>", headers: text };
    case "html":
      return { status: 200, body: HTML, headers: text };
    case "empty":
      return { status: 200, body: "" };
    case "truncated": {
      const answer = provider.answer(ask);
      return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length * 0.6)) };
    }
    case "nan": {
      const answer = provider.answer(ask);
      return { ...answer, body: corrupt(answer.body) };
    }
    case "void": {
      const answer = provider.answer(ask);
      return { ...answer, body: corrupt(answer.body, true) };
    }
    case "country":
      return { status: 403, body: COUNTRY, headers: text };
    case "gap": {
      const answer = provider.answer(ask);
      return { ...answer, body: withGap(answer.body, fault.from_ms ?? 0, fault.to_ms ?? ask.nowMs) };
    }
    case "stale":
      return provider.answer({ ...ask, nowMs: fault.at_ms ?? ask.nowMs });
    case "latency":
      return provider.answer(ask);
  }
};

const send = (request: IncomingMessage, response: ServerResponse, answer: Answer, mayGzip: boolean): void => {
  const headers = { "content-type": "application/json;charset=UTF-8", "x-market": "sandbox", ...answer.headers };
  const wanted = mayGzip && /\bgzip\b/.test(`${request.headers["accept-encoding"] ?? ""}`);
  if (!wanted || answer.body.length < GZIP_BYTES_MIN) {
    const bytes = Buffer.from(answer.body);
    response.writeHead(answer.status, { ...headers, "content-length": bytes.length });
    response.end(request.method === "HEAD" ? undefined : bytes);
    return;
  }
  gzip(answer.body, { level: 1 }, (error, bytes) => {
    if (error) {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { ...headers, "content-encoding": "gzip", "content-length": bytes.length });
    response.end(bytes);
  });
};

/** Opens one origin; port 0 takes any free port. Rejects when the port is taken. */
export const openOrigin = async (options: OriginOptions): Promise<Origin> => {
  const { provider, faults } = options;
  let total = 0;
  let faulted = 0;
  const pending = new Set<NodeJS.Timeout>();

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    total++;
    const target = request.url ?? "/";
    const [path = "/", search = ""] = target.split(/\?(.*)/s);
    const bytes = request.method === "POST" || request.method === "DELETE" ? await readBody(request) : Buffer.alloc(0);
    const ask: Ask = {
      method: request.method ?? "GET",
      path,
      query: new URLSearchParams(search),
      headers: request.headers,
      body: bytes.toString("utf8"),
      bytes,
      nowMs: options.now(),
      wallMs: Date.now(),
    };
    const later = (answer: Answer, ms: number): void => {
      const timer = setTimeout(() => {
        pending.delete(timer);
        send(request, response, answer, options.gzip);
      }, ms);
      pending.add(timer);
      response.once("close", () => {
        clearTimeout(timer);
        pending.delete(timer);
      });
    };
    const fault = faults?.find(provider.id, target);
    if (!fault) {
      const answer = provider.answer(ask);
      if (answer.afterMs !== undefined) return later(answer, answer.afterMs);
      return send(request, response, answer, options.gzip);
    }
    faulted++;
    const answer = misbehave(fault, provider, ask);
    if (answer === null) {
      request.socket.destroy();
      return;
    }
    if (fault.kind !== "latency") return send(request, response, answer, options.gzip);
    later(answer, fault.latency_ms ?? LATENCY_MS);
  };

  const server: Server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A failing route is a defect of the sandbox itself and must be visible to whoever runs it.
      process.stderr.write(`sandbox ${provider.id} ${request.url}: ${error instanceof Error ? error.stack : error}\n`);
      if (!response.headersSent) response.writeHead(500, { "content-type": "application/json" });
      response.end('{"error":"sandbox defect"}');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host ?? "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests: () => ({ total, faulted }),
    close: () =>
      new Promise<void>((resolve) => {
        for (const timer of pending) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
