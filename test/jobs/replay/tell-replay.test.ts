// What is told of an object that was made again: one result, and a reason wherever not every byte is the same.
import t from "tap";
import type { Replayed } from "../../../jobs/replay/replay-issued.ts";
import { countReplayed } from "../../../jobs/replay/replay-sample.ts";
import { replayDataOf } from "../../../jobs/replay/tell-replay.ts";
import { withoutWords } from "../../../jobs/replay/without-words.ts";
import { replaysOf } from "../../../jobs/status/replays.ts";
import { compile } from "../../../schema/check.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { ReplayData, Replays } from "../../../schema/object/replay.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const one = (result: Replayed["result"], rest: Partial<Replayed> = {}): Replayed => ({
  ...{ id: "eval_1", kind: "evaluation", rules: "eval-2", hash: "0".repeat(64), result, members: [], codeVersion: "a" },
  judgedMs: NOW - DAY_MS,
  ...rest,
});
const ALL: readonly [Replayed, string, string | null][] = [
  [one("identical"), "identical", null],
  [one("numbers_identical"), "numbers_identical", "worded_by_a_model"],
  [one("differs", { members: ["/data/verdict"] }), "differs", "unexplained"],
  [one("differs", { codeVersion: "b" }), "differs", "another_code_version"],
  [one("inputs_not_kept"), "unassessed", "rows_past_retention"],
  [one("odds_gone", { judgedMs: NOW - 60 * DAY_MS }), "unassessed", "rows_past_retention"],
  [one("odds_gone"), "unassessed", "inputs_missing"],
  [one("inputs_gone", { judgedMs: NOW - 60 * DAY_MS }), "unassessed", "rows_past_retention"],
  [one("inputs_gone"), "unassessed", "inputs_missing"],
  [one("rules_gone"), "unassessed", "rules_gone"],
  [one("altered"), "unassessed", "altered"],
  [one("failed", { why: "x".repeat(900) }), "unassessed", "failed"],
];

t.test("each result has its shape, and its reason", async (t) => {
  const fits = compile(ReplayData);
  for (const [replayed, result, reason] of ALL) {
    const data = replayDataOf(replayed, "a", NOW);
    t.ok(fits(data), fits.describe());
    t.match(data, { result, reason });
  }
});

t.test("a sample counts every object once", async (t) => {
  const row = countReplayed(
    ALL.map(([replayed]) => replayed),
    NOW,
    "a",
  );
  t.match(row, { sampled: 12, identical: 1, numbers_identical: 1, differing: 3, unassessed: 7 });
  const told = replaysOf(row);
  const fits = compile(Replays);
  t.ok(fits(told) && fits(replaysOf(null)), fits.describe());
  t.match(told, { identical_pct: 8.3333, reasons: { rows_past_retention: 3, inputs_missing: 2, unexplained: 1 } });
  t.match(replaysOf(null), { at: null, identical_pct: "unassessed" });
});

t.test("without its words an object keeps its numbers and what was decided", async (t) => {
  const of = (headline: string, p: number, model: string) =>
    withoutWords({
      ...{ id: "1", as_of: "2026-11-20T12:00:00.000Z" },
      data: {
        headline,
        model,
        severity: 2,
        p_right: p,
        likely_causes: [{ kind: "unlock", cause: headline, confidence: p }],
      },
      sources: [{ provider: "sandbox:okx" }, ...(model === "m" ? [{ provider: "model" }] : [])],
    });
  t.same(of("up", 0.5, "m"), of("down", 0.5, "deterministic-1"));
  t.notSame(of("up", 0.5, "m"), of("up", 0.6, "m"));
});
