// Bodies as venues document them: statistics without a time, books under other names of a pair, levels as objects, seconds.
import t from "tap";
import { parseCoinList } from "../../../ingest/parse/coin-identity.ts";
import type { About, ExchangeSource } from "../../../ingest/source/define-source.ts";
import { type Listing, listingsOf, marketsOf } from "../../../ingest/source/market.ts";
import { SOURCES } from "../../../ingest/sources.ts";
import { parseFearGreed } from "../../../ingest/venue/alternative/fear-greed.ts";
import { parseCoinMarkets } from "../../../ingest/venue/coingecko/coin-market.ts";
import { parseCoinRanks } from "../../../ingest/venue/coingecko/coin-rank.ts";
import { parseDerivatives } from "../../../ingest/venue/coingecko/perp-opinion.ts";
import { parseOpinions } from "../../../ingest/venue/coinpaprika/coin-opinion.ts";
import { sumOptions } from "../../../ingest/venue/deribit/option-interest.ts";
import { parsePools } from "../../../ingest/venue/geckoterminal/dex-pool.ts";

const NOW = Date.UTC(2026, 10, 20);

function parse(id: string, body: unknown, given: Partial<Listing>, asides: About["asides"] = {}) {
  const source = SOURCES[id] as ExchangeSource;
  const one = { token: "x", symbol: "X", kind: source.market, factor: 1, contractSize: 1, listedAt: null, info: {} };
  const about: About = {
    listings: [{ ...one, ...given }],
    now: NOW,
    venue: source.venue,
    provider: source.venue,
    retrievedAt: NOW,
    endpoint: "",
    asides,
  };
  return source.parse(body, about);
}

t.test(
  "coinbase values a day's coins at the last price and quotes nothing; a market without a trade is refused",
  async (t) => {
    const day = { open: "64000", high: "65000.5", low: "63000", last: "64250.5", volume: "1000.5" };
    const body = {
      "BTC-USD": { stats_30day: { volume: "30000" }, stats_24hour: day },
      "NEW-USD": { stats_30day: { volume: "0" }, stats_24hour: { volume: "0" } },
    };
    t.match(parse("coinbase-ticker", body, { symbol: "BTC-USD" }), [
      {
        at: NOW,
        price: 64_250.5,
        bid: null,
        ask: null,
        volume_24h_native: 1_000.5,
        volume_24h_usd: 1_000.5 * 64_250.5,
      },
    ]);
    t.ok(
      Number.isNaN(parse("coinbase-ticker", body, { symbol: "NEW-USD" })[0]?.price),
      "admission refuses what is no number",
    );
  },
);

t.test("kucoin's time is the envelope's, buy is the best bid", async (t) => {
  const ticker = {
    symbol: "BTC-USDT",
    buy: "64250.1",
    sell: "64250.2",
    high: "65000",
    low: "63000",
    vol: "2282.7",
    volValue: "146000000.15",
    last: "64250.1",
  };
  t.match(
    parse("kucoin-ticker", { code: "200000", data: { time: NOW - 5, ticker: [ticker] } }, { symbol: "BTC-USDT" }),
    [{ at: NOW - 5, bid: 64_250.1, ask: 64_250.2, volume_24h_native: 2_282.7, volume_24h_usd: 146_000_000.15 }],
  );
});

t.test(
  "kraken's book comes under whatever name of the pair; hyperliquid's levels are objects, bids first",
  async (t) => {
    const kraken = {
      error: [],
      result: { XXBTZUSD: { asks: [["100.1", "2.000", 1_795_219_199]], bids: [["99.9", "1.5", 1_795_219_100]] } },
    };
    t.match(parse("kraken-order-book", kraken, { symbol: "XBTUSD" }), [{ bid: 99.9, ask: 100.1, at: NOW }]);
    const hyperliquid = {
      coin: "@107",
      time: NOW - 40,
      levels: [[{ px: "99.9", sz: "1.5", n: 2 }], [{ px: "100.1", sz: "2.0", n: 1 }]],
    };
    t.match(parse("hyperliquid-order-book", hyperliquid, { symbol: "@107" }), [
      { at: NOW - 40, bid: 99.9, ask: 100.1, bid_native: [1.5], ask_native: [2], truncated: 0 },
    ]);
  },
);

t.test("settled funding: seconds at gate, an hour's rate at hyperliquid", async (t) => {
  t.match(parse("gate-funding-settled", [{ r: "0.000157", t: 1_651_449_600 }], {}), [
    { at: 1_651_449_600_000, rate: 0.000157 },
  ]);
  const hours = [0, 1].map((hour) => ({
    coin: "BTC",
    fundingRate: "0.0000125",
    premium: "0.0",
    time: NOW + hour * 3_600_000 + 41,
  }));
  t.match(parse("hyperliquid-funding-settled", hours, {}), [
    { at: NOW, rate: 0.0000125, interval_hours: 1 },
    { at: NOW + 3_600_000, interval_hours: 1 },
  ]);
});

t.test(
  "a coin of a known name on hyperliquid's spot side is that coin only in the market known to be its own",
  async (t) => {
    const market = (id: string, base: string) => ({
      id,
      base,
      baseId: "10107",
      quote: "USDC",
      spot: true,
      info: { name: id },
    });
    const markets = marketsOf([market("@142", "BTC"), market("@900", "BTC"), market("@901", "PEPE")], "hyperliquid");
    t.same(
      listingsOf("hyperliquid", markets, "spot").map(({ token, symbol }) => [token, symbol]),
      [["bitcoin", "@142"]],
    );
  },
);

t.test("a contract that is about to be delisted is not listed", async (t) => {
  const contract = (given: object) => ({
    id: "BTC_USDT",
    baseId: "BTC",
    quote: "USDT",
    swap: true,
    linear: true,
    contractSize: 1,
    info: given,
  });
  t.equal(marketsOf([contract({ in_delisting: true })], "gate").length, 0);
  t.equal(marketsOf([contract({ in_delisting: false })], "gate").length, 1);
});

t.test("one odd row costs itself, wherever many come in one answer", async (t) => {
  const symbol = "BTCUSDT";
  const mark = { symbol, time: NOW, markPrice: "2", indexPrice: "2", lastFundingRate: "0.1", nextFundingTime: NOW };
  const intervals = [null, { symbol, fundingIntervalHours: 4 }];
  t.match(parse("binance-funding", [null, mark], { symbol }, { intervals }), [{ interval_hours: 4, mark_price: 2 }]);
  const interest = { symbol, openInterest: "3", time: NOW };
  t.match(parse("binance-open-interest", interest, { symbol }, { marks: [null, mark] }), [{ open_interest_usd: 6 }]);
  const list = [null, { timestamp: `${NOW}`, singleOpenInterest: "3" }];
  const marks = { result: { symbol, list: [null, [`${NOW}`, "2"]] } };
  t.match(parse("bybit-open-interest-history", { result: { symbol, list } }, { symbol }, { marks }), [
    { open_interest_usd: 6 },
  ]);
  const contexts = [
    { universe: [null, { name: "ETH" }, { name: "BTC" }] },
    [{}, null, { markPx: "2", openInterest: "3" }],
  ];
  t.match(parse("hyperliquid-open-interest", contexts, { symbol: "BTC" }), [{ open_interest_usd: 6 }]);

  const coin = { id: "bitcoin", symbol: "btc", name: "Bitcoin", market_cap_rank: 1, last_updated: "2026-11-20" };
  t.equal(parseCoinMarkets([null, coin], "p", NOW).length, 1);
  t.equal(parseCoinRanks([null, coin], "p", NOW).length, 1);
  t.equal(parseCoinList([null, coin, { ...coin, platforms: [] }], "p", NOW).length, 2);
  t.same(parseDerivatives([null], new Map(), "p", NOW), []);
  t.same(parseOpinions([null, { ...coin, quotes: {} }, { ...coin, quotes: { USD: null } }], "p", NOW), []);
  const pool = { attributes: { address: "0x1", reserve_in_usd: "5" }, relationships: { dex: { data: { id: "uni" } } } };
  const contract = { token: "uniswap", chain: "eth", address: "0x2" };
  const odd = [null, {}, { ...pool, attributes: null }, { ...pool, relationships: { dex: null } }];
  t.equal(parsePools({ data: [...odd, pool] }, contract, "p", NOW).length, 1);
  const option = { instrument_name: "BTC-28MAR26-100000-P", open_interest: 2, underlying_price: 10 };
  t.match(sumOptions({ result: [null, { ...option, open_interest: null }, option] }, "BTC"), {
    put_native: 2,
    put_usd: 20,
    options_count: 1,
  });
  t.equal(parseFearGreed({ data: [null, { value: "40", timestamp: "1551157200" }] }, "p", NOW).length, 1);
});

t.test("a page of okx's settled funding holds every payment of a swap that pays every two hours", async (t) => {
  const source = SOURCES["okx-funding-settled"];
  if (source?.kind !== "token") throw new Error("not a source by token");
  const listing = { token: "x", symbol: "X", factor: 1, contractSize: 1, listedAt: null, info: {} };
  const pages = source.calls({ ...listing, kind: "perp" }, true, NOW, null).filter(({ params }) => "before" in params);
  t.ok(pages.length > 0);
  for (const { params } of pages) {
    const hours = (Number(params.after) - Number(params.before)) / 3_600_000;
    t.ok(Number(params.limit) >= Math.floor(hours / 2), `${params.limit} rows for ${hours} hours`);
  }
});
