// Settled rates of exchanges in the units a reader compares: percentage points per 8 hours and per year.
import t, { type Test } from "tap";
import { measureFunding } from "../../../jobs/measure/funding.ts";
import { measureOpenInterest } from "../../../jobs/measure/perp.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

/** What is measured where every venue of bitcoin tells this fraction for this many hours. */
function measure(rate: number, interval_hours: number, more: Partial<ReturnType<typeof wholeRows>> = {}) {
  const rows = { ...wholeRows(), ...more };
  const funding = rows.funding.map((row) => ({ ...row, rate, interval_hours }));
  const facts = factsOf({ ...rows, funding, perpOpinions: [] });
  const bitcoin = facts.tokens.get("bitcoin");
  if (!bitcoin) throw new Error("no facts");
  return measureFunding(bitcoin, measureOpenInterest(bitcoin, AS_OF), AS_OF);
}

const near = (t: Test, found: unknown, wanted: number, says: string) =>
  t.ok(typeof found === "number" && Math.abs(found - wanted) < 1e-9, `${says}: ${JSON.stringify(found)}`);

t.test(
  "the published rates: 0.01, 0.05, 0.10 and 0.20 % in 8 hours are 10.95, 54.75, 109.5 and 219 % a year",
  async (t) => {
    for (const [pct, apr] of [
      [0.01, 10.95],
      [0.05, 54.75],
      [0.1, 109.5],
      [0.2, 219],
    ] as const) {
      const found = measure(pct / 100, 8);
      near(t, found.rate8h, pct, "per 8 hours");
      near(t, found.apr, apr, "a year");
      for (const venue of found.venues) near(t, venue.apr, apr, venue.row.venue);
    }
  },
);

t.test("the same payment made each hour or each four hours is eight times or twice as much", async (t) => {
  near(t, measure(0.0001, 1).apr, 87.6, "hourly");
  near(t, measure(0.0001, 4).apr, 21.9, "each 4 hours");
});

t.test("too few spans are young where the venues began late, and a hole where they did not", async (t) => {
  const reason = (keep: (back: number) => boolean) => {
    const { fundingPast } = wholeRows();
    const last = Math.floor(AS_OF / 28_800_000);
    const kept = fundingPast.map((row) => {
      const nths = row.bucket.flatMap((span, nth) => (keep(last - span) ? [nth] : []));
      return {
        ...row,
        bucket: nths.map((nth) => row.bucket[nth] ?? 0),
        rate_8h: nths.map((nth) => row.rate_8h[nth] ?? 0),
      };
    });
    const { percentile90d } = measure(0.0001, 8, { fundingPast: kept });
    return typeof percentile90d === "number" ? "known" : percentile90d.gap;
  };
  t.equal(
    reason(() => true),
    "known",
  );
  t.equal(
    reason((back) => back < 215),
    "insufficient_history",
  );
  t.equal(
    reason((back) => back < 20 || back > 120),
    "insufficient_coverage",
  );
});

t.test("past rates that differ in the last places of a sum are ties, in whichever order they were read", async (t) => {
  const last = Math.floor(AS_OF / 28_800_000);
  const spans = Array.from({ length: 270 }, (_, back) => last - back);
  const percentile = (rates: (index: number) => number) => {
    const past = wholeRows().openInterest.map(({ token, venue }) => ({
      token,
      venue,
      bucket: spans,
      rate_8h: spans.map((_, index) => rates(index)),
    }));
    return measure(0.0001, 8, { fundingPast: past }).percentile90d;
  };
  t.equal(
    percentile(() => 0.0001),
    50,
  );
  t.equal(
    percentile((index) => 0.0001 * (1 + (index % 3) * Number.EPSILON)),
    50,
  );
  near(
    t,
    percentile((index) => (index < 27 ? 0.0002 : 0.0001)),
    45,
    "a tenth was higher",
  );
});
