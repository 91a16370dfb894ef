// Search through real sockets: how long each search keeps the server, while many connections ask at once.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { App } from "../../api/app.ts";
import { startServer } from "../../api/server.ts";
import { openLog } from "../../schema/io/log.ts";
import { judge, say } from "./measure.ts";

const CONNECTIONS = 64;
const LOAD_S = 12;
const REPLACE_MS = 4_000;
const GRACE_MS = 1_000;

const run = promisify(execFile);

/** A script for wrk that asks one path after another. */
const scriptOf = (paths: readonly string[]): string =>
  `local paths = {${paths.map((path) => JSON.stringify(path)).join(",")}}
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
`;

/** Notes how long each answer took from the request's head to its bytes. */
function timed(app: App, times: number[]): App {
  return {
    ...app,
    handle(request) {
      const from = performance.now();
      const answer = app.handle(request);
      const note = () => void times.push(performance.now() - from);
      if (answer instanceof Promise) return answer.finally(note);
      note();
      return answer;
    },
  };
}

/** Loads the server with the given searches while `replace` brings a new universe now and then. */
export async function searchUnderLoad(app: App, queries: readonly string[], replace: () => void): Promise<void> {
  const times: number[] = [];
  const server = await startServer({
    app: timed(app, times),
    log: openLog("bench", "silent"),
    host: "127.0.0.1",
    port: 0,
  });
  const folder = await mkdtemp(join(tmpdir(), "assay-search-"));
  const script = join(folder, "search.lua");
  // More paths than the cache of ready answers would know by heart.
  const paths = queries.flatMap((q) => [0, 1, 2, 3].map((at) => `/v1/tokens?q=${encodeURIComponent(q)}&offset=${at}`));
  await writeFile(script, scriptOf(paths));
  const timer = setInterval(replace, REPLACE_MS);
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const { stdout } = await run("wrk", ["-t1", `-c${CONNECTIONS}`, `-d${LOAD_S}`, "--latency", "-s", script, url]);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk: ${stdout}`);
    const sorted = Float64Array.from(times).sort();
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    const perS = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
    const clients = /99%\s+(\S+)/.exec(stdout)?.[1];
    const shown = [0.5, 0.95, 0.99, 0.999].map((share) => at(share).toFixed(3));
    say(
      `  ${sorted.length} searches over ${CONNECTIONS} sockets, ${perS}/s; server time p50 ${shown[0]}, p95 ${shown[1]}, p99 ${shown[2]}, p99.9 ${shown[3]} ms; clients, waiting for each other, p99 ${clients}`,
    );
    judge("99 % of searches under load, server time", at(0.99), 1, "below", " ms");
  } finally {
    clearInterval(timer);
    await server.stop(GRACE_MS);
    await rm(folder, { recursive: true, force: true });
  }
}
