// whale-watch over planted flows: each verdict, windows against their past, and how little is too little.
import t from "tap";
import { whalesOf, whaleWatch, windowsOf } from "../../../jobs/agent/whale-watch.ts";
import { gap } from "../../../jobs/measure/gap.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import type { SignalFlowUsualRow } from "../../../schema/query/signal/signal-flow-usual.ts";
import type { SectionOf } from "../../../schema/section/index.ts";
import { plantedRun } from "../../support/planted-run.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const END = Math.floor(AS_OF / HOUR_MS) * HOUR_MS;
const state: ReadState = { ...buildState(factsOf(wholeRows()), "bitcoin"), build: AS_OF };

/** Hours of flows, newest first; a day of 24 each, a little different from hour to hour. */
const flows = (nets: readonly number[], chain = "btc", short: readonly number[] = []): SignalFlowUsualRow => ({
  ...{ token: "bitcoin", chain, ages: nets.map((_, age) => age), net_usd: nets },
  seconds: nets.map((_, age) => (short.includes(age) ? 1_800 : 3_600)),
  unpriced: nets.map(() => 0),
});
const usual = (hours: number, newest: number): number[] =>
  Array.from({ length: hours }, (_, age) => (age < 24 ? newest : 1e6 * Math.sin(age / 5)));

const transfers = {
  ...{ transfers: 2, total_usd: 9e6, to_exchange_usd: 4e6, from_exchange_usd: 0 },
  largest: [[5e6, "ab".repeat(32), "btc", AS_OF - HOUR_MS, null, "binance"] as const],
};

function run(
  test: Parameters<typeof plantedRun>[0],
  row: SignalFlowUsualRow,
  onchain: Partial<SectionOf<"onchain">> = {},
  hours = 24,
) {
  const own = { ...state, sections: { ...state.sections, onchain: { ...state.sections.onchain, ...onchain } } };
  const windows = windowsOf([row], ["btc"], hours, END);
  const gathered = whalesOf(
    own,
    { hours, minUsd: 0 },
    {
      ...windows,
      chains: ["btc"],
      transfers,
      holdersBefore: 40,
      restsOn: [{ id: "eval_1", token: "bitcoin", verdict: "caution" }],
    },
  );
  return plantedRun(test, whaleWatch, { token: "bitcoin", hours }, gathered, AS_OF);
}

const covered = (pct: number | "unassessed") => ({ coverage: { ...state.sections.onchain.coverage, weight_pct: pct } });

t.test("every verdict is reached, and says by what", async (t) => {
  const cases = [
    [usual(700, 0), 90, "BALANCED", "proceed", "within_limits"],
    [usual(700, 5e6), 90, "DISTRIBUTING", "avoid", "inflow_unusual"],
    [usual(700, -5e6), 90, "ACCUMULATING", "proceed", "outflow_unusual"],
    [usual(700, 0), 49, "INSUFFICIENT", "unassessed", "coverage_low"],
    [usual(700, 0), "unassessed", "INSUFFICIENT", "unassessed", "not_measured"],
    [usual(150, 0), 90, "INSUFFICIENT", "unassessed", "baseline_short"],
    [usual(20, 0), 90, "INSUFFICIENT", "unassessed", "not_measured"],
  ] as const;
  for (const [nets, weight, verdict, grade, code] of cases) {
    const data = run(t, flows(nets), covered(weight));
    t.match(data, { verdict, verdict_class: grade, reasons: [{ code }], token: { id: "bitcoin" } }, verdict);
    t.match(data.rests_on, [{ id: "eval_1" }], "what it says of prices is an evaluation's");
  }
});

t.test("nothing known of flows is insufficient and free, never calm", async (t) => {
  const windows = windowsOf([], [], 24, END);
  t.match(windows.netflow, { gap: "insufficient_coverage" });
  const lost = { coverage: { ...state.sections.onchain.coverage, weight_pct: "unassessed" as const } };
  const own = { ...state, sections: { ...state.sections, onchain: { ...state.sections.onchain, ...lost } } };
  const beside = { ...windows, chains: [], transfers: gap("insufficient_history"), holdersBefore: 40, restsOn: [] };
  const data = plantedRun(t, whaleWatch, { token: "bitcoin" }, whalesOf(own, { hours: 24, minUsd: 0 }, beside), AS_OF);
  t.match(data, {
    verdict: "INSUFFICIENT",
    charged: false,
    details: { netflow_usd: "unassessed", transfers: { count: "unassessed" } },
  });
});

t.test("a window ends with the newest hour that was read whole and does not touch its past", async (t) => {
  const late = windowsOf([flows(usual(700, 1), "btc", [0, 1])], ["btc"], 6, END);
  t.equal(late.to, END - 2 * HOUR_MS);
  t.equal(late.netflow, 6);
  const all = windowsOf([flows(usual(100, 1))], ["btc"], 10, END);
  t.equal(all.past.length, 100 - 20 + 1);
  const nets = usual(100, 1);
  t.equal(
    all.past[0],
    nets.slice(10, 20).reduce((sum, net) => sum + net, 0),
    "the window before it",
  );
  t.match(windowsOf([flows(usual(700, 1), "btc", [0, 1, 2, 3, 4, 5])], ["btc"], 6, END).netflow, {
    gap: "insufficient_history",
  });
  t.match(windowsOf([flows(usual(700, 1))], ["btc", "eth"], 6, END).netflow, { gap: "insufficient_coverage" });
  const both = windowsOf([flows(usual(700, 1)), flows(usual(700, 2), "eth")], ["btc", "eth"], 6, END);
  t.equal(both.netflow, 18, "chains are summed");
});
