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

type Times = { readonly wall: number[]; readonly cpu: number[] };

/** Notes how long each answer took from the request's head to its bytes, and the processor time of it. */
function timed(app: App, times: Times): App {
  return {
    ...app,
    handle(request) {
      const used = process.cpuUsage();
      const from = performance.now();
      const answer = app.handle(request);
      const note = () => {
        times.wall.push(performance.now() - from);
        const { user, system } = process.cpuUsage(used);
        times.cpu.push((user + system) / 1_000);
      };
      if (answer instanceof Promise) return answer.finally(note);
      note();
      return answer;
    },
  };
}

/** Loads the server with the given searches while `replace` brings a new universe now and then. */
export async function searchUnderLoad(app: App, queries: readonly string[], replace: () => void): Promise<void> {
  const times: Times = { wall: [], cpu: [] };
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
    const percentiles = (values: readonly number[]) => {
      const sorted = Float64Array.from(values).sort();
      return (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    };
    const [wall, cpu] = [percentiles(times.wall), percentiles(times.cpu)];
    const perS = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
    const clients = /99%\s+(\S+)/.exec(stdout)?.[1];
    say(
      `  ${times.wall.length} searches over ${CONNECTIONS} sockets, ${perS}/s; clients, waiting in line, p99 ${clients}`,
    );
    for (const [what, at] of [
      ["wall clock", wall],
      ["processor time", cpu],
    ] as const) {
      const [p50, p95, p99, p999] = [0.5, 0.95, 0.99, 0.999].map((share) => at(share).toFixed(3));
      say(`  server time by ${what}: p50 ${p50}, p95 ${p95}, p99 ${p99}, p99.9 ${p999} ms`);
    }
    judge("99 % of searches under load, processor time of the server", cpu(0.99), 1, "below", " ms");
    judge("99 % of searches under load, wall clock in the server", wall(0.99), 1, "below", " ms");
  } finally {
    clearInterval(timer);
    await server.stop(GRACE_MS);
    await rm(folder, { recursive: true, force: true });
  }
}
