import t from "tap";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { startSandbox } from "../../../scripts/sandbox/start-sandbox.ts";
import { NOW_MS } from "./exchange.ts";

const sandbox = await startSandbox({ seed: 1, now: () => NOW_MS });
t.teardown(() => sandbox.stop());
const { control, binance, coingecko } = sandbox.origins;
const read = async <T>(url: string, init?: RequestInit): Promise<T> => (await (await fetch(url, init)).json()) as T;
const serverTime = async (): Promise<number> =>
  (await read<{ serverTime: number }>(`${binance}/api/v3/time`)).serverTime;

t.test("the page says plainly that everything is simulated", async (t) => {
  const response = await fetch(`${control}/sandbox`);
  t.match(response.headers.get("content-type"), "text/html");
  t.match(await response.text(), "Everything here is simulated");
});

t.test("the clock can be frozen, shifted and freed", async (t) => {
  const change = (body: unknown): Promise<{ now_ms: number }> =>
    read(`${control}/sandbox/time`, { method: "POST", body: JSON.stringify(body) });
  const at = NOW_MS - 3 * DAY_MS;
  t.equal((await change({ frozen_ms: at })).now_ms, at);
  t.equal(await serverTime(), at);
  await change({ frozen_at: "2026-01-02T03:04:05Z" });
  t.equal(await serverTime(), Date.UTC(2026, 0, 2, 3, 4, 5));
  await change({ offset_ms: -HOUR_MS });
  t.equal(await serverTime(), NOW_MS - HOUR_MS);
  await change({});
  t.equal(await serverTime(), NOW_MS);
  t.equal((await fetch(`${control}/sandbox/time`, { method: "POST", body: '{"frozen_ms":"soon"}' })).status, 400);
  t.equal((await fetch(`${control}/sandbox/time`, { method: "POST", body: "{" })).status, 400);
});

t.test("the truth about candles is what the venue serves, closed ones only", async (t) => {
  const from = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS - 200 * MINUTE_MS;
  const span = `from=${from}&to=${NOW_MS + DAY_MS}`;
  const truth = await read<{ candles: number[][] }>(
    `${control}/sandbox/truth/candles?venue=binance&kind=spot&symbol=ADAUSDT&${span}`,
  );
  const rows = await read<(string | number)[][]>(
    `${binance}/api/v3/klines?symbol=ADAUSDT&interval=1m&startTime=${from}&limit=1000`,
  );
  t.equal(truth.candles.length, 200);
  t.equal(rows.length, 201);
  truth.candles.forEach((candle, i) => {
    t.strictSame(candle.slice(0, 6), rows[i]?.slice(0, 6).map(Number));
  });
});

t.test("the truth about instruments names the token behind every symbol", async (t) => {
  const { markets } = await read<{ markets: { symbol: string; token: string; multiplier: number }[] }>(
    `${control}/sandbox/truth/markets?venue=binance&kind=linear`,
  );
  t.match(
    markets.find(({ symbol }) => symbol === "1000PEPEUSDT"),
    { token: "pepe", multiplier: 1000 },
  );
  const { shocks } = await read<{ shocks: unknown[] }>(
    `${control}/sandbox/truth/shocks?from=${NOW_MS - 180 * DAY_MS}&to=${NOW_MS}`,
  );
  t.ok(shocks.length > 0);
});

t.test("the truth about perpetuals is in plain units on every venue", async (t) => {
  type Derivative = {
    mark_price: number;
    open_interest_tokens: number;
    open_interest_usdt: number;
    funding_rate_running: number;
  };
  const truth = (venue: string, symbol: string): Promise<Derivative> =>
    read(`${control}/sandbox/truth/derivative?venue=${venue}&symbol=${symbol}`);
  const pepe = await truth("binance", "1000PEPEUSDT");
  const interest = await read<{ openInterest: string }>(`${binance}/fapi/v1/openInterest?symbol=1000PEPEUSDT`);
  t.ok(Math.abs(pepe.open_interest_tokens / (1000 * Number(interest.openInterest)) - 1) < 1e-4);
  t.ok(Math.abs(pepe.open_interest_usdt / (pepe.open_interest_tokens * pepe.mark_price) - 1) < 1e-9);
  const marks = [
    pepe.mark_price,
    (await truth("bybit", "1000PEPEUSDT")).mark_price,
    (await truth("okx", "PEPE-USDT-SWAP")).mark_price,
  ];
  t.ok(Math.max(...marks) / Math.min(...marks) < 1.01);
  const from = NOW_MS - 6 * HOUR_MS;
  const { liquidations } = await read<{ liquidations: Record<"long" | "short", { usdt: number; count: number }> }>(
    `${control}/sandbox/truth/liquidations?venue=okx&symbol=BTC-USDT-SWAP&from=${from}&to=${NOW_MS}`,
  );
  t.ok(liquidations.long.count + liquidations.short.count > 0 && liquidations.long.usdt >= 0);
});

t.test("requests are counted per provider", async (t) => {
  type Stats = { origins: Record<string, { total: number; faulted: number }> };
  const before = await read<Stats>(`${control}/sandbox/stats`);
  await serverTime();
  const after = await read<Stats>(`${control}/sandbox/stats`);
  t.equal((after.origins.binance?.total ?? 0) - (before.origins.binance?.total ?? 0), 1);
});

t.test("the coin directory ranks all hundred tokens and agrees with the venues", async (t) => {
  type Coin = Record<string, number | string | null> & {
    id: string;
    current_price: number;
    market_cap: number;
    market_cap_rank: number;
  };
  const path = `${coingecko}/api/v3/coins/markets?vs_currency=usd`;
  const coins = await read<Coin[]>(
    `${path}&order=market_cap_desc&per_page=250&page=1&price_change_percentage=1h,24h,7d,30d`,
  );
  t.equal(coins.length, 250);
  coins.slice(0, 100).forEach((coin, i) => {
    t.equal(coin.market_cap_rank, i + 1);
    t.ok(
      coin.current_price > 0 &&
        Number(coin.high_24h) >= coin.current_price * 0.9999 &&
        Number(coin.low_24h) <= coin.current_price * 1.0001,
      coin.id,
    );
    t.ok(Math.abs(coin.market_cap / (coin.current_price * Number(coin.circulating_supply)) - 1) < 1e-4, coin.id);
    for (const span of ["1h", "24h", "7d", "30d"])
      t.type(coin[`price_change_percentage_${span}_in_currency`], "number");
  });
  t.equal(coins[0]?.id, "bitcoin");
  const spot = await read<{ price: string }>(`${binance}/api/v3/ticker/price?symbol=ETHUSDT`);
  const eth = coins.find(({ id }) => id === "ethereum");
  t.ok(Math.abs(Number(spot.price) / (eth?.current_price ?? 0) - 1) < 0.01);
  const two = await read<Coin[]>(`${path}&ids=snek,cardano`);
  t.strictSame(
    two.map(({ id }) => id),
    ["cardano", "snek"],
  );
  const second = await read<Coin[]>(`${path}&per_page=30&page=4`);
  t.strictSame(
    second.map(({ id }) => id),
    coins.slice(90, 120).map(({ id }) => id),
  );
  t.equal((await fetch(`${coingecko}/api/v3/ping`)).status, 200);
  const nameless = await fetch(`${coingecko}/api/v3/ping`, { headers: { "user-agent": "" } });
  t.equal(nameless.status, 403, "who does not say what it is gets nothing, as at the vendor");
  t.match(await nameless.json(), { status: { error_code: 403, error_message: /descriptive User-Agent/ } });
});
