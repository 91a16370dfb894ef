// The start-up probe: every provider of the registry is tried, and whatever it meets ends as a line of a table.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t from "tap";
import { openCallLog } from "../../ingest/run/call.ts";
import type { Connections } from "../../ingest/run/connection.ts";
import type { Run } from "../../ingest/run/run.ts";
import { VENUES } from "../../ingest/source/venue.ts";
import { SOURCES } from "../../ingest/sources.ts";
import { probeProviders, probeSummary, probeTable } from "../../ingest/trial/probe.ts";
import { PROBES } from "../../ingest/trial/probe-list.ts";
import { trialTable } from "../../ingest/trial/table.ts";
import type { TrialResult } from "../../ingest/trial/trial.ts";
import type { TableName } from "../../schema/dataset/index.ts";
import { systemClock } from "../../schema/io/clock.ts";
import { type HttpAsk, httpError, openHttp } from "../../schema/io/http.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";

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
    t.match(request.headers["user-agent"], /^assay\//, "the probe names itself as every call does");
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

t.test("a number stands beside another provider's wherever one tells it, and the newest counts", async (t) => {
  const about = { refused: {}, issue: "", ageMs: 0 };
  const candle = (open_at: number, close: number) => ({
    token: "bitcoin",
    market: "spot",
    interval_s: 60,
    open_at,
    close,
  });
  const told = (source: string, provider: string, table: TableName, ...rows: TrialResult["rows"]) =>
    ({ ...about, source, provider: provider as TrialResult["provider"], table, rows }) satisfies TrialResult;
  const lines = trialTable([
    told("okx-candle", "okx", "candle", candle(120_000, 3), candle(60_000, 1)),
    told("gecko", "coingecko", "coin_market", { token: "bitcoin", at: 1, price_usd: 5 }),
    told("oi", "okx", "open_interest", { token: "bitcoin", venue: "okx", at: 1, open_interest_usd: 7 }),
    told("opinion", "coingecko", "perp_opinion", { token: "bitcoin", venue: "okx", at: 1, open_interest_usd: 8 }),
    told("flow", "eth", "exchange_flow", {
      token: "pepe",
      chain: "ethereum",
      exchange: "okx",
      at: 1,
      inflow_native: 9,
    }),
  ]);
  const under = (source: string) => lines[lines.findIndex((line) => line.startsWith(source)) + 1]?.trim();
  t.equal(under("okx-candle"), "bitcoin spot 60: 3 · coingecko 5");
  t.equal(under("gecko"), "bitcoin: 5 · okx 3");
  t.equal(under("oi"), "bitcoin: 7 · coingecko 8");
  t.equal(under("opinion"), "bitcoin: 8 · okx 7");
  t.equal(under("flow"), "pepe ethereum okx: 9 · nobody else tells");
});

/** What every source of CoinGecko asks, with these settings: host, path and the headers of a key. */
async function askedOfCoinGecko(settings: Readonly<Record<string, string>>, origin: string | null) {
  const sent: { readonly host: string; readonly path: string; readonly demo?: string; readonly pro?: string }[] = [];
  const http = {
    send: async ({ url, headers }: HttpAsk) => {
      const { host, pathname } = new URL(url);
      const [demo, pro] = [headers?.["x-cg-demo-api-key"], headers?.["x-cg-pro-api-key"]];
      sent.push({ host, path: pathname.slice(8), ...(demo ? { demo } : {}), ...(pro ? { pro } : {}) });
      throw httpError("refused", "enough");
    },
  };
  const connections = { http, origin: () => origin } as unknown as Connections;
  const context = { about: { source: "s", provider: "coingecko" }, log: openCallLog(systemRandom) };
  const env = parseEnv({ MARKET: "live", ...settings });
  const redis = { hget: async () => null, hgetall: async () => ({}) };
  const deps = { env, redis, clock: systemClock };
  const run = { connections, context, deps, provider: "coingecko", halted: () => false, fail: () => {} };
  for (const source of Object.values(SOURCES)) {
    if (source.provider !== "coingecko" || source.kind !== "own") continue;
    const own = { ...run, source, flush: async () => {} } as unknown as Run;
    await source.pull(own).catch(() => {});
  }
  return sent;
}

t.test("a month of CoinGecko's Demo key is not used up: it pays for the tracked tokens alone", async (t) => {
  const sent = await askedOfCoinGecko({ COINGECKO_API_KEY: "a-key" }, CLOSED);
  t.match(
    sent.filter(({ demo }) => demo !== undefined),
    [{ path: "coins/markets", demo: "a-key" }],
  );
  t.equal(sent.filter(({ demo }) => demo !== undefined).length, 1);
  t.ok(sent.length > 10, "the others are asked without it");
  const { everyS = 0 } = SOURCES["coingecko-coin-market"] ?? {};
  t.ok((31 * 86_400) / everyS < 10_000 * 0.9, "a month of the one call");
});

t.test(
  "the key of a paid plan goes to that plan's host in its header, with every call; without one nothing does",
  async (t) => {
    const paid = await askedOfCoinGecko({ COINGECKO_API_KEY: "a-key", COINGECKO_PLAN: "pro" }, null);
    t.ok(paid.length > 10);
    t.same(
      paid.filter(({ host, pro, demo }) => host !== "pro-api.coingecko.com" || pro !== "a-key" || demo !== undefined),
      [],
    );
    const keyless = await askedOfCoinGecko({ COINGECKO_PLAN: "pro" }, null);
    t.same(
      keyless.filter(({ host, pro }) => host !== "api.coingecko.com" || pro !== undefined),
      [],
    );
  },
);
