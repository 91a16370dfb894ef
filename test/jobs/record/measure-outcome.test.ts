// Outcomes are measured with closes after issuance and up to the horizon's end alone.
import fc from "fast-check";
import t from "tap";
import { measureOutcome, openMarketReturns } from "../../../jobs/record/measure-outcome.ts";
import { pricesOf } from "../../../jobs/record/prices.ts";
import { isSampled } from "../../../jobs/record/settle-calls.ts";
import { HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { RecordDueRow } from "../../../schema/query/record/record-due.ts";
import { assertProperty } from "../../support/property.ts";

const START = Date.UTC(2026, 10, 2);
const COUNT = 240;

type Closes = Readonly<Record<string, readonly (number | null)[]>>;
/** Closes minute by minute from START on; null where there is none. */
const measure = (closes: Closes, token: string, at: number) => {
  const rows = Object.entries(closes).map(([name, all]) => {
    const known = all.flatMap((price, minute) => (price === null ? [] : [{ at: START + minute * MINUTE_MS, price }]));
    return { token: name, at: known.map((one) => one.at), price: known.map(({ price }) => price) };
  });
  const prices = pricesOf([], rows);
  return measureOutcome(prices, openMarketReturns(prices, "1h"), token, at, "1h");
};
const flat = (price: number) => Array.from({ length: COUNT }, () => price);
const ISSUED = START + 70 * MINUTE_MS + 20_000;

t.test("entry is the first close after issuance, settlement the first one at the horizon's end", async (t) => {
  const rising = Array.from({ length: COUNT }, (_, minute) => 100 + minute);
  const found = measure({ bitcoin: rising, solana: flat(5), cardano: flat(1) }, "bitcoin", ISSUED);
  t.same(found.entry, { at: START + 71 * MINUTE_MS, price: 171 });
  t.same(found.settled, { at: START + 131 * MINUTE_MS, price: 231 });
  t.same([found.returnPct, found.excessPct, found.worstPct, found.bestPct], [35.0877, 35.0877, 0, 34.5029]);
  const onTheMinute = measure({ bitcoin: rising }, "bitcoin", START + 70 * MINUTE_MS);
  t.equal(onTheMinute.entry?.at, START + 71 * MINUTE_MS, "a close of the very instant was known");
});

t.test("a close up to 15 minutes late still settles, a later one does not", async (t) => {
  const until = (minute: number) => Array.from({ length: COUNT }, (_, at) => (at > 75 && at < minute ? null : 100));
  t.equal(measure({ bitcoin: until(145) }, "bitcoin", ISSUED).settled?.at, START + 145 * MINUTE_MS);
  t.same(measure({ bitcoin: until(146) }, "bitcoin", ISSUED).returnPct, null);
});

t.test("no close before the entry or after the settlement changes anything", async (t) => {
  const prices = fc.array(fc.double({ min: 1, max: 1_000, noNaN: true }), { minLength: COUNT, maxLength: COUNT });
  const issued = fc.integer({ min: 20 * MINUTE_MS, max: 150 * MINUTE_MS });
  assertProperty(
    fc.property(prices, prices, issued, fc.double({ min: 1, max: 9, noNaN: true }), (a, b, offset, factor) => {
      const at = START + offset;
      const found = measure({ bitcoin: a, solana: b }, "bitcoin", at);
      const outside = (minute: number) =>
        START + minute * MINUTE_MS <= at || START + minute * MINUTE_MS > (found.settled?.at ?? 0);
      const other = (all: readonly number[]) => all.map((price, minute) => (outside(minute) ? price * factor : price));
      t.strictSame(measure({ bitcoin: other(a), solana: other(b) }, "bitcoin", at), found);
      if (!(found.worstPct !== null && found.bestPct !== null && found.worstPct <= 0 && found.bestPct >= 0))
        t.fail("the entry lies within the extremes");
    }),
    { numRuns: 60 },
  );
});

t.test("hours between the edges count with their stored extremes", async (t) => {
  const minutes = [{ token: "bitcoin", at: [START + MINUTE_MS, START + 25 * HOUR_MS], price: [100, 110] }];
  const hour = (at: number, low: number | null, high: number | null) => ({
    ...{ token: "bitcoin", hour: START + at * HOUR_MS, closes: 60, low, high },
    ...{ sigma_1h_pct: 1, sigma_24h_pct: 2, sigma_7d_pct: 3 },
  });
  const prices = pricesOf([hour(0, 99, 101), hour(1, 80, 140), hour(2, null, null), hour(24, 1, 999)], minutes);
  const found = measureOutcome(prices, openMarketReturns(prices, "24h"), "bitcoin", START, "24h");
  t.same(found.settled, null, "an hour late is too late");
  t.same([found.worstPct, found.bestPct], [-20, 40], "the hour after the end is not looked at");
});

t.test(
  "the sample holds what was in force at a full hour and every change of the verdict, traffic or not",
  async (t) => {
    const call = (minute: number, more: Partial<RecordDueRow> = {}) =>
      ({
        ...{ kind: "evaluation", subkind: "standard", verdict: "proceed", previous_verdict: "proceed" },
        ...{ issued_ms: START + minute * MINUTE_MS, valid_ms: START + (minute + 15) * MINUTE_MS },
        ...more,
      }) as RecordDueRow;
    const at = (minute: number) => START + minute * MINUTE_MS;
    t.ok(isSampled(call(55), at(61)), "in force at the hour");
    t.ok(isSampled(call(60), at(61)), "issued at the hour");
    t.notOk(isSampled(call(50), at(55)), "replaced before the hour");
    t.notOk(isSampled(call(40), Number.POSITIVE_INFINITY), "over before the hour");
    t.ok(isSampled(call(40, { previous_verdict: "avoid" }), at(45)), "a change of the verdict");
    t.notOk(isSampled(call(40, { previous_verdict: "" }), at(45)), "the first one is no change");
    t.ok(isSampled(call(40, { subkind: "sized" }), at(45)), "who asks for a size has rows of his own");
    const minted = [5, 12, 20, 31, 44, 58];
    const taken = minted.filter((minute, index) => isSampled(call(minute), at(minted[index + 1] ?? 61)));
    t.same(taken, [58], "however often it is minted, one an hour counts");
  },
);
