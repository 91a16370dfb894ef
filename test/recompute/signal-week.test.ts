// Over a week of the sandbox market streaming and batch agree; how often the rules fire there is printed beside what they aim at.
import t from "tap";
import { countNotEvaluated, evaluateSignals } from "../../jobs/detect/evaluate.ts";
import { EMPTY_SIGNAL_STATE, readSignalState, writeSignalState } from "../../jobs/detect/state.ts";
import { createModel } from "../../scripts/sandbox/model/model.ts";
import { sandboxWeek } from "../support/sandbox-week.ts";
import { WEEK_MINUTES } from "../support/signal-week.ts";

const TOKENS = ["solana", "pepe", "dai"];
const START = Date.UTC(2026, 10, 9);

t.test("a sandbox week evaluates to the same bytes minute by minute and at once", async (t) => {
  t.setTimeout(120_000);
  const model = createModel(7);
  for (const token of TOKENS) {
    const week = sandboxWeek(model, token, START);
    const inputs = Array.from({ length: WEEK_MINUTES }, (_, minute) => week(minute));
    const whole = evaluateSignals(EMPTY_SIGNAL_STATE, inputs);

    let text = writeSignalState(EMPTY_SIGNAL_STATE);
    const streamed = { fired: [] as unknown[], changed: [] as unknown[] };
    for (const input of inputs) {
      const outcome = evaluateSignals(readSignalState(text), [input]);
      text = writeSignalState(outcome.state);
      streamed.fired.push(...outcome.fired);
      streamed.changed.push(...outcome.changed);
    }
    t.equal(text, writeSignalState(whole.state), token);
    t.equal(JSON.stringify(streamed.fired), JSON.stringify(whole.fired), token);
    t.equal(JSON.stringify(streamed.changed), JSON.stringify(whole.changed), token);

    const kinds = new Map<string, number>();
    for (const { kind, severity } of whole.fired) {
      const name = `${kind} ${severity}`;
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
    }
    const counts = [1, 2, 3].map((severity) => whole.fired.filter((signal) => signal.severity === severity).length);
    t.comment(`${token}: severity 1 ${counts[0]} (aim 21), 2 ${counts[1]} (aim 3), 3 ${counts[2]} (aim 0.25) a week`);
    t.comment([...kinds].map(([name, count]) => `${name} ×${count}`).join(", "));
    t.comment(JSON.stringify(countNotEvaluated(whole.notEvaluated)));
  }
});
