// Forced closures of venues that tell them singly and of venues that give totals, side by side.
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { measureOpenInterest } from "../../../jobs/measure/perp.ts";
import { largestRatio, measureLiquidations, measureTakers } from "../../../jobs/measure/positioning.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

type Windows = FactRows["liquidationWindows"][number];

const windowsOf = (venue: string, given: Partial<Windows> = {}): Windows => ({
  token: "bitcoin",
  venue,
  provider: `sandbox:${venue}`,
  newest_at: AS_OF - 60_000,
  retrieved_ms: AS_OF - 30_000,
  windows: 288,
  seconds_1h: 3_600,
  long_1h_usd: 1_000,
  short_1h_usd: 500,
  seconds_24h: 86_400,
  long_24h_usd: 20_000,
  short_24h_usd: 5_000,
  first_ms: AS_OF - DAY_MS,
  ...given,
});

function measure(windows: readonly Windows[], span: "1h" | "24h" = "1h", given: Partial<FactRows> = {}) {
  const facts = factsOf({ ...wholeRows(), liquidationWindows: windows, ...given });
  const rows = facts.tokens.get("bitcoin");
  if (!rows) throw new Error("no facts");
  return measureLiquidations(facts, rows, measureOpenInterest(rows, AS_OF), span);
}

t.test("totals join the closures told singly; count and largest stay those of the latter", async (t) => {
  t.match(measure([]), { longUsd: 30, shortUsd: 15, totalUsd: 45, count: 6, largestUsd: 10 });
  t.match(measure([windowsOf("okx")]), { longUsd: 1_020, shortUsd: 510, count: 4, largestUsd: 10 });
});

t.test("a venue that gives totals is never counted by its single closures too", async (t) => {
  const measured = measure([windowsOf("okx")], "24h");
  t.match(measured, { longUsd: 200 + 20_000, shortUsd: 100 + 5_000, count: 18 });
});

t.test(
  "sums say whose they are and for how much of the open interest they stand; count and largest, of whom they are",
  async (t) => {
    const whole = wholeRows();
    const weights = { binance: 6, bybit: 2, okx: 2 };
    const openInterest = whole.openInterest.map((row) => ({
      ...row,
      usd_mean_7d: weights[row.venue as keyof typeof weights],
    }));
    const calls = whole.calls.filter(({ source }) => source !== "binance-liquidation");
    const facts = factsOf({ ...whole, openInterest, calls, liquidationWindows: [windowsOf("bybit")] });
    const rows = facts.tokens.get("bitcoin");
    if (!rows) throw new Error("no facts");
    const interest = measureOpenInterest(rows, AS_OF);
    const closed = measureLiquidations(facts, rows, interest, "1h");
    t.match(closed, { venues: ["bybit", "okx"], singleVenues: ["okx"] });
    t.ok("share" in closed && closed.share === 0.4, "two of five parts of the open interest");
    const { derivatives } = buildState(facts, "bitcoin").sections;
    const said = { venues: ["bybit", "okx"], count_venues: ["okx"], open_interest_share_pct: 40 };
    t.match(derivatives.liquidations_1h, said);
    t.type(derivatives.liquidations_1h?.total_usd, "number", "a part is told, under its name");
    t.match(
      derivatives.partial?.find(({ path }) => path === "/liquidations_1h/total_usd"),
      { reason: "no_source", detail: /bybit, okx alone, 40.0 % of the open interest/ },
    );
  },
);

t.test("a venue that fell silent is waited for as much as its open interest weighs", async (t) => {
  const whole = wholeRows();
  const [largest] = whole.openInterest
    .filter(({ token }) => token === "bitcoin")
    .sort((a, b) => b.usd_mean_7d - a.usd_mean_7d);
  const silent = {
    ...whole,
    calls: whole.calls.map((call) =>
      call.provider === largest?.provider && call.source.includes("liquidation")
        ? { ...call, ok_at: AS_OF - 3_600_000 }
        : call,
    ),
  };
  const heavy = {
    ...silent,
    openInterest: whole.openInterest.map((row) => (row.venue === largest?.venue ? { ...row, usd_mean_7d: 1e15 } : row)),
  };
  const of = (given: FactRows) => {
    const facts = factsOf(given);
    const rows = facts.tokens.get("bitcoin");
    return rows && measureLiquidations(facts, rows, measureOpenInterest(rows, AS_OF), "1h");
  };
  t.match(of(heavy), { gap: "insufficient_coverage" });
  const gone = { ...heavy, openInterest: whole.openInterest.filter((row) => row.venue !== largest?.venue) };
  t.match(of(gone), { gap: "insufficient_coverage" }, "nor does it help to forget how much that is");
});

t.test("totals with holes are not taken for the whole span", async (t) => {
  const holes = windowsOf("okx", { seconds_1h: 1_800, seconds_24h: 40_000 });
  t.match(measure([holes]), { longUsd: 20, count: 4 }, "the other two venues still carry the sum");
  const all = ["binance", "bybit", "okx"].map((venue) => windowsOf(venue, { seconds_1h: 1_800, first_ms: AS_OF - 1 }));
  t.match(measure(all, "1h", { liquidationWatch: [] }), { gap: "insufficient_history" });
  t.match(measure(["binance", "bybit"].map((venue) => windowsOf(venue, { seconds_1h: 0 }))), {
    gap: "insufficient_coverage",
  });
});

t.test("totals of every venue leave count and largest unassessed with the reason", async (t) => {
  const all = ["binance", "bybit", "okx"].map((venue) => windowsOf(venue));
  t.match(measure(all), { totalUsd: 4_500, count: { gap: "no_source" }, largestUsd: { gap: "no_source" } });
});

t.test("a stop since the watch began is a hole, and a watch that began within the span is young", async (t) => {
  const watched = (first_ms: number, seconds: number) => ({
    liquidationWatch: wholeRows().liquidationWatch.map((row) => ({ ...row, first_ms, seconds_24h: seconds })),
  });
  const day = DAY_MS;
  t.match(measure([], "24h", watched(AS_OF - day - 1, 84_000)), { gap: "insufficient_coverage", retryAfterS: 672 });
  t.match(measure([], "24h", watched(AS_OF - day, 84_000)), { gap: "insufficient_history" });
  t.match(measure([], "24h", watched(AS_OF - 2 * day, 84_700)), { totalUsd: 450 });
  const totals = (first_ms: number) =>
    ["binance", "bybit", "okx"].map((venue) => windowsOf(venue, { seconds_24h: 84_000, first_ms }));
  t.match(measure(totals(AS_OF - day - 1), "24h", { liquidationWatch: [] }), { gap: "insufficient_coverage" });
  t.match(measure(totals(AS_OF - day), "24h", { liquidationWatch: [] }), { gap: "insufficient_history" });
});

t.test("a change of open interest is a hole where an older reading is stored, and young where none is", async (t) => {
  const of = (given: Partial<FactRows["openInterest"][number]>) => {
    const whole = wholeRows();
    const facts = factsOf({ ...whole, openInterest: whole.openInterest.map((row) => ({ ...row, ...given })) });
    const rows = facts.tokens.get("bitcoin");
    if (!rows) throw new Error("no facts");
    const { change1h, change4h, change24h } = measureOpenInterest(rows, AS_OF);
    return [change1h, change4h, change24h].map((one) => (typeof one === "number" ? "known" : one.gap));
  };
  t.same(of({ usd_1h: null }), ["insufficient_coverage", "known", "known"]);
  t.same(of({ usd_1h: null, usd_4h: null }), ["insufficient_coverage", "insufficient_coverage", "known"]);
  t.same(of({ usd_24h: null }), ["known", "known", "insufficient_coverage"]);
  t.same(of({ usd_4h: null, usd_24h: null }), ["known", "insufficient_coverage", "insufficient_coverage"]);
  const young = { first_at: AS_OF - 5 * 3_600_000, usd_24h: null };
  t.same(of(young), ["known", "known", "insufficient_history"]);
  t.same(of({ ...young, usd_4h: null }), ["known", "insufficient_coverage", "insufficient_history"]);
  t.same(of({ ...young, first_at: AS_OF - 2 * 3_600_000, usd_4h: null }), [
    "known",
    "insufficient_history",
    "insufficient_history",
  ]);
});

type Rows = FactRows["longShort"][number];
type Call = FactRows["calls"][number];
type Interest = FactRows["openInterest"][number];

/** What is told of bitcoin's accounts; binance holds most open interest, then bybit, then okx. */
function ratioOf(
  edit: {
    readonly rows?: (row: Rows) => Rows | null;
    readonly calls?: (call: Call) => Call | null;
    readonly interest?: (row: Interest) => Interest | null;
  },
  kind: "global_account" | "top_position" = "global_account",
) {
  const whole = wholeRows();
  const kept = <R>(list: readonly R[], change: ((one: R) => R | null) | undefined) =>
    list.flatMap((one) => (change ? (change(one) ?? []) : one));
  const facts = factsOf({
    ...whole,
    longShort: kept(whole.longShort, edit.rows),
    calls: kept(whole.calls, edit.calls),
    openInterest: kept(whole.openInterest, edit.interest),
  });
  const rows = facts.tokens.get("bitcoin");
  if (!rows) throw new Error("no facts");
  return largestRatio(rows, kind, measureOpenInterest(rows, AS_OF), AS_OF);
}
const silent = (row: Rows): Rows => (row.venue === "binance" ? { ...row, read_at: AS_OF - 3 * HOUR_MS } : row);
const gone = (row: Rows) => (row.venue === "binance" ? null : row);
const isRatioCall = ({ source }: Call) => source === "binance-long-short";

t.test("accounts of another venue are never taken for those of the largest one, which fell silent", async (t) => {
  t.match(ratioOf({}), { venue: "binance" });
  t.match(ratioOf({ rows: silent }), { gap: "stale", since: AS_OF - 10_000 });
  t.match(ratioOf({ rows: silent }, "top_position"), { gap: "stale" });
  const failing = (call: Call): Call =>
    isRatioCall(call) ? { ...call, last_outcome: "http_error", ok_at: 0, kept_at: 0 } : call;
  t.match(ratioOf({ rows: silent, calls: failing }), { gap: "source_error", since: AS_OF - 3 * HOUR_MS });
  t.match(ratioOf({ rows: gone }), { gap: "stale" }, "its calls brought them, though none is stored");
  t.match(
    ratioOf({ interest: (row) => (row.venue === "okx" ? null : row) }),
    { gap: "insufficient_coverage", detail: /okx/ },
    "which may be the largest",
  );
  t.match(ratioOf({ rows: (row) => (row.venue === "okx" ? { ...row, read_at: AS_OF - 3 * HOUR_MS } : row) }), {
    venue: "binance",
  });
});

t.test("a venue that told none for a day, and whose calls bring none, silences nobody", async (t) => {
  const calls = (call: Call) => (isRatioCall(call) ? null : call);
  t.match(ratioOf({ rows: gone, calls }), { venue: "bybit" });
  t.match(ratioOf({ rows: gone, calls: (call) => (isRatioCall(call) ? { ...call, kept_at: 0 } : call) }), {
    venue: "bybit",
  });
  const longAgo = (row: Rows): Rows => (row.venue === "binance" ? { ...row, read_at: AS_OF - 27 * HOUR_MS } : row);
  t.match(ratioOf({ rows: longAgo, calls }), { venue: "bybit" });
  t.match(ratioOf({ rows: gone }, "top_position"), { venue: "bybit" }, "what its calls brought is of another kind");
  t.match(ratioOf({ rows: () => null, calls: (call) => (/long-short/.test(call.source) ? null : call) }), {
    gap: "pending",
  });
});

t.test("takers of an hour that is not stored whole: a hole beside older ones, young without", async (t) => {
  const takersOf = (given: Partial<FactRows["takers"][number]>) => {
    const whole = wholeRows();
    const rows = factsOf({ ...whole, takers: whole.takers.map((row) => ({ ...row, ...given })) }).tokens.get("bitcoin");
    if (!rows) throw new Error("no facts");
    return measureTakers(rows, measureOpenInterest(rows, AS_OF), AS_OF);
  };
  const end_at = AS_OF - 60_000;
  t.type(takersOf({}), "number");
  t.match(takersOf({ end_at, seconds: 3_000, first_ms: end_at - HOUR_MS }), { gap: "insufficient_coverage" });
  t.match(takersOf({ end_at, seconds: 3_000, first_ms: end_at - HOUR_MS + 1 }), { gap: "insufficient_history" });
});
