// The rules score-1: each definition at its edges, what a call's definition is, and what a probability is made of.
import t from "tap";
import {
  DEFINITION_IDS,
  definitionOf,
  judgeCall,
  type Moved,
  oddsClassOf,
  oddsOf,
  probabilityOf,
} from "../../../schema/record/rule.ts";

const moved = (returnPct: number, worstPct = Math.min(0, returnPct), bestPct = Math.max(0, returnPct)): Moved => ({
  ...{ returnPct, worstPct, bestPct, sigmaPct: 2, bandPct: 0.5 },
});

t.test("every definition is right at its threshold and not a ten-thousandth before it", async (t) => {
  const cases = {
    up: [
      ["right", 0.5],
      ["push", 0.4999],
      ["push", -0.4999],
      ["wrong", -0.5],
    ],
    down: [
      ["right", -0.5],
      ["push", -0.4999],
      ["push", 0.4999],
      ["wrong", 0.5],
    ],
    holds: [
      ["right", -0.4999],
      ["wrong", -0.5],
      ["right", 3],
    ],
    lags: [
      ["right", 0.4999],
      ["wrong", 0.5],
      ["right", -3],
    ],
    calm: [
      ["right", 1.9999],
      ["wrong", 2],
      ["right", -1.9999],
      ["wrong", -2],
    ],
    move: [
      ["right", 2],
      ["wrong", 1.9999],
      ["right", -2],
      ["wrong", -1.9999],
    ],
    dips: [
      ["not_scored", -9],
      ["not_scored", 9],
    ],
    runs: [
      ["not_scored", -9],
      ["not_scored", 9],
    ],
  } as const;
  for (const id of DEFINITION_IDS)
    for (const [result, returnPct] of cases[id]) t.equal(judgeCall(id, moved(returnPct)), result, `${id} ${returnPct}`);
  t.equal(judgeCall("move", moved(0, -2, 0)), "right", "a move counts also where it came back");
});

t.test("a selling order mirrors the buying one, and directions say what they mean", async (t) => {
  const of = (verdict: string, side: string) => definitionOf({ kind: "evaluation", verdict, direction: "", side });
  t.same(
    ["proceed", "caution", "avoid"].map((verdict) => of(verdict, "buy")),
    ["holds", "dips", "lags"],
  );
  t.same(
    ["proceed", "caution", "avoid"].map((verdict) => of(verdict, "sell")),
    ["lags", "runs", "holds"],
  );
  const told = (kind: "signal" | "brief", direction: string) =>
    definitionOf({ kind, verdict: "", direction, side: "" });
  t.same(
    ["bullish", "bearish", "neutral"].map((one) => told("signal", one)),
    ["up", "down", "move"],
  );
  t.same(
    ["bullish", "bearish", "neutral"].map((one) => told("brief", one)),
    ["up", "down", "calm"],
  );
});

t.test("a probability is the smoothed share of the class, and one half before anything is known", async (t) => {
  t.equal(probabilityOf(null), 0.5);
  t.equal(probabilityOf({ n: 0, right: 0, base: 0.3 }), 0.3);
  t.equal(probabilityOf({ n: 30, right: 24, base: 0.4 }), 0.7);
  const call = {
    kind: "signal",
    verdict: "",
    direction: "bullish",
    side: "",
    subkind: "price_move",
    severity: 2,
  } as const;
  t.equal(oddsClassOf(call), "signal~price_move~2");
  const table = { "signal~price_move~2": { "1h": null, "24h": { n: 40, right: 40, base: 0.5 }, "7d": null } };
  t.same(oddsOf(table, oddsClassOf(call)), { p: { "1h": 0.5, "24h": 0.9, "7d": 0.5 }, n: 40 });
  t.same(oddsOf({}, "evaluation~avoid"), { p: { "1h": 0.5, "24h": 0.5, "7d": 0.5 }, n: 0 });
});
