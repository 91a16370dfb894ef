import t from "tap";
import { liveWindow } from "../../ingest/run/grid.ts";
import { pastPages } from "../../ingest/run/past-page.ts";
import type { GridSource } from "../../ingest/source/define-source.ts";
import type { Listing } from "../../ingest/source/market.ts";
import { SOURCES } from "../../ingest/sources.ts";
import { progressOf } from "../../ingest/window.ts";
import { DAY_MS } from "../../schema/duration.ts";

const NOW = Date.UTC(2026, 9, 20, 12);
const grids = Object.values(SOURCES).filter((source): source is GridSource => source.kind === "grid");

t.test("the past that comes with a first pull is cut without a hole, the newest piece first", async (t) => {
  const pages = pastPages(NOW, 95 * DAY_MS, 40 * DAY_MS);
  t.equal(pages[0]?.to, NOW);
  t.equal(pages.at(-1)?.from, NOW - 95 * DAY_MS);
  t.ok(pages.every(({ from, to }, at) => to - from <= 40 * DAY_MS && (at === 0 || pages[at - 1]?.from === to)));
});

t.test("each grain is kept as deep as the rules need: minutes 14 days, hours 180, days two years", async (t) => {
  // Kraken gives its newest 720 rows and no more: what it lacks is insufficient history, not a promise.
  const deep = grids.filter((one) => one.market === "spot" && one.venue !== "kraken");
  const depth = (intervalS: number) => deep.filter((one) => one.intervalS === intervalS).map((one) => one.backfillDays);
  t.same(depth(60), ["env", "env", "env"]);
  t.same(depth(3_600), [180, 180, 180]);
  t.same(depth(86_400), [730, 730, 730]);
});

t.test(
  "the first pull of hours and days fills a page, so that statistics do not wait for the gap filler",
  async (t) => {
    for (const source of grids.filter((one) => one.intervalS > 60)) {
      const window = liveWindow(undefined, NOW, source);
      t.equal(((window?.to ?? 0) - (window?.from ?? 0)) / (source.intervalS * 1_000), source.pageRows, source.id);
    }
  },
);

t.test("days are asked for as UTC days", async (t) => {
  const listing = { token: "bitcoin", symbol: "X", listedAt: null } as Listing;
  const asked = ["binance-candle-1d", "bybit-candle-1d", "okx-candle-1d"].map((id) => {
    const source = grids.find((one) => one.id === id);
    const { params } = source?.call(listing, { from: NOW - 2 * DAY_MS, to: NOW }, NOW) ?? {};
    return params?.interval ?? params?.bar;
  });
  t.same(asked, ["1d", "D", "1Dutc"]);
});

t.test("settled funding reaches back the ninety days its rank is among", async (t) => {
  for (const id of ["binance-funding-settled", "bybit-funding-settled", "okx-funding-settled"]) {
    const source = SOURCES[id];
    if (source?.kind !== "token") throw new Error(id);
    const calls = source.calls({ token: "bitcoin", symbol: "X" } as Listing, true, NOW, null);
    const starts = calls.map(({ params }) => Number(params.startTime ?? params.before));
    t.ok(Math.min(...starts) < NOW - 90 * DAY_MS, id);
  }
});

t.test("how much past there is in all stands, and what is done never falls nor is all before the end", async (t) => {
  const first = progressOf({ total: 0, done: 0 }, 1_785);
  t.same(first, { total: 1_785, done: 0 });
  // A hundred ended, of which ten brought half a window.
  const second = progressOf({ ...first, done: 100 }, 1_695);
  t.same(second, { total: 1_785, done: 100 });
  // Others closed holes that nobody had counted.
  t.same(progressOf(second, 1_600), { total: 1_785, done: 185 });
  t.same(progressOf({ total: 1_785, done: 1_785 }, 3), { total: 1_785, done: 1_784 }, "not all while some are missing");
  t.same(progressOf({ total: 1_785, done: 1_784 }, 0), { total: 1_785, done: 1_785 });
  t.same(progressOf({ total: 10, done: 4 }, 30), { total: 34, done: 4 }, "more than ever is more");
});
