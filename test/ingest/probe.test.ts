// The start-up probe: every provider of the registry is tried, and whatever it meets ends as a line of a table.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t from "tap";
import { probeProviders, probeSummary, probeTable } from "../../ingest/probe.ts";
import { PROBES } from "../../ingest/probe-list.ts";
import { SOURCES } from "../../ingest/source/index.ts";
import { VENUES } from "../../ingest/venue.ts";
import { parseEnv } from "../../schema/env.ts";
import { systemClock } from "../../schema/io/clock.ts";
import { openHttp } from "../../schema/io/http.ts";
import { systemRandom } from "../../schema/io/random.ts";

const PROVIDERS = Object.keys(VENUES).sort();
const CLOSED = "http://127.0.0.1:1";

t.test("every venue and every provider of a source has a probe", async (t) => {
  for (const provider of PROVIDERS) t.ok((PROBES[provider]?.calls.length ?? 0) > 0, provider);
  for (const source of Object.values(SOURCES)) t.ok(source.provider in VENUES, `${source.id} is of a venue`);
});

t.test("answers, refusals and silence are told apart, and none is a failure", async (t) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const [, status = "200", path = ""] = /^\/(\d+)(\/.*)$/.exec(request.url ?? "") ?? [];
    asked.push(`${request.method} ${path}`);
    response.writeHead(Number(status), { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.teardown(() => server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const statuses: Record<string, number> = {
    binance: 451,
    bybit: 403,
    okx: 200,
    kraken: 429,
    gate: 503,
    kyberswap: 400,
  };
  const origins = Object.fromEntries(
    PROVIDERS.map((id) => [id, statuses[id] === undefined ? CLOSED : `${base}/${statuses[id]}`]),
  );
  const env = parseEnv({
    MARKET: "live",
    LIVE_ORIGINS: JSON.stringify(origins),
    COINGECKO_API_KEY: "a-key",
    DEFILLAMA_API_KEY: "a-key",
    ETH_RPC_URL: `${base}/200/node`,
  });
  const http = openHttp({ clock: systemClock, random: systemRandom });
  t.teardown(() => http.close());
  const results = await probeProviders(http, env);
  const by = new Map(results.map((one) => [one.provider as string, one]));
  t.same([...by.keys()], PROVIDERS, "one line a provider");
  t.match(by.get("okx"), { reachable: true, key: "none", note: "" });
  t.ok(typeof by.get("okx")?.latencyMs === "number");
  t.match(by.get("binance"), { reachable: false, note: /does not serve this country \(451\)/ });
  t.match(by.get("bybit"), { reachable: false, note: /403/ });
  t.match(by.get("kraken"), { reachable: true, note: /limited/ });
  t.match(by.get("gate"), { reachable: false, note: /503/ });
  t.match(by.get("kyberswap"), { reachable: true }, "a complaint about the question is an answer");
  t.match(by.get("coingecko"), { reachable: false, key: "set", limit: "27/min", latencyMs: null, note: /failed/ });
  t.match(by.get("defillama"), { key: "set" });
  t.match(by.get("eth"), { reachable: false }, "a mirror goes before the node of the settings");
  t.ok(asked.includes("GET /api/v3/ping") && asked.includes("GET /fapi/v1/ping"), "both hosts of binance were asked");

  const table = probeTable(results);
  t.equal(table.length, PROVIDERS.length + 1);
  t.match(table[0], /provider +reachable +key +latency +limit +note/);
  t.notOk(table.join("\n").includes("a-key"), "no key is printed");
  t.match(probeSummary(results), new RegExp(`3 of ${PROVIDERS.length} providers answer; what rests on .*binance`));
});

t.test("a node of the settings is asked instead of the public one", async (t) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end("[]");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.teardown(() => server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const others = PROVIDERS.filter((id) => id !== "eth" && id !== "btc").map((id) => [id, CLOSED]);
  const env = parseEnv({
    MARKET: "live",
    LIVE_ORIGINS: JSON.stringify(Object.fromEntries(others)),
    ETH_RPC_URL: `${base}/v3/secret`,
    BTC_ESPLORA_URL: `${base}/esplora/`,
  });
  const http = openHttp({ clock: systemClock, random: systemRandom });
  t.teardown(() => http.close());
  const results = await probeProviders(http, env);
  t.same(asked.sort(), ["GET /esplora/blocks/tip/height", "POST /v3/secret"]);
  t.notOk(probeTable(results).join("\n").includes("secret"), "an address with a key in it is not printed");
});
