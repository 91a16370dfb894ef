// Runs one token through the signal engine, one step after another, and keeps what came of one kind.
import { evaluateToken, type NotEvaluated } from "../../../jobs/detect/evaluate.ts";
import type { FiredSignal, TokenState } from "../../../jobs/detect/state.ts";
import type { SignalValues } from "../../../jobs/signal/input.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { SignalKind } from "../../../schema/signal/index.ts";
import type { SignalDirection, SignalSeverity } from "../../../schema/signal/rule.ts";
import { CORPUS } from "../../fixture/signal/index.ts";
import { signalInput, T0 } from "./signal-input.ts";

export type ValuesAt = (at: number) => Partial<SignalValues>;

/** A golden case of that severity, in the direction of the first severity 1 case. */
export const goldenValues = (kind: SignalKind, severity: SignalSeverity): ValuesAt => {
  const hits = CORPUS[kind].flatMap(({ values, expected }) =>
    typeof expected === "string" ? [] : [{ values, expected }],
  );
  const direction: SignalDirection | undefined = hits.find(({ expected }) => expected.severity === 1)?.expected
    .direction;
  const found = hits.find(({ expected }) => expected.severity === severity && expected.direction === direction);
  if (!found) throw new Error(`no golden ${kind} of severity ${severity} towards ${direction}`);
  return found.values;
};

export const calm: ValuesAt = () => ({});

type Run = {
  state: TokenState | undefined;
  readonly fired: FiredSignal[];
  readonly changed: FiredSignal[];
  readonly notEvaluated: NotEvaluated[];
  /** Evaluates the minute `minutes` after T0. The state goes through JSON each time, as a restart would put it. */
  step(minutes: number, values: ValuesAt): Run;
  firedAt(): number[];
  open(): FiredSignal[];
};

export const signalRun = (kind: SignalKind): Run => {
  const isOfKind = (one: { readonly kind: SignalKind }): boolean => one.kind === kind;
  const run: Run = {
    state: undefined,
    fired: [],
    changed: [],
    notEvaluated: [],
    step(minutes, values) {
      const at = T0 + minutes * MINUTE_MS;
      const outcome = evaluateToken(run.state, signalInput(at, values(at)));
      run.state = JSON.parse(JSON.stringify(outcome.state)) as TokenState;
      run.fired.push(...outcome.fired.filter(isOfKind));
      run.changed.push(...outcome.changed.filter(isOfKind));
      run.notEvaluated.push(...outcome.notEvaluated.filter(isOfKind));
      return run;
    },
    firedAt: () => run.fired.map((signal) => (signal.at - T0) / MINUTE_MS),
    open: () =>
      Object.values(run.state?.slots ?? {})
        .flatMap((slot) => slot.open)
        .filter(isOfKind),
  };
  return run;
};
