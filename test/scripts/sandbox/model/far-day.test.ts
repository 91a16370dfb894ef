import t from "tap";
import { DAY_MS } from "../../../../schema/duration.ts";
import { FAR_DAYS } from "../../../../scripts/sandbox/model/far-day.ts";
import { createModel } from "../../../../scripts/sandbox/model/model.ts";

const NOW = Date.UTC(2026, 9, 20, 12);
const model = createModel(1);

for (const symbol of ["BTCUSDT", "SOLUSDT", "USDCUSDT"]) {
  t.test(`${symbol}: a day long past opens and closes where its minutes do, and holds both`, async (t) => {
    const market = model.market("binance", "spot", symbol, NOW);
    if (!market) throw new Error(symbol);
    const first = Math.floor(NOW / DAY_MS) - FAR_DAYS - 40;
    const days = model.series.candles(market, "trade", 1_440, first * DAY_MS, 60, NOW);
    t.equal(days.length, 60);
    for (const [at, day] of days.entries()) {
      if (at % 13 !== 0 && at !== 39 && at !== 40) continue;
      const minutes = model.series.candles(market, "trade", 1, (first + at) * DAY_MS, 1_440, NOW);
      t.equal(day.openMs, (first + at) * DAY_MS);
      t.equal(day.open, minutes[0]?.open);
      t.equal(day.close, minutes.at(-1)?.close);
      t.ok(day.low <= Math.min(day.open, day.close) && day.high >= Math.max(day.open, day.close));
      t.ok(day.volume > 0 && day.turnover > 0);
    }
  });
}

t.test("the price at a midnight is that of the day's path to the last bit, with and without a shock", async (t) => {
  const differing: string[] = [];
  let shocked = 0;
  for (const asset of model.assets.filter((_, at) => at % 6 === 0)) {
    for (let day = Math.floor(NOW / DAY_MS) - 420; day < NOW / DAY_MS; day += 7) {
      if (model.paths.logAt(asset, day * DAY_MS) !== model.paths.day(asset, day).log[0])
        differing.push(`${asset.index} ${day}`);
      if (model.paths.shocks(asset, day * 1_440, day * 1_440 + 1).length > 0) shocked += 1;
    }
  }
  t.same(differing, []);
  t.ok(shocked > 20, `${shocked} amid a shock`);
});
