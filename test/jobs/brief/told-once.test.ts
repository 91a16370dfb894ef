// A headline is told once, providers by their own names, and a split by how even it is.
import t from "tap";
import { VENUES } from "../../../ingest/source/venue.ts";
import { composeBrief } from "../../../jobs/brief/compose-brief.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import { PROVIDER_SAYS, sayProvider } from "../../../schema/source/provider-says.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { news, windowOf } from "../../support/rows/window.ts";

const TO = Math.floor(AS_OF / MINUTE_MS) * MINUTE_MS;
const aave = buildState(factsOf(wholeRows()), "aave");

function write(events: readonly HistoryEvent[], state = aave) {
  const window = windowOf(TO, { startsAgo: 60, changePct: -3, events });
  const runId = "run_01JD6Q3Z8W0000000000000000";
  return composeBrief({ state, window, createdAt: AS_OF, runId, odds: {} }, new Map()).data;
}
const times = (data: ReturnType<typeof write>, words: string, ...members: (keyof ReturnType<typeof write>)[]) =>
  members.reduce((sum, name) => sum + JSON.stringify(data[name]).split(words).length - 1, 0);

t.test("a headline that is given as a cause is not told again beside it", async (t) => {
  const data = write([news(TO - 65 * MINUTE_MS, "Lender pauses")]);
  t.equal(times(data, "Lender pauses", "likely_causes", "market_context"), 1);
});

t.test("the same words of two newsrooms are told once", async (t) => {
  const data = write([news(TO - 5 * MINUTE_MS, "Lender pauses"), news(TO - 6 * MINUTE_MS, "Lender pauses")]);
  t.equal(times(data, "Lender pauses", "likely_causes", "market_context"), 1);
});

t.test("whoever wrote is called as it calls itself", async (t) => {
  t.match(JSON.stringify(write([news(TO - 5 * MINUTE_MS, "Lender pauses")]).market_context), /Cointelegraph wrote at/);
  t.equal(sayProvider("sandbox:goplus"), "GoPlus");
  t.equal(sayProvider("somebody"), "somebody");
});

t.test("every provider has a name", async (t) => {
  t.same(
    Object.keys(VENUES).filter((id) => !Object.hasOwn(PROVIDER_SAYS, id)),
    [],
  );
});

const ratio = (value: number) => {
  const section = { ...aave.sections.derivatives, long_short_ratio: value };
  return JSON.stringify(write([], { ...aave, sections: { ...aave.sections, derivatives: section } }).what_happened);
};

t.test("accounts are evenly split up to 52 of a hundred, and lean by how many more there are", async (t) => {
  for (const [value, words] of [
    [1, "are evenly split"],
    [1.08, "are evenly split"],
    [0.93, "are evenly split"],
    [55 / 45, "lean slightly long"],
    [45 / 55, "lean slightly short"],
    [1.6, "lean long"],
    [0.5, "lean short"],
  ] as const)
    t.match(ratio(value), words, String(value));
});
