// What a stored order book must say of a body's levels, by exact arithmetic.
import { type Exact, exact, isAtMost, isExactly, magnitude, minus, over, plus, sumOf, times } from "./exact.ts";

type Level = readonly [price: string, amount: string];
type Row = Readonly<Record<string, unknown>>;

const BANDS = [
  ["0_5", "0.005"],
  ["1", "0.01"],
  ["2", "0.02"],
] as const;

const value = (levels: readonly Level[]): Exact => sumOf(levels.map(([p, a]) => times(exact(p), exact(a))));

/** Differences between a row and the levels (best first, in base units), as lines; empty when there are none. */
export function compareBook(row: Row | undefined, bids: readonly Level[], asks: readonly Level[]): string[] {
  if (!row) return ["no row"];
  const [bid, ask] = [exact(bids[0]?.[0] ?? ""), exact(asks[0]?.[0] ?? "")];
  const twiceMid = plus(bid, ask);
  const wrong: string[] = [];
  const same = (name: string, wanted: Exact) => {
    if (!isExactly(row[name], wanted)) wrong.push(`${name}: ${row[name]}`);
  };
  same("bid", bid);
  same("ask", ask);
  // The difference of two prices keeps fewer digits than they have.
  const spread = over(times(minus(ask, bid), exact(20_000)), twiceMid);
  if (!isExactly(row.spread_bps, spread, 1e-10)) wrong.push(`spread_bps: ${row.spread_bps}`);
  for (const [name, share] of BANDS)
    for (const [side, levels] of [
      ["bid", bids],
      ["ask", asks],
    ] as const) {
      // |price - mid| <= share of mid, both sides doubled.
      const limit = times(twiceMid, exact(share));
      const inside = levels.filter(([p]) => isAtMost(magnitude(minus(times(exact(p), exact(2)), twiceMid)), limit));
      same(`${side}_${name}_usd`, value(inside));
    }
  for (const [side, levels] of [
    ["bid", bids],
    ["ask", asks],
  ] as const) {
    const prices = row[`${side}_price`] as readonly number[];
    const amounts = row[`${side}_native`] as readonly number[];
    if (prices.length > levels.length || prices.length !== amounts.length)
      wrong.push(`${side}: ${prices.length} levels`);
    const whole = amounts.reduce((sum, amount) => sum + amount, 0);
    const worth = amounts.reduce((sum, amount, i) => sum + amount * (prices[i] ?? Number.NaN), 0);
    if (!isExactly(Number(whole.toPrecision(12)), rounded(sumOf(levels.map(([, a]) => exact(a))))))
      wrong.push(`${side} coins: ${whole}`);
    if (!isExactly(Number(worth.toPrecision(12)), rounded(value(levels)))) wrong.push(`${side} value: ${worth}`);
  }
  return wrong;
}

/** Sums of doubles lose their last digits: both sides at twelve. */
const rounded = (sum: Exact): Exact => {
  const text = Number(Number(`${sum.digits}e-${sum.scale}`).toPrecision(12));
  return exact(text.toFixed(12));
};
