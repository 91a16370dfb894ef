// What the connectors make of refusals that come as answers: each ends as what it says, with a pause, and none as a changed shape.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t from "tap";
import { openExchange } from "../../../ingest/client/exchange.ts";
import { openRpc } from "../../../ingest/client/rpc.ts";
import { openCallLog } from "../../../ingest/run/call.ts";
import type { Connections } from "../../../ingest/run/connection.ts";
import { ENDPOINTS, type EndpointId, type ExchangeId } from "../../../ingest/source/venue.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { systemRandom } from "../../../schema/io/random.ts";

const reply = { status: 200, body: "" };
let agent: string | undefined;
const server = createServer((request, response) => {
  agent = request.headers["user-agent"];
  response.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body);
}).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const http = openHttp({ clock: systemClock, random: systemRandom });
t.teardown(async () => {
  await http.close();
  server.closeAllConnections();
  server.close();
});
const pauses: string[] = [];
const pace = {
  take: async () => {},
  pause: async (venue: string, ms: number) => void pauses.push(`${venue} ${ms}`),
};
const about = { source: "test", provider: "test" };

/** What a call ends with. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

const CALLS: Partial<Record<ExchangeId, EndpointId>> = {
  okx: "okx.openInterest",
  bybit: "bybit.tickers",
  kraken: "kraken.depth",
  kucoin: "kucoin.allTickers",
};
const okx = (code: string) => ({ code, msg: "x", data: [] });
const bybit = (retCode: number) => ({ retCode, retMsg: "x", result: {}, retExtInfo: {}, time: 1 });
const CASES: readonly (readonly [ExchangeId, object, string, string?, number?])[] = [
  ["okx", okx("50013"), "http_error", "okx 10000"],
  ["okx", okx("50026"), "http_error", "okx 10000"],
  ["okx", okx("50040"), "rate_limited", "okx 10000"],
  ["okx", okx("51001"), "bad_body"],
  ["bybit", bybit(10000), "http_error", "bybit 10000"],
  ["bybit", bybit(10016), "http_error", "bybit 10000"],
  ["bybit", bybit(10429), "rate_limited", "bybit 10000"],
  ["bybit", bybit(10006), "rate_limited", "bybit 600000"],
  ["bybit", bybit(10024), "blocked_country"],
  ["kraken", { error: ["EService:Throttled: 1700000000"] }, "rate_limited", "kraken 30000"],
  ["kraken", { error: ["EService:Unavailable"] }, "http_error", "kraken 10000"],
  ["kraken", { error: ["EService:Busy"] }, "http_error", "kraken 10000"],
  ["kucoin", { code: "429000", msg: "too many requests" }, "rate_limited", "kucoin 30000"],
  ["kucoin", { code: "1015", msg: "frequency limit according to IP, block 30s" }, "rate_limited", "kucoin 30000", 403],
  ["kucoin", { code: "200009", msg: "Service temporarily unavailable" }, "http_error", "kucoin 10000"],
];

t.test(
  "a venue that says wait, or is under repair, is left alone so long and is not said to have changed",
  async (t) => {
    for (const [venue, body, kind, pause, status = 200] of CASES) {
      Object.assign(reply, { status, body: JSON.stringify(body) });
      pauses.length = 0;
      const exchange = openExchange(venue, { http, pace, clock: systemClock, origin: () => origin });
      const log = openCallLog(systemRandom);
      const endpoint = CALLS[venue] ?? "okx.tickers";
      t.equal(ENDPOINTS[endpoint].venue, venue);
      t.match(await errorOf(exchange.get(endpoint, { pair: "X" }, "", { about, log })), { name: "HttpError", kind });
      t.same(pauses, pause === undefined ? [] : [pause], reply.body);
      t.match(log.take().at(-1), { outcome: kind });
    }
    t.match(agent, /^assay\//, "and knows who called");
  },
);

t.test("a node's limit in an answer is a limit; one error to a batch is the batch's", async (t) => {
  const connections = { http, pace } as unknown as Connections;
  const ask = (body: unknown) => {
    Object.assign(reply, { status: 200, body: JSON.stringify(body) });
    pauses.length = 0;
    const context = { about, log: openCallLog(systemRandom) };
    return openRpc(connections, { venue: "eth", url: origin, context }).ask([
      { method: "eth_blockNumber", params: [] },
    ]);
  };
  const limit = { code: -32005, message: "limit exceeded" };
  for (const body of [[{ jsonrpc: "2.0", id: 0, error: limit }], { jsonrpc: "2.0", id: null, error: limit }]) {
    t.match(await errorOf(ask(body)), { name: "HttpError", kind: "rate_limited" });
    t.same(pauses, ["eth 10000"]);
  }
  const large = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "batch too large" } };
  t.match(await errorOf(ask(large)), { name: "HttpError", kind: "http_error", message: "batch too large" });
  t.same(pauses, []);
});
