// Answers of hand-made rows in the words of the rules, as their canonical bytes.
import { draftAnswer, finishAnswer, type Input, readInput, wantedByInput } from "../../../jobs/ask/compose-answer.ts";
import type { Readings } from "../../../jobs/ask/evidence.ts";
import { asDrafted } from "../../../jobs/model/worded.ts";
import { seal } from "../../../jobs/proof/seal.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { AS_OF, factsOf, wholeRows } from "./facts.ts";
import { windowOf } from "./window.ts";

const ID = "ans_01JD6Q3Z8W0000000000000000";
const OWN = "aave";
const OTHERS = ["bitcoin", "ethereum"];
const INPUTS: readonly Input[] = [
  {
    mode: "claim",
    text: "AAVE is up more than 1.5 % today, funding is positive on every venue and it beat ETH this week",
  },
  { mode: "claim", text: "İt is above $1,000 or it will be" },
  { mode: "question", text: "Why did it move, how does it compare with ETH, and what would selling $250k cost?" },
  { mode: "question", text: "price, volume, open interest, funding, holders and your record?" },
];

const { state, others } = (() => {
  const facts = factsOf(wholeRows());
  return { state: buildState(facts, OWN), others: new Map(OTHERS.map((id) => [id, buildState(facts, id)] as const)) };
})();

function sealOne(input: Input): string {
  const read = readInput(input, OWN, AS_OF);
  const isWhy = wantedByInput(read, OWN).some(({ kind }) => kind === "price");
  const window = isWhy
    ? windowOf(Math.floor(AS_OF / 60_000) * 60_000, { changePct: -6, bitcoinPct: -1, events: [] })
    : null;
  const outcomes = [{ name: "signal", horizonH: 24, n: 12, right: 7, base: 0.5, asOf: AS_OF }];
  const readings: Readings = {
    ...{
      state: { ...state, build: AS_OF },
      others,
      prices: new Map(),
      volumes: new Map(),
      market: new Map(),
      window,
      outcomes,
      verdict: "caution",
    },
  };
  const draft = draftAnswer(read, readings, new Map(), AS_OF);
  const worded = asDrafted(draft.sentences);
  const { asOf, data, sources } = finishAnswer({ id: ID, input, createdAt: AS_OF, readings }, draft, worded);
  // Hand-made rows came with no call.
  const undigested = sources.map(({ raw_sha256: _, ...source }) => source);
  return seal("answer", { id: ID, asOf, data, sources: undigested, calls: [] }, AS_OF, "test").row.canonical;
}

/** A line each. */
export const sealedAnswers = (): string => INPUTS.map(sealOne).join("\n");
