// What a token weighs in the market's flows that was not measured: its last known market cap, and without one it may be any part.
import t from "tap";
import { buildMarket } from "../../../jobs/market/build-market.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { isAssessed } from "../../../schema/shape/quantity.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const rows = wholeRows();
/** Flows of a market in which those of tether were not read. */
function flowsOf(coins: typeof rows.coins) {
  const facts = factsOf({ ...rows, coins, flows: rows.flows.filter(({ token }) => token !== "tether") });
  const states = new Map(TRACKED.map(({ id }) => [id, buildState(facts, id)]));
  return buildMarket({ asOf: AS_OF, states, facts, chainHeads: [] }).sections.flows;
}

t.test("with the cap that is known, or that was known last, the share is the same", async (t) => {
  const known = flowsOf(rows.coins);
  const stale = flowsOf(
    rows.coins.map((row) => (row.token === "tether" ? { ...row, read_at: AS_OF - 11 * HOUR_MS } : row)),
  );
  const [now, before] = [Number(known.coverage.weight_pct), Number(stale.coverage.weight_pct)];
  t.ok(now > 0 && now < 100, `${now} % of the weight`);
  t.ok(Math.abs(now - before) < 0.5, `${before} % by what a directory told last`);
  t.ok(isAssessed(known.exchange_netflow_24h_usd.tracked) && isAssessed(stale.exchange_netflow_24h_usd.tracked));
});

t.test("of no known cap it may be any part, so that no sum stands without it", async (t) => {
  const flows = flowsOf(rows.coins.filter(({ token }) => token !== "tether"));
  t.match(flows.exchange_netflow_24h_usd, { stablecoins: "unassessed", tracked: "unassessed" });
  t.match(
    flows.unassessed.find(({ path }) => path.endsWith("/tracked")),
    { reason: "insufficient_coverage", detail: /tether/ },
  );
});
