// Robust z, percentile and sigma agree with the golden vectors and know when they cannot say.
import t from "tap";
import { percentileOf } from "../../../jobs/number/percentile.ts";
import { robustZ } from "../../../jobs/number/robust-z.ts";
import { sigmaOf } from "../../../jobs/number/sigma.ts";

t.test("robust z agrees with the golden vector", async (t) => {
  const history = [0.1, -0.2, 0.05, 0.3, -0.15, 0, 0.2, -0.1, 0.12, -0.05];
  t.equal(robustZ(1.5, history).toFixed(6), "9.044308");
});

t.test("robust z of a history that is empty or does not vary is no number", async (t) => {
  t.ok(Number.isNaN(robustZ(1, [])));
  t.ok(Number.isNaN(robustZ(1, [2, 2, 2, 9])));
});

t.test("a percentile counts what is below, and equal ones half", async (t) => {
  const history = [1, 2, 3, 4];
  t.equal(percentileOf(0, history), 0);
  t.equal(percentileOf(5, history), 100);
  t.equal(percentileOf(2, history), 37.5);
  t.ok(Number.isNaN(percentileOf(1, [])));
});

t.test("sigma needs seven days of hourly returns", async (t) => {
  const alternating = Array.from({ length: 168 }, (_, index) => (index % 2 === 0 ? 1 : -1));
  t.ok(Number.isNaN(sigmaOf(alternating.slice(1))));
  t.equal(sigmaOf(alternating).toFixed(6), Math.sqrt(168 / 167).toFixed(6));
});
