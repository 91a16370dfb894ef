// What an answer was made of that nothing else keeps, stored with it, so that it can be made again.
import { placeOf } from "../../schema/shape/source.ts";
import { keptState, type Listed, restoreState, type StandardInputs } from "../evaluate/inputs.ts";
import type { KeptCalls, UsedCalls } from "../evidence/kept-calls.ts";
import { type KeptWording, keptWording, type Worded } from "../model/worded.ts";
import type { BuiltState } from "../state/built-state.ts";
import type { Input } from "./compose-answer.ts";
import type { Readings } from "./evidence.ts";

export type AnswerInputs = StandardInputs & {
  readonly others: readonly StandardInputs["state"][];
  readonly prices: readonly (readonly [string, NonNullable<ReturnType<Readings["prices"]["get"]>>])[];
  readonly volumes: readonly (readonly [string, NonNullable<ReturnType<Readings["volumes"]["get"]>>])[];
  readonly market: readonly (readonly [number, NonNullable<ReturnType<Readings["market"]["get"]>>])[];
  readonly window: Readings["window"];
  readonly outcomes: Readings["outcomes"];
  readonly verdict: string;
  readonly asked: Input;
  /** Left out by an earlier release, as what follows: names of days are of then, epoch milliseconds. */
  readonly read_at?: number;
  /** Version of the state. */
  readonly build?: number;
  readonly behind?: KeptCalls;
  readonly worded?: KeptWording;
};

/** What a run had beside its readings. */
type Run = {
  readonly asked: Input;
  /** Epoch milliseconds. */
  readonly readAt: number;
  readonly behind: UsedCalls;
  readonly worded: Worded;
};

export function inputsOf(readings: Readings, { asked, readAt, behind, worded }: Run): AnswerInputs {
  const { state, others, prices, volumes, market, window, outcomes, verdict } = readings;
  return {
    state: keptState(state),
    ...{ others: [...others.values()].map(keptState), prices: [...prices], volumes: [...volumes], market: [...market] },
    ...{ window, outcomes, verdict, asked, read_at: readAt, build: state.build },
    ...{ behind: behind.used(), worded: keptWording(worded) },
  };
}

/** What is listed of a state whose sources begin at a place of the joined list, under the numbers that they have in it. */
function listedOf({ sources, calls }: Listed, from: number, count: number): Listed {
  const isOwn = (id: string | null | undefined) => placeOf(id ?? "") >= from && placeOf(id ?? "") < from + count;
  const moved = (id: string | null | undefined) => `S${placeOf(id ?? "") + 1 - from}`;
  return {
    sources: sources.filter(({ id }) => isOwn(id)).map((source) => ({ ...source, id: moved(source.id) })),
    calls: calls
      .filter(({ source_id: id }) => isOwn(id))
      .map((call) => ({ ...call, source_id: moved(call.source_id) })),
  };
}

/** What was read, with the sources that the answer lists; the others are without a provider. */
export function restoreReadings(inputs: AnswerInputs, build: number, listed: Listed): Readings {
  let from = 0;
  const restored = [inputs.state, ...inputs.others].map((kept): BuiltState => {
    const state = restoreState(kept, listedOf(listed, from, kept.sources));
    from += kept.sources;
    return state;
  });
  const [state, ...others] = restored;
  if (state === undefined) throw new Error("an answer without a state");
  const { window, outcomes, verdict } = inputs;
  return {
    state: { ...state, build },
    others: new Map(others.map((other) => [other.token.id, other])),
    ...{ prices: new Map(inputs.prices), volumes: new Map(inputs.volumes), market: new Map(inputs.market) },
    ...{ window, outcomes, verdict },
  };
}
