import t from "tap";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../schema/duration.ts";
import type { Candle } from "../../../../scripts/sandbox/model/minute.ts";
import { createModel } from "../../../../scripts/sandbox/model/model.ts";
import { NOW_MS } from "../exchange.ts";

const SEED = 1;
const model = createModel(SEED);
const market = (venue: "binance" | "bybit" | "okx", kind: "spot" | "linear", symbol: string) => {
  const found = model.market(venue, kind, symbol, NOW_MS);
  if (!found) throw new Error(`${venue} ${kind} ${symbol} is not listed`);
  return found;
};
const day = Math.floor(NOW_MS / DAY_MS) * DAY_MS;

t.test("the same seed and time give the same market whatever was asked before", async (t) => {
  const other = createModel(SEED);
  const btc = other.market("binance", "spot", "BTCUSDT", NOW_MS);
  const eth = other.market("okx", "linear", "ETH-USDT-SWAP", NOW_MS);
  if (!btc || !eth) throw new Error("majors are listed");
  // The other way round: late before early, long before short, another instrument in between.
  const dayCandles = other.series.candles(eth, "trade", 1440, day - 5 * DAY_MS, 5, NOW_MS);
  const late = other.series.candles(btc, "trade", 1, day - MINUTE_MS * 30, 60, NOW_MS);
  const early = other.series.candles(btc, "trade", 1, day - 9 * DAY_MS, 60, NOW_MS);
  const here = market("binance", "spot", "BTCUSDT");
  t.strictSame(model.series.candles(here, "trade", 1, day - 9 * DAY_MS, 60, NOW_MS), early);
  t.strictSame(model.series.candles(here, "trade", 1, day - MINUTE_MS * 30, 60, NOW_MS), late);
  const swap = market("okx", "linear", "ETH-USDT-SWAP");
  t.strictSame(model.series.candles(swap, "trade", 1440, day - 5 * DAY_MS, 5, NOW_MS), dayCandles);
  t.strictSame(other.books.book(btc, NOW_MS, 50), model.books.book(here, NOW_MS, 50));
  t.notSame(
    createModel(SEED + 1).series.candles(here, "trade", 1, day, 5, NOW_MS),
    model.series.candles(here, "trade", 1, day, 5, NOW_MS),
  );
});

t.test("a closed candle never changes as the clock moves on", async (t) => {
  const pepe = market("bybit", "linear", "1000PEPEUSDT");
  for (const frame of [1, 15, 60]) {
    const start = Math.floor((NOW_MS - 3 * HOUR_MS) / (frame * MINUTE_MS)) * frame * MINUTE_MS;
    const closed = model.series.candles(pepe, "trade", frame, start, 1, start + frame * MINUTE_MS);
    for (const later of [1, 7 * MINUTE_MS, DAY_MS])
      t.strictSame(model.series.candles(pepe, "trade", frame, start, 1, start + frame * MINUTE_MS + later), closed);
  }
});

t.test("a running candle only widens, and ends as the closed one", async (t) => {
  const sol = market("okx", "spot", "SOL-USDT");
  const start = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS;
  const [full] = model.series.candles(sol, "trade", 1, start, 1, start + MINUTE_MS);
  let last: Candle | undefined;
  for (let ms = 0; ms < MINUTE_MS; ms += 997) {
    const running = model.series.running(sol, start + ms);
    t.ok(running.low <= Math.min(running.open, running.close) && running.high >= Math.max(running.open, running.close));
    t.equal(running.open, full?.open);
    if (last) t.ok(running.high >= last.high && running.low <= last.low && running.volume >= last.volume, `${ms} ms`);
    last = running;
  }
  t.ok(full && last && last.high <= full.high && last.low >= full.low && last.volume <= full.volume);
});

t.test("longer candles are exactly their minutes added", async (t) => {
  const minutes = (symbol: ReturnType<typeof market>, from: number, count: number) =>
    model.series.candles(symbol, "trade", 1, from, count, NOW_MS);
  for (const symbol of [
    market("binance", "spot", "BTCUSDT"),
    market("okx", "linear", "PEPE-USDT-SWAP"),
    market("bybit", "spot", "SNEKUSDT"),
  ])
    for (const frame of [5, 15, 60, 240, 1440]) {
      const start = day - 2 * DAY_MS;
      const [long] = model.series.candles(symbol, "trade", frame, start, 1, NOW_MS);
      const parts = minutes(symbol, start, frame);
      const sum = (pick: (candle: Candle) => number): number =>
        parts.reduce((total, candle) => total + pick(candle), 0);
      t.strictSame(long, {
        openMs: start,
        open: parts[0]?.open,
        high: Math.max(...parts.map((candle) => candle.high)),
        low: Math.min(...parts.map((candle) => candle.low)),
        close: parts.at(-1)?.close,
        volume: sum((candle) => candle.volume),
        turnover: sum((candle) => candle.turnover),
        trades: sum((candle) => candle.trades),
        takerVolume: sum((candle) => candle.takerVolume),
        takerTurnover: sum((candle) => candle.takerTurnover),
      });
    }
});

t.test("the 24 hour statistics are the last 1,440 minutes, the running one included", async (t) => {
  const ada = market("binance", "linear", "ADAUSDT");
  const start = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS - 1439 * MINUTE_MS;
  const parts = model.series.candles(ada, "trade", 1, start, 1440, NOW_MS);
  const rolling = model.series.rolling(ada, NOW_MS, 1440);
  t.equal(parts.length, 1440);
  t.equal(rolling.open, parts[0]?.open);
  t.equal(rolling.close, model.series.running(ada, NOW_MS).close);
  t.equal(rolling.high, Math.max(...parts.map((candle) => candle.high)));
  t.equal(
    rolling.volume,
    parts.reduce((sum, candle) => sum + candle.volume, 0),
  );
});

t.test("the venues agree on a price within a fraction of a percent, never exactly", async (t) => {
  let different = 0;
  for (let hour = 0; hour < 48; hour++) {
    const at = NOW_MS - hour * HOUR_MS;
    const closes = [
      market("binance", "spot", "ETHUSDT"),
      market("bybit", "spot", "ETHUSDT"),
      market("okx", "spot", "ETH-USDT"),
    ].map((one) => model.series.running(one, at).close * one.tick);
    const spread = Math.max(...closes) / Math.min(...closes) - 1;
    t.ok(spread < 0.002, `${(spread * 1e4).toFixed(1)} bp`);
    if (spread > 0) different++;
  }
  t.ok(different > 40);
});

t.test("a book never crosses, holds the last price between its sides, and has sizes", async (t) => {
  for (const one of model.markets("okx", "linear", NOW_MS)) {
    const { bids, asks } = model.books.book(one, NOW_MS, 100);
    const last = model.series.running(one, NOW_MS).close;
    const [bid, ask] = [bids[0]?.[0] ?? 0, asks[0]?.[0] ?? 0];
    t.ok(bid < ask && bid <= last && last <= ask, `${one.symbol} ${bid} ${last} ${ask}`);
    t.ok(
      [...bids, ...asks].every(([price, size]) => price > 0 && size > 0 && Number.isInteger(size)),
      one.symbol,
    );
    t.ok(
      bids.every(([price], i) => i === 0 || price < (bids[i - 1]?.[0] ?? 0)),
      one.symbol,
    );
  }
});
