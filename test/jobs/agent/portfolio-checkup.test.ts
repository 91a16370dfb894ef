// portfolio-checkup over planted holdings: each verdict, what is not known, and every number by a second way of reckoning.
import fc from "fast-check";
import t from "tap";
import { type Holding, holdingsOf, weigh } from "../../../jobs/agent/holding.ts";
import { judge } from "../../../jobs/agent/judge.ts";
import { portfolioCheckup } from "../../../jobs/agent/portfolio-checkup.ts";
import { gap } from "../../../jobs/measure/gap.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { assertProperty } from "../../support/property.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { closes, holding, LAST_DAY, stable } from "../../support/rows/planted-holdings.ts";

const SOURCES = [
  { id: "S1", provider: "sandbox:assay", endpoint: "state/bitcoin", as_of: new Date(AS_OF).toISOString() },
];
const factsFor = (holdings: readonly Holding[], stressBtcPct = -30) => ({
  holdings,
  stressBtcPct,
  from: { price: ["S1"], volume: ["S1"], security: ["S1"] },
  by: null,
  asOf: AS_OF,
});

function run(
  test: Parameters<typeof plantedRun>[0],
  holdings: readonly Holding[],
  risk_profile = "medium",
  stress = -30,
) {
  const gathered = { facts: factsFor(holdings, stress), sources: SOURCES, calls: [], asOf: AS_OF, build: AS_OF };
  return plantedRun(test, portfolioCheckup, { holdings: [], risk_profile }, gathered, AS_OF);
}

const even = (change: (at: number) => Partial<Holding> = () => ({})) =>
  Array.from({ length: 5 }, (_, at) =>
    holding(`token-${at}`, 1e5, { beta: 0.8, days: closes(120, 2, at + 2), ...change(at) }),
  );

t.test("every verdict is reached, and says by what", async (t) => {
  const first = (change: Partial<Holding>) => even((at) => (at === 0 ? change : {}));
  const cases = [
    [even(), "HEALTHY", "proceed", "within_limits"],
    [first({ contractRisk: "critical" }), "AT_RISK", "avoid", "critical_contracts"],
    [[...even().slice(1), holding("slow", 1.1e5, { volumeUsd: 1e5 })], "AT_RISK", "avoid", "exit_slow"],
    [even((at) => ({ days: closes(120, 40, at + 2) })), "AT_RISK", "avoid", "bad_day"],
    [[holding("one", 3e5), holding("two", 2.9e5), holding("three", 2.9e5)], "REBALANCE", "caution", "concentrated"],
    [[holding("one", 1e6), ...even().slice(0, 3)], "REBALANCE", "caution", "concentrated"],
    [even(() => ({ beta: 1.2 })), "REBALANCE", "caution", "stress_loss"],
    [[...even(), holding("dark", gap("stale"))], "INSUFFICIENT", "unassessed", "unpriced"],
    [even(() => ({ beta: gap("stale") })), "INSUFFICIENT", "unassessed", "not_measured"],
    [first({ volumeUsd: gap("stale"), valueUsd: 2e5 }), "INSUFFICIENT", "unassessed", "not_measured"],
    [even(() => ({ days: closes(30, 2) })), "INSUFFICIENT", "unassessed", "not_measured"],
  ] as const;
  for (const [holdings, verdict, grade, code] of cases) {
    const data = run(t, holdings);
    t.match(data, { verdict, verdict_class: grade, reasons: [{ code }] }, `${verdict} ${code}: ${data.summary}`);
  }
  t.equal(run(t, even(), "low").verdict, "REBALANCE", "who bears less is told sooner");
  t.equal(run(t, even(), "high", -60).verdict, "REBALANCE", "a harder stress as well");
  t.match(run(t, [holding("dark", gap("stale"))]), { verdict: "INSUFFICIENT", charged: false });
});

t.test("every number is that of a second way of reckoning, to the shown digit", async (t) => {
  const holdings = [
    holding("alpha", 120_000, { beta: 1.4, volumeUsd: 3e6, days: closes(130, 5, 11) }),
    holding("beta", 80_000, { beta: 0.7, volumeUsd: 4e5, days: closes(130, 3, 12) }),
    stable("gamma", 50_000),
    holding("delta", 30_000, { beta: 2.2, days: closes(95, 8, 13), contractRisk: null, unlocks30dPct: null }),
  ];
  const details = run(t, holdings, "high", -40).details as Record<string, number>;
  const held = details.holdings as unknown as Record<string, number>[];
  const total = 280_000;
  const weights = [120_000, 80_000, 50_000, 30_000].map((usd) => usd / total);
  t.equal(details.total_usd, total);
  t.equal(details.hhi, Math.round(weights.reduce((sum, w) => sum + w * w, 0) * 1e6) / 1e6);
  t.same(
    held.map((row) => row.weight_pct),
    weights.map((w) => Math.round(w * 1e6) / 1e4),
  );
  t.equal(held[1]?.exit_days, 2);
  const stressed = weights.reduce((sum, w, at) => sum + w * Math.max(-100, (holdings[at]?.beta as number) * -40), 0);
  t.equal(details.stress_loss_pct, Math.round(-stressed * 1e4) / 1e4);
  // The value of what is held today on each of the last ninety days against the day before, sorted; the fifth of a hundred lies between the fifth and the sixth worst.
  const price = (at: number, end: number) => new Map(holdings[at]?.days).get(end) ?? Number.NaN;
  const daily = Array.from({ length: 90 }, (_, back) => LAST_DAY - back * DAY_MS).map((end) =>
    weights.reduce((sum, w, at) => sum + w * (price(at, end) / price(at, end - DAY_MS) - 1), 0),
  );
  const sorted = daily.toSorted((a, b) => a - b);
  const rank = 0.05 * 89;
  const [low, high] = [sorted[Math.floor(rank)] ?? 0, sorted[Math.ceil(rank)] ?? 0];
  t.equal(details.var_days, 90);
  t.equal(details.var_95_1d_pct, Math.round(-(low + (high - low) * (rank - Math.floor(rank))) * 1e6) / 1e4);
});

t.test("pairs that move as one are named, and values come from the published state", async (t) => {
  const twin = closes(120, 3, 50);
  const { details } = run(t, [holding("one", 1e5, { days: twin }), holding("two", 1e5, { days: twin }), ...even()]);
  t.match(details.correlated, [{ tokens: ["one", "two"], correlation: 1 }]);
  const state = { ...buildState(factsOf(wholeRows()), "aave"), build: AS_OF };
  const price = state.sections.market.price_usd as number;
  const [held, lost] = holdingsOf(
    [
      { token: "aave", amount: 2 },
      { token: "uniswap", amount: 1 },
      { token: "aave", value_usd: 50 },
    ],
    new Map([["aave", state]]),
    new Map(),
  );
  t.equal(held?.valueUsd, 2 * price + 50);
  t.match(lost?.valueUsd, { gap: "stale" });
  t.equal(weigh([held as Holding, lost as Holding]).length, 1);
});

t.test("a stablecoin without daily closes counts as one that kept its price, and that is said", async (t) => {
  const held = [...even(), stable("usd", 1e5)];
  const silent = [...even(), { ...stable("usd", 1e5), days: [] }];
  const [told, assumed] = [run(t, held), run(t, silent)];
  t.ok(Number(assumed.details.var_95_1d_pct) > 0);
  t.ok(Math.abs(Number(assumed.details.var_95_1d_pct) - Number(told.details.var_95_1d_pct)) < 0.05);
  t.equal(
    assumed.caveats.some((one) => one.includes("kept its price")),
    true,
  );
  t.equal(
    told.caveats.some((one) => one.includes("kept its price")),
    false,
  );
  t.match(run(t, [...even(), holding("dark", 1e5, { days: [] })]), { verdict: "INSUFFICIENT" });
});

t.test("whatever of what is held is lost, nothing is healthy that was not", async (t) => {
  const change = fc.record({
    beta: fc.double({ min: -0.5, max: 2.5, noNaN: true }),
    volumeUsd: fc.double({ min: 1e4, max: 1e8, noNaN: true }),
    size: fc.double({ min: 0.5, max: 30, noNaN: true }),
    value: fc.double({ min: 1e3, max: 1e5, noNaN: true }),
    risk: fc.constantFrom("low", "critical"),
  });
  const classOf = (holdings: readonly Holding[]) =>
    judge(portfolioCheckup.card, portfolioCheckup.read(factsFor(holdings), {})).class;
  const lose = fc.constantFrom<Partial<Holding>>(
    { valueUsd: gap("stale") },
    { volumeUsd: gap("source_error") },
    { beta: gap("stale") },
    { contractRisk: gap("source_error") },
    { days: [] },
  );
  assertProperty(
    fc.property(fc.array(change, { minLength: 5, maxLength: 6 }), fc.nat(5), lose, (parts, at, lost) => {
      const whole = parts.map(({ size, value, risk, ...rest }, n) =>
        holding(`token-${n}`, value, { ...rest, contractRisk: risk, days: closes(100, size, n + 2) }),
      );
      const after = whole.map((one, n) => (n === at % whole.length ? { ...one, ...lost } : one));
      return classOf(whole) === "proceed" || classOf(after) !== "proceed";
    }),
    { numRuns: 150 },
  );
  t.pass();
});
