// What a venue lists: each list is loaded by itself, and one that is refused, or one odd row, costs only itself.
import t from "tap";
import { pullSource } from "../../ingest/pull.ts";
import { DAY_MS } from "../../schema/duration.ts";
import { KEYS } from "../../schema/key.ts";
import { BASE } from "../support/base.ts";
import { startIngestGround } from "../support/ingest.ts";
import { allMarkets, startReplay } from "../support/recorded.ts";
import { copyOf } from "../support/redis.ts";

const TOKENS = ["bitcoin", "ethereum"];
const NOW = Math.floor(BASE / DAY_MS) * DAY_MS - 12 * 3_600_000 + 20_000;

t.test("a list that a venue refuses", async (t) => {
  const { deps, sandbox } = await startIngestGround(t);
  sandbox.setTime({ frozenMs: NOW });
  const pull = (source: string) => pullSource(deps, source, { slot: NOW, tokens: TOKENS });
  for (const [venue, path, other] of [
    ["binance", "/fapi/", "perp"],
    ["bybit", "category=linear", "perp"],
    ["gate", "/futures/", "perp"],
    ["okx", "instType=SPOT", "spot"],
    // What can be traded on margin is nothing that is needed.
    ["gate", "/margin/", null],
    ["bybit", "status=PreLaunch", null],
  ] as const) {
    await t.test(`${venue} refuses ${path} to our country: the rest of it goes on`, async (t) => {
      const another = { ...deps, redis: copyOf(deps.redis) };
      t.teardown(() => another.redis.disconnect());
      const pullAnew = (source: string) => pullSource(another, source, { slot: NOW });
      sandbox.setFault({ provider: venue, kind: "country", path });
      const spot = await pullAnew(`${venue}-ticker`);
      const perp = await pullAnew(`${venue}-perp-ticker`);
      sandbox.clearFaults();
      for (const [kind, result] of [["spot", spot] as const, ["perp", perp] as const]) {
        if (kind !== other) {
          t.same(result.errors, [], kind);
          t.ok(result.rows > 50, `${kind}: ${result.rows} rows`);
        } else t.match(result, { rows: 0, errors: [{ token: "", outcome: "blocked_country", message: /403/ }] });
      }
      t.equal(await deps.redis.exists(KEYS.pause(venue)), 0, "nobody is told to wait: it is no rate limit");
    });
  }
  await t.test("binance refuses all of spot, its clock too: futures have a clock of their own", async (t) => {
    const another = { ...deps, redis: copyOf(deps.redis) };
    t.teardown(() => another.redis.disconnect());
    sandbox.setFault({ provider: "binance", kind: "country", path: "/api/v3/" });
    const pullAnew = (source: string) => pullSource(another, source, { slot: NOW, tokens: TOKENS });
    for (const source of ["binance-perp-candle-1h", "binance-open-interest", "binance-funding"]) {
      const { rows, errors } = await pullAnew(source);
      t.same(errors, [], source);
      t.ok(rows > 0, `${source}: ${rows} rows`);
    }
    t.match((await pullAnew("binance-candle-1h")).errors, [{ outcome: "blocked_country" }]);
    sandbox.clearFaults();
    sandbox.setFault({ provider: "binance", kind: "country", path: "/fapi/" });
    t.same((await pullAnew("binance-candle-1h")).errors, [], "and spot has its own");
    sandbox.clearFaults();
  });
  await t.test("a ban, which is a 403 without a country, still pauses the venue", async (t) => {
    sandbox.setFault({ provider: "bybit", kind: "5xx", status: 403 });
    t.match((await pull("bybit-ticker")).errors, [{ outcome: "rate_limited" }]);
    sandbox.clearFaults();
    t.equal(await deps.redis.exists(KEYS.pause("bybit")), 1);
  });
});

t.test("an odd product of Coinbase costs itself: in the list, and in the statistics", async (t) => {
  const product = (id: string) => ({ id, base_currency: id.split("-")[0], quote_currency: "USD", status: "online" });
  const day = { open: "90", high: "110", low: "80", last: "100", volume: "7" };
  const stats: Record<string, unknown> = { "OLD-USD": {}, "NEW-USD": null, "BTC-USD": { stats_24hour: day } };
  const replayed = await startReplay(t, "coinbase", {
    "/products": () => [product("BTC-USD"), {}, null, { id: null }, { id: "ODD" }, product("OLD-USD")],
    "/products/stats": () => stats,
  });
  const markets = await allMarkets(replayed);
  t.same(
    markets.map(({ id }) => id),
    ["BTC-USD", "OLD-USD"],
  );
  const listings = markets.map((market) => ({
    ...{ token: market.base.toLowerCase(), symbol: market.id, kind: market.kind, factor: 1, contractSize: 1 },
    ...{ listedAt: null, info: null },
  }));
  const rows = await replayed.rowsOf("coinbase-ticker", "coinbase.stats", {}, { listings, now: NOW });
  t.match(rows, [{ symbol: "BTC-USD", price: 100, volume_24h_native: 7 }]);
  t.equal(rows.length, 1);
});
