import fc from "fast-check";
import t from "tap";
import { closedUntil, GRACE_MS, holesOf, liveWindow, pagesOf, settleMs, subtract } from "../../ingest/run/grid.ts";
import { MINUTE_MS } from "../../schema/duration.ts";
import { assertProperty } from "../support/property.ts";

const grid = { intervalS: 60, pageRows: 1_000 };
const T = Date.UTC(2026, 0, 1, 10);

t.test("a candle counts as closed only after its end and the grace", async (t) => {
  t.equal(closedUntil(T, 60), T - MINUTE_MS);
  t.equal(closedUntil(T + GRACE_MS, 60), T);
  t.equal(settleMs(T + 10, 60), GRACE_MS - 10, "a pull right at the end waits the rest");
  t.equal(settleMs(T + 30_000, 60), 0);
});

t.test("a live pull reads the last two closed candles again and everything after, never the running one", async (t) => {
  const now = T + 30_000;
  t.same(liveWindow(T - 3 * MINUTE_MS, now, grid), { from: T - 4 * MINUTE_MS, to: T });
  t.equal(liveWindow(T - MINUTE_MS, now, grid), null, "nothing new has closed");
  t.same(liveWindow(undefined, now, grid), { from: T - 240 * MINUTE_MS, to: T }, "the first pull is one page");
  t.same(
    liveWindow(T - 5_000 * MINUTE_MS, now, grid),
    { from: T - 1_000 * MINUTE_MS, to: T },
    "an outage is the sweep's",
  );
});

t.test("pages tile a window without overlap, each as large as one call may be", async (t) => {
  const pages = pagesOf({ from: T, to: T + 2_500 * MINUTE_MS }, grid);
  t.same(
    pages.map(({ from, to }) => (to - from) / MINUTE_MS),
    [1_000, 1_000, 500],
  );
});

const minutes = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 61 })
  .map((list) => list.sort((a, b) => a - b));

t.test("holes and open times together are the window, each minute once", async () => {
  assertProperty(
    fc.property(minutes, (present) => {
      const window = { from: T, to: T + 61 * MINUTE_MS };
      const times = present.map((minute) => T + minute * MINUTE_MS);
      const missing = holesOf(window, times, 60).flatMap(({ from, to }) =>
        Array.from({ length: (to - from) / MINUTE_MS }, (_, i) => from + i * MINUTE_MS),
      );
      const all = [...times, ...missing].sort((a, b) => a - b);
      return all.length === 61 && all.every((at, i) => at === T + i * MINUTE_MS);
    }),
  );
});

t.test("subtracting stretches leaves exactly what they do not cover", async () => {
  const span = fc.tuple(fc.integer({ min: -5, max: 25 }), fc.integer({ min: 1, max: 8 }));
  assertProperty(
    fc.property(fc.array(span, { maxLength: 6 }), (spans) => {
      const stretches = spans.map(([from, length]) => ({ from, to: from + length }));
      const left = subtract({ from: 0, to: 20 }, stretches);
      for (let i = 0; i < 20; i += 1) {
        const covered = stretches.some(({ from, to }) => from <= i && i < to);
        if (covered === left.some(({ from, to }) => from <= i && i < to)) return false;
      }
      return true;
    }),
  );
});
