// daily-market-brief over a planted market: each verdict, what is told, and what is not known.
import t from "tap";
import { dailyMarketBrief, dayOf } from "../../../jobs/agent/daily-market-brief.ts";
import type { MarketSections } from "../../../jobs/agent/read-day.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import { MARKET_SECTION_IDS, MARKET_SECTIONS } from "../../../schema/market/index.ts";
import type { SectionOf } from "../../../schema/section/index.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { sample } from "../../support/sample.ts";

const facts = factsOf(wholeRows());
const bitcoin: ReadState = { ...buildState(facts, "bitcoin"), build: AS_OF };
const aave: ReadState = { ...buildState(facts, "aave"), build: AS_OF };
const market = Object.fromEntries(
  MARKET_SECTION_IDS.map((id) => [id, { ...(sample(MARKET_SECTIONS[id]) as object), as_of: toTime(AS_OF) }]),
) as unknown as MarketSections;

function run(
  test: Parameters<typeof plantedRun>[0],
  context: Partial<SectionOf<"context">>,
  told: MarketSections = market,
  length: "short" | "standard" = "standard",
) {
  const own = { ...bitcoin, sections: { ...bitcoin.sections, context: { ...bitcoin.sections.context, ...context } } };
  const outcome = [24, AS_OF, 1, 2, 0, 0, 0, "right", 0] as const;
  const record = [{ outcomes: [outcome] }] as never;
  const standing = [{ id: "eval_1", token: "aave", verdict: "caution" as const }];
  const gathered = dayOf({ market: told, bitcoin: own, focus: [aave], standing, record }, length);
  return plantedRun(test, dailyMarketBrief, { focus: ["aave"] }, gathered, AS_OF);
}

t.test("every verdict is reached, and says by what", async (t) => {
  const cases = [
    [2, 70, "RISK_ON", "proceed", "within_limits"],
    [-2, 30, "RISK_OFF", "avoid", "risk_off"],
    [-2, 50, "MIXED", "caution", "btc_not_up"],
    [2, 50, "MIXED", "caution", "breadth_not_wide"],
    [1, 70, "MIXED", "caution", "btc_not_up"],
    ["unassessed", 70, "INSUFFICIENT", "unassessed", "not_measured"],
    [2, "unassessed", "INSUFFICIENT", "unassessed", "not_measured"],
  ] as const;
  for (const [btc, breadth, verdict, grade, code] of cases) {
    const data = run(t, { btc_change_24h_pct: btc, breadth_up_24h_pct: breadth });
    t.match(data, { verdict, verdict_class: grade, reasons: [{ code }] }, `${btc} ${breadth}`);
  }
  t.match(run(t, { btc_change_24h_pct: "unassessed", breadth_up_24h_pct: "unassessed" }), { charged: false });
});

t.test("it tells what is published, as long as was asked, with what became of our calls", async (t) => {
  const gainers = Array.from({ length: 10 }, (_, at) => ({
    token: `t${at}`,
    symbol: "T",
    value: 10 - at,
    rank: at + 1,
  }));
  const told = { ...market, rankings: { ...market.rankings, gainers_24h: gainers } };
  const data = run(t, { btc_change_24h_pct: 2, breadth_up_24h_pct: 70 }, told, "short");
  const details = data.details as { gainers: unknown[]; focus: object[]; record: object };
  t.equal(details.gainers.length, 3);
  t.match(details.record, { settled: 1, right: 1, wrong: 0 });
  t.match(details.focus, [{ token: "aave", verdict: "caution" }]);
  t.match(data.rests_on, [{ id: "eval_1" }]);
  const lost = { ...told, rankings: { ...told.rankings, gainers_24h: "unassessed" as const } };
  t.match(run(t, { btc_change_24h_pct: 2 }, lost).details, { gainers: "unassessed" });
});
