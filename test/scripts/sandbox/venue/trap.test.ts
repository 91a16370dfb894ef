import t from "tap";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../schema/duration.ts";
import { startSandbox } from "../../../../scripts/sandbox/start-sandbox.ts";
import { NOW_MS } from "../exchange.ts";

const sandbox = await startSandbox({ seed: 1, now: () => NOW_MS });
t.teardown(() => sandbox.stop());

const get = async <T>(id: "binance" | "bybit" | "okx", path: string): Promise<T> =>
  (await (await fetch(sandbox.origins[id] + path)).json()) as T;
type Bybit<T> = { retCode: number; result: { list: T[]; nextPageCursor?: string } };
type Okx<T> = { code: string; data: T[] };
const running = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS;

t.test("bybit counts open interest on both sides and gives the single side beside it", async (t) => {
  const history = await get<Bybit<Record<string, string>>>(
    "bybit",
    "/v5/market/open-interest?category=linear&symbol=BTCUSDT&intervalTime=1h&limit=5",
  );
  for (const row of history.result.list)
    t.ok(Math.abs(Number(row.openInterest) / Number(row.singleOpenInterest) - 2) < 1e-6);
  const ticker = (
    await get<Bybit<Record<string, string>>>("bybit", "/v5/market/tickers?category=linear&symbol=BTCUSDT")
  ).result.list[0];
  t.ok(Math.abs(Number(ticker?.openInterest) / Number(ticker?.singleOpenInterest) - 2) < 1e-6);
});

t.test("okx counts swaps in contracts: open interest, candles, tickers and books", async (t) => {
  const instruments = await get<Okx<Record<string, string>>>(
    "okx",
    "/api/v5/public/instruments?instType=SWAP&instId=BTC-USDT-SWAP",
  );
  const size = Number(instruments.data[0]?.ctVal);
  t.equal(size, 0.01);
  const oi = (await get<Okx<Record<string, string>>>("okx", "/api/v5/public/open-interest?instType=SWAP&uly=BTC-USDT"))
    .data[0];
  t.ok(Math.abs(Number(oi?.oiCcy) / (Number(oi?.oi) * size) - 1) < 1e-6);
  const mark = (
    await get<Okx<Record<string, string>>>("okx", "/api/v5/public/mark-price?instType=SWAP&instId=BTC-USDT-SWAP")
  ).data[0];
  t.ok(Math.abs(Number(oi?.oiUsd) / (Number(oi?.oiCcy) * Number(mark?.markPx)) - 1) < 1e-4);
  const rows = await get<Okx<string[]>>("okx", "/api/v5/market/candles?instId=BTC-USDT-SWAP&bar=1H&limit=3");
  for (const row of rows.data) t.ok(Math.abs(Number(row[6]) / (Number(row[5]) * size) - 1) < 1e-6);
});

t.test(
  "binance and bybit perpetuals of low-priced tokens trade a thousand coins at once, okx in large contracts",
  async (t) => {
    const spot = await get<{ price: string }>("binance", "/api/v3/ticker/price?symbol=PEPEUSDT");
    const thousand = await get<{ price: string }>("binance", "/fapi/v1/ticker/price?symbol=1000PEPEUSDT");
    t.ok(Math.abs(Number(thousand.price) / Number(spot.price) / 1000 - 1) < 0.02);
    const bybit = await get<Bybit<{ symbol: string }>>(
      "bybit",
      "/v5/market/instruments-info?category=linear&limit=1000",
    );
    const names = bybit.result.list.map(({ symbol }) => symbol);
    for (const name of ["1000PEPEUSDT", "SHIB1000USDT"]) t.ok(names.includes(name), name);
    const okx = await get<Okx<{ ctVal: string }>>(
      "okx",
      "/api/v5/public/instruments?instType=SWAP&instId=PEPE-USDT-SWAP",
    );
    t.equal(okx.data[0]?.ctVal, "10000000");
  },
);

t.test("bybit rounds the start up, sends newest first, and with both ends prefers the newest", async (t) => {
  const path = "/v5/market/kline?category=linear&symbol=ETHUSDT&interval=1";
  const from = running - 50 * MINUTE_MS;
  const one = await get<Bybit<string[]>>("bybit", `${path}&start=${from + 1}&limit=3`);
  t.strictSame(
    one.result.list.map(([time]) => Number(time)),
    [4, 3, 2].map((i) => from + (i - 1) * MINUTE_MS),
  );
  const both = await get<Bybit<string[]>>("bybit", `${path}&start=${from}&end=${running}&limit=3`);
  t.strictSame(
    both.result.list.map(([time]) => Number(time)),
    [0, 1, 2].map((i) => running - i * MINUTE_MS),
  );
});

t.test("okx pages exclusively, marks the running bar, and forgets old bars outside the history endpoint", async (t) => {
  const at = running - 100 * MINUTE_MS;
  const rows = await get<Okx<string[]>>(
    "okx",
    `/api/v5/market/candles?instId=BTC-USDT&bar=1m&before=${at}&after=${at + 5 * MINUTE_MS}`,
  );
  t.strictSame(
    rows.data.map(([time]) => Number(time)),
    [4, 3, 2, 1].map((i) => at + i * MINUTE_MS),
  );
  const newest = await get<Okx<string[]>>("okx", "/api/v5/market/candles?instId=BTC-USDT&bar=1m&limit=2");
  t.strictSame(
    newest.data.map((row) => row[8]),
    ["0", "1"],
  );
  const old = running - 1500 * MINUTE_MS;
  const span = `instId=BTC-USDT&bar=1m&before=${old - 1}&after=${old + 3 * MINUTE_MS}`;
  t.equal((await get<Okx<string[]>>("okx", `/api/v5/market/candles?${span}`)).data.length, 0);
  t.equal((await get<Okx<string[]>>("okx", `/api/v5/market/history-candles?${span}`)).data.length, 3);
  const before = await get<Okx<string[]>>(
    "okx",
    `/api/v5/market/candles?instId=BTC-USDT&bar=1m&before=${running - 900 * MINUTE_MS}&limit=5`,
  );
  t.equal(Number(before.data[0]?.[0]), running, "before alone still answers from the newest");
});

t.test("okx days open at Hong Kong midnight unless asked in UTC", async (t) => {
  const local = await get<Okx<string[]>>("okx", "/api/v5/market/candles?instId=BTC-USDT&bar=1D&limit=2");
  const utc = await get<Okx<string[]>>("okx", "/api/v5/market/candles?instId=BTC-USDT&bar=1Dutc&limit=2");
  t.equal(Number(local.data[0]?.[0]) % DAY_MS, 16 * HOUR_MS);
  t.equal(Number(utc.data[0]?.[0]) % DAY_MS, 0);
});

t.test("okx says what comes next as fundingTime, and announces another rate than it realises", async (t) => {
  const all = await get<Okx<Record<string, string>>>("okx", "/api/v5/public/funding-rate?instId=ANY");
  t.ok(all.data.length > 80);
  for (const row of all.data) {
    t.ok(Number(row.fundingTime) > NOW_MS && Number(row.nextFundingTime) > Number(row.fundingTime));
    t.equal(row.nextFundingRate, "");
  }
  const hours = new Set(all.data.map((row) => (Number(row.nextFundingTime) - Number(row.fundingTime)) / HOUR_MS));
  t.strictSame([...hours].sort(), [4, 8]);
});

t.test("okx taker volume lists sells before buys by the start of the bar, the running one first", async (t) => {
  const end = Math.floor(NOW_MS / HOUR_MS) * HOUR_MS;
  const rows = await get<Okx<string[]>>(
    "okx",
    "/api/v5/rubik/stat/taker-volume-contract?instId=ETH-USDT-SWAP&period=1H&limit=2",
  );
  const truth = sandbox.model.market("okx", "linear", "ETH-USDT-SWAP", NOW_MS);
  if (!truth) throw new Error("listed");
  const [candle] = sandbox.model.series.candles(truth, "trade", 60, end - HOUR_MS, 1, NOW_MS);
  t.same(
    rows.data.map(([at]) => Number(at)),
    [end, end - HOUR_MS],
  );
  t.ok(Math.abs(Number(rows.data[1]?.[2]) - (candle?.takerVolume ?? 0) / 100) < 0.01);
});

t.test(
  "binance keeps thirty days of ratios, sends spot depth without a time, and stamps settlements late",
  async (t) => {
    const path = "/futures/data/globalLongShortAccountRatio?symbol=BTCUSDT&period=1h";
    const old = await fetch(`${sandbox.origins.binance}${path}&startTime=${NOW_MS - 40 * DAY_MS}`);
    t.equal(old.status, 400);
    const rows = await get<{ timestamp: number }[]>("binance", `${path}&limit=500`);
    t.equal(rows.length, 500);
    const depth = await get<Record<string, unknown>>("binance", "/api/v3/depth?symbol=BTCUSDT&limit=5");
    t.strictSame(Object.keys(depth).sort(), ["asks", "bids", "lastUpdateId"]);
    const settled = await get<{ fundingTime: number }[]>("binance", "/fapi/v1/fundingRate?symbol=BTCUSDT&limit=100");
    t.ok(
      settled.some(({ fundingTime }) => fundingTime % HOUR_MS > 0) &&
        settled.every(({ fundingTime }) => fundingTime % HOUR_MS < 20),
    );
  },
);

t.test("a market has no candles before its listing", async (t) => {
  const listed = sandbox.model.market("binance", "linear", "BERAUSDT", NOW_MS)?.listedMs ?? 0;
  const rows = await get<number[][]>(
    "binance",
    `/fapi/v1/klines?symbol=BERAUSDT&interval=1h&startTime=${listed - 50 * HOUR_MS}&limit=5`,
  );
  t.equal(rows[0]?.[0], listed);
  t.equal(rows.length, 5);
});

t.test(
  "request weight is counted in headers always, and enforced with 429 and then 418 only when switched on",
  async (t) => {
    const limited = await startSandbox({ seed: 1, now: () => NOW_MS, limits: true });
    t.teardown(() => limited.stop());
    const ask = (origin: string): Promise<Response> => fetch(`${origin}/api/v3/depth?symbol=BTCUSDT&limit=5000`);
    const seen = new Map<number, Response>();
    // Forty in one minute are too many; where the minute ends among them, so are forty in the next.
    for (let i = 0; i < 80 && seen.size < 3; i++) {
      const response = await ask(limited.origins.binance);
      await response.arrayBuffer();
      if (!seen.has(response.status)) seen.set(response.status, response);
    }
    t.strictSame([...seen.keys()], [200, 429, 418]);
    t.ok(Number(seen.get(429)?.headers.get("retry-after")) > 0);
    const free = await ask(sandbox.origins.binance);
    t.ok(Number(free.headers.get("x-mbx-used-weight-1m")) >= 250);
    let okx = 200;
    for (let i = 0; i < 12 && okx === 200; i++)
      okx = (await fetch(`${limited.origins.okx}/api/v5/rubik/stat/contracts/open-interest-volume?ccy=BTC`)).status;
    t.equal(okx, 429);
  },
);
