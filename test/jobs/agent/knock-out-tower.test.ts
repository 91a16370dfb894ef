// alert-watchtower from what it reads on: whatever of it is lost for a reason of the moment, nothing becomes silence.
import t from "tap";
import { alertWatchtower, towerOf } from "../../../jobs/agent/alert-watchtower.ts";
import { NO_PAST } from "../../../jobs/agent/judged-before.ts";
import type { WatchedTime } from "../../../jobs/agent/watched-time.ts";
import type { TokenCoverage } from "../../../jobs/detect/run-minute.ts";
import { evaluateState, type StandardEvaluation } from "../../../jobs/evaluate/evaluate.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import { MINUTE_MS, minuteOf } from "../../../schema/duration.ts";
import { lostOf } from "../../../schema/evaluation/lost.ts";
import { evaluation } from "../../../schema/issued/evaluation.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { AS_OF } from "../../support/rows/facts.ts";
import {
  ALL_JUDGED,
  bitcoin,
  calmPerp,
  changed,
  classOf,
  leavesOf,
  REASONS,
  signal,
  without,
} from "../../support/rows/knocked-out.ts";

const END_MINUTE = minuteOf(AS_OF);
const dayOfMinutes = (coverage: TokenCoverage, missed = 0): WatchedTime => ({
  hasBefore: true,
  minutes: () => [{ coverage, minutes: 1_440 - missed, firstAt: END_MINUTE - 1_439 * MINUTE_MS, lastAt: END_MINUTE }],
});

const silence = changed(bitcoin, { derivatives: calmPerp, signals: { open: [] } });
const turned = (evaluation: StandardEvaluation): HistoryEvent => ({
  ...{ kind: "verdict_change", id: "verdict~1", at: toTime(AS_OF), severity: 3, direction: null, summary: "It turned" },
  data: { evaluation_id: "eval_2", previous_evaluation_id: null, from: "caution", to: evaluation.verdict },
  source: { provider: "sandbox:assay", endpoint: "verdict-change", as_of: toTime(AS_OF) },
});

t.test("alert-watchtower: whatever is lost, nothing that was heard becomes silence", async (t) => {
  const heard = [
    { open: [signal("price_move", 2)], rules: ALL_JUDGED },
    { open: [signal("price_move", 3)], rules: ALL_JUDGED },
    { open: [], rules: [19, 1, "stale", { stale: ["price_move"] }] as TokenCoverage },
  ];
  const read = (
    state: ReadState | null,
    rules: TokenCoverage,
    judged: readonly string[] = ["bitcoin"],
    watched = dayOfMinutes(ALL_JUDGED),
    inForce = evaluateState(silence, AS_OF, null),
    hidingCount = 0,
  ) =>
    classOf(
      alertWatchtower,
      towerOf(
        { tokens: ["bitcoin"], hours: 24, minSeverity: 1, kinds: SIGNAL_KINDS },
        {
          states: new Map(state === null ? [] : [["bitcoin", state]]),
          judgedRules: () => ({ coverage: rules, at: AS_OF, past: NO_PAST }),
          judged: new Map(judged.map((id) => [id, { verdict: inForce.verdict, lost: lostOf(inForce) }])),
          lapses: new Map([["bitcoin", { firstAt: 0, longestMs: 0, hidingCount }]]),
          events: inForce.verdict === "avoid" ? [turned(inForce)] : [],
          ...{ odds: {}, isSimulated: true, now: AS_OF, watched },
        },
        () => "bitcoin",
      ),
    );
  t.equal(read(silence, ALL_JUDGED), "proceed");
  // What may have fired in a minute of the day that was lost.
  t.not(read(silence, ALL_JUDGED, ["bitcoin"], dayOfMinutes(ALL_JUDGED, 1)), "proceed");
  for (const reason of REASONS)
    t.not(read(silence, ALL_JUDGED, ["bitcoin"], dayOfMinutes([19, 1, reason, { [reason]: ["depeg"] }])), "proceed");
  for (const { open, rules } of heard) {
    const state = changed(bitcoin, { signals: { open } });
    t.not(read(state, rules), "proceed");
    for (const judged of [["bitcoin"], []]) {
      t.not(read(null, rules, judged), "proceed");
      for (const reason of REASONS)
        t.not(read(without(state, [["signals", "open"]], reason), rules, judged), "proceed", reason);
    }
  }
  // What would turn a verdict to avoid does so, or what is lost of it is missed.
  const watched = dayOfMinutes(ALL_JUDGED);
  const judgedOn = (state: ReadState) =>
    read(silence, ALL_JUDGED, ["bitcoin"], watched, evaluateState(state, AS_OF, null));
  for (const change of [
    { market: { volume_24h_usd: 400_000 } },
    { onchain: { top10_holders_pct: 85 } },
    { liquidity: { spread_bps: 500 } },
    { derivatives: { ...calmPerp, funding_apr_pct: 250, oi_to_market_cap_pct: 30 } },
  ]) {
    const state = changed(silence, change);
    t.equal(judgedOn(state), "avoid", JSON.stringify(change));
    for (const reason of REASONS) {
      const through = leavesOf(state).filter((leaf) => judgedOn(without(state, [leaf], reason)) === "proceed");
      t.same(through, [], reason);
    }
  }
  // So does what was lost of a verdict that was in force earlier within the time, by the column that is kept of it.
  const whole = evaluateState(silence, AS_OF, null);
  const judgedBefore = (state: ReadState) => {
    const { verdict, lost_count: lost } = evaluation.columnsOf(evaluateState(state, AS_OF, null));
    return read(silence, ALL_JUDGED, ["bitcoin"], watched, whole, verdict !== "avoid" && Number(lost) > 0 ? 1 : 0);
  };
  t.equal(judgedBefore(silence), "proceed");
  for (const reason of REASONS) {
    const lost = leavesOf(silence).filter((leaf) => judgedOn(without(silence, [leaf], reason)) !== "proceed");
    t.ok(lost.length > 10, `${lost.length} leaves decide`);
    t.same(
      lost.filter((leaf) => judgedBefore(without(silence, [leaf], reason)) === "proceed"),
      [],
      reason,
    );
  }
});
