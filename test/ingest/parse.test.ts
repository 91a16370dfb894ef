import t from "tap";
import { joinLevels } from "../../ingest/parse/book.ts";
import type { About, ExchangeSource } from "../../ingest/source/define-source.ts";
import type { Listing } from "../../ingest/source/market.ts";
import { SOURCES } from "../../ingest/sources.ts";
import { parseCoinMarkets } from "../../ingest/venue/coingecko/coin-market.ts";
import { parseMarketChart } from "../../ingest/venue/coingecko/coin-market-past.ts";
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";

const NOW = Date.UTC(2026, 6, 1);

const listing = (given: Partial<Listing> = {}): Listing => ({
  token: "pepe",
  symbol: "1000PEPEUSDT",
  kind: "perp",
  factor: 1_000,
  contractSize: 1,
  listedAt: null,
  info: {},
  ...given,
});

/** Rows of one source from a body. */
function parse(id: string, body: unknown, one: Listing, given: Partial<About> = {}) {
  const source = SOURCES[id] as ExchangeSource;
  const about: About = {
    listings: [one],
    now: NOW,
    venue: source.venue,
    provider: `sandbox:${source.venue}`,
    retrievedAt: NOW,
    endpoint: "",
    asides: {},
    ...given,
  };
  return source.parse(body, about);
}

t.test("binance candles: base and quote volume, a multiplier contract in single coins", async (t) => {
  const row = [NOW, "0.0100", "0.0120", "0.0090", "0.0110", "500", NOW + 59_999, "5.5", 10, "1", "1", "0"];
  t.match(parse("binance-perp-candle-1h", [row], listing()), [
    { open: 0.00001, high: 0.000012, low: 0.000009, close: 0.000011, volume_native: 500_000, volume_usd: 5.5 },
  ]);
});

t.test("bybit candles come newest first and are turned around", async (t) => {
  const rows = [
    [`${NOW + 60_000}`, "2", "2", "2", "2", "3", "6"],
    [`${NOW}`, "1", "1", "1", "1", "4", "4"],
  ];
  const spot = listing({ kind: "spot", factor: 1 });
  const body = { retCode: 0, result: { category: "spot", symbol: "X", list: rows } };
  t.match(parse("bybit-candle-1m", body, spot), [
    { open_at: NOW, volume_native: 4, volume_usd: 4 },
    { open_at: NOW + 60_000, volume_native: 3, volume_usd: 6 },
  ]);
});

t.test("okx candles: the running one is dropped, swap volume is read in coins and not in contracts", async (t) => {
  const swap = listing({ symbol: "BTC-USDT-SWAP", factor: 1, contractSize: 0.01 });
  const rows = [
    [`${NOW + HOUR_MS}`, "1", "1", "1", "1", "100", "1", "1", "0"],
    [`${NOW}`, "50", "50", "50", "50", "100", "1", "50", "1"],
  ];
  const parsed = parse("okx-perp-candle-1h", { code: "0", data: rows }, swap);
  t.match(parsed, [{ open_at: NOW, volume_native: 1, volume_usd: 50 }]);
  t.equal(parsed.length, 1);
  const spot = listing({ symbol: "BTC-USDT", kind: "spot", factor: 1 });
  const [first] = parse(
    "okx-candle-1m",
    { code: "0", data: [[`${NOW}`, "50", "50", "50", "50", "2", "100", "100", "1"]] },
    spot,
  );
  t.match(first, { volume_native: 2, volume_usd: 100 });
});

t.test("open interest is one side, in coins and USD, whatever the venue counts", async (t) => {
  const marks = [{ symbol: "1000PEPEUSDT", markPrice: "0.01" }];
  t.match(
    parse("binance-open-interest", { symbol: "1000PEPEUSDT", openInterest: "700", time: NOW }, listing(), {
      asides: { marks },
    }),
    [{ open_interest_native: 700_000, open_interest_usd: 7 }],
  );
  const row = { symbol: "1000PEPEUSDT", openInterest: "200", singleOpenInterest: "90", markPrice: "0.01" };
  const body = { retCode: 0, time: NOW, result: { list: [row] } };
  t.match(parse("bybit-open-interest", body, listing()), [{ open_interest_native: 90_000, open_interest_usd: 0.9 }]);
  t.match(
    parse("bybit-open-interest", body, listing(), { retrievedAt: Date.UTC(2026, 5, 10) }),
    [{ open_interest_native: 100_000, open_interest_usd: 1 }],
    "before the single side was published, both sides are halved",
  );
  const swap = listing({ symbol: "BTC-USDT-SWAP", factor: 1, contractSize: 0.01 });
  const okx = {
    code: "0",
    data: [{ instId: "BTC-USDT-SWAP", oi: "1000", oiCcy: "10", oiUsd: "500000", ts: `${NOW}` }],
  };
  t.match(parse("okx-open-interest", okx, swap), [{ open_interest_native: 10, open_interest_usd: 500_000 }]);
});

t.test("funding carries the venue's own interval", async (t) => {
  const binance = (intervals: unknown) =>
    parse(
      "binance-funding",
      [
        {
          symbol: "1000PEPEUSDT",
          lastFundingRate: "0.0001",
          nextFundingTime: NOW,
          markPrice: "0.01",
          indexPrice: "0.01",
          time: NOW,
        },
      ],
      listing(),
      { asides: { intervals } },
    );
  t.match(binance([]), [{ interval_hours: 8, mark_price: 0.00001 }], "unlisted means eight hours");
  t.match(binance([{ symbol: "1000PEPEUSDT", fundingIntervalHours: 4 }]), [{ interval_hours: 4 }]);
  const ticker = {
    symbol: "1000PEPEUSDT",
    fundingRate: "0.0001",
    nextFundingTime: `${NOW}`,
    markPrice: "1",
    indexPrice: "1",
  };
  const bybit = { retCode: 0, time: NOW, result: { list: [ticker] } };
  t.match(
    parse("bybit-funding", bybit, listing({ info: { fundingInterval: 240 } })),
    [{ interval_hours: 4 }],
    "minutes",
  );
  const okx = {
    instId: "X",
    fundingRate: "-0.0002",
    fundingTime: `${NOW}`,
    nextFundingTime: `${NOW + HOUR_MS}`,
    ts: `${NOW}`,
  };
  t.match(parse("okx-funding", { code: "0", data: [okx] }, listing({ symbol: "X" })), [
    { rate: -0.0002, interval_hours: 1, next_funding_at: NOW },
  ]);
});

t.test("settled funding: okx pays the realised rate; binance's late stamp is the settlement's second", async (t) => {
  const okx = [HOUR_MS, 0].map((ago) => ({ fundingTime: `${NOW - ago}`, fundingRate: "0.9", realizedRate: "0.0003" }));
  t.match(parse("okx-funding-settled", { code: "0", data: okx }, listing()), [
    { at: NOW - HOUR_MS, rate: 0.0003, interval_hours: 1, kind: "settled" },
    { at: NOW, rate: 0.0003, interval_hours: 1 },
  ]);
  const binance = [{ symbol: "X", fundingTime: NOW + 7, fundingRate: "0.0001", markPrice: "" }];
  t.match(parse("binance-funding-settled", binance, listing()), [{ at: NOW, interval_hours: null, mark_price: null }]);
});

t.test("long and short shares follow from what the venue gives", async (t) => {
  const binance = [{ longAccount: "0.6", shortAccount: "0.4", longShortRatio: "1.5", timestamp: NOW }];
  t.match(parse("binance-long-short", binance, listing(), { endpoint: "binance.data.topPositions" }), [
    { kind: "top_position", ratio: 1.5, long_pct: 60, short_pct: 40 },
  ]);
  const bybit = { retCode: 0, result: { list: [{ buyRatio: "0.75", sellRatio: "0.25", timestamp: `${NOW}` }] } };
  t.match(parse("bybit-long-short", bybit, listing()), [{ kind: "global_account", ratio: 3, long_pct: 75 }]);
  t.match(parse("okx-long-short", { code: "0", data: [[`${NOW}`, "3"]] }, listing()), [{ ratio: 3, long_pct: 75 }]);
});

t.test(
  "takers: okx gives sells before buys, binance candles their buys; a window counts once it is over",
  async (t) => {
    const okx = [
      [`${NOW - 240_000}`, "1", "2"],
      [`${NOW - 300_000}`, "10", "20"],
    ];
    t.match(parse("okx-taker-volume", { code: "0", data: okx }, listing()), [
      { at: NOW - 300_000, sell: 10, buy: 20, window_s: 300 },
    ]);
    // Open time, prices, volume, close time, value, trades, taker buys in base units and in value.
    const candle = (at: number, volume: string, buys: string) => [
      ...[at, "1", "1", "1", "1", volume, at + 299_999, "9", 3, buys, "6", "0"],
    ];
    const binance = [candle(NOW - 300_000, "30", "20"), candle(NOW, "8", "8")];
    const rows = parse("binance-taker-volume", binance, listing());
    t.match(rows, [{ at: NOW - 300_000, window_s: 300, buy: 20, sell: 10 }]);
    t.equal(rows.length, 1, "the running candle is no window yet");
  },
);

t.test("a forced sell closes a long; the size is contracts times their coins", async (t) => {
  const detail = (given: object) => ({ bkPx: "50000", sz: "3", ts: `${NOW}`, ...given });
  const details = [
    detail({ posSide: "long", side: "sell" }),
    detail({ posSide: "net", side: "sell" }),
    detail({ posSide: "net", side: "buy" }),
  ];
  const swap = listing({ symbol: "BTC-USDT-SWAP", factor: 1, contractSize: 0.01 });
  const rows = parse("okx-liquidation", { code: "0", data: [{ details }] }, swap);
  t.match(rows, [{ side: "long", amount_native: 0.03, value_usd: 1_500 }, { side: "long" }, { side: "short" }]);
  t.equal(rows[0]?.id, rows[1]?.id, "the same closure seen twice is one");
  t.not(rows[1]?.id, rows[2]?.id);
  t.throws(
    () => parse("okx-liquidation", { code: "0", data: [null] }, swap),
    "what tells of nothing is no hour without closures",
  );
});

t.test(
  "tickers: okx swap volume is coins at the last price, bybit's time is the envelope's, binance perps quote nothing",
  async (t) => {
    const okx = {
      instId: "BTC-USDT-SWAP",
      last: "50000",
      bidPx: "49999",
      askPx: "50001",
      high24h: "1",
      low24h: "1",
      vol24h: "100",
      volCcy24h: "2",
      ts: `${NOW}`,
    };
    const swap = listing({ symbol: "BTC-USDT-SWAP", factor: 1, contractSize: 0.01 });
    t.match(parse("okx-perp-ticker", { code: "0", data: [okx] }, swap), [
      { volume_24h_native: 2, volume_24h_usd: 100_000, bid: 49_999 },
    ]);
    const bybit = {
      symbol: "1000PEPEUSDT",
      lastPrice: "0.01",
      bid1Price: "",
      ask1Price: "0",
      highPrice24h: "1",
      lowPrice24h: "1",
      volume24h: "5",
      turnover24h: "7",
    };
    t.match(parse("bybit-perp-ticker", { retCode: 0, time: NOW, result: { list: [bybit] } }, listing()), [
      { at: NOW, bid: null, ask: null, volume_24h_native: 5_000, volume_24h_usd: 7 },
    ]);
    const binance = {
      symbol: "1000PEPEUSDT",
      lastPrice: "0.01",
      highPrice: "1",
      lowPrice: "1",
      volume: "5",
      quoteVolume: "7",
      closeTime: NOW,
    };
    t.match(parse("binance-perp-ticker", [binance], listing()), [{ bid: null, ask: null, price: 0.00001 }]);
  },
);

t.test("books: bands, spread and the mark of a book that ends inside the widest band", async (t) => {
  const spot = listing({ token: "bitcoin", symbol: "BTCUSDT", kind: "spot", factor: 1 });
  const body = {
    lastUpdateId: 1,
    bids: [
      ["99.9", "1"],
      ["99.5", "2"],
      ["98.5", "4"],
      ["90", "100"],
    ],
    asks: [
      ["100.1", "1"],
      ["100.9", "2"],
      ["101.9", "4"],
      ["110", "100"],
    ],
  };
  const [row] = parse("binance-order-book", body, spot);
  t.match(row, { bid: 99.9, ask: 100.1, truncated: 0, at: NOW });
  const near = (actual: unknown, wanted: number) =>
    t.ok(Math.abs((actual as number) - wanted) < 1e-9, `${actual} is ${wanted}`);
  near(row?.spread_bps, 20);
  near(row?.bid_0_5_usd, 99.9 + 199);
  near(row?.bid_2_usd, 99.9 + 199 + 394);
  near(row?.ask_1_usd, 100.1 + 201.8);
  near(row?.ask_2_usd, 100.1 + 201.8 + 407.6);
  const dense = (sign: number) => Array.from({ length: 500 }, (_, i) => [`${100 + sign * (0.1 + i * 0.001)}`, "1"]);
  const [cut] = parse("binance-order-book", { lastUpdateId: 2, bids: dense(-1), asks: dense(1) }, spot);
  t.match(cut, { truncated: 1 });
  const kept = (cut?.bid_price as number[] | undefined) ?? [];
  t.ok(kept.length > 100 && kept.length < 200, `${kept.length} levels of 500, the first hundred as they are`);
});

t.test("joined levels keep amount and value", async (t) => {
  const prices = Array.from({ length: 333 }, (_, i) => 100 - i * 0.1);
  const amounts = prices.map((_, i) => 1 + (i % 7));
  const joined = joinLevels({ prices, amounts }, 100.05);
  const value = (side: { prices: number[]; amounts: number[] }) =>
    side.prices.reduce((sum, price, i) => sum + price * (side.amounts[i] ?? 0), 0);
  t.ok(joined.prices.length <= 100);
  t.ok(Math.abs(value(joined) - value({ prices, amounts })) < 1e-6);
  t.ok(joined.prices.every((price, i) => i === 0 || price < (joined.prices[i - 1] ?? 0)));
});

t.test("a coin's unknown supply is null, not zero; coins that are not tracked are left out", async (t) => {
  const row = {
    id: "bitcoin",
    last_updated: "2026-07-01T00:00:00.000Z",
    current_price: 1,
    market_cap: 0,
    max_supply: null,
  };
  t.match(parseCoinMarkets([row, { ...row, id: "no-such-coin" }], "coingecko", NOW), [
    { token: "bitcoin", at: NOW, market_cap_usd: null, max_native: null, rank: null },
  ]);
});

t.test(
  "a chart of hours gives the circulation of whole days that lie back: the middle of what its hours say",
  async (t) => {
    const about = { token: "bitcoin", provider: "coingecko", retrievedAt: NOW };
    const first = Math.floor((NOW - 32 * DAY_MS) / HOUR_MS) * HOUR_MS;
    const hours = Array.from({ length: 32 * 24 }, (_, index) => first + (index + 1) * HOUR_MS);
    // Now and then the cap is of another moment than the price; one day has no caps.
    const gone = Math.floor((NOW - 10 * DAY_MS) / DAY_MS);
    const caps = hours.map((at, index) => {
      return [at, Math.floor(at / DAY_MS) === gone ? 0 : 2_000 * 19e6 * (index % 5 === 0 ? 1.03 : 1)];
    });
    const rows = parseMarketChart(
      { prices: hours.map((at) => [at, 2_000]), market_caps: caps, total_volumes: [] },
      about,
    );
    t.ok(rows.length >= 26, `${rows.length} days`);
    t.ok(rows.every(({ circulating_native: coins }) => coins === 19e6));
    t.notOk(rows.some(({ at }) => Math.floor((at as number) / DAY_MS) === gone || (at as number) > NOW - 4 * DAY_MS));
    t.ok(
      rows.some(({ at }) => (at as number) <= NOW - 30 * DAY_MS && (at as number) > NOW - 31 * DAY_MS),
      "one that growth needs",
    );
    for (const body of [{}, { prices: [], market_caps: [] }, { prices: [[NOW]] }]) {
      t.throws(() => parseMarketChart(body, about), JSON.stringify(body));
    }
  },
);

t.test("every source refuses a body of another shape instead of reading nothing from it", async (t) => {
  for (const source of Object.values(SOURCES)) {
    if (source.kind === "own") continue;
    for (const body of [{}, { result: {} }, { data: {} }, { data: [{}] }, "text"]) {
      try {
        const rows = parse(source.id, body, listing(), { asides: { marks: [], intervals: [] } });
        const numbers = rows.flatMap((row) => Object.values(row).filter((value) => typeof value === "number"));
        t.ok(rows.length === 0 ? false : numbers.some(Number.isNaN), `${source.id}: ${JSON.stringify(body)}`);
      } catch (error) {
        t.equal((error as Error).name, "HttpError", `${source.id}: ${JSON.stringify(body)}`);
      }
    }
  }
});
