// An answer from which one member of the evidence is taken says that it is gone: no sentence goes in silence.
import t from "tap";
import { ANSWERS, wantedByQuestion } from "../../../jobs/ask/answer-intent.ts";
import { makeEvidence, type Readings } from "../../../jobs/ask/evidence.ts";
import type { IntentId } from "../../../jobs/ask/intent.ts";
import type { ReadQuestion } from "../../../jobs/ask/read-question.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { EvidenceItem } from "../../../schema/shape/evidence.ts";
import { UNASSESSED } from "../../../schema/shape/quantity.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { windowOf } from "../../support/rows/window.ts";

const PLACE = /\{\{(E\d+)\.([A-Za-z0-9_.]+)\|\w+\}\}/g;
const HOUR = 3_600_000;
const state = { ...buildState(factsOf(wholeRows()), "aave"), build: AS_OF };
const closes = Array.from({ length: 51 }, (_, at) => ({ at: AS_OF - (50 - at) * HOUR, price: 100 + at }));
const prices = { from: AS_OF - 50 * HOUR, to: AS_OF, closes, stepMs: HOUR };
const venue = { venue: "okx", to: AS_OF, steps: 50, steps_before: 50, volume_usd: 9e6, before_usd: 8e6 };
const ANY_VENUE = { thing: { is: "venue", venue: "which", metrics: [] }, intents: [] } as const;
const question: Omit<ReadQuestion, "intents"> = {
  ...{ tokens: ["bitcoin"], isMarket: true, time: { hours: 50 }, isAt: false },
  ...{ isAhead: false, isForecast: false, metrics: ["fdv", "basis", "fear_greed"], named: [ANY_VENUE] },
  size: { side: "sell", usd: 250_000 },
};
const readings: Readings = {
  ...{ state, others: new Map([["bitcoin", buildState(factsOf(wholeRows()), "bitcoin")]]), window: windowOf(AS_OF) },
  prices: new Map([
    ["aave|50h", prices],
    ["bitcoin|50h", prices],
  ]),
  volumes: new Map([["aave|50h", { windowMs: 50 * HOUR, stepMs: HOUR, venues: [venue] }]]),
  market: new Map(),
  outcomes: [{ name: "price_move", horizonH: 24, n: 9, right: 5, base: 0.4, asOf: AS_OF }],
  verdict: "caution",
};

function without(value: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return UNASSESSED;
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === first ? without(one, rest) : one));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, one]) => [name, name === first ? without(one, rest) : one]),
  );
}

for (const id of Object.keys(ANSWERS) as IntentId[])
  t.test(`${id}: each member that a sentence shows is named where it is not measured`, async (t) => {
    const asked: ReadQuestion = { ...question, intents: [id] };
    const made = makeEvidence(wantedByQuestion(asked, "aave"), readings, new Map(), AS_OF);
    const tell = (changed: EvidenceItem | null) =>
      ANSWERS[id].tell({
        ...{ question: asked, readings, symbol: "AAVE", about: null },
        placesOf: (one) => made.placesOf(one).map((item) => (item.id === changed?.id ? changed : item)),
      });
    const told = tell(null);
    t.ok(told.drafts.length > 0, "something is said");
    const shown = new Map(
      told.drafts.flatMap(({ text }) => [...text.matchAll(PLACE)].map((place) => [place[0], place])),
    );
    for (const [, of, path = ""] of shown.values()) {
      const item = made.items.find((one) => one.id === of) as EvidenceItem;
      const pointer = `/${path.replaceAll(".", "/")}`;
      const changed: EvidenceItem = {
        ...item,
        data: without(item.data, path.split(".")) as EvidenceItem["data"],
        unassessed: [...item.unassessed, { path: pointer, reason: "stale" }],
      };
      const after = tell(changed);
      const named = after.lacking.map((one) => `${one.item?.id} ${one.path.split(".")[0]}`);
      t.ok(named.includes(`${of} ${path.split(".")[0]}`), `${item.kind}.${path} is named`);
    }
  });
