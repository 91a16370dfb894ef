// Golden vectors of the record's statistics, and what a scorecard says of verdicts in their order.
import t from "tap";
import { scorecardOf } from "../../../schema/record/scorecard.ts";
import {
  brierSkill,
  calibrationError,
  erfc,
  mergeBins,
  qValues,
  shareTest,
  wilson95,
} from "../../../schema/record/statistic.ts";

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

t.test("the Brier skill equals the golden vector", async (t) => {
  t.equal(brierSkill(1.0925 / 6, 0.5)?.toFixed(6), "0.271667");
  t.equal(brierSkill(0.1, 0), null);
});

t.test("q-values are monotone in p and keep the order given", async (t) => {
  t.same(
    qValues([0.04, 0.01, 0.5, 0.02]).map((q) => q.toFixed(4)),
    ["0.0533", "0.0400", "0.5000", "0.0400"],
  );
});

t.test(
  "the complement of the error function equals known values on both sides of where its method changes",
  async (t) => {
    const known = [
      [0, 1],
      [0.5, 0.4795001221869535],
      [1, 0.15729920705028513],
      [2, 0.004677734981047266],
      [2.5, 0.0004069520174449589],
      [3, 2.2090496998585441e-5],
      [5, 1.5374597944280349e-12],
      [-1, 1.8427007929497148],
    ] as const;
    for (const [x, value] of known) t.ok(Math.abs(erfc(x) / value - 1) < 1e-11, `erfc(${x}) = ${erfc(x)}`);
    t.equal(shareTest(0.5, 0.5, 10)?.toFixed(12), "1.000000000000");
    t.equal(shareTest(0.6, 0.5, 100)?.toFixed(6), "0.045500", "two standard errors");
    t.equal(shareTest(0.6, 1, 100), null, "nothing to test against certainty");
  },
);

t.test("bins join from the left until each holds five, and what is left joins the last", async (t) => {
  const bin = (n: number, right = 0) => ({ n, confidence: n * 5_000, right });
  const merged = mergeBins(
    [1, 0, 3, 0, 9, 0, 0, 5, 2, 0].map((n) => bin(n)),
    5,
  );
  t.same(
    merged.map(({ lo, hi, n }) => [lo.toFixed(1), hi.toFixed(1), n]),
    [
      ["0.0", "0.5", 13],
      ["0.5", "1.0", 7],
    ],
  );
  t.equal(calibrationError(mergeBins([bin(10, 8)], 5)), 0.3, "half was given, four fifths came");
  t.equal(calibrationError([]), null);
  const few = mergeBins([bin(1, 1), bin(0), bin(1, 0)], 5);
  t.same(
    few.map(({ n }) => n),
    [2],
  );
});

t.test("a scorecard says whether fall rates rise with the verdicts, where each has calls", async (t) => {
  const row = (verdict: string, horizon_h: number, fell: number) => ({ scope: "", verdict, horizon_h, n: 10, fell });
  const rising = [row("proceed", 1, 1), row("caution", 1, 2), row("avoid", 1, 5)];
  const falling = [row("proceed", 24, 3), row("caution", 24, 2), row("avoid", 24, 5)];
  const without = [row("proceed", 168, 1), row("avoid", 168, 5)];
  const counts = { cells: [], counts: [], bases: [], risks: [...rising, ...falling, ...without] };
  t.same(scorecardOf("", counts).risk.order, [
    { horizon: "1h", holds: true },
    { horizon: "24h", holds: false },
    { horizon: "7d", holds: "unassessed" },
  ]);
});
