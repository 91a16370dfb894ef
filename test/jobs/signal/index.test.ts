// Every signal rule fires where its thresholds say, and nowhere else.
import t from "tap";
import { evaluateToken } from "../../../jobs/detect/evaluate.ts";
import { DETECTORS } from "../../../jobs/signal/index.ts";
import type { SignalValues } from "../../../jobs/signal/input.ts";
import { SIGNALS, type SignalKind } from "../../../schema/signal/index.ts";
import { CORPUS } from "../../fixture/signal/index.ts";
import { signalInput, T0 } from "../../support/signal/signal-input.ts";

const KINDS = Object.keys(SIGNALS) as SignalKind[];

t.test("in a calm minute every rule is judged and none fires", async (t) => {
  for (const kind of KINDS) t.same(DETECTORS[kind](signalInput(T0)), { outcome: "evaluated", hits: [] }, kind);
});

for (const kind of KINDS) {
  t.test(`${kind} keeps to its golden corpus`, async (t) => {
    for (const { says, values, expected } of CORPUS[kind]) {
      const input = signalInput(T0, values(T0));
      const reading = DETECTORS[kind](input);
      if (expected === "not_evaluated") {
        t.equal(reading.outcome, "not_evaluated", says);
        continue;
      }
      const { fired } = evaluateToken(undefined, input);
      const found = fired.filter((signal) => signal.kind === kind);
      t.equal(reading.outcome, "evaluated", says);
      if (expected === "quiet") t.same(found, [], says);
      else t.match(found, [expected], says);
    }
  });

  t.test(`${kind} has golden cases for every severity, its quiet side and every edge`, async (t) => {
    const severities = CORPUS[kind].map(({ expected }) =>
      typeof expected === "string" ? expected : expected.severity,
    );
    t.ok(severities.includes("quiet"));
    for (const [index, level] of SIGNALS[kind].levels.entries()) {
      t.equal(severities.includes((index + 1) as 1), level !== null, `severity ${index + 1}`);
    }
  });

  t.test(`${kind} is not evaluated when a required input is unassessed, and says which and why`, async (t) => {
    for (const name of SIGNALS[kind].requires) {
      for (const { says, values } of CORPUS[kind]) {
        const disturbed = { ...values(T0), [name]: "unassessed" } as Partial<SignalValues>;
        const input = { ...signalInput(T0, disturbed), reasons: { [name]: "stale" as const } };
        t.same(DETECTORS[kind](input), { outcome: "not_evaluated", missing: [{ input: name, reason: "stale" }] }, says);
      }
    }
  });

  t.test(`${kind} does not apply where a required input does not`, async (t) => {
    for (const name of SIGNALS[kind].requires) {
      const input = signalInput(T0, { [name]: null } as Partial<SignalValues>);
      t.same(DETECTORS[kind](input), { outcome: "not_applicable" }, name);
    }
  });
}

t.test("a number that is no number counts as unassessed", async (t) => {
  const reading = DETECTORS.price_move(signalInput(T0, { return_1h_pct: Number.NaN }));
  t.same(reading, { outcome: "not_evaluated", missing: [{ input: "return_1h_pct", reason: "pending" }] });
});
