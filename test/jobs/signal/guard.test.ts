// The guards keep outages and wrong ticks out of every sum and price.
import t from "tap";
import { dropWrongTicks, guardedPrice, knownPrices, lastKnown, sumSameRows } from "../../../jobs/signal/guard.ts";

const prices = (...values: readonly (number | "unassessed")[]) =>
  values.map((price_usd, index) => ({ venue: `v${index}`, price_usd }));

t.test("a price more than 5 % from the median of three is left out", async (t) => {
  t.equal(guardedPrice(prices(1, 1.002, 0.4), 5), 1.001);
  t.equal(guardedPrice(prices(100, 100, 105), 5), 100);
  t.equal(dropWrongTicks(knownPrices(prices(100, 100, 105)), 5).length, 3, "exactly 5 % stays");
  t.equal(dropWrongTicks(knownPrices(prices(100, 100, 105.01)), 5).length, 2);
});

t.test("of two prices nobody can say which is wrong", async (t) => {
  t.equal(guardedPrice(prices(100, 200), 5), 150);
});

t.test("prices that are no prices are left out; without any the price is unassessed", async (t) => {
  t.equal(guardedPrice(prices("unassessed", 0, 7), 5), 7);
  t.equal(guardedPrice(prices("unassessed", 0, Number.NaN), 5), "unassessed");
  t.equal(guardedPrice([], 5), "unassessed");
});

t.test("a row with a hole leaves every column of a sum", async (t) => {
  const rows = [
    { cells: [1, 10], weight: 60 },
    { cells: ["unassessed" as const, 90], weight: 40 },
  ];
  t.same(sumSameRows(rows), [1, 10]);
});

t.test("a sum needs rows that stand for 60 % of the whole", async (t) => {
  const hole = { cells: ["unassessed" as const], weight: 40.01 };
  t.same(sumSameRows([{ cells: [1], weight: 60 }, hole]), undefined);
  t.same(sumSameRows([]), undefined);
  t.same(sumSameRows([hole]), undefined);
});

t.test("the size of a vanished row is what was last known of it", async (t) => {
  t.equal(lastKnown(["unassessed", 5, 4]), 4);
  t.equal(lastKnown(["unassessed", 5, "unassessed"]), 5);
  t.equal(lastKnown(["unassessed"]), 0);
});
