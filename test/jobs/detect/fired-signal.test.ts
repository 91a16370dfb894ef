// A fired signal has the wire form, and its details say everything a reader needs to check it.
import t from "tap";
import { countNotEvaluated, evaluateToken } from "../../../jobs/detect/evaluate.ts";
import { compile } from "../../../schema/check.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { Signal } from "../../../schema/shape/signal.ts";
import { SIGNALS, type SignalKind } from "../../../schema/signal/index.ts";
import { CORPUS } from "../../fixture/signal/index.ts";
import { signalInput, T0 } from "../../support/signal/signal-input.ts";
import { goldenValues, signalRun } from "../../support/signal/signal-run.ts";
import { toWireSignal } from "../../support/signal/wire-signal.ts";

const KINDS = Object.keys(SIGNALS) as SignalKind[];
const check = compile(Signal);

const numberKeys = () => {
  const keys: string[] = [];
  return (key: string): number => {
    if (!keys.includes(key)) keys.push(key);
    return keys.indexOf(key) + 1;
  };
};

for (const kind of KINDS) {
  t.test(`${kind} has the wire form in every golden case`, async (t) => {
    for (const { says, values, expected } of CORPUS[kind]) {
      if (typeof expected === "string") continue;
      const source = { provider: "sandbox:binance", endpoint: "klines", as_of: "2026-11-20T12:00:00.000Z" };
      const sources = Object.fromEntries(SIGNALS[kind].requires.map((name) => [name, [source]]));
      const { fired } = evaluateToken(undefined, { ...signalInput(T0, values(T0)), sources });
      const signal = fired.find((one) => one.kind === kind);
      if (!signal) return t.fail(says);
      const wire = toWireSignal(signal, numberKeys());
      t.ok(check(wire), `${says}: ${check.describe()}`);
      t.ok(wire.ratio >= 1, `${says}: ratio ${wire.ratio}`);
      t.equal(wire.at, "2026-11-20T12:00:00.000Z");
      t.equal(wire.expires_at, "2026-11-21T12:00:00.000Z");
      const thresholds = wire.details.thresholds as number[];
      t.equal(thresholds.length, 3);
      t.equal(wire.details.threshold, thresholds[signal.severity - 1], says);
      t.match(wire.details, { price_usd: 100, sources: [source], escalates: null, rules: "sig-1" }, says);
      for (const member of ["unit", "window"]) t.type(wire.details[member], "string", says);
      t.ok("baseline" in wire.details, says);
      t.same(JSON.parse(JSON.stringify(wire)), wire, "nothing is lost in JSON");
    }
  });
}

t.test("the value and the severity 1 threshold give the ratio", async (t) => {
  for (const kind of KINDS) {
    for (const { says, values, expected } of CORPUS[kind]) {
      if (typeof expected === "string") continue;
      const signal = evaluateToken(undefined, signalInput(T0, values(T0))).fired.find((one) => one.kind === kind);
      if (!signal) return t.fail(says);
      const [threshold = 0] = signal.details.thresholds as number[];
      const exact = Math.min(1_000, Math.max(signal.value / threshold, threshold / signal.value));
      t.ok(Math.abs(signal.ratio - exact) < 1e-6, `${kind}: ${says}`);
    }
  }
});

t.test("an escalation names the earlier signal by its id", async (t) => {
  const run = signalRun("price_move").step(0, goldenValues("price_move", 1)).step(1, goldenValues("price_move", 3));
  const ids = numberKeys();
  const [first, second] = run.fired.map((signal) => toWireSignal(signal, ids));
  t.equal(second?.details.escalates, first?.id);
  t.equal(run.fired[0]?.key, `solana~price_move~bullish~${T0}`);
});

t.test("rules that could not be judged are counted by kind and reason", async (t) => {
  const input = signalInput(T0, { return_1h_pct: "unassessed", sigma_1h_pct: "unassessed" });
  const { notEvaluated } = evaluateToken(undefined, {
    ...input,
    reasons: { return_1h_pct: "stale", sigma_1h_pct: "insufficient_history" },
  });
  t.same(countNotEvaluated(notEvaluated), {
    price_move: { stale: 1 },
    volume_spike: { stale: 1 },
    oi_surge: { stale: 1 },
    oi_flush: { stale: 1 },
  });
});

t.test("a venue that vanishes makes nothing fire", async (t) => {
  const values = signalInput(T0).values;
  if (!Array.isArray(values.depth) || !Array.isArray(values.open_interest) || !Array.isArray(values.spread)) return;
  for (const gone of ["okx", "gate"]) {
    const silent = <Row extends { venue: string }>(rows: readonly Row[], ...members: string[]): Row[] =>
      rows.map((row) =>
        row.venue === gone ? { ...row, ...Object.fromEntries(members.map((m) => [m, "unassessed"])) } : row,
      );
    const outcome = evaluateToken(
      undefined,
      signalInput(T0, {
        depth: silent(values.depth, "samples_usd"),
        open_interest: silent(values.open_interest, "now_usd"),
        spread: silent(values.spread, "now_bps"),
      }),
    );
    t.same(outcome.fired, [], gone);
  }
});

t.test("a signal reads nothing later than its minute", async (t) => {
  const later = {
    tx_hash: "0xa",
    chain: "eth",
    at: T0 + 1,
    value_usd: 1e9,
    supply_pct: 1,
    from: "wallet",
    to: "wallet",
    internal: false,
  } as const;
  const readings = [...Array(44).fill(-0.01), 0.01, 0.01].map((rate_8h_pct, index) => ({
    at: T0 + ((index - 44) * DAY_MS) / 3,
    rate_8h_pct,
  }));
  t.same(evaluateToken(undefined, signalInput(T0, { transfers: [later], funding_readings: readings })).fired, []);
});
