// Implied volatility: a value where a venue has an index of the coin, else why not; null where there is none to read.
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { citedBy } from "../../support/api/cited.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

function built(token: string, change: (rows: FactRows) => Partial<FactRows> = () => ({})) {
  const rows = wholeRows();
  const state = buildState(factsOf({ ...rows, ...change(rows) }), token);
  const { derivatives } = state.sections;
  const why = derivatives.unassessed.find(({ path }) => path === "/implied_vol_30d_pct")?.reason;
  return { value: derivatives.implied_vol_30d_pct, why, derivatives, cited: citedBy(state, derivatives) };
}

t.test("the venue's newest index, cited", async (t) => {
  t.equal(built("bitcoin").value, 45.5);
  t.equal(built("ethereum").value, 55.5);
  t.ok(built("bitcoin").cited.some(({ provider }) => provider === "sandbox:deribit"));
});

t.test("no index too old counts, and one never read is pending; other members do not mind", async (t) => {
  const old = built("bitcoin", ({ impliedVolatilities }) => ({
    impliedVolatilities: impliedVolatilities.map((row) => ({ ...row, read_at: AS_OF - 3 * HOUR_MS })),
  }));
  t.match(old, { value: "unassessed", why: "stale" });
  const none = built("bitcoin", () => ({ impliedVolatilities: [] }));
  t.match(none, { value: "unassessed", why: "pending" });
  t.same(none.derivatives.open_interest_usd, built("bitcoin").derivatives.open_interest_usd);
});

t.test("null for a coin that no venue has an index of", async (t) => {
  t.match(built("solana"), { value: null, why: undefined });
});
