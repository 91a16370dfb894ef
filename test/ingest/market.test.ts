import t from "tap";
import type { RawMarket } from "../../ingest/source/exchange-venue.ts";
import { listingsOf, marketsOf, tokenOf } from "../../ingest/source/market.ts";

const spot = (base: string, quote = "USDT", given: Partial<RawMarket> = {}): RawMarket => ({
  id: `${base}${quote}`,
  baseId: base,
  quote,
  spot: true,
  active: true,
  ...given,
});
const perp = (base: string, contractSize: number, given: Partial<RawMarket> = {}): RawMarket => ({
  id: `${base}-PERP`,
  baseId: base,
  quote: "USDT",
  swap: true,
  linear: true,
  active: true,
  contractSize,
  ...given,
});

t.test(
  "a multiplier contract is its coin a thousandfold, a coin whose ticker starts with a digit is not",
  async (t) => {
    t.same(tokenOf("binance", "1000PEPE"), { token: "pepe", factor: 1_000 });
    t.same(tokenOf("bybit", "10000SATS"), null, "not tracked");
    t.same(tokenOf("binance", "1000000BONK"), { token: "bonk", factor: 1_000_000 });
    t.same(tokenOf("bybit", "SHIB1000"), { token: "shiba-inu", factor: 1_000 }, "where the venue writes it behind");
    t.same(tokenOf("bybit", "NOSUCH1000"), null);
    t.same(tokenOf("okx", "1INCH"), { token: "1inch", factor: 1 });
    t.same(tokenOf("okx", "BTC"), { token: "bitcoin", factor: 1 });
    t.same(tokenOf("okx", "NOSUCH"), null);
  },
);

t.test("a token is listed once, in the preferred quote and as the plain coin", async (t) => {
  const markets = marketsOf([
    spot("BTC", "USD"),
    spot("BTC", "USDC"),
    spot("BTC"),
    spot("1000PEPE"),
    spot("PEPE", "USDC"),
  ]);
  t.same(
    listingsOf("binance", markets, "spot").map(({ token, symbol, factor }) => [token, symbol, factor]),
    [
      ["bitcoin", "BTCUSDT", 1],
      ["pepe", "1000PEPEUSDT", 1_000],
    ],
  );
});

t.test("markets that are closed, inverse, in other quotes or of unknown contract size are not taken", async (t) => {
  const markets = marketsOf([
    spot("ETH", "EUR"),
    spot("ETH", "USDT", { active: false }),
    perp("ETH", 1, { linear: false }),
    perp("SOL", Number.NaN),
    perp("ADA", 100, { created: 1_700_000_000_000 }),
  ]);
  t.match(markets, [{ base: "ADA", kind: "perp", contractSize: 100, listedAt: 1_700_000_000_000 }]);
  t.equal(markets.length, 1);
});
