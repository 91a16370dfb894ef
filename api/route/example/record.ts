// Example answer of GET /v1/record: one evaluation, settled after an hour and not yet due after that.
import type { RecordItem, RecordObject, RecordRow } from "../../../schema/object/record.ts";

const pending = (due: string): RecordItem["outcomes"]["7d"] => ({
  due_at: due,
  at: null,
  price: null,
  return_pct: null,
  excess_pct: null,
  worst_pct: null,
  best_pct: null,
  result: "pending",
  revision: 0,
});

const item: RecordItem = {
  id: "eval_01JD6Q3Z8W0000000000000000",
  kind: "evaluation",
  subkind: "standard",
  token: "bitcoin",
  issued_at: "2026-11-20T12:00:00.000Z",
  direction: null,
  verdict: "proceed",
  severity: null,
  confidence: 0.62,
  sampled: true,
  price_at_issue: 91_250.5,
  outcomes: {
    "1h": {
      due_at: "2026-11-20T13:00:00.000Z",
      at: "2026-11-20T13:00:00.000Z",
      price: 91_610.2,
      return_pct: 0.3942,
      excess_pct: 0.1205,
      worst_pct: -0.1121,
      best_pct: 0.4417,
      result: "right",
      revision: 0,
    },
    "24h": pending("2026-11-21T12:00:00.000Z"),
    "7d": pending("2026-11-27T12:00:00.000Z"),
  },
  watch_met: null,
  verify_url: "http://localhost:8080/v1/verify/eval_01JD6Q3Z8W0000000000000000",
};

const row: RecordRow = {
  kind: "evaluation",
  subkind: null,
  severity: null,
  horizon: "1h",
  n: 1,
  right: 1,
  wrong: 0,
  push: 0,
  not_scored: 0,
  pending: 0,
  unassessed: 0,
  n_independent: 1,
  hit_rate: 1,
  wilson95: [0.206549, 1],
  base_rate: 0.62,
  lift: 0.38,
  mean_return_pct: 0.3942,
  median_return_pct: 0.3942,
  mean_excess_pct: 0.1205,
  brier: 0.1444,
  brier_reference: 0.2356,
  brier_skill: 0.387097,
  ece: 0.38,
  bins: [{ lo: 0, hi: 1, n: 1, mean_confidence: 0.62, hit_rate: 1, wilson95: [0.206549, 1] }],
  small_sample: true,
  q_value: 0.433617,
};

const none = { issued: 0, scored: 0, pending: 0, unassessed: 0 };
const all = { issued: 1, scored: 1, pending: 2, unassessed: 0 };

export const recordExample = (token: string | null): RecordObject => ({
  object: "record",
  id: null,
  as_of: "2026-11-20T13:34:00.000Z",
  data: {
    since: null,
    kind: null,
    token,
    generated_at: "2026-11-20T13:34:00.000Z",
    scoring_version: "score-1",
    horizons: ["1h", "24h", "7d"],
    totals: { ...all, by_kind: { evaluation: all, signal: none, brief: none } },
    summary: [row],
    calibration: { by_kind: [{ ...row, subkind: "standard" }], by_severity: [] },
    risk: {
      rows: [{ verdict: "proceed", horizon: "1h", n: 1, fell: 0, fall_rate: 0, wilson95: [0, 0.793451] }],
      order: [{ horizon: "1h", holds: "unassessed" }],
    },
    items: [item],
    next_cursor: null,
    method_url: "http://localhost:8080/record/method",
  },
  sources: [],
});
