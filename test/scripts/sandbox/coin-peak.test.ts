// The directory's all-time highs belong to the market they stand beside.
import t from "tap";
import { DAY_MS } from "../../../schema/duration.ts";
import { createPeaks } from "../../../scripts/sandbox/coin-peak.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { NOW_MS } from "./exchange.ts";

t.test("no candle of two years is above a coin's all-time high, and bitcoin's is no fairy tale", async (t) => {
  for (const seed of [1, 7]) {
    const model = createModel(seed);
    const peakOf = createPeaks(model);
    for (const market of model.markets("binance", "spot", NOW_MS).slice(0, 12)) {
      const from = Math.floor(NOW_MS / DAY_MS) * DAY_MS - 720 * DAY_MS;
      const days = model.series.candles(market, "trade", 1_440, from, 720, NOW_MS);
      const top = (Math.max(...days.map(({ high }) => high)) * market.tick) / market.multiplier;
      t.ok(top <= peakOf(market.asset, NOW_MS).usd, market.symbol);
    }
    const bitcoin = model.assets.find(({ token }) => token.id === "bitcoin");
    const usd = bitcoin ? peakOf(bitcoin, NOW_MS).usd : 0;
    t.ok(usd > 80_000 && usd < 200_000, `${usd.toFixed(0)} USD`);
  }
});

t.test("a high once reached stays, and whoever asks first does not matter", async (t) => {
  const model = createModel(3);
  const [forward, backward] = [createPeaks(model), createPeaks(model)];
  const [asset] = model.assets;
  if (!asset) throw new Error("no asset");
  const times = Array.from({ length: 20 }, (_, index) => NOW_MS - (19 - index) * 30 * DAY_MS);
  const rising = times.map((at) => forward(asset, at));
  const falling = times.toReversed().map((at) => backward(asset, at));
  t.same(rising, falling.toReversed());
  for (const [index, peak] of rising.entries()) t.ok(peak.usd >= (rising[index - 1]?.usd ?? 0));
});
