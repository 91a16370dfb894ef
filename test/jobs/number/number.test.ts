// Rounding and statistics give the contract's decimals and textbook values.
import t from "tap";
import { roundBps, roundPct, roundPrice, roundRatio, roundUsd } from "../../../jobs/number/round.ts";
import {
  covariance,
  deviation,
  median,
  quantile,
  weightedMean,
  weightedMedian,
} from "../../../jobs/number/statistics.ts";

t.test("each unit has its decimals, halves go to the even digit, and zero has no sign", (t) => {
  t.equal(roundPrice(64_231.118_7), 64_231.119);
  t.equal(roundPrice(0.000_012_345_678_9), 0.000_012_345_679);
  t.equal(roundPrice(0), 0);
  t.equal(roundPrice(1_234_567_891_234), 1_234_567_900_000);
  t.equal(roundUsd(0.125), 0.12);
  t.equal(roundUsd(0.375), 0.38);
  t.equal(roundUsd(1e17), 1e17);
  t.equal(roundPct(-0.000_01), 0);
  t.ok(Object.is(roundPct(-0.000_01), 0));
  t.equal(roundBps(1.234_56), 1.2346);
  t.equal(roundRatio(1 / 3), 0.333333);
  t.end();
});

t.test("medians, quantiles, deviations", (t) => {
  t.equal(median([3, 1, 2]), 2);
  t.equal(median([4, 1, 2, 3]), 2.5);
  t.ok(Number.isNaN(median([])));
  t.equal(quantile([10, 20, 30], 0.9), 28);
  t.equal(deviation([2, 4, 4, 4, 5, 5, 7, 9]).toFixed(6), "2.138090");
  t.ok(Number.isNaN(deviation([1])));
  t.equal(covariance([1, 2, 3], [2, 4, 6]), 2);
  t.equal(
    weightedMean([
      { value: 1, weight: 3 },
      { value: 5, weight: 1 },
    ]),
    2,
  );
  t.equal(
    weightedMedian([
      { value: 9, weight: 1 },
      { value: 1, weight: 1 },
      { value: 4, weight: 5 },
    ]),
    4,
  );
  t.equal(
    weightedMedian([
      { value: 1, weight: 1 },
      { value: 3, weight: 1 },
    ]),
    2,
  );
  t.end();
});
