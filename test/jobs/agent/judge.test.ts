// What holds of every agent: nothing that is knocked out and no worse number makes a verdict milder, and cards say what they mean.
import fc from "fast-check";
import t from "tap";
import { judge } from "../../../jobs/agent/judge.ts";
import type { Reading } from "../../../jobs/agent/reading.ts";
import { gap, isGap } from "../../../jobs/measure/gap.ts";
import { type AgentCard, classOf, type VerdictClass } from "../../../schema/agent/agent.ts";
import { AGENT_IDS, AGENTS } from "../../../schema/agent/index.ts";
import { compile } from "../../../schema/check.ts";
import { agentRunOf } from "../../../schema/object/agent.ts";
import { COMMAND } from "../../../schema/statement/leaf.ts";
import { assertProperty } from "../../support/property.ts";

const cards: readonly AgentCard[] = AGENT_IDS.map((id) => AGENTS[id]);
const token = { id: "bitcoin", symbol: "BTC", name: "Bitcoin" };
const reading = (value: Reading["value"]): Reading => ({ value, sources: [], asOf: 0 });

/** Mild to grave: what is not known is not milder than what goes well. */
const MILDNESS: Readonly<Record<VerdictClass, number>> = { proceed: 0, unassessed: 1, caution: 2, avoid: 3 };

/** Values around every threshold of a metric, and far from them. */
function valuesOf({ rules }: AgentCard, limits: Readonly<Record<string, number>>, metric: string): number[] {
  const thresholds = rules.flatMap(({ when }) =>
    when.flatMap((one) =>
      one.metric === metric ? [typeof one.threshold === "number" ? one.threshold : (limits[one.threshold] ?? 1)] : [],
    ),
  );
  return [...new Set([-1e6, 0, 1e6, ...thresholds.flatMap((at) => [at - 1, at, at + 1])])].sort((a, b) => a - b);
}

const GAPS = [gap("stale"), gap("source_error"), gap("insufficient_coverage"), gap("pending")];

/** Readings of a card as a place in each metric's values. */
const places = (card: AgentCard) =>
  fc.array(fc.nat(1_000), { minLength: Object.keys(card.metrics).length, maxLength: Object.keys(card.metrics).length });

for (const card of cards) {
  const limits = Object.fromEntries(Object.keys(card.limits).map((name, at) => [name, 10 + at]));
  const metrics = Object.keys(card.metrics);
  const readingsAt = (picked: readonly number[]) =>
    Object.fromEntries(
      metrics.map((metric, at) => {
        const values = valuesOf(card, limits, metric);
        return [metric, reading(values[(picked[at] ?? 0) % values.length] ?? 0)];
      }),
    );
  const judged = (readings: Record<string, Reading>) => judge(card, { subjects: [{ token, readings }], limits });

  t.test(`${card.id}: whatever is knocked out, nothing proceeds that did not`, async (t) => {
    assertProperty(
      fc.property(places(card), fc.nat(1_000), fc.constantFrom(...GAPS), (picked, at, missing) => {
        const full = readingsAt(picked);
        const lost = metrics[at % metrics.length] ?? "";
        const after = judged({ ...full, [lost]: reading(missing) });
        return judged(full).class === "proceed" || after.class !== "proceed";
      }),
      { numRuns: 400 },
    );
    t.pass();
  });

  t.test(`${card.id}: a worse number never gives a milder class`, async (t) => {
    assertProperty(
      fc.property(places(card), fc.nat(1_000), fc.nat(1_000), (picked, at, step) => {
        const full = readingsAt(picked);
        const metric = metrics[at % metrics.length] ?? "";
        const values = valuesOf(card, limits, metric);
        const now = full[metric]?.value;
        if (typeof now !== "number") return true;
        const worse = values.filter((value) => (card.metrics[metric]?.worse === "higher" ? value > now : value < now));
        const value = worse[step % Math.max(1, worse.length)];
        if (value === undefined) return true;
        const after = judged({ ...full, [metric]: reading(value) });
        return MILDNESS[after.class] >= MILDNESS[judged(full).class];
      }),
      { numRuns: 400 },
    );
    t.pass();
  });

  t.test(
    `${card.id}: what decides is needed, whatever the reason is, and a run without any of it is free`,
    async (t) => {
      const deciding = metrics.filter((metric) => card.metrics[metric]?.isDeciding === true);
      t.ok(deciding.length > 0);
      const calm = metrics.map(() => 0);
      for (const metric of deciding) {
        const lost = judged({ ...readingsAt(calm), [metric]: reading(gap("no_source")) });
        t.not(lost.class, "proceed", metric);
      }
      const nothing = judged(Object.fromEntries(metrics.map((metric) => [metric, reading(gap("stale"))])));
      const unmeasured = card.unmeasured ?? card.lacking;
      t.match(nothing, { isFree: true, verdict: unmeasured });
      t.match(judge(card, { subjects: [], limits }), { isFree: true, verdict: unmeasured });
      t.notOk(judged(readingsAt(calm)).isFree);
    },
  );

  t.test(`${card.id}: its card holds together`, async (t) => {
    const values = card.verdicts.map(({ value }) => value);
    t.equal(new Set(values).size, values.length);
    const unmeasured = card.unmeasured ?? card.lacking;
    for (const value of [card.otherwise, card.lacking, unmeasured]) t.ok(values.includes(value), value);
    t.equal(classOf(card, card.otherwise), "proceed");
    for (const value of [card.lacking, unmeasured]) t.not(classOf(card, value), "proceed", "nobody knows it");
    // A graver class stands before a milder one, so that the first verdict that fires is the gravest.
    const grades = card.verdicts.map((one) => MILDNESS[one.class]);
    t.same(
      grades,
      grades.toSorted((a, b) => b - a),
    );
    const reachable = new Set([card.otherwise, card.lacking, unmeasured, ...card.rules.map(({ verdict }) => verdict)]);
    t.same([...reachable].toSorted(), values.toSorted(), "every verdict has a way to it");
    const used = new Set(card.rules.flatMap(({ when }) => when.map(({ metric }) => metric)));
    t.same([...used].toSorted(), metrics.toSorted(), "every metric has a rule");
    const named = card.rules.flatMap(({ when }) =>
      when.flatMap(({ threshold }) => (typeof threshold === "string" ? [threshold] : [])),
    );
    t.same([...new Set(named)].toSorted(), Object.keys(card.limits).toSorted());
    t.equal(new Set(card.rules.map(({ code }) => code)).size, card.rules.length);
    for (const { value, meaning } of card.verdicts) t.notMatch(meaning, /\d/, value);
    for (const { says } of Object.values(card.metrics)) {
      t.notMatch(says, /\d/);
      t.notMatch(says, COMMAND);
    }
    const input = compile(card.input);
    t.ok(input(card.example.input), input.describe());
    const details = compile(card.details);
    t.ok(details(card.example.details), details.describe());
    t.ok(values.includes(card.example.verdict));
    t.ok(JSON.stringify(agentRunOf(card)).length < 30_000);
    for (const verdict of values)
      t.ok(card.summary.includes(verdict) || verdict === card.lacking, `${verdict} is in the summary`);
    t.ok(card.summary.length <= 100, card.summary);
  });
}

t.test("what does not apply neither speaks for nor against, and the gravest of several subjects counts", async (t) => {
  const card: AgentCard = AGENTS["leverage-radar"];
  const quiet = Object.fromEntries(Object.keys(card.metrics).map((metric) => [metric, reading(0)]));
  const none = Object.fromEntries(Object.keys(card.metrics).map((metric) => [metric, reading(null)]));
  const building = { ...quiet, oi_change_4h_pct: reading(12) };
  const of = (...all: Record<string, Reading>[]) =>
    judge(card, { subjects: all.map((readings) => ({ token, readings })), limits: {} });
  t.equal(of(quiet, none).verdict, "CALM");
  t.equal(of(quiet, building).verdict, "BUILDING");
  t.same(
    of(quiet, building).subjects.map(({ verdict }) => verdict),
    ["CALM", "BUILDING"],
  );
  const undoing = { ...building, unwinding_signals: reading(1) };
  t.equal(of(undoing).verdict, "UNWINDING");
  t.equal(of(undoing, { ...undoing, extremes: reading(2) }).verdict, "CROWDED", "CROWDED over UNWINDING");
  const lost = of({ ...quiet, abs_funding_apr_pct: reading(gap("stale")) });
  t.match(lost, { verdict: "INSUFFICIENT", class: "unassessed", isFree: false });
  t.ok(lost.lacks.every(({ gap: why }) => isGap(why)));
});
