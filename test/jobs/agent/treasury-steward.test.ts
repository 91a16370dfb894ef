// treasury-steward over planted holdings: each verdict, what is not known, and every number by a second way of reckoning.
import t from "tap";
import type { Holding } from "../../../jobs/agent/holding.ts";
import { treasurySteward } from "../../../jobs/agent/treasury-steward.ts";
import { gap } from "../../../jobs/measure/gap.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { AS_OF } from "../../support/rows/facts.ts";
import { holding, stable } from "../../support/rows/planted-holdings.ts";

const SOURCES = [
  { id: "S1", provider: "sandbox:assay", endpoint: "state/bitcoin", as_of: new Date(AS_OF).toISOString() },
];

function run(
  test: Parameters<typeof plantedRun>[0],
  holdings: readonly Holding[],
  burnUsd: number,
  input: object = {},
) {
  const facts = { holdings, burnUsd, from: { price: ["S1"], volume: ["S1"], security: ["S1"] }, by: null, asOf: AS_OF };
  const gathered = { facts, sources: SOURCES, calls: [], asOf: AS_OF, build: AS_OF };
  return plantedRun(test, treasurySteward, { holdings: [], monthly_burn_usd: burnUsd, ...input }, gathered, AS_OF);
}

const mixed = [stable("usdc", 3e5), stable("usdt", 3e5), holding("ether", 4e5, { beta: 1.2 })];

t.test("every verdict is reached, and says by what", async (t) => {
  const cases = [
    [mixed, 5e4, {}, "ON_TRACK", "proceed", "within_limits"],
    [mixed, 3e5, {}, "CRITICAL", "avoid", "stress_short"],
    [[stable("usdc", 3e5, 0.985), ...mixed.slice(1)], 5e4, {}, "CRITICAL", "avoid", "depegged"],
    [mixed, 1e5, {}, "ADJUST", "caution", "runway_short"],
    [mixed, 5e4, { stable_floor_pct: 70 }, "ADJUST", "caution", "stables_few"],
    [mixed, 5e4, { max_single_asset_pct: 35 }, "ADJUST", "caution", "one_asset"],
    [[...mixed, holding("dark", gap("stale"))], 5e4, {}, "INSUFFICIENT", "unassessed", "unpriced"],
    [
      [holding("ether", 4e5, { beta: gap("stale") }), holding("bit", 4e5, { beta: gap("stale") })],
      1e4,
      { stable_floor_pct: 0, max_single_asset_pct: 60 },
      "INSUFFICIENT",
      "unassessed",
      "not_measured",
    ],
  ] as const;
  for (const [holdings, burn, input, verdict, grade, code] of cases) {
    const data = run(t, holdings, burn, input);
    t.match(data, { verdict, verdict_class: grade, reasons: [{ code }] }, `${verdict} ${code}: ${data.summary}`);
  }
  t.match(run(t, [holding("dark", gap("stale"))], 1), { verdict: "INSUFFICIENT", charged: false });
});

t.test("a stable treasury needs no beta, and one whose known part lasts needs not all", async (t) => {
  const lost = holding("ether", 1e5, { beta: gap("stale") });
  t.equal(run(t, [...mixed, lost], 5e4).verdict, "ON_TRACK");
  t.match(run(t, [...mixed, lost], 5e4).details, { stressed_usd: "unassessed", stressed_months: "unassessed" });
});

t.test("every number is that of a second way of reckoning, to the shown digit", async (t) => {
  const { details } = run(t, mixed, 70_000);
  t.equal(details.total_usd, 1_000_000);
  t.equal(details.runway_months, Math.round((1e6 / 7e4) * 1e6) / 1e6);
  const stressed = 6e5 + 4e5 * (1 - 0.6);
  t.equal(details.stressed_usd, stressed);
  t.equal(details.stressed_months, Math.round((stressed / 7e4) * 1e6) / 1e6);
  t.equal(details.stable_pct, 60);
  // A month from one stablecoin at the cost of 100,000; three at that of 1,000,000; six from both.
  t.match(details.raise, [
    { months: 1, amount_usd: 70_000, cost_usd: 210, cost_pct: 0.3, from: ["usdc"] },
    { months: 3, amount_usd: 210_000, cost_usd: 4_200, cost_pct: 2, from: ["usdc"] },
    { months: 6, amount_usd: 420_000, cost_usd: 8_400, cost_pct: 2, from: ["usdc", "usdt"] },
  ]);
  const poor = run(t, mixed, 500_000).details as { raise: Record<string, unknown>[] };
  t.match(poor.raise[2], { months: 6, cost_usd: "unassessed", from: "unassessed" });
});
