// Load by wrk: requests a second, processor time of the servers, and what was answered otherwise than with 2xx or 3xx.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { readRunS } from "./measure.ts";
import type { Headers } from "./raw-request.ts";
import type { Spawned } from "./spawn-server.ts";

export type Round = {
  readonly requests: number;
  readonly perS: number;
  /** Processor microseconds of the servers for a request. */
  readonly cpuUs: number;
  readonly errors: number;
};
export type Load = {
  readonly path: string;
  readonly headers: Headers;
  /** A script in Lua that makes the requests; the path is unused then. */
  readonly script?: string;
  readonly seconds: number;
};

const CONNECTIONS = 64;
const run = promisify(execFile);

export async function load({ url, pids }: Spawned, { path, headers, script, seconds }: Load): Promise<Round> {
  const used = async () => (await Promise.all(pids.map(readRunS))).reduce((sum, s) => sum + s, 0);
  const before = await used();
  const flags = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}`, ...flags, ...(script ? ["-s", script] : [])];
  const { stdout } = await run("wrk", [...args, `${url}${script ? "" : path}`]);
  const cpuS = (await used()) - before;
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
  if (!/\d+ requests in/.test(stdout)) throw new Error(`wrk: ${stdout}`);
  // A slow server beside other work may answer nobody in a second: the worst of rounds, but one.
  const requests = number(/(\d+) requests in/);
  const lost = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? [];
  const errors = number(/Non-2xx or 3xx responses: (\d+)/) + lost.reduce((sum, n) => sum + Number(n), 0);
  return {
    requests,
    perS: number(/Requests\/sec:\s+([\d.]+)/),
    cpuUs: requests === 0 ? Number.POSITIVE_INFINITY : (cpuS / requests) * 1e6,
    errors,
  };
}
