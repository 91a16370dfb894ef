// Funding mostly stands at its venue's default: what is told of its rank is true of a past that is the same nearly throughout.
import t from "tap";
import { ANSWERS, wantedByQuestion } from "../../../jobs/ask/answer-intent.ts";
import { makeEvidence, type Readings } from "../../../jobs/ask/evidence.ts";
import type { ReadQuestion } from "../../../jobs/ask/read-question.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { FUNDING_RANK } from "../../../schema/funding-rank.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const RATE = 0.0001;
const [LESS, SAME, MORE] = [10, 255, 5];
const PAST = [RATE / 2, RATE, RATE * 2].flatMap((rate, at) =>
  new Array<number>([LESS, SAME, MORE][at] ?? 0).fill(rate),
);

t.test("the share that had less counts those that had the same as half, and says so", async (t) => {
  const rows = wholeRows();
  const facts = factsOf({
    ...rows,
    funding: rows.funding.map((row) => ({ ...row, rate: RATE, interval_hours: 8 })),
    fundingPast: rows.fundingPast.map((row) => ({ ...row, rate_8h: PAST })),
  });
  const state = { ...buildState(facts, "aave"), build: AS_OF };
  const question: ReadQuestion = {
    ...{
      tokens: [],
      isMarket: false,
      time: null,
      isAt: false,
      isAhead: false,
      isForecast: false,
      size: null,
      metrics: [],
      named: [],
      intents: ["funding"],
    },
  };
  const readings: Readings = {
    ...{ state, others: new Map(), prices: new Map(), volumes: new Map(), market: new Map(), window: null },
    ...{ outcomes: [], verdict: "proceed" },
  };
  const made = makeEvidence(wantedByQuestion(question, "aave"), readings, new Map(), AS_OF);
  const rank = (100 * (LESS + SAME / 2)) / PAST.length;
  t.equal(made.items[0]?.data.percentile_90d, Number(rank.toFixed(4)));
  const { drafts } = ANSWERS.funding.tell({ question, readings, symbol: "AAVE", about: null, placesOf: made.placesOf });
  const told = drafts.map(({ text }) => text).find((text) => text.includes("percentile_90d")) ?? "";
  const form =
    /^Of the funding spans of the last ninety days, \{\{E1\.percentile_90d\|share1\}\} had a lower rate, ties split evenly\.$/;
  t.match(told, form);
  t.match(FUNDING_RANK, /8-hour spans .* the same as half/);
});
