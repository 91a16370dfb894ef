// The listener for who operates a process: its metrics and what else is mounted. On the loopback alone it asks for nothing
// but an honest Host; elsewhere it wants the token.
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Env } from "../../env.ts";
import type { Log } from "../log.ts";
import { type Look, openMetrics } from "./metrics.ts";

/** What stands behind a path: `rest` is what follows it. Null text is "not found". */
export type Mounted = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export type AdminOptions = {
  readonly env: Pick<Env, "ADMIN_PORT" | "ADMIN_HOST" | "ADMIN_TOKEN">;
  readonly log: Pick<Log, "info" | "warn">;
  /** What the process is called in every metric. */
  readonly process: string;
  readonly looks?: readonly Look[];
  /** By the first part of the path. */
  readonly mounted?: Readonly<Record<string, Mounted>>;
};
export type Admin = {
  /** 0 while it does not listen. */
  port(): number;
  stop(): Promise<void>;
};

const AGAIN_MS = 5_000;
/** Longer than any look takes: who says nothing for so long, or has not said all, holds a descriptor and no more. */
const SILENCE_MS = 8_000;
const LOOK_MS = 2_000;
/** Scrapers and a browser or two. */
const CONNECTIONS_MAX = 256;
/** Names by which a machine calls itself: a page of a browser may have any other name lead here. */
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const digest = (text: string) => createHash("sha256").update(text).digest();

/** The token as Bearer, or as the password of Basic, which browsers ask for. */
function tokenOf(header: string): string {
  const [scheme = "", given = ""] = header.split(" ", 2);
  if (/^bearer$/i.test(scheme)) return given;
  if (!/^basic$/i.test(scheme)) return "";
  return Buffer.from(given, "base64")
    .toString("utf8")
    .replace(/^[^:]*:/, "");
}

function answerText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers });
  response.end(text);
}

/** A page of another origin may send with the right of who looks at it; ours are of this one. */
const isForeign = ({ origin, host = "" }: IncomingMessage["headers"]): boolean =>
  origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host);

/** Whether it may go on; where not, it was told why. */
function admits(token: string, request: IncomingMessage, response: ServerResponse): boolean {
  if (isForeign(request.headers)) {
    answerText(response, 403, "Pages of other origins may not call this listener.\n");
    return false;
  }
  if (token === "") {
    if (OWN_NAME.test(request.headers.host ?? "")) return true;
    answerText(response, 421, "This listener answers to names of the loopback alone.\n");
    return false;
  }
  if (timingSafeEqual(digest(tokenOf(request.headers.authorization ?? "")), digest(token))) return true;
  answerText(response, 401, "The token of ADMIN_TOKEN is wanted.\n", { "www-authenticate": 'Basic realm="admin"' });
  return false;
}

const pathOf = (request: IncomingMessage): string => (request.url ?? "/").split("?", 1)[0] ?? "/";

/**
 * Opens the listener, where there is to be one. A port that is taken costs the metrics and nothing else: it is said, and
 * tried again until it is free.
 */
export function openAdmin({ env, log, process, looks = [], mounted = {} }: AdminOptions): Admin {
  const { ADMIN_PORT: port, ADMIN_HOST: host, ADMIN_TOKEN: token } = env;
  if (port === 0) return { port: () => 0, stop: async () => {} };
  const metrics = openMetrics(process, looks);
  const list = ["/metrics", ...Object.keys(mounted).map((name) => `/${name}`)];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!admits(token, request, response)) return;
    const path = pathOf(request);
    const found = mounted[path.split("/", 2)[1] ?? ""];
    if (found !== undefined) return found(request, response);
    if (request.method !== "GET" && request.method !== "HEAD") return answerText(response, 405, "GET alone.\n");
    if (path === "/") return answerText(response, 200, `${process}\n${list.join("\n")}\n`);
    if (path !== "/metrics") return answerText(response, 404, `There are ${list.join(", ")}.\n`);
    return answerText(response, 200, await metrics.text(), { "content-type": metrics.contentType });
  };
  const limits = { headersTimeout: SILENCE_MS, requestTimeout: SILENCE_MS, connectionsCheckingInterval: LOOK_MS };
  const server: Server = createServer(limits, (request, response) => {
    // Who was answered before all was sent has nothing more to say.
    response.once("finish", () => request.complete || request.socket.destroySoon());
    Promise.resolve(answer(request, response)).catch((err: unknown) => {
      log.warn({ err }, "the admin listener could not answer");
      if (response.headersSent) response.destroy();
      else answerText(response, 500, "It could not be told; the log says why.\n");
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(SILENCE_MS);
  let timer: NodeJS.Timeout | undefined;
  let isSaid = false;
  const listen = () => void server.listen({ port, host });
  server.on("listening", () => log.info({ port, host }, "metrics are told"));
  server.on("error", (err) => {
    if (!isSaid) log.warn({ err, port }, "the admin listener is tried again until its port is free");
    isSaid = true;
    timer = setTimeout(listen, AGAIN_MS);
    timer.unref();
  });
  listen();
  server.unref();
  return {
    port() {
      const address = server.address();
      return address === null || typeof address === "string" ? 0 : address.port;
    },
    async stop() {
      clearTimeout(timer);
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
