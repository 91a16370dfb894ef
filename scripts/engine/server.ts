// The HTTP face: health paths, statements, and an orderly stop.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Deps, handleQuery } from "./handle.ts";
import { handleFreeze } from "./handle-freeze.ts";

type EngineServer = { port: number; stop(drainMs: number): Promise<void> };

const METHODS = new Set(["GET", "POST", "PUT", "HEAD"]);

/** Null where a sender wrote what no address is. */
function readTarget(target: string): URL | null {
  const address = `http://engine${target.startsWith("/") ? "" : "/"}${target}`;
  return URL.canParse(address) ? new URL(address) : null;
}

function createListener(deps: Deps, busy: Set<Promise<void>>): Server {
  const server = createServer(
    { keepAliveTimeout: 30_000, requestTimeout: 0, maxHeaderSize: 1024 * 1024 },
    (request, response) => {
      const url = readTarget(request.url ?? "/");
      const text = (status: number, body: string): void => {
        response
          .writeHead(status, { "Content-Type": "text/plain; charset=UTF-8" })
          .end(request.method === "HEAD" ? "" : body);
        request.resume();
      };
      if (url === null) return text(400, "The target of the request is no path.\n");
      if (url.pathname === "/ping" || url.pathname === "/replicas_status") return text(200, "Ok.\n");
      if (!METHODS.has(request.method ?? "")) return text(405, "Method not allowed\n");
      const keep = (work: Promise<void>): void => {
        busy.add(work);
        void work.finally(() => busy.delete(work));
      };
      if (url.pathname === "/freeze" && request.method === "POST") {
        return keep(handleFreeze(deps, request, response, url.searchParams));
      }
      if (url.pathname !== "/" && url.pathname !== "/query") {
        return text(
          404,
          `There is no handle ${url.pathname}\n\nUse / or /ping for health checks.\nSend queries from your program with POST method or GET /?query=...\n`,
        );
      }
      if (request.method !== "POST" && request.method !== "PUT" && !url.searchParams.has("query"))
        return text(200, "Ok.\n");
      keep(handleQuery(deps, request, response, url.searchParams));
    },
  );
  return server;
}

/** Listens on host and port (0: any free one). Stopping refuses new work, waits for what runs, then cuts what is left. */
export async function serveEngine(deps: Deps): Promise<EngineServer> {
  const busy = new Set<Promise<void>>();
  const server = createListener(deps, busy);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(deps.config.port, deps.config.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop(drainMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      while (busy.size > 0) await Promise.allSettled([...busy]);
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 100).unref();
      await closed;
      clearTimeout(cut);
    },
  };
}
