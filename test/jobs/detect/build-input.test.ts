// Measurements become rule inputs without losing why something is missing.
import t from "tap";
import { buildSignalInput, type MeasuredInputs } from "../../../jobs/detect/build-input.ts";
import { evaluateToken } from "../../../jobs/detect/evaluate.ts";
import { gap } from "../../../jobs/measure/gap.ts";
import { calmValues, signalInput, T0 } from "../../support/signal/signal-input.ts";

const calm = calmValues(T0) as MeasuredInputs;

t.test("what was measured is handed on unchanged", async (t) => {
  const built = buildSignalInput({ token: "solana", at: T0, priceUsd: 100, inputs: calm, sources: {} });
  t.same(built, signalInput(T0));
});

t.test("a gap is unassessed with its reason; null stays: it does not apply", async (t) => {
  const inputs = { ...calm, depth: gap("stale"), contract_scan: null };
  const built = buildSignalInput({ token: "solana", at: T0, priceUsd: gap("source_error"), inputs, sources: {} });
  t.match(built, { price_usd: "unassessed", values: { depth: "unassessed", contract_scan: null } });
  t.same(built.reasons, { depth: "stale" });
  t.same(evaluateToken(undefined, built).notEvaluated, [
    { token: "solana", kind: "depth_drop", at: T0, input: "depth", reason: "stale" },
  ]);
});
