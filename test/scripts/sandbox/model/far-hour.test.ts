import t from "tap";
import { DAY_MS, HOUR_MS } from "../../../../schema/duration.ts";
import { FAR_DAYS } from "../../../../scripts/sandbox/model/far-day.ts";
import { createModel } from "../../../../scripts/sandbox/model/model.ts";

const NOW = Date.UTC(2026, 9, 20, 12);
const model = createModel(1);

t.test("an hour long past opens and closes where its minutes do, and holds about what they add up to", async (t) => {
  for (const symbol of ["BTCUSDT", "SOLUSDT", "USDCUSDT"]) {
    const market = model.market("binance", "spot", symbol, NOW);
    if (!market) throw new Error(symbol);
    const from = (Math.floor(NOW / DAY_MS) - FAR_DAYS - 3) * DAY_MS;
    const hours = model.series.candles(market, "trade", 60, from, 48, NOW);
    t.equal(hours.length, 48, symbol);
    for (const [at, hour] of hours.entries()) {
      const minutes = model.series.candles(market, "trade", 1, from + at * HOUR_MS, 60, NOW);
      t.equal(hour.openMs, from + at * HOUR_MS);
      t.equal(hour.open, minutes[0]?.open);
      t.equal(hour.close, minutes.at(-1)?.close);
      t.ok(hour.low <= Math.min(hour.open, hour.close) && hour.high >= Math.max(hour.open, hour.close));
      const volume = minutes.reduce((sum, minute) => sum + minute.volume, 0);
      t.ok(Math.abs(hour.volume / volume - 1) < 0.25, `volume ${hour.volume} near ${volume}`);
      const [high, low] = [Math.max(...minutes.map((m) => m.high)), Math.min(...minutes.map((m) => m.low))];
      t.ok(Math.abs(hour.high / high - 1) < 0.005 && Math.abs(hour.low / low - 1) < 0.005, "its range is near theirs");
    }
  }
});

t.test("an hour within the last weeks is exactly what its minutes add up to", async (t) => {
  const market = model.market("binance", "spot", "BTCUSDT", NOW);
  if (!market) throw new Error("BTCUSDT");
  const from = (Math.floor(NOW / DAY_MS) - FAR_DAYS + 1) * DAY_MS;
  for (const [at, hour] of model.series.candles(market, "trade", 60, from, 24, NOW).entries()) {
    const minutes = model.series.candles(market, "trade", 1, from + at * HOUR_MS, 60, NOW);
    t.equal(
      hour.volume,
      minutes.reduce((sum, minute) => sum + minute.volume, 0),
    );
    t.equal(hour.high, Math.max(...minutes.map((m) => m.high)));
    t.equal(hour.low, Math.min(...minutes.map((m) => m.low)));
  }
});
