// Over a week of the sandbox market streaming and batch agree; how often the rules fire there is printed beside what they aim at.
import t from "tap";
import { countNotEvaluated } from "../../jobs/detect/evaluate.ts";
import { EMPTY_SIGNAL_STATE, type FiredSignal, readSignalState, writeSignalState } from "../../jobs/detect/state.ts";
import type { SignalInput } from "../../jobs/signal/input.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { createModel } from "../../scripts/sandbox/model/model.ts";
import { openOutside } from "../support/market/sandbox-outside.ts";
import { sandboxWeek } from "../support/market/sandbox-week.ts";
import { evaluateSignals } from "../support/signal/evaluate-signals.ts";
import { kindTable, tokenTable } from "../support/signal/signal-table.ts";
import { randomFrom, WEEK_MINUTES } from "../support/signal/signal-week.ts";

const asked = process.env.SIGNAL_WEEK_TOKENS ?? "solana,dai";
const TOKENS = asked === "all" ? TRACKED.map(({ id }) => id) : asked.split(",");
const SEED = Number(process.env.SIGNAL_WEEK_SEED ?? 7);
const START = Date.UTC(2026, 10, 9);

type Stream = { readonly fired: FiredSignal[]; readonly changed: FiredSignal[]; text: string };

/** Minute by minute, the state as text each time as a restart leaves it; now and then a minute comes again, late. */
function stream(inputs: readonly SignalInput[], random: () => number): Stream {
  const streamed: Stream = { fired: [], changed: [], text: writeSignalState(EMPTY_SIGNAL_STATE) };
  let state = readSignalState(streamed.text);
  for (const [index, input] of inputs.entries()) {
    const late = random() < 0.02 ? inputs.slice(Math.max(0, index - 5), index) : [];
    for (const one of [input, ...late.toReversed()]) {
      const outcome = evaluateSignals(state, [one]);
      state = outcome.state;
      streamed.fired.push(...outcome.fired);
      streamed.changed.push(...outcome.changed);
    }
    if (index % 97 === 0) state = readSignalState(writeSignalState(state));
  }
  streamed.text = writeSignalState(state);
  return streamed;
}

t.test("a sandbox week evaluates to the same bytes minute by minute and at once", async (t) => {
  t.setTimeout(7_200_000);
  const model = createModel(SEED);
  const outside = openOutside(model, START, TOKENS);
  const fired: FiredSignal[] = [];
  const random = randomFrom(SEED);
  for (const token of TOKENS) {
    const week = sandboxWeek(model, token, START, outside);
    const inputs = Array.from({ length: WEEK_MINUTES }, (_, minute) => week(minute));
    const whole = evaluateSignals(EMPTY_SIGNAL_STATE, inputs);
    const streamed = stream(inputs, random);
    const same =
      streamed.text === writeSignalState(whole.state) &&
      JSON.stringify(streamed.fired) === JSON.stringify(whole.fired) &&
      JSON.stringify(streamed.changed) === JSON.stringify(whole.changed);
    t.ok(same, `${token}: ${whole.fired.length} signals, ${JSON.stringify(countNotEvaluated(whole.notEvaluated))}`);
    fired.push(...whole.fired);
  }
  for (const line of [...tokenTable(TOKENS, fired), ...kindTable(TOKENS.length, fired)]) t.comment(line);
});
