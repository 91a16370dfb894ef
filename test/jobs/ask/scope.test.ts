// Answers say of what their numbers are: which venues a change of volume covers, whose accounts are counted, and in which unit.
import t from "tap";
import { ANSWERS, wantedByQuestion } from "../../../jobs/ask/answer-intent.ts";
import { makeEvidence, type Readings } from "../../../jobs/ask/evidence.ts";
import type { IntentId } from "../../../jobs/ask/intent.ts";
import { verbOf } from "../../../jobs/ask/place.ts";
import type { ReadQuestion } from "../../../jobs/ask/read-question.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { windowOf } from "../../support/rows/window.ts";

const HOUR = 3_600_000;
const state = { ...buildState(factsOf(wholeRows()), "aave"), build: AS_OF };
const bitcoin = buildState(factsOf(wholeRows()), "bitcoin");
const question = { tokens: ["bitcoin"], isMarket: true, time: { hours: 50 }, isAhead: false, size: null } as const;
const none = { isAt: false, isForecast: false, metrics: [], named: [] } as const;
const closesOf = (step: number) => ({
  ...{ from: AS_OF - 50 * HOUR, to: AS_OF, stepMs: HOUR },
  closes: Array.from({ length: 51 }, (_, at) => ({ at: AS_OF - (50 - at) * HOUR, price: 100 + at * step })),
});
const venue = (name: string) => ({
  ...{ venue: name, to: AS_OF, steps: 50, steps_before: 50, volume_usd: 9e6, before_usd: 8e6 },
});
const readings: Readings = {
  ...{ state, others: new Map([["bitcoin", bitcoin]]), window: windowOf(AS_OF), market: new Map() },
  prices: new Map([
    ["aave|50h", closesOf(1)],
    ["bitcoin|50h", closesOf(0.5)],
  ]),
  volumes: new Map([["aave|50h", { windowMs: 50 * HOUR, stepMs: HOUR, venues: [venue("okx"), venue("bybit")] }]]),
  ...{ outcomes: [], verdict: "caution" },
};

function textsOf(id: IntentId): string {
  const asked: ReadQuestion = { ...question, ...none, intents: [id] };
  const { placesOf } = makeEvidence(wantedByQuestion(asked, "aave"), readings, new Map(), AS_OF);
  return ANSWERS[id]
    .tell({ question: asked, readings, symbol: "AAVE", about: null, placesOf })
    .drafts.map(({ text }) => text)
    .join(" ");
}

t.test("a change of volume names every venue it is over", async (t) => {
  t.match(
    textsOf("volume"),
    /against as long a time before on \{\{E\d+\.venues\.0\|provider\}\} and \{\{E\d+\.venues\.1\|provider\}\}\./,
  );
});

t.test("the ratio of accounts names its venue", async (t) => {
  t.match(textsOf("leverage"), /each short account on \{\{E\d+\.long_short_venue\|provider\}\} there are/);
});

t.test("two changes beside each other are told alike, and their difference in percentage points", async (t) => {
  const text = textsOf("compare");
  t.match(text, /AAVE rose .* rose \{\{/);
  t.match(text, /difference is \{\{E\d+\.difference_pct\|points2\}\}/);
  t.notMatch(text, /changed by/);
});

t.test("a flow from exchanges is one", async (t) => {
  const verb = (metric: "outflow" | "inflow") => verbOf({ metric, aspect: "level" } as Parameters<typeof verbOf>[0]);
  t.same([verb("outflow"), verb("inflow")], ["is", "is"]);
});
