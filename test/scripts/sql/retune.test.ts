// The proposals for thresholds: within the aims nothing, above them what would have met them, and nothing without history.
import t from "tap";
import type { Place } from "../../../scripts/connect.ts";
import { proposeLevels, readHistory, type StoredSignal, sayProposals } from "../../../scripts/sql/retune.ts";
import { BASE } from "../../support/base.ts";
import { startTestStore } from "../../support/store.ts";

const many = (kind: StoredSignal["kind"], severity: StoredSignal["severity"], count: number): StoredSignal[] =>
  Array.from({ length: count }, (_, index) => ({ kind, severity, excess: 1 + index / 100 }));

t.test("a history within the aims changes nothing", async (t) => {
  const signals = [...many("price_move", 1, 200), ...many("depth_drop", 2, 20)];
  for (const { changes } of proposeLevels({ signals, tokens: 10, days: 10 })) t.same(changes, []);
});

t.test("above the aim the most frequent kinds give way, and what is kept meets it", async (t) => {
  const signals = [...many("price_move", 1, 290), ...many("depth_drop", 1, 100), ...many("depeg", 1, 10)];
  const [notable] = proposeLevels({ signals, tokens: 10, days: 10 });
  t.equal(notable?.rate, 4);
  t.same(notable?.changes, [{ kind: "price_move", factor: 1.99, from: 290, to: 190 }]);
  const kept = signals.filter(({ kind, excess }) => kind !== "price_move" || excess > 1.99);
  t.equal(kept.length, 300, "3 a day of 10 tokens in 10 days");
  const lines = sayProposals({ signals, tokens: 10, days: 10 }).join("\n");
  t.match(lines, /severity 1: 4\.00 a day and token, aim at most 3: above the aim/);
  t.match(lines, /price_move +290 → 190 signals: threshold 2 → beyond 3\.98 pct/);
  t.match(lines, /Nothing was changed/);
});

t.test("a rule that fires below its threshold is asked to go lower", async (t) => {
  const lines = sayProposals({ signals: many("depth_drop", 1, 400), tokens: 10, days: 10 }).join("\n");
  t.match(lines, /depth_drop +400 → 300 signals: threshold 50 → beyond 25\.13 pct/);
});

t.test("history is read from the store, and too little of it proposes nothing", async (t) => {
  const { engine, store } = await startTestStore(t);
  const place: Place = {
    ...{ url: engine.url, user: "default", password: engine.token, facts: "assay", guarded: true, readsFacts: true },
    ...{ about: "test", stop: async () => undefined },
  };
  t.match(sayProposals(await readHistory(place, 30))[0], /0\.0 days over 0 tokens/);
  const now = BASE;
  await store.insert(
    "signal_evaluation",
    Array.from({ length: 1_440 }, (_, back) => ({
      ...{ at: Math.floor(now / 60_000) * 60_000 - back * 60_000, kind: "price_move", evaluated_count: 4 },
      ...{ not_evaluated_count: 1, fired_count: 0, reasons: "{}", rules: "sig-1" },
    })),
    "e",
  );
  const row = (id: number, kind: string, value: number, threshold: number) => ({
    ...{
      token: "solana",
      at: now - 60_000,
      key: `k${id}`,
      id,
      kind,
      direction: "neutral",
      severity: 1,
      value,
      ratio: 1,
    },
    ...{ details: JSON.stringify({ threshold }), status: "open", expires_at: now, closed_at: null, rules: "sig-1" },
    ...{ changed_at: now },
  });
  await store.insert("signal", [row(1, "price_move", -3, -2), row(2, "depth_drop", 25, 50)], "s");
  const history = await readHistory(place, 30);
  t.match(history, { tokens: 5, days: 1 });
  t.same(history.signals.map(({ kind, excess }) => [kind, excess]).sort(), [
    ["depth_drop", 2],
    ["price_move", 1.5],
  ]);
});
