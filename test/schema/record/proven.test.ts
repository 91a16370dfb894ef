// What the record proves of signals: seldom anything where there is nothing, and what there is once enough is known.
import t from "tap";
import { isProven, oddsOver, PROOF } from "../../../schema/record/proven.ts";
import type { Odds } from "../../../schema/record/rule.ts";
import { effectiveCalls, standardErrors, wilson, wilson95 } from "../../../schema/record/statistic.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { addCall, type Windows, windowSums } from "../../support/record/window-sums.ts";
import { randomFrom } from "../../support/signal/signal-week.ts";

const HOURS = 24;
const DAYS = 60;
const TOKENS = 6;
const CALLS_AN_HOUR = 2;

type Market = { readonly base: number; readonly roseFrom: readonly (readonly boolean[])[] };

function marketOf(random: () => number, shared: number): Market {
  const step = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const hours = Array.from({ length: (DAYS + 1) * HOURS }, step);
  const roseFrom = Array.from({ length: TOKENS }, () => {
    let price = 0;
    const prices = hours.map((all) => (price += Math.sqrt(shared) * all + Math.sqrt(1 - shared) * step()));
    return Array.from({ length: DAYS * HOURS }, (_, hour) => (prices[hour + HOURS] ?? 0) > (prices[hour] ?? 0));
  });
  const all = roseFrom.flat();
  return { base: all.filter(Boolean).length / all.length, roseFrom };
}

type Calling = { readonly episodes: number; readonly hours: number; readonly edge: number };

/** Calls "it rises" of a class in episodes that many tokens share, as what moves the market makes them. */
function callsOf(random: () => number, { base, roseFrom }: Market, { episodes, hours, edge }: Calling): Odds {
  const [calls, hits, ofTokens] = [new Uint16Array(DAYS), new Uint16Array(DAYS), new Uint8Array(DAYS * TOKENS)];
  for (let episode = 0; episode < episodes; episode++) {
    const from = Math.floor(random() * (DAYS * HOURS - hours));
    for (let hour = from; hour < from + hours; hour++)
      for (let call = 0; call < CALLS_AN_HOUR; call++) {
        const token = Math.floor(random() * TOKENS);
        const day = Math.floor(hour / HOURS);
        // So many points more of all calls are right: they come from those that were not.
        const isRight = (roseFrom[token]?.[hour] ?? false) || (edge > 0 && random() < edge / 0.5);
        calls[day] = (calls[day] ?? 0) + 1;
        hits[day] = (hits[day] ?? 0) + Number(isRight);
        ofTokens[day * TOKENS + token] = 1;
      }
  }
  const days = [...calls].flatMap((n, day) => (n === 0 ? [] : [[day, { n, right: hits[day] ?? 0 }] as const]));
  const sums = windowSums(new Map(days));
  const independent = ofTokens.reduce((sum, one) => sum + one, 0);
  return oddsOver(sums, base, independent);
}

/** As before calls of one window were counted together: each token's window as one that knows nothing of the others. */
const byTokens = ({ n, right, base, independent = 0 }: Odds): boolean =>
  (wilson((right / n) * independent, independent, standardErrors(PROOF.level / PROOF.classes))?.[0] ?? 0) > base;

t.test("intervals of all classes hold at once: each is as wide as one sixtieth of a twentieth asks", async (t) => {
  t.equal(standardErrors(0.05).toFixed(6), "1.959964");
  t.equal(standardErrors(0.01).toFixed(6), "2.575829");
  t.same(
    wilson(35, 50, standardErrors(0.05))?.map((x) => x.toFixed(6)),
    wilson95(35, 50)?.map((x) => x.toFixed(6)),
  );
  t.equal(PROOF.classes, SIGNAL_KINDS.length * 3);
  t.equal(standardErrors(PROOF.level / PROOF.classes).toFixed(4), "3.3415");
});

t.test(
  "calls that know nothing of each other count each, and calls of a window that go together count once",
  async (t) => {
    const random = randomFrom(7);
    const of = (right: (window: number) => boolean) => {
      const windows: Windows = new Map();
      for (let call = 0; call < 4_000; call++) addCall(windows, call % 400, right(call % 400));
      return effectiveCalls(windowSums(windows), 4_000);
    };
    const alone = of(() => random() < 0.5);
    t.ok(alone > 3_000, `${alone} of 4,000`);
    const ways = Array.from({ length: 400 }, () => random() < 0.5);
    const together = of((window) => ways[window] ?? false);
    t.ok(together > 300 && together <= 400, `${together} of 400 windows`);
    const slow = of((window) => ways[window - (window % 2)] ?? false);
    t.ok(slow > 150 && slow < 300, `${slow} where two windows that follow each other go together`);
    t.equal(
      effectiveCalls(windowSums(new Map([[1, { n: 50, right: 30 }]])), 50),
      0,
      "of one window nothing can be said",
    );
  },
);

t.test(
  "of a thousand records of a market without an edge at most one in twenty proves any of sixty classes",
  async (t) => {
    for (const [shared, records] of [
      [0, 100],
      [0.4, 1_000],
    ] as const) {
      const [random, found] = [randomFrom(20_261_127), { proven: 0, byTokens: 0 }];
      for (let record = 0; record < records; record++) {
        const market = marketOf(random, shared);
        const all = Array.from({ length: PROOF.classes }, (_, at) =>
          callsOf(random, market, { episodes: 45 + (at % 30), hours: 4, edge: 0 }),
        );
        if (all.some(isProven)) found.proven += 1;
        if (all.some(byTokens)) found.byTokens += 1;
      }
      t.ok(found.proven <= records / 20, `${found.proven} of ${records} where tokens share ${shared} of their moves`);
      t.comment(`shared ${shared}: ${found.proven} proven, ${found.byTokens} if tokens of a window counted each`);
      if (shared > 0)
        t.ok(found.byTokens > records / 20, `${found.byTokens}, were each token's window taken for one of its own`);
    }
  },
);

t.test("what is right fifteen points more often than chance is mostly proven within sixty days of calls", async (t) => {
  const random = randomFrom(20_261_128);
  for (const [shared, least] of [
    [0, 0.9],
    [0.4, 0.5],
  ] as const) {
    let found = 0;
    for (let record = 0; record < 200; record++)
      if (isProven(callsOf(random, marketOf(random, shared), { episodes: 120, hours: 4, edge: 0.15 }))) found += 1;
    t.comment(`shared ${shared}: ${found} of 200`);
    t.ok(found / 200 >= least, `${found} of 200 where tokens share ${shared} of their moves`);
  }
});

t.test(
  "nothing is proven by too few windows, by luck of one class, or by a table of before they were counted",
  async (t) => {
    const past = { n: 400, right: 280, base: 0.5, independent: 400, windows: 40, even: 30, effective: 200 };
    t.equal(isProven(past), true);
    t.equal(isProven({ ...past, windows: 29 }), false);
    t.equal(isProven({ ...past, even: 9 }), false);
    t.equal(isProven({ ...past, effective: 40 }), false);
    // A market's three days on which a hundred tokens were called at once, beside thirty calls of which half were right.
    const uneven = windowSums(
      new Map(
        Array.from({ length: 33 }, (_, day) => [2 * day, day < 3 ? { n: 100, right: 100 } : { n: 1, right: day % 2 }]),
      ),
    );
    const three = oddsOver(uneven, 0.5, 330);
    t.equal(three.even, 3);
    t.equal(isProven(three), false, "three days are three");
    const same = windowSums(new Map(Array.from({ length: 40 }, (_, day) => [day, { n: 10, right: 10 }])));
    t.equal(effectiveCalls(same, 400), 40, "where all came to the same, a window tells as much as a call");
    t.equal(isProven({ ...past, right: 240 }), false, "sixty of a hundred, of two hundred");
    t.equal(isProven({ n: 400, right: 280, base: 0.5, independent: 400 }), false);
  },
);
