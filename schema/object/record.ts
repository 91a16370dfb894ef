// The wire object record: GET /v1/record and /v1/record/{token}.
import { type Static, Type } from "typebox";
import { CALL_KINDS, HORIZON_IDS, SCORING_VERSION } from "../record/rule.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { Nullable, Q } from "../shape/quantity.ts";
import { oneOf, TokenId } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

const n = (description: string) => Type.Integer({ minimum: 0, description });
const ratio = (description: string) => Nullable(Type.Number({ description, "x-unit": "ratio" }));
const pct = (description: string) => Nullable(Type.Number({ description, "x-unit": "percentage points" }));
const Interval = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: "95 % Wilson interval." });
const Horizon = oneOf(HORIZON_IDS);
const Kind = oneOf(CALL_KINDS);
const word = Type.String({ maxLength: 64 });
const VERDICTS = ["proceed", "caution", "avoid"] as const;

const Bin = closed({
  lo: Type.Number(),
  hi: Type.Number(),
  n: n("Calls whose probability was in the bin."),
  mean_confidence: Type.Number(),
  hit_rate: Type.Number(),
  wilson95: Interval,
});

export const RecordRow = closed({
  kind: Kind,
  subkind: Nullable(word),
  severity: Nullable(Type.Integer({ minimum: 1, maximum: 3 })),
  horizon: Horizon,
  n: n("Settled calls of the sample: right, wrong, push and not scored."),
  right: n("Calls that were right."),
  wrong: n("Calls that were wrong."),
  push: n("Calls whose move stayed within the noise band."),
  not_scored: n("Calls that are neither right nor wrong by their nature."),
  pending: n("Calls, sampled or not, that are not settled yet."),
  unassessed: n("Calls of the sample without a settlement price or a usual size of returns."),
  n_independent: n("Scored calls, at most one a token and horizon-long window."),
  hit_rate: ratio("right over right and wrong; null before any was scored."),
  wilson95: Nullable(Interval),
  base_rate: ratio("Share of all tracked tokens' full hours since then that satisfy the same definitions."),
  lift: ratio("hit_rate less base_rate."),
  mean_return_pct: pct("Mean return in the direction of the call."),
  median_return_pct: pct("Median return in the direction of the call."),
  mean_excess_pct: pct("Mean excess over the median token in the direction of the call."),
  brier: ratio("Mean squared distance of the probability given from what came."),
  brier_reference: ratio("The same for always saying the base rate."),
  brier_skill: ratio("1 less brier over brier_reference."),
  ece: ratio("Expected calibration error over the bins."),
  bins: Type.Array(Bin),
  small_sample: Type.Boolean({ description: "Fewer than 30 independent calls." }),
  q_value: ratio("Benjamini–Hochberg over the table, of a score test of hit_rate against base_rate."),
});
export type RecordRow = Static<typeof RecordRow>;

export const RiskRow = closed({
  verdict: oneOf(VERDICTS),
  horizon: Horizon,
  n: n("Settled standard evaluations of the sample."),
  fell: n("Of those, how many saw a close two sigmas below the entry."),
  fall_rate: ratio("fell over n."),
  wilson95: Nullable(Interval),
});
export type RiskRow = Static<typeof RiskRow>;

const Outcome = closed({
  due_at: Time,
  at: Nullable(Time),
  price: Nullable(
    Type.Number({ description: "Median over venues of the first close at or after due_at.", "x-unit": "USD" }),
  ),
  return_pct: pct("Against the first close after issuance."),
  excess_pct: pct("Less the median return of all tracked tokens."),
  worst_pct: pct("Lowest close within the horizon."),
  best_pct: pct("Highest close within the horizon."),
  result: oneOf(["right", "wrong", "push", "not_scored", "pending", "unassessed"]),
  revision: n("Corrections so far."),
});
const outcomes = Object.fromEntries(HORIZON_IDS.map((id) => [id, Outcome])) as {
  [H in (typeof HORIZON_IDS)[number]]: typeof Outcome;
};

export const RecordItem = closed({
  id: Type.Union([Type.String({ maxLength: 64 }), Type.Integer({ minimum: 1 })]),
  kind: Kind,
  subkind: Nullable(word),
  token: TokenId,
  issued_at: Time,
  direction: Nullable(oneOf(["bullish", "bearish", "neutral"])),
  verdict: Nullable(oneOf(VERDICTS)),
  severity: Nullable(Type.Integer({ minimum: 1, maximum: 3 })),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  sampled: Nullable(Type.Boolean({ description: "Whether it enters the rates; null while it is not decided." })),
  price_at_issue: Nullable(Type.Number({ description: "The first close after issuance.", "x-unit": "USD" })),
  outcomes: closed(outcomes),
  watch_met: Nullable(
    Type.Array(closed({ index: n("Place in the brief's watch_conditions."), at: Time }), {
      description: "What of its watch_conditions was met, and when; null where the call is no brief.",
    }),
  ),
  verify_url: Nullable(Type.String({ maxLength: 256 })),
});
export type RecordItem = Static<typeof RecordItem>;

const Totals = {
  issued: n("Calls that were issued."),
  scored: n("Outcomes that are settled; every call has three."),
  pending: n("Outcomes that are not settled yet."),
  unassessed: n("Outcomes without a settlement price or a usual size of returns."),
};
const byKind = Object.fromEntries(CALL_KINDS.map((kind) => [kind, closed(Totals)])) as {
  [K in (typeof CALL_KINDS)[number]]: Type.TObject<typeof Totals>;
};

export const RecordData = closed({
  since: Nullable(Time),
  kind: Nullable(Kind),
  token: Nullable(TokenId),
  generated_at: Time,
  scoring_version: Type.Literal(SCORING_VERSION),
  horizons: Type.Array(Horizon),
  totals: closed({ ...Totals, by_kind: closed(byKind) }),
  summary: Type.Array(RecordRow, { description: "By kind and horizon." }),
  calibration: closed({
    by_kind: Type.Array(RecordRow, { description: "By kind, subkind and horizon." }),
    by_severity: Type.Array(RecordRow, { description: "By kind, severity and horizon." }),
  }),
  risk: closed({
    rows: Type.Array(RiskRow),
    order: Type.Array(closed({ horizon: Horizon, holds: Q(Type.Boolean()) }), {
      description: "Whether fall rates rise from proceed over caution to avoid; unassessed where one has no calls.",
    }),
  }),
  items: Type.Array(RecordItem, { description: "Newest first." }),
  next_cursor: Nullable(Type.String({ maxLength: 256 })),
  method_url: Type.String({ maxLength: 256 }),
});
export type RecordData = Static<typeof RecordData>;

export const record = envelope("record", RecordData);
export type RecordObject = Static<typeof record>;
