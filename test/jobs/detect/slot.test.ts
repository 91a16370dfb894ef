// The life of a signal: cooldown, escalation, resolution, expiry, and the rules about single things.
import t from "tap";
import type { SignalValues } from "../../../jobs/signal/input.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { SIGNALS, type SignalKind } from "../../../schema/signal/index.ts";
import type { SignalRule, SignalSeverity } from "../../../schema/signal/rule.ts";
import { transfer } from "../../fixture/signal/chain.ts";
import { openInterest, scan, T0 } from "../../support/signal/signal-input.ts";
import { calm, goldenValues, signalRun, type ValuesAt } from "../../support/signal/signal-run.ts";

const RULES = Object.values(SIGNALS) as readonly SignalRule<SignalKind>[];
const DAY_MIN = 1_440;

const unassessed =
  (...names: readonly string[]): ValuesAt =>
  () =>
    Object.fromEntries(names.map((name) => [name, "unassessed"])) as Partial<SignalValues>;

for (const rule of RULES.filter(({ once, refire }) => once === null && refire === null)) {
  t.test(`${rule.kind} that lasts fires again after its cooldown and not a minute sooner`, async (t) => {
    const run = signalRun(rule.kind);
    const cooldownMin = rule.cooldownS / 60;
    for (let minute = 0; minute <= cooldownMin; minute++) run.step(minute, goldenValues(rule.kind, 1));
    t.same(run.firedAt(), [0, cooldownMin]);
    t.same(run.fired[1]?.escalates, null, "lasting is not growing");
    t.same(
      run.changed.filter(({ status }) => status === "escalated"),
      [],
    );
  });
}

for (const rule of RULES.filter(({ once, levels }) => once === null && levels[2] !== null)) {
  t.test(`${rule.kind} escalates within its cooldown, naming the earlier signal, and never back`, async (t) => {
    const run = signalRun(rule.kind);
    for (const [minute, severity] of [1, 2, 3, 2, 1].entries())
      run.step(minute, goldenValues(rule.kind, severity as SignalSeverity));
    t.same(
      run.fired.map(({ severity }) => severity),
      [1, 2, 3],
    );
    t.equal(run.fired[0]?.escalates, null);
    t.equal(run.fired[1]?.escalates, run.fired[0]?.key);
    t.equal(run.fired[2]?.escalates, run.fired[1]?.key);
    t.match(run.changed, [
      { key: run.fired[0]?.key, status: "escalated", closedAt: T0 + MINUTE_MS },
      { key: run.fired[1]?.key, status: "escalated", closedAt: T0 + 2 * MINUTE_MS },
    ]);
    t.match(run.open(), [{ key: run.fired[2]?.key, status: "open" }]);
  });
}

for (const rule of RULES.filter(({ resolves }) => resolves)) {
  t.test(`${rule.kind} is resolved by the second false evaluation in a row, not by a gap`, async (t) => {
    const run = signalRun(rule.kind).step(0, goldenValues(rule.kind, 1));
    run.step(1, calm).step(2, goldenValues(rule.kind, 1)).step(3, calm);
    for (let minute = 4; minute < 10; minute++) run.step(minute, unassessed(...rule.requires));
    t.same(run.changed, []);
    t.equal(run.open().length, 1);
    run.step(10, calm);
    t.match(run.changed, [{ key: run.fired[0]?.key, status: "resolved", closedAt: T0 + 10 * MINUTE_MS }]);
    t.same(run.open(), []);
  });
}

for (const rule of RULES) {
  t.test(`${rule.kind} expires after 24 hours, even when nothing can be measured`, async (t) => {
    const run = signalRun(rule.kind).step(0, goldenValues(rule.kind, 1));
    run.step(DAY_MIN - 1, unassessed(...rule.requires));
    t.equal(run.open().length, 1);
    run.step(DAY_MIN, unassessed(...rule.requires));
    t.match(run.changed, [{ key: run.fired[0]?.key, status: "expired", closedAt: T0 + DAY_MS }]);
    t.same(run.open(), []);
  });
}

t.test("an expiry that is noticed late is dated when it was due", async (t) => {
  const run = signalRun("price_move")
    .step(0, goldenValues("price_move", 1))
    .step(DAY_MIN + 90, calm);
  t.match(run.changed, [{ status: "expired", closedAt: T0 + DAY_MS }]);
});

t.test("a signal of one direction does not hold back the other", async (t) => {
  const moves = [3, -3, 3, -3];
  const run = signalRun("price_move");
  for (const [minute, return_1h_pct] of moves.entries()) run.step(minute, () => ({ return_1h_pct }));
  t.same(
    run.fired.map(({ direction }) => direction),
    ["bullish", "bearish"],
  );
});

t.test("a graver signal after the cooldown still escalates the one that is open", async (t) => {
  const run = signalRun("price_move").step(0, goldenValues("price_move", 1)).step(90, goldenValues("price_move", 2));
  t.equal(run.fired[1]?.escalates, run.fired[0]?.key);
});

t.test("a graver signal within the cooldown of a resolved one names it", async (t) => {
  const run = signalRun("price_move").step(0, goldenValues("price_move", 1)).step(1, calm).step(2, calm);
  run.step(3, goldenValues("price_move", 3));
  t.equal(run.fired[1]?.escalates, run.fired[0]?.key);
  t.match(run.changed, [{ status: "resolved" }]);
});

const cascade =
  (liquidatedUsd: number): ValuesAt =>
  () => ({
    liquidations_long_1h_usd: liquidatedUsd,
    liquidations_short_1h_usd: 0,
    liquidations_median_hourly_7d_usd: 200_000,
    open_interest: openInterest(200e6, 0, 0),
  });

t.test("a liquidation cascade fires again within two hours only at double the value", async (t) => {
  const run = signalRun("liquidation_cascade").step(0, cascade(1.2e6));
  run.step(30, cascade(2.399e6));
  t.same(run.firedAt(), [0], "a higher severity that is not the double");
  run.step(59, cascade(1.9e6)).step(60, cascade(2.399e6)).step(119, cascade(1.2e6));
  t.same(run.firedAt(), [0]);
  run.step(120, cascade(1.2e6));
  t.same(run.firedAt(), [0, 120]);
  run.step(150, cascade(2.4e6));
  t.same(run.firedAt(), [0, 120, 150], "the double, one severity up");
});

const sent =
  (...hashes: readonly string[]): ValuesAt =>
  () => ({ transfers: hashes.map((tx_hash, index) => transfer(3e6 + index * 1e6, { tx_hash, to: "exchange" })) });

t.test("a cascade that was resolved still asks for double the value within two hours", async (t) => {
  const run = signalRun("liquidation_cascade").step(0, cascade(1.2e6)).step(1, calm).step(2, calm);
  t.match(run.changed, [{ status: "resolved" }]);
  run.step(75, calm).step(90, cascade(2.3e6));
  t.same(run.firedAt(), [0]);
  run.step(91, cascade(2.4e6));
  t.same(run.firedAt(), [0, 91]);
});

t.test("a larger transfer is a signal of its own, not the growth of another", async (t) => {
  const larger: ValuesAt = () => ({ transfers: [transfer(30e6, { tx_hash: "0xb", to: "exchange" })] });
  const run = signalRun("large_transfer").step(0, sent("0xa")).step(1, larger);
  t.match(run.fired, [{ severity: 1 }, { severity: 3, escalates: null }]);
  t.equal(run.open().length, 2);
});

t.test("a large transfer fires once for each transaction", async (t) => {
  const run = signalRun("large_transfer").step(0, sent("0xa")).step(1, sent("0xa")).step(61, sent("0xa", "0xb"));
  t.same(
    run.fired.map(({ details }) => details.tx_hash),
    ["0xa", "0xb"],
  );
  t.same(run.changed, [], "and neither escalates nor resolves the other");
});

t.test("one transaction with many movements fires once, for its largest", async (t) => {
  const values: ValuesAt = () => ({ transfers: [transfer(3e6), transfer(5e6), transfer(4e6)] });
  t.match(signalRun("large_transfer").step(0, values).fired, [{ details: { value_usd: 5e6 } }]);
});

t.test("at most three large transfers an hour, the gravest first, and the rest never late", async (t) => {
  const run = signalRun("large_transfer").step(0, sent("0xa", "0xb", "0xc", "0xd", "0xe"));
  t.same(
    run.fired.map(({ details }) => details.tx_hash),
    ["0xe", "0xd", "0xc"],
  );
  run.step(59, sent("0xa", "0xf"));
  t.equal(run.fired.length, 3);
  run.step(60, sent("0xa", "0xb", "0xf", "0x10"));
  t.same(
    run.fired.slice(3).map(({ details }) => details.tx_hash),
    ["0x10"],
  );
});

t.test("an unlock fires once, again only when it grows graver, and the next unlock by itself", async (t) => {
  const unlock =
    (pct: number, days = 3, hours = 0): ValuesAt =>
    () => ({ upcoming_unlocks: [{ at: T0 + days * DAY_MS + hours * HOUR_MS, pct_of_circulating: pct }] });
  const run = signalRun("unlock_upcoming")
    .step(0, unlock(1))
    .step(1, unlock(1.5))
    .step(2, unlock(1, 3, 2));
  for (let day = 1; day < 3; day++) run.step(day * DAY_MIN, unlock(1));
  t.equal(run.fired.length, 1);
  run.step(2 * DAY_MIN + 1, unlock(4));
  t.match(run.fired[1], { severity: 2, escalates: run.fired[0]?.key ?? "" });
  run.step(2 * DAY_MIN + 2, unlock(1, 6));
  t.match(run.fired[2], { severity: 1, escalates: null });
  t.equal(run.fired.length, 3);
});

t.test("a change of contract risk fires once for its scan", async (t) => {
  const risen: ValuesAt = () => ({ contract_scan: { previous: scan(T0 - DAY_MS, "low"), now: scan(T0, "high") } });
  const run = signalRun("contract_risk_change").step(0, risen);
  for (let hour = 1; hour < 72; hour++) run.step(hour * 60, risen);
  t.equal(run.fired.length, 1);
  run.step(72 * 60, () => ({ contract_scan: { previous: scan(T0, "high"), now: scan(T0 + 3 * DAY_MS, "critical") } }));
  t.match(run.fired[1], { severity: 3, escalates: null });
});

t.test("a change of the sign of funding fires once", async (t) => {
  const run = signalRun("funding_flip");
  for (let minute = 0; minute < 16 * 60; minute += 10) run.step(minute, goldenValues("funding_flip", 1));
  t.same(run.firedAt(), [0]);
});

t.test("a minute that was evaluated, or an older one, changes nothing", async (t) => {
  for (const kind of Object.keys(SIGNALS) as SignalKind[]) {
    const run = signalRun(kind).step(5, goldenValues(kind, 1));
    const state = JSON.stringify(run.state);
    run.step(5, goldenValues(kind, 1)).step(3, calm).step(5, calm).step(5, calm);
    t.equal(JSON.stringify(run.state), state, kind);
    t.equal(run.fired.length, 1, kind);
  }
});

t.test("the engine forgets what no rule needs any more", async (t) => {
  const run = signalRun("price_move");
  const transfers = [transfer(3e6)];
  for (const kind of Object.keys(SIGNALS) as SignalKind[])
    run.step(run.state ? (run.state.at - T0) / MINUTE_MS + 1 : 0, goldenValues(kind, 1));
  run.step(100, () => ({ transfers })).step(60 * DAY_MIN, calm);
  t.same(run.state, { at: T0 + 60 * DAY_MS, slots: {}, seen: {}, recent: {} });
});
