// Robust z agrees with the golden vector and knows when it cannot say.
import t from "tap";
import { robustZ } from "../../../jobs/number/robust-z.ts";

t.test("robust z agrees with the golden vector", async (t) => {
  const history = [0.1, -0.2, 0.05, 0.3, -0.15, 0, 0.2, -0.1, 0.12, -0.05];
  t.equal(robustZ(1.5, history).toFixed(6), "9.044308");
});

t.test("robust z of a history that is empty or does not vary is no number", async (t) => {
  t.ok(Number.isNaN(robustZ(1, [])));
  t.ok(Number.isNaN(robustZ(1, [2, 2, 2, 9])));
});
