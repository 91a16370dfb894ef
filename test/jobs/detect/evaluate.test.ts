// What was not measured never makes a signal fire, nor one end.
import fc from "fast-check";
import t from "tap";
import { evaluateToken } from "../../../jobs/detect/evaluate.ts";
import { runMinute } from "../../../jobs/detect/run-minute.ts";
import type { FiredSignal, TokenState } from "../../../jobs/detect/state.ts";
import type { SignalInput, SignalValues } from "../../../jobs/signal/input.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { SIGNALS, type SignalKind } from "../../../schema/signal/index.ts";
import { INPUT_NAMES } from "../../../schema/signal/input-name.ts";
import { CORPUS } from "../../fixture/signal/index.ts";
import { assertProperty } from "../../support/property.ts";
import { calmValues, signalInput, T0 } from "../../support/signal/signal-input.ts";

const KINDS = Object.keys(SIGNALS) as SignalKind[];

/** Golden cases of some kinds laid over a calm minute. */
const disturbance = fc
  .array(fc.constantFrom(...KINDS.flatMap((kind) => CORPUS[kind].map(({ values }) => values))), { maxLength: 8 })
  .map((cases) => (at: number) => Object.assign({}, ...cases.map((values) => values(at))) as Partial<SignalValues>);

const knockedOut = fc.subarray([...INPUT_NAMES]);

const without = (input: SignalInput, names: readonly string[]): SignalInput => ({
  ...input,
  values: { ...input.values, ...Object.fromEntries(names.map((name) => [name, "unassessed"])) } as SignalValues,
});

/** A state that some minutes of trouble led to. */
const troubled = fc
  .array(fc.tuple(disturbance, knockedOut, fc.integer({ min: 1, max: 400 })), { maxLength: 6 })
  .map((steps) => {
    let state: TokenState | undefined;
    let at = T0 - 2_400 * MINUTE_MS;
    for (const [values, names, minutes] of steps) {
      at += minutes * MINUTE_MS;
      state = evaluateToken(state, without(signalInput(at, values(at)), names)).state;
    }
    return { state, at };
  });

const sameFire = (signal: FiredSignal) => `${signal.kind}~${signal.direction}`;
const resolved = (changed: readonly FiredSignal[]) =>
  changed.filter(({ status }) => status === "resolved").map(({ key }) => key);

t.test("knocking out inputs adds no signal, raises no severity and resolves nothing more", async (t) => {
  const property = fc.property(
    troubled,
    disturbance,
    knockedOut,
    fc.integer({ min: 1, max: 90 }),
    (past, values, names, minutes) => {
      const input = signalInput(past.at + minutes * MINUTE_MS, values(past.at + minutes * MINUTE_MS));
      const full = evaluateToken(past.state, input);
      const partial = evaluateToken(past.state, without(input, names));
      for (const signal of partial.fired) {
        const same = full.fired.filter((one) => sameFire(one) === sameFire(signal));
        if (!same.some(({ severity }) => severity >= signal.severity)) return false;
      }
      const ended = new Set(resolved(full.changed));
      return resolved(partial.changed).every((key) => ended.has(key));
    },
  );
  assertProperty(property, { numRuns: 1_500, seed: 20_261_120 });
  t.pass();
});

t.test("with nothing measured nothing fires and nothing is resolved, whatever came before", async (t) => {
  const property = fc.property(troubled, fc.integer({ min: 1, max: 3_000 }), ({ state, at }, minutes) => {
    const { fired, changed } = evaluateToken(state, without(signalInput(at + minutes * MINUTE_MS), INPUT_NAMES));
    return fired.length === 0 && changed.every(({ status }) => status === "expired");
  });
  assertProperty(property, { numRuns: 500, seed: 20_261_120 });
  t.pass();
});

t.test("each rule that needs an input is counted as not evaluated when it is missing", async (t) => {
  for (const name of INPUT_NAMES) {
    const input = {
      ...signalInput(T0, { [name]: "unassessed" } as Partial<SignalValues>),
      reasons: { [name]: "stale" as const },
    };
    const needing = KINDS.filter((kind) => (SIGNALS[kind].requires as readonly string[]).includes(name));
    t.same(
      evaluateToken(undefined, input).notEvaluated.map(({ kind, reason }) => `${kind} ${reason}`),
      needing.map((kind) => `${kind} stale`),
      name,
    );
  }
});

t.test("the calm minute is complete: every input applies and is assessed", async (t) => {
  const values = calmValues(T0);
  for (const name of INPUT_NAMES) t.not(values[name], "unassessed", name);
});

t.test("a minute keeps which rules could not be judged, and which do not apply", (t) => {
  const input = signalInput(T0, { peg_prices: null, contract_scan: null, depth: "unassessed" });
  const state = { rules: "sig-1", tokens: {} } as const;
  const [judged, missing, , unjudged, aside] = runMinute(state, T0, [input]).coverage[input.token] ?? [];
  t.same([judged, missing], [KINDS.length - 3, 1]);
  t.same(Object.values(unjudged ?? {}), [["depth_drop"]]);
  t.same(aside, ["depeg", "contract_risk_change"]);
  const whole = runMinute(state, T0, [signalInput(T0)]).coverage[input.token];
  t.same(whole, [KINDS.length, 0, null, {}]);
  t.end();
});
