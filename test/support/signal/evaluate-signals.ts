// Folds whole weeks of minutes of any tokens.
import { evaluateToken, type NotEvaluated } from "../../../jobs/detect/evaluate.ts";
import { EMPTY_SIGNAL_STATE, type FiredSignal, inKeyOrder, type SignalState } from "../../../jobs/detect/state.ts";
import type { SignalInput } from "../../../jobs/signal/input.ts";

/** Folds inputs of any tokens into the state, each token's minutes in order: one minute or a whole week at once. */
export const evaluateSignals = (state: SignalState, inputs: Iterable<SignalInput>) => {
  const tokens = new Map(Object.entries(state.tokens));
  const fired: FiredSignal[] = [];
  const changed: FiredSignal[] = [];
  const notEvaluated: NotEvaluated[] = [];
  for (const input of inputs) {
    const step = evaluateToken(tokens.get(input.token), input);
    tokens.set(input.token, step.state);
    fired.push(...step.fired);
    changed.push(...step.changed);
    notEvaluated.push(...step.notEvaluated);
  }
  return { state: { rules: EMPTY_SIGNAL_STATE.rules, tokens: inKeyOrder(tokens) }, fired, changed, notEvaluated };
};
