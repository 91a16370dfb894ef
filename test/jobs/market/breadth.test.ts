// Breadth over fifty days: a share where enough daily closes are stored, else the reason why there is none.
import t from "tap";
import { buildMarket } from "../../../jobs/market/build-market.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const breadthOf = (days: ReturnType<typeof wholeRows>["days"]) => {
  const facts = factsOf({ ...wholeRows(), days });
  const states = new Map(TRACKED.map(({ id }) => [id, buildState(facts, id)]));
  return buildMarket({ asOf: AS_OF, states, facts, chainHeads: [] }).sections.breadth;
};

t.test("the share of tokens above the mean of their last fifty daily closes", async (t) => {
  const under = TRACKED.filter((_, rank) => (rank + 1) % 4 === 0).length;
  t.equal(breadthOf(wholeRows().days).above_sma50d_pct, ((TRACKED.length - under) / TRACKED.length) * 100);
});

t.test("with fewer than 45 of the fifty days, or too few tokens with them, it is not measured", async (t) => {
  const short = wholeRows().days.map((row) => ({ ...row, at: row.at.slice(-44), close: row.close.slice(-44) }));
  for (const days of [[], short, wholeRows().days.slice(0, 50)]) {
    const breadth = breadthOf(days);
    t.equal(breadth.above_sma50d_pct, "unassessed");
    const said = breadth.unassessed.find(({ path }) => path === "/above_sma50d_pct");
    t.equal(said?.reason, "insufficient_history");
  }
});
