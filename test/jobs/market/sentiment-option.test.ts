// The put/call ratio of all covered options: a value while every coin was read, else why not.
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { sentiment } from "../../../jobs/market/sentiment.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

function ratioOf(change: (options: FactRows["options"]) => FactRows["options"]) {
  const rows = wholeRows();
  const facts = factsOf({ ...rows, options: change(rows.options) });
  const states = new Map(TRACKED.slice(0, 2).map(({ id }) => [id, buildState(facts, id)]));
  return sentiment({ asOf: AS_OF, states, facts, chainHeads: [] }).members.put_call_ratio;
}

t.test("puts over calls in USD, all coins together", async (t) => {
  t.equal(
    ratioOf((options) => options),
    0.6,
  );
  t.equal(
    ratioOf((options) => options.map((row) => (row.token === "ethereum" ? { ...row, put_usd: 9e9 } : row))),
    1,
  );
});

t.test("a coin that was not read, or too long ago, leaves it unassessed with the reason", async (t) => {
  t.match(
    ratioOf((options) => options.slice(1)),
    { gap: "insufficient_coverage" },
  );
  t.match(
    ratioOf((options) => options.map((row) => ({ ...row, read_at: AS_OF - 3 * 3_600_000 }))),
    { gap: "stale" },
  );
  t.match(
    ratioOf(() => []),
    { gap: "pending" },
  );
});
