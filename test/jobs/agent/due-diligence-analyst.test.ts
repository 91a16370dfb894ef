// due-diligence-analyst over a planted token: each verdict, ninety days, and what is not known.
import t from "tap";
import { dossierOf, dueDiligenceAnalyst, exitImpact, pastOf } from "../../../jobs/agent/due-diligence-analyst.ts";
import { isGap } from "../../../jobs/measure/gap.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import { DIMENSIONS, type DimensionId } from "../../../schema/evaluation/rule.ts";
import { soothe } from "../../support/calm-metrics.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const maker: ReadState = { ...soothe(buildState(factsOf(wholeRows()), "maker")), build: AS_OF };
type Change = { readonly [S in keyof ReadState["sections"]]?: Partial<ReadState["sections"][S]> };

function changed(change: Change): ReadState {
  const calm: Change = { supply: { unlocks_7d_pct: 0, unlocks_30d_pct: 0, unlocks_90d_pct: 0 } };
  const sections = { ...maker.sections } as Record<string, object>;
  for (const all of [calm, change])
    for (const [id, part] of Object.entries(all)) sections[id] = { ...sections[id], ...part };
  return { ...maker, sections: sections as unknown as ReadState["sections"] };
}
const sold = (...impacts: (number | "unassessed")[]): Partial<ReadState["sections"]["liquidity"]> => ({
  impact: impacts.map((impact_pct, at) => ({
    ...{
      side: "sell" as const,
      size_usd: 100_000,
      impact_pct,
      method: at === 0 ? ("book" as const) : ("quote" as const),
    },
    as_of: maker.sections.liquidity.as_of,
  })),
});

const CLOSES = Array.from({ length: 120 }, (_, day) => (day === 100 ? 50 : 100 + day));
const record = { settled: 3, right: 2, wrong: 1 };

function run(
  test: Parameters<typeof plantedRun>[0],
  change: Change,
  days = 90,
  focus: readonly DimensionId[] = DIMENSIONS,
) {
  const state = changed({ liquidity: sold(0.4, 0.5), ...change });
  const read = { state, closes: CLOSES, record, restsOn: [] };
  return plantedRun(test, dueDiligenceAnalyst, { token: "maker" }, dossierOf(read, days, focus), AS_OF);
}

t.test("every verdict is reached, and says by what", async (t) => {
  const cases = [
    [{}, "SOUND", "proceed", "within_limits"],
    [{ security: { contract_risk: "critical" } }, "UNSOUND", "avoid", "contract_critical"],
    [{ liquidity: sold(0.5, 11) }, "UNSOUND", "avoid", "exit_dear"],
    [{ supply: { unlocks_90d_pct: 25 } }, "UNSOUND", "avoid", "unlocks_large"],
    [{ onchain: { top10_holders_pct: 81 } }, "UNSOUND", "avoid", "holders_extreme"],
    [{ liquidity: sold(0.5, 1.2) }, "CONCERNS", "caution", "exit_costly"],
    [{ derivatives: { funding_apr_pct: 45 } }, "CONCERNS", "caution", "dimension_cautions"],
    [{ liquidity: sold("unassessed") }, "INSUFFICIENT", "unassessed", "not_measured"],
    [{ security: { contract_risk: "unassessed" } }, "INSUFFICIENT", "unassessed", "not_measured"],
  ] as const;
  for (const [change, verdict, grade, code] of cases) {
    const data = run(t, change as Change);
    t.match(data, { verdict, verdict_class: grade, reasons: [{ code }] }, JSON.stringify(change).slice(0, 120));
  }
});

t.test("unlocks are those of the holding time, and cautions those that the caller looks for", async (t) => {
  const soon = { supply: { unlocks_7d_pct: 0, unlocks_30d_pct: 2, unlocks_90d_pct: 30 } };
  t.match(run(t, soon, 30), { verdict: "SOUND", details: { supply: { unlocks_pct: 2 } } });
  t.match(run(t, soon, 31), { verdict: "UNSOUND" });
  t.ok(run(t, {}, 365).caveats.some((text) => /ninety days/.test(text)));
  const funding = { derivatives: { funding_apr_pct: 45 } };
  t.match(run(t, funding, 90, ["supply"]), { verdict: "SOUND" });
});

t.test("ninety days are told where they are stored", async (t) => {
  t.match(pastOf(CLOSES), { days_known: 90, drawdown_90d_pct: -74.8744 });
  t.match(pastOf(CLOSES.slice(0, 50)), {
    days_known: 50,
    change_90d_pct: "unassessed",
    drawdown_90d_pct: "unassessed",
  });
  t.match(pastOf([]), { days_known: 0 });
});

t.test("the dearer of book and quote counts, and one that failed may be dearer", async (t) => {
  t.equal(exitImpact(changed({ liquidity: sold(0.5, 2) })), 2);
  const failed = sold(0.5, "unassessed");
  const why = (reason: "no_source" | "source_error") => ({
    liquidity: { ...failed, unassessed: [{ path: "/impact/1/impact_pct", reason }] },
  });
  t.equal(exitImpact(changed(why("no_source"))), 0.5);
  t.ok(isGap(exitImpact(changed(why("source_error")))));
});
