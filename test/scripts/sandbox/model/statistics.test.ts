import t from "tap";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../schema/duration.ts";
import { createModel } from "../../../../scripts/sandbox/model/model.ts";
import { NOW_MS } from "../exchange.ts";

const model = createModel(1);
const lastDay = Math.floor(NOW_MS / DAY_MS);
const DAYS = 180;

const asset = (symbol: string) => {
  const found = model.assets.find((one) => one.token.symbol === symbol);
  if (!found) throw new Error(symbol);
  return found;
};

const returns = (symbol: string): number[] =>
  Array.from({ length: DAYS }, (_, i) => {
    const { log } = model.paths.day(asset(symbol), lastDay - DAYS + i);
    return (log[1440] ?? 0) - (log[0] ?? 0);
  });

const deviation = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

const correlation = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / a.length / deviation(a) / deviation(b);

t.test(
  "volatility is that of the real thing: bitcoin 1.5–5 % a day, memes more, stablecoins next to none",
  async (t) => {
    const btc = deviation(returns("BTC"));
    t.ok(btc > 0.015 && btc < 0.05, `BTC ${(100 * btc).toFixed(2)} %`);
    t.ok(deviation(returns("PEPE")) > 1.3 * btc);
    for (const stable of ["USDC", "DAI", "USDT"]) t.ok(deviation(returns(stable)) < 0.004, stable);
  },
);

t.test("tokens move together, more within a sector", async (t) => {
  const btc = returns("BTC");
  for (const symbol of ["ETH", "SOL", "ADA", "LINK", "PEPE"]) t.ok(correlation(btc, returns(symbol)) > 0.3, symbol);
  t.ok(correlation(returns("PEPE"), returns("BONK")) > correlation(returns("PEPE"), returns("XRP")));
});

t.test("half a year holds crashes and squeezes, and every price stays in bounds", async (t) => {
  const from = (lastDay - DAYS) * 1440;
  const shocks = [null, ...model.assets].flatMap((one) => model.paths.shocks(one, from, lastDay * 1440));
  for (const kind of ["crash", "squeeze"])
    t.ok(
      shocks.some((shock) => shock.kind === kind),
      kind,
    );
  for (const one of model.assets)
    for (let back = 0; back < 720; back += 60) {
      const ratio = Math.exp(model.paths.logUsdAt(one, NOW_MS - back * DAY_MS)) / one.anchorUsd;
      t.ok(ratio > 0.08 && ratio < 12, `${one.token.symbol} ${ratio.toFixed(2)}`);
    }
});

t.test(
  "derivatives respond to the path: takers to returns, the crowd against the trend, liquidations to moves",
  async (t) => {
    const swap = model.market("binance", "linear", "SOLUSDT", NOW_MS);
    if (!swap) throw new Error("SOLUSDT is listed");
    const hours = Array.from({ length: 400 }, (_, i) => Math.floor(NOW_MS / HOUR_MS) - 401 + i);
    const moves = hours.map((hour) => model.basis.change(swap.asset, (hour + 1) * HOUR_MS, 1));
    const takers = hours.map((hour) => {
      const [candle] = model.series.candles(swap, "trade", 60, hour * HOUR_MS, 1, NOW_MS);
      return candle ? candle.takerVolume / candle.volume - 0.5 : 0;
    });
    t.ok(correlation(moves, takers) > 0.3, "taker share follows the return");
    const trends = hours.map((hour) => model.basis.change(swap.asset, hour * HOUR_MS, 24));
    const crowd = hours.map((hour) => Math.log(model.derivatives.ratio(swap, "accounts", hour * HOUR_MS)) - 0.42);
    t.ok(correlation(trends, crowd) < -0.1, "small accounts lean against the trend");
    const premium = hours.map((hour) => model.basis.premium(swap, hour) - 0.00009);
    t.ok(correlation(trends, premium) > 0.3, "the premium follows the trend");

    const minutes = Array.from({ length: 3000 }, (_, i) => Math.floor(NOW_MS / MINUTE_MS) - 3001 + i);
    const forced = minutes.map((minute) => ({
      move: Math.abs(model.basis.change(swap.asset, (minute + 1) * MINUTE_MS, 1 / 60)),
      amount: model.derivatives.liquidations(swap, minute).reduce((sum, one) => sum + one.amount, 0),
    }));
    forced.sort((a, b) => a.move - b.move);
    const sum = (part: typeof forced): number => part.reduce((total, one) => total + one.amount, 0);
    t.ok(sum(forced.slice(-300)) > 3 * sum(forced.slice(0, 300)), "big minutes force more closures than quiet ones");
  },
);

t.test(
  "funding settles in its interval and mostly at the interest rate, and open interest is positive and moves",
  async (t) => {
    const rates: number[] = [];
    for (const swap of model.markets("binance", "linear", NOW_MS)) {
      const next = model.derivatives.nextFundingMs(swap, NOW_MS);
      t.ok(next > NOW_MS && next <= NOW_MS + swap.fundingHours * HOUR_MS && next % (swap.fundingHours * HOUR_MS) === 0);
      const settled = next - swap.fundingHours * HOUR_MS;
      const rate = model.derivatives.fundingRate(swap, settled, settled);
      t.equal(model.derivatives.fundingRate(swap, settled, NOW_MS), rate, "a settled rate is final");
      t.ok(Math.abs(rate) <= 0.02);
      rates.push(rate);
      t.ok(model.derivatives.openInterest(swap, NOW_MS) > 0);
      t.not(model.derivatives.openInterest(swap, NOW_MS), model.derivatives.openInterest(swap, NOW_MS - 6 * HOUR_MS));
    }
    t.ok(new Set(rates).size > 5, "rates differ between symbols");
  },
);

t.test("a thousand minute candles take a few milliseconds (printed, not judged)", async (t) => {
  const spot = model.market("binance", "spot", "BTCUSDT", NOW_MS);
  if (!spot) throw new Error("BTCUSDT is listed");
  const start = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS - 1000 * MINUTE_MS;
  model.series.candles(spot, "trade", 1, start, 1000, NOW_MS);
  const began = performance.now();
  for (let i = 0; i < 20; i++) model.series.candles(spot, "trade", 1, start, 1000, NOW_MS);
  t.comment(`1,000 candles warm: ${((performance.now() - began) / 20).toFixed(2)} ms`);
});
