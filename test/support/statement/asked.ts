// What a question comes to, of states that hold every number and of prices that rise by a dollar a step.
import { draftFrom, finishAnswer, gatherAnswer, readInput, wantedByInput } from "../../../jobs/ask/compose-answer.ts";
import { marketHoursWanted, pricesKey, spanOf, spansWanted, volumesWanted } from "../../../jobs/ask/evidence.ts";
import { asDrafted } from "../../../jobs/model/worded.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../../schema/duration.ts";
import { AS_OF, factsOf, wholeRows } from "../rows/facts.ts";
import { windowOf } from "../rows/window.ts";
import { checkAnswer } from "./check-answer.ts";

const ID = "ans_01JD6Q3Z8W0000000000000000";
const FACTS = factsOf(wholeRows());
const stateOf = (id: string): BuiltState => buildState(FACTS, id);
const HELD = ["bitcoin", "ethereum", "solana"].map((id) => [id, stateOf(id)] as const);

/** The token that is asked about is one of them or another; of other tokens those three alone are held. */
export function askedOf(own: string, text: string) {
  const input = { mode: "question", text } as const;
  const read = readInput(input, own, AS_OF);
  const wanted = wantedByInput(read, own);
  const asked = wanted.map(({ token }) => token);
  const readings = {
    state: { ...stateOf(own), build: AS_OF },
    others: new Map(HELD.filter(([id]) => id !== own && asked.includes(id))),
    prices: new Map(
      spansWanted(wanted, own).map(({ token, time }) => {
        const { from, to } = spanOf(time, AS_OF);
        const stepMs = to - from > 48 * HOUR_MS ? QUARTER_MS : MINUTE_MS;
        const count = Math.round((to - from) / stepMs);
        const closes = Array.from({ length: count + 1 }, (_, at) => ({ at: from + at * stepMs, price: 1_000 + at }));
        return [pricesKey(token, time), { from, to, closes, stepMs }];
      }),
    ),
    volumes: new Map(
      volumesWanted(wanted, own).map(({ token, time }) => {
        const steps = time.hours;
        const venue = { venue: "okx", to: AS_OF, steps, steps_before: steps, volume_usd: 3e6, before_usd: 2e6 };
        return [pricesKey(token, time), { windowMs: steps * HOUR_MS, stepMs: HOUR_MS, venues: [venue] }];
      }),
    ),
    market: new Map(marketHoursWanted(wanted).map((hours) => [hours, 1.5])),
    window: windowOf(Math.floor(AS_OF / MINUTE_MS) * MINUTE_MS),
    outcomes: [],
    verdict: "caution",
  };
  const draft = draftFrom(read, readings, gatherAnswer(read, readings, new Map(), AS_OF));
  const { data } = finishAnswer({ id: ID, input, createdAt: AS_OF, readings }, draft, asDrafted(draft.sentences));
  return {
    answer: data.answer ?? "",
    caveats: data.caveats,
    /** What of the question is left open. */
    open: data.unassessed.flatMap(({ path }) => (path.startsWith("/question/") ? [path.slice(10)] : [])),
    confidence: data.confidence,
    faults: checkAnswer(data),
  };
}
