// The wire object evaluation: GET and POST /v1/evaluate.
import { type Static, Type } from "typebox";
import { OTHER_FLAGS } from "../evaluation/policy.ts";
import { DIMENSIONS, type DimensionId, VERDICTS } from "../evaluation/rule.ts";
import { RULE_SETS } from "../evaluation/rule-set.ts";
import { Reason } from "../reason.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { PRight, Probability, SigmaPct } from "../shape/odds.ts";
import { Nullable, native, pct, Q, usd } from "../shape/quantity.ts";
import { SourceRef } from "../shape/source.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { ResolvedToken } from "../shape/token-ref.ts";
import { CONTRACT_FLAG_IDS } from "../token/contract-flag.ts";

const code = Type.String({ maxLength: 64 });
const Value = Type.Union([Type.Number(), Type.String({ maxLength: 64 })]);
const DimensionVerdict = oneOf([...VERDICTS, "unassessed"]);
const Horizon = Type.Union([Type.Literal(1), Type.Literal(24), Type.Literal(168)]);

export const EvaluationReason = closed({
  code,
  text: Type.String({ maxLength: 300 }),
  metric: Nullable(code),
  value: Nullable(Value),
  threshold: Nullable(Value),
  comparator: Nullable(oneOf([">", ">=", "<", "<="])),
  evidence: Type.Array(Type.String({ pattern: "^E\\d+$" })),
});
export type EvaluationReason = Static<typeof EvaluationReason>;

const NotChecked = closed({ check: code, reason: Reason });

export const Dimension = closed({
  verdict: DimensionVerdict,
  reasons: Type.Array(EvaluationReason),
  as_of: Time,
  sources: Type.Array(SourceRef),
  unassessed: Type.Array(NotChecked, { description: "Metrics that were not measured, and why." }),
});
export type Dimension = Static<typeof Dimension>;

const impactSource = closed({
  method: oneOf(["book", "quote"]),
  impact_pct: pct("Cost against mid."),
  source: Type.Array(SourceRef),
});

export const EvaluationOrder = closed({
  side: oneOf(["buy", "sell"]),
  size_usd: Type.Number({ "x-unit": "USD" }),
  size_native: native("The order in coins."),
  venue_scope: oneOf(["all", "cex", "dex"]),
  chain: Nullable(oneOf(["eth", "bsc", "sol", "ada"])),
  impact_pct: pct("The worse of the assessed ones."),
  impact_method: Q(oneOf(["book", "quote"])),
  impact_sources: Type.Array(impactSource),
  volume_share_pct: pct("Of 24-hour volume."),
  depth_share_pct: pct("Of the side's depth within 2 %."),
  largest_safe_size_usd: usd("Largest size at which no rule of size is worse than proceed."),
  limited_by: Nullable(code),
});
export type EvaluationOrder = Static<typeof EvaluationOrder>;

export const PolicyOutcome = closed({
  passed: Type.Union([Type.Boolean(), Type.Literal("unassessed")]),
  results: Type.Array(
    closed({ rule: code, limit: Type.Unknown(), value: Type.Unknown(), result: oneOf(["pass", "fail", "unassessed"]) }),
  ),
});
export type PolicyOutcome = Static<typeof PolicyOutcome>;

const dimensions = Object.fromEntries(DIMENSIONS.map((id) => [id, Dimension])) as {
  [D in (typeof DIMENSIONS)[number]]: typeof Dimension;
};

export const EvaluationData = closed({
  token: ResolvedToken,
  kind: oneOf(["standard", "sized"]),
  verdict: oneOf(VERDICTS),
  confidence: Probability,
  p_right: PRight,
  confidence_basis: oneOf(["prior", "calibrated"]),
  price_usd: usd("Price of the state that was judged."),
  sigma_pct: SigmaPct,
  dimensions: closed(dimensions),
  order: Nullable(EvaluationOrder),
  policy: Nullable(PolicyOutcome),
  reasons: Type.Array(EvaluationReason, { description: "What set the verdict, worst first." }),
  checked: Type.Array(code),
  not_checked: Type.Array(NotChecked),
  evidence: Type.Array(
    closed({
      id: Type.String({ pattern: "^E\\d+$" }),
      path: Type.String({ maxLength: 256 }),
      unit: code,
      value: Value,
    }),
  ),
  horizon_hours: Horizon,
  valid_until: Time,
  rules_version: oneOf(
    RULE_SETS.map(({ version }) => version),
    "The rules it was judged by; GET /rules/{version} has them.",
  ),
  previous: Nullable(closed({ id: Type.String({ maxLength: 64 }), verdict: oneOf(VERDICTS) })),
  changed_dimensions: Type.Array(oneOf(DIMENSIONS)),
  hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  verify_url: Type.String({ maxLength: 256 }),
});
export type EvaluationData = Static<typeof EvaluationData>;

export const evaluation = envelope("evaluation", EvaluationData);
export type Evaluation = Static<typeof evaluation>;

const FLAGS = [...CONTRACT_FLAG_IDS.filter((id) => id !== "open_source"), ...OTHER_FLAGS];
const limit = (maximum: number, description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum, description }));
const BIG = 1e15;
const TokenName = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "A token id, a contract address or a symbol.",
});
const Tolerated = Type.Optional(oneOf(["proceed", "caution"]));
export const SIZE_USD_MAX = 1e9;

export const EvaluatePolicy = closed({
  max_impact_pct: limit(50, "Largest cost of the order. Without it the rules' own 1 counts; a wider one widens them."),
  max_volume_share_pct: limit(100, "Largest share of 24-hour volume. Without it the rules' own 1 counts."),
  max_depth_share_pct: limit(1_000, "Largest share of its side's 2 % depth. Without it the rules' own 25 counts."),
  min_depth_2pct_usd: limit(BIG, "Least depth."),
  min_volume_24h_usd: limit(BIG, "Least volume."),
  min_market_cap_usd: limit(BIG, "Least market cap."),
  max_abs_change_24h_pct: limit(BIG, "Largest 24-hour move."),
  max_volatility_30d_pct: limit(BIG, "Largest 30-day volatility."),
  max_funding_apr_pct: limit(BIG, "Largest annual funding, either sign."),
  max_oi_to_market_cap_pct: limit(BIG, "Largest open interest of market cap."),
  max_top10_holders_pct: limit(100, "Largest share of ten holders."),
  max_sell_tax_pct: limit(100, "Largest tax on selling. Without it the rules' own 10 counts."),
  max_unlock_7d_pct: limit(BIG, "Largest unlock within 7 days."),
  max_data_age_s: limit(BIG, "Oldest data of any dimension but supply and contract."),
  forbid_flags: Type.Optional(Type.Array(oneOf(FLAGS), { maxItems: FLAGS.length, description: "None of these." })),
  require: Type.Optional(
    closed(
      Object.fromEntries(
        DIMENSIONS.map((id) => [id, Type.Optional(oneOf(["proceed", "caution"], "The worst that is tolerated."))]),
      ) as { [D in DimensionId]: typeof Tolerated },
    ),
  ),
  allow_unassessed: Type.Optional(Type.Array(oneOf(DIMENSIONS), { maxItems: 7 })),
  allow_tokens: Type.Optional(Type.Array(TokenName, { maxItems: 100, description: "Only these." })),
  deny_tokens: Type.Optional(Type.Array(TokenName, { maxItems: 100, description: "None of these." })),
});
export type EvaluatePolicy = Static<typeof EvaluatePolicy>;

/** Exactly one of the two sizes is given, and a chain only with dex; the route checks that. */
const order = {
  side: Type.Optional(oneOf(["buy", "sell"], "buy without it.")),
  size_usd: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: SIZE_USD_MAX, description: "This or size_native.", "x-unit": "USD" }),
  ),
  size_native: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 1e18, description: "This or size_usd.", "x-unit": "native coins" }),
  ),
  venue_scope: Type.Optional(oneOf(["all", "cex", "dex"], "all without it.")),
  chain: Type.Optional(oneOf(["eth", "bsc", "sol", "ada"], "Only with venue_scope dex; the deepest without it.")),
  horizon_hours: Type.Optional(
    Type.Union(Horizon.anyOf, { description: "Hours ahead that the verdict is for; 24 without it." }),
  ),
  policy: Type.Optional(EvaluatePolicy),
};

/** An order as its job gets it. */
export const OrderRequest = closed(order);
export type OrderRequest = Static<typeof OrderRequest>;

export const EvaluateRequest = closed({
  token: TokenName,
  ...order,
});
export type EvaluateRequest = Static<typeof EvaluateRequest>;
