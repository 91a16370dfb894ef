import t from "tap";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../schema/duration.ts";
import { startSandbox } from "../../../../scripts/sandbox/start-sandbox.ts";
import { type ExchangeId, NOW_MS, openExchange } from "../exchange.ts";

const sandbox = await startSandbox({ seed: 1, now: () => NOW_MS });
t.teardown(() => sandbox.stop());

const SPOT = "BTC/USDT";
const SWAP = "BTC/USDT:USDT";

const TICKER_PARAMS: Record<ExchangeId, Record<"spot" | "swap", Record<string, string>>> = {
  binance: { spot: { type: "spot" }, swap: { type: "swap", subType: "linear" } },
  bybit: { spot: { category: "spot" }, swap: { category: "linear" } },
  okx: { spot: { type: "spot" }, swap: { type: "swap" } },
};
const PAGE: Record<ExchangeId, number> = { binance: 500, bybit: 1000, okx: 300 };
const DEPTH: Record<ExchangeId, number> = { binance: 1000, bybit: 500, okx: 400 };

for (const id of ["binance", "bybit", "okx"] as const)
  t.test(`the real ccxt ${id} class runs against the sandbox unmodified`, async (t) => {
    const exchange = await openExchange(sandbox, id);
    await exchange.loadMarkets();
    t.ok(Object.keys(exchange.markets ?? {}).length > 150);
    for (const symbol of [SPOT, SWAP]) t.equal(exchange.market(symbol).active, true, symbol);
    t.equal(exchange.market(SWAP).linear, true);
    t.equal(await exchange.fetchTime(), NOW_MS);

    await t.test("candles page by since and limit without gap or overlap up to the running one", async (t) => {
      for (const symbol of [SPOT, SWAP]) {
        const since = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS - 1999 * MINUTE_MS;
        const times: number[] = [];
        for (let at = since; at <= NOW_MS; ) {
          const rows = await exchange.fetchOHLCV(symbol, "1m", at, PAGE[id]);
          t.equal(rows[0]?.[0], at, "the first row is the one asked for");
          times.push(...rows.map(([time]) => Number(time)));
          at = (times.at(-1) ?? Number.NaN) + MINUTE_MS;
        }
        t.equal(times.length, 2000);
        t.ok(times.every((time, i) => time === since + i * MINUTE_MS));
      }
    });

    await t.test("the newest candle of every length is the running one", async (t) => {
      for (const [frame, ms] of [
        ["1m", MINUTE_MS],
        ["15m", 15 * MINUTE_MS],
        ["1h", HOUR_MS],
        ["4h", 4 * HOUR_MS],
        ["1d", DAY_MS],
      ] as const) {
        const rows = await exchange.fetchOHLCV(SPOT, frame);
        t.equal(rows.at(-1)?.[0], Math.floor(NOW_MS / ms) * ms, frame);
        for (const [, open, high, low, close, volume] of rows.map((row) => row.map(Number)))
          if (
            !(
              Math.min(open ?? 0, close ?? 0) >= (low ?? 0) &&
              Math.max(open ?? 0, close ?? 0) <= (high ?? 0) &&
              (volume ?? 0) > 0
            )
          )
            t.fail(`${frame} row out of order`);
      }
    });

    await t.test("tickers cover each side and agree with the candles and the book", async (t) => {
      for (const side of ["spot", "swap"] as const) {
        const symbol = side === "spot" ? SPOT : SWAP;
        const tickers = await exchange.fetchTickers(undefined, TICKER_PARAMS[id][side]);
        t.ok(Object.keys(tickers).length > 80, side);
        const ticker = tickers[symbol];
        const running = (await exchange.fetchOHLCV(symbol, "1m")).at(-1);
        t.equal(ticker?.last, running?.[4], "last is the close of the running minute");
        const book = await exchange.fetchOrderBook(symbol, DEPTH[id]);
        t.equal(book.bids.length, DEPTH[id]);
        t.ok((book.bids[0]?.[0] ?? 0) < (book.asks[0]?.[0] ?? 0));
        if (ticker?.bid !== undefined) t.equal(ticker.bid, book.bids[0]?.[0]);
      }
    });

    await t.test("funding, open interest and ratios answer now and in history", async (t) => {
      const rates = await exchange.fetchFundingRates();
      t.ok(Object.keys(rates).length > 80);
      t.equal(rates[SWAP]?.fundingTimestamp, Math.ceil(NOW_MS / (8 * HOUR_MS)) * 8 * HOUR_MS);
      const settled = await exchange.fetchFundingRateHistory(SWAP, NOW_MS - 5 * DAY_MS, 100);
      t.equal(settled.length, 15);
      t.ok(
        settled.every(({ timestamp }) => (timestamp ?? 1) % (8 * HOUR_MS) < 20),
        "settlements lie on the grid",
      );
      t.ok(((await exchange.fetchOpenInterest(SWAP)).openInterestAmount ?? 0) > 0);
      const history = await exchange.fetchOpenInterestHistory(SWAP, "1h", NOW_MS - DAY_MS, 24);
      t.equal(history.length, 24);
      const ratios = await exchange.fetchLongShortRatioHistory(SWAP, "1h", NOW_MS - DAY_MS, 24);
      t.equal(ratios.length, 24);
      t.ok(
        ratios.every(
          ({ longShortRatio }) => longShortRatio !== undefined && longShortRatio > 0.1 && longShortRatio < 10,
        ),
      );
    });
  });

t.test("binance lists only adjusted funding intervals, as the venue does", async (t) => {
  const exchange = await openExchange(sandbox, "binance");
  const intervals = await exchange.fetchFundingIntervals();
  t.equal(intervals["BERA/USDT:USDT"]?.interval, "1h");
  t.equal(intervals["WIF/USDT:USDT"]?.interval, "4h");
  t.equal(intervals[SWAP], undefined);
});

t.test("okx answers all open interest in one call and recent liquidations raw", async (t) => {
  const exchange = await openExchange(sandbox, "okx");
  await exchange.loadMarkets();
  t.ok(Object.keys(await exchange.fetchOpenInterests()).length > 80);
  const params = { instType: "SWAP", uly: "BTC-USDT", state: "filled" };
  const body = (await exchange.request("public/liquidation-orders", "public", "GET", params)) as {
    data: { details: { ts: string; posSide: string; side: string; sz: string; bkPx: string }[] }[];
  };
  const details = body.data[0]?.details ?? [];
  t.equal(details.length, 100);
  for (const { ts, posSide, side, sz } of details) {
    t.ok(Number(ts) <= NOW_MS && Number(sz) > 0);
    t.equal(side, posSide === "long" ? "sell" : "buy");
  }
  t.strictSame(
    details.map(({ ts }) => Number(ts)),
    details.map(({ ts }) => Number(ts)).sort((a, b) => b - a),
  );
});

t.test("an unknown symbol fails as it does on the venue", async (t) => {
  for (const [id, path] of [
    ["binance", "/api/v3/klines?symbol=NOPEUSDT&interval=1m"],
    ["bybit", "/v5/market/kline?category=spot&symbol=NOPEUSDT&interval=1"],
    ["okx", "/api/v5/market/candles?instId=NOPE-USDT"],
  ] as const) {
    const response = await fetch(sandbox.origins[id] + path);
    const body = (await response.json()) as { code?: number | string; retCode?: number };
    if (id === "binance") t.strictSame([response.status, body.code], [400, -1121]);
    if (id === "bybit") t.strictSame([response.status, body.retCode], [200, 10001]);
    if (id === "okx") t.strictSame([response.status, body.code], [200, "51001"]);
  }
});
