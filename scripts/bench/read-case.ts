// The cases of `read`: what is asked, what is expected, and what it is measured against.
import { DAY_MS } from "../../schema/duration.ts";
import type { Headers } from "./raw-request.ts";

export type ReadCase = {
  readonly name: string;
  /** The one request whose answer the bare server sends. */
  readonly path: string;
  readonly headers: Headers;
  readonly status: number;
  /** With the tag of the newest answer to the same request. */
  readonly isHeld?: true;
  /** Lua for wrk where requests differ from each other. */
  readonly script?: string;
  readonly processes: 1 | 2;
  /** A header that the bare server reads as well. */
  readonly bareReads?: string;
  /** At least this share of the bare rate. */
  readonly bareBar?: number;
  /** Measured against the plain server too, and at least so many times its rate. */
  readonly plainBar?: number;
  readonly isPlain?: true;
};

export const STATE = "/v1/state/BTC?sections=market,liquidity,derivatives";
export const EVALUATION = "/v1/evaluate/BTC";
export const HISTORY = "/v1/history/BTC?series=price,candles&resolution=15m";

/** wrk asks one of these after another; `%d` counts on. */
const luaOf = (lines: string): string => `local at = 0\nrequest = function()\n  at = at + 1\n${lines}\nend\n`;

/** An address of its own each time, and in each round others. */
const STRANGERS = `local from = os.time() % 8000 * 200000
${luaOf(`  local n = from + at
  local address = (11 + math.floor(n / 16777216)) .. "." .. (math.floor(n / 65536) % 256) .. "." ..
    (math.floor(n / 256) % 256) .. "." .. (n % 256)
  return wrk.format("GET", "${STATE}", {["X-Forwarded-For"] = address})`)}`;

/** Each address asks twenty times, within its free calls of the day; each round has addresses of its own. */
const INSIDE = luaOf(`  local n = math.floor(at / 20) + os.time() % 4000 * 4000
  local address = "10." .. (math.floor(n / 65536) % 256) .. "." .. (math.floor(n / 256) % 256) .. "." .. (n % 256)
  return wrk.format("GET", "${STATE}", {["X-Forwarded-For"] = address})`);

/** Others in each round: what was asked for before is kept, and another case. */
const windowsOf = (since: number, key: string): string =>
  `local ms = string.format(".%03dZ", os.time() % 1000)
${luaOf(`  local since = os.date("!%Y-%m-%dT%H:%M:%S", ${Math.floor(since / 1_000)} + (at % 40000))
  return wrk.format("GET", "${HISTORY}&since=" .. since .. ms, {["Authorization"] = "${key}"})`)}`;

const WORDS = ["bit", "eth", "sol", "a", "coin", "usd", "dog", "chain", "xrp", "link", "ada", "un"];
const searchesOf = (key: string): string =>
  luaOf(`  local words = {${WORDS.map((word) => `"${word}"`).join(",")}}
  return wrk.format("GET", "/v1/tokens?q=" .. words[at % #words + 1] .. "&offset=" .. (at % 3), {["Authorization"] = "${key}"})`);

/** `authorization` of a key; `now` epoch milliseconds. */
export function readCases(authorization: string, now: number): readonly ReadCase[] {
  const keyed = { Authorization: authorization };
  const since = now - 2 * DAY_MS;
  const window = `${HISTORY}&since=${new Date(since).toISOString()}`;
  return [
    {
      name: "state, with a key",
      path: STATE,
      headers: keyed,
      status: 200,
      processes: 1,
      bareBar: 0.85,
      plainBar: 5,
      isPlain: true,
    },
    {
      name: "evaluation, with a key",
      path: EVALUATION,
      headers: keyed,
      status: 200,
      processes: 1,
      bareBar: 0.85,
      plainBar: 5,
      isPlain: true,
    },
    {
      name: "state, 304",
      path: STATE,
      headers: keyed,
      status: 304,
      isHeld: true,
      processes: 1,
      bareBar: 0.85,
    },
    { name: "state, 402 past the free calls", path: STATE, headers: {}, status: 402, processes: 1, bareBar: 0.85 },
    {
      name: "state, free calls of many callers",
      path: STATE,
      headers: { "X-Forwarded-For": "10.255.0.1" },
      status: 200,
      script: INSIDE,
      processes: 1,
    },
    {
      name: "state, callers never seen before",
      path: STATE,
      headers: { "X-Forwarded-For": "10.255.0.2" },
      status: 200,
      script: STRANGERS,
      bareReads: "x-forwarded-for",
      processes: 1,
      bareBar: 0.5,
    },
    { name: "history, one window of two days", path: window, headers: keyed, status: 200, processes: 1, isPlain: true },
    {
      name: "history, a new window each time",
      path: window,
      headers: keyed,
      status: 200,
      script: windowsOf(since, authorization),
      processes: 1,
      bareBar: 0.5,
      isPlain: true,
    },
    {
      name: "search",
      path: "/v1/tokens?q=bit",
      headers: keyed,
      status: 200,
      script: searchesOf(authorization),
      processes: 1,
      isPlain: true,
    },
    { name: "state, with a key, two processes", path: STATE, headers: keyed, status: 200, processes: 2, bareBar: 0.85 },
  ];
}
