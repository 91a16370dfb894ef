// opportunity-scout over planted tokens: each verdict, what keeps a token out, and what a signal's past is worth.
import fc from "fast-check";
import t from "tap";
import { judge } from "../../../jobs/agent/judge.ts";
import { opportunityScout, type ScoutAsked, scoutOf } from "../../../jobs/agent/opportunity-scout.ts";
import { provenLift } from "../../../jobs/record/proven-lift.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import type { OddsTable } from "../../../schema/record/rule.ts";
import type { SectionOf } from "../../../schema/section/index.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { soothe } from "../../support/calm-metrics.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { assertProperty } from "../../support/property.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

type Signal = Extract<SectionOf<"signals">["open"], readonly unknown[]>[number];
type Change = { readonly [S in keyof ReadState["sections"]]?: Partial<ReadState["sections"][S]> };
const maker: ReadState = { ...soothe(buildState(factsOf(wholeRows()), "maker")), build: AS_OF };

const signal = (kind: Signal["kind"], severity: number, direction: Signal["direction"] = "bullish"): Signal =>
  ({
    ...{ id: 1, kind, token: "maker", direction, severity, value: 1, ratio: 1, at: toTime(AS_OF), details: {} },
    ...{ status: "open", expires_at: toTime(AS_OF + 1_000) },
  }) as Signal;

function changed(change: Change): ReadState {
  const base: Change = {
    liquidity: { depth_2pct_usd: 2e6 },
    context: { relative_strength_24h_pct: 9 },
    signals: { open: [signal("breakout", 2)] },
  };
  const sections = { ...maker.sections } as Record<string, object>;
  for (const all of [base, change])
    for (const [id, part] of Object.entries(all)) sections[id] = { ...sections[id], ...part };
  return { ...maker, sections: sections as unknown as ReadState["sections"] };
}

const past = (n: number, right: number, effective = n, windows = 60): OddsTable => ({
  "signal~breakout~2~bullish": {
    ...{ "1h": null, "24h": { n, right, base: 0.5, independent: n, windows, even: windows, effective }, "7d": null },
  },
});
const PROVEN = past(200, 130);
const ASKED: ScoutAsked = {
  ...{ tokens: ["maker"], direction: "long", risk: "medium", minDepthUsd: 0, horizonHours: 24, most: 5 },
};

type Planted = {
  change?: Change;
  odds?: OddsTable;
  verdict?: "proceed" | "caution" | "avoid";
  asked?: Partial<ScoutAsked>;
};

function gathered({ change = {}, odds = PROVEN, verdict = "proceed", asked = {} }: Planted) {
  const standing = new Map([["maker", { id: "eval_1", token: "maker", verdict }]]);
  const read = { states: new Map([["maker", changed(change)]]), standing, odds, now: AS_OF };
  return scoutOf({ ...ASKED, ...asked }, read);
}
const run = (test: Parameters<typeof plantedRun>[0], planted: Planted) =>
  plantedRun(test, opportunityScout, {}, gathered(planted), AS_OF);

t.test("every verdict is reached, and says by what", async (t) => {
  const cases = [
    [{}, "FOUND", "proceed", {}],
    [{ odds: past(200, 105) }, "WATCH", "caution", {}],
    [{ odds: past(20, 20) }, "WATCH", "caution", {}],
    [{ odds: past(200, 130, 29) }, "WATCH", "caution", {}],
    [{ odds: past(200, 130, 200, 29) }, "WATCH", "caution", {}],
    [{ verdict: "avoid" }, "NONE", "avoid", { avoid: 1 }],
    [{ change: { liquidity: { depth_2pct_usd: 1e5 } } }, "NONE", "avoid", { thin: 1 }],
    [{ asked: { minDepthUsd: 1e7 } }, "NONE", "avoid", { thin: 1 }],
    [{ change: { signals: { open: [] } } }, "NONE", "avoid", { no_edge: 1 }],
    [{ change: { signals: { open: [signal("breakout", 2, "bearish")] } } }, "NONE", "avoid", { no_edge: 1 }],
    [{ odds: {}, change: { context: { relative_strength_24h_pct: -4 } } }, "NONE", "avoid", { no_edge: 1 }],
    [{ change: { liquidity: { depth_2pct_usd: "unassessed" } } }, "INSUFFICIENT", "unassessed", { unread: 1 }],
  ] as const;
  for (const [planted, verdict, grade, left] of cases) {
    const data = run(t, planted as Planted);
    t.match(
      data,
      { verdict, verdict_class: grade, details: { left_out: left } },
      JSON.stringify(planted).slice(0, 120),
    );
  }
  t.match(run(t, { asked: { tokens: ["aave"] } }), { verdict: "INSUFFICIENT", charged: false });
});

t.test("a candidate comes with its level, its size and the evaluation it rests on", async (t) => {
  const data = run(t, { change: { market: { price_usd: 100, sigma_24h_pct: 3 } } });
  t.match(data.details, { candidates: [{ token: "maker", proven: true, price_usd: 100, invalidation_usd: 94 }] });
  t.match(data.rests_on, [{ id: "eval_1", token: "maker" }]);
});

t.test("what a kind of signal is worth is shrunk, and nothing unless it is proven", async (t) => {
  const breakout = { kind: "breakout", severity: 2, direction: "bullish" };
  const liftFrom = (odds: OddsTable, signal = breakout) => provenLift(odds, signal, "24h");
  t.match(liftFrom(past(200, 130)), { settled: 200, lift: 0.142857, proven: true });
  t.match(liftFrom(past(29, 29)), { settled: 29, lift: 0, proven: false });
  t.match(liftFrom(past(100, 55)), { settled: 100, lift: 0, proven: false });
  t.match(liftFrom(past(200, 130, 100)), { settled: 200, lift: 0, proven: false }, "they go together");
  t.match(liftFrom(past(200, 130, 150)), { settled: 200, proven: true });
  t.match(liftFrom(past(200, 121)), { proven: false }, "proven only if it were the one class there is");
  t.match(liftFrom(past(200, 130), { ...breakout, direction: "bearish" }), { settled: 0 }, "of another direction");
  const before = { n: 200, right: 130, base: 0.5, independent: 200 };
  const table = { "signal~breakout~2~bullish": { "1h": null, "24h": before, "7d": null } };
  t.match(liftFrom(table), { lift: 0, proven: false }, "a table of before windows were counted");
  t.match(liftFrom({ "signal~breakout~2": table["signal~breakout~2~bullish"] }), { settled: 0 }, "of all directions");
  t.same(liftFrom({}), { settled: 0, lift: 0, proven: false, past: null });
});

t.test("whether a signal is proven follows from what is told of its past", async (t) => {
  // The two-sided quantile of 0.05 / 60, by its tables.
  const z = 3.3415;
  for (const [right, effective] of [
    ...([130, 121, 125, 128] as const).map((one) => [one, 200] as const),
    ...([100, 120, 140, 160] as const).map((one) => [130, one] as const),
  ]) {
    const found = provenLift(
      past(200, right, effective),
      { kind: "breakout", severity: 2, direction: "bullish" },
      "24h",
    );
    const { settled, proven, past: told } = found;
    if (told === null) throw new Error("no past");
    const [p, n] = [told.right / settled, told.effective];
    const centre = p + (z * z) / (2 * n);
    const low = (centre - z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
    const isEnough = told.independent >= 30 && told.windows >= 30 && told.even >= 10;
    t.equal(proven, isEnough && low > told.base, JSON.stringify(told));
  }
});

const LEAVES = [
  ["market", "price_usd"],
  ["market", "change_24h_pct"],
  ["liquidity", "depth_2pct_usd"],
  ["context", "relative_strength_24h_pct"],
  ["derivatives", "funding_apr_pct"],
  ["onchain", "exchange_netflow_24h_usd"],
  ["security", "contract_risk"],
  ["signals", "open"],
] as const;

t.test("whatever of a token is lost, nothing is found that was not", async (t) => {
  const kinds = fc.constantFrom<Change>(
    {},
    { context: { relative_strength_24h_pct: -9 } },
    { liquidity: { depth_2pct_usd: 1e5 } },
    { derivatives: { funding_apr_pct: 95 } },
    { security: { contract_risk: "high" } },
    { market: { change_24h_pct: 60 } },
  );
  const classOf = (state: ReadState, direction: "long" | "short") => {
    const bearish = direction === "short" ? { ...signal("breakout", 2), direction: "bearish" as const } : null;
    const open = state.sections.signals.open;
    const signals = { ...state.sections.signals, open: open === "unassessed" || bearish === null ? open : [bearish] };
    const own = { ...state, sections: { ...state.sections, signals } };
    const standing = new Map([["maker", { id: "eval_1", token: "maker", verdict: "proceed" as const }]]);
    const { facts } = scoutOf(
      { ...ASKED, direction },
      { states: new Map([["maker", own]]), standing, odds: PROVEN, now: AS_OF },
    );
    return judge(opportunityScout.card, opportunityScout.read(facts, {})).class;
  };
  assertProperty(
    fc.property(
      kinds,
      fc.constantFrom(...LEAVES),
      fc.constantFrom("long", "short"),
      (change, [section, name], direction) => {
        const state = changed(change);
        const part = state.sections[section];
        const unassessed = [{ path: `/${name}`, reason: "stale" as const }, ...part.unassessed];
        const lost = {
          ...state,
          sections: { ...state.sections, [section]: { ...part, [name]: "unassessed", unassessed } },
        };
        return classOf(state, direction) === "proceed" || classOf(lost as ReadState, direction) !== "proceed";
      },
    ),
    { numRuns: 100 },
  );
  t.pass();
});
