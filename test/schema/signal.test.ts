// The signal rules are complete, plain data, and one list with the wire.
import t from "tap";
import { SIGNAL_KINDS, SIGNALS } from "../../schema/signal/index.ts";
import { INPUT_NAMES } from "../../schema/signal/input-name.ts";
import { SIGNAL_RULES_VERSION, type SignalRule } from "../../schema/signal/rule.ts";

const RULES = Object.entries(SIGNALS) as [string, SignalRule][];

t.test("the registry holds exactly the kinds of the wire, in their order", async (t) => {
  t.same(
    [...SIGNAL_KINDS],
    [
      ...["price_move", "breakout", "volume_spike", "oi_surge", "oi_flush", "oi_price_divergence", "funding_extreme"],
      ...["funding_flip", "long_short_extreme", "liquidation_cascade", "exchange_inflow", "exchange_outflow"],
      ...["large_transfer", "depth_drop", "spread_widening", "price_divergence", "tvl_drop", "depeg"],
      ...["unlock_upcoming", "contract_risk_change"],
    ],
  );
  for (const [kind, rule] of RULES) t.equal(rule.kind, kind);
});

t.test("a rule is plain JSON of the version that signals carry", async (t) => {
  for (const [kind, rule] of RULES) {
    t.same(JSON.parse(JSON.stringify(rule)), rule, kind);
    t.equal(rule.rules, SIGNAL_RULES_VERSION, kind);
  }
});

t.test("thresholds never loosen with severity and never leave a severity out in between", async (t) => {
  for (const [kind, { levels }] of RULES) {
    const [first, second, third] = levels;
    const away = Math.sign(second - first);
    if (third !== null) t.ok(Math.sign(third - second) === away, kind);
    t.ok(first > 0, kind);
  }
});

t.test("every rule says in words what it measures and which way it points", async (t) => {
  for (const [kind, rule] of RULES) {
    for (const text of [rule.measure, rule.window, rule.direction]) t.ok(text.length > 0, kind);
    t.ok(rule.requires.length > 0, kind);
    t.ok(rule.cooldownS > 0 || rule.once !== null, `${kind} is held back by time or by its subject`);
  }
});

t.test("every input is read by a rule and every name a rule reads is an input", async (t) => {
  const read = new Set(RULES.flatMap(([, rule]) => [...rule.requires, ...rule.optional]));
  t.same([...read].toSorted(), [...INPUT_NAMES].toSorted());
});
