// Golden vectors of the record's statistics.

import t from "tap";
import { brierScore, brierSkill, qValues, wilson95 } from "../../../schema/record/statistic.ts";

t.test("Wilson intervals equal the golden vectors", async (t) => {
  const cases = [
    [35, 50, "0.562496", "0.808964"],
    [0, 10, "0.000000", "0.277533"],
    [10, 10, "0.722467", "1.000000"],
    [3, 7, "0.158220", "0.749542"],
  ] as const;
  for (const [right, n, lo, hi] of cases)
    t.same(
      wilson95(right, n)?.map((x) => x.toFixed(6)),
      [lo, hi],
    );
  t.equal(wilson95(0, 0), null);
});

t.test("Brier score and skill equal the golden vectors", async (t) => {
  const y = [1, 1, 0, 1, 0, 0];
  const brier = brierScore([0.9, 0.8, 0.7, 0.6, 0.55, 0.3].map((confidence, i) => ({ confidence, right: y[i] === 1 })));
  t.equal(brier?.toFixed(6), "0.182083");
  t.equal(brierSkill(brier ?? 0, 0.5)?.toFixed(6), "0.271667");
  t.equal(brierScore([]), null);
  t.equal(brierSkill(0.1, 0), null);
});

t.test("q-values are monotone in p and keep the order given", async (t) => {
  t.same(
    qValues([0.04, 0.01, 0.5, 0.02]).map((q) => q.toFixed(4)),
    ["0.0533", "0.0400", "0.5000", "0.0400"],
  );
});
