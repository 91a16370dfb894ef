// The agent trade-gatekeeper: whether an order may go through as it is, smaller, or not at all.
import { Type } from "typebox";
import { AVOID_FROM, DIMENSIONS, type DimensionId } from "../evaluation/rule.ts";
import { EvaluatePolicy, PolicyOutcome, SIZE_USD_MAX } from "../object/evaluation.ts";
import { closed } from "../shape/closed.ts";
import { Nullable, pct, Q, usd } from "../shape/quantity.ts";
import { oneOf } from "../shape/text.ts";
import { agent } from "./agent.ts";
import { SHARED, TokenName } from "./input.ts";

/** Below this no order is worth its cost. */
const SAFE_USD_MIN = 10;

const Verdict = oneOf(["proceed", "caution", "avoid", "unassessed"]);
const dimensions = Object.fromEntries(DIMENSIONS.map((id) => [id, Verdict])) as Record<DimensionId, typeof Verdict>;

export const tradeGatekeeper = agent({
  id: "trade-gatekeeper",
  name: "Trade gatekeeper",
  summary: "ALLOW, REDUCE (with the largest safe size) or BLOCK an order",
  description:
    "Judges an order of a size by the rules of evaluations: its cost on merged order books and as aggregators quote it just now, its share of depth and volume, leverage, flows, supply and contract risk, and the caller's own rules. BLOCK where the contract or the liquidity says avoid whatever the size, where dimensions have three points (avoid 2, caution 1; the market's only beside the token's own), where a rule of the caller's fails that size cannot cure, or where contract or liquidity could not be measured. REDUCE only with a size that was solved; so also where the order is larger than the books and quotes can tell. Cautions stay as reasons. The evaluation that it rests on is issued and scored. Not advice.",
  tier: "premium",
  version: "trade-gatekeeper-7",
  tags: ["trade", "gate"],
  input: closed({
    ...SHARED,
    token: TokenName,
    side: Type.Optional(oneOf(["buy", "sell"], "buy without it.")),
    size_usd: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: SIZE_USD_MAX, description: "This or size_native.", "x-unit": "USD" }),
    ),
    size_native: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1e18, description: "This or size_usd.", "x-unit": "native coins" }),
    ),
    venue_scope: Type.Optional(oneOf(["all", "cex", "dex"], "all without it.")),
    chain: Type.Optional(oneOf(["eth", "bsc", "sol", "ada"], "Only with venue_scope dex; the deepest without it.")),
    rules: Type.Optional(EvaluatePolicy),
  }),
  verdicts: [
    { value: "BLOCK", class: "avoid", meaning: "The order is not to go through, whatever its size." },
    { value: "REDUCE", class: "caution", meaning: "The order is too large; the largest safe size is told." },
    { value: "ALLOW", class: "proceed", meaning: "Nothing of the rules speaks against the order." },
  ],
  otherwise: "ALLOW",
  lacking: "BLOCK",
  metrics: {
    contract_avoid: { unit: "count", says: "rules of contract risk that say avoid", worse: "higher", isDeciding: true },
    liquidity_avoid: {
      unit: "count",
      says: "rules of liquidity that say avoid whatever the size",
      worse: "higher",
      isDeciding: true,
    },
    unbuyable: { unit: "count", says: "contracts that refuse purchases", worse: "higher" },
    points: { unit: "count", says: "points of dimensions whatever the size", worse: "higher" },
    rules_failed: { unit: "count", says: "rules of the caller's that fail whatever the size", worse: "higher" },
    size_objections: { unit: "count", says: "rules that the size does not keep", worse: "higher" },
    max_safe_size_usd: { unit: "usd", says: "the largest safe size", worse: "lower" },
  },
  limits: {},
  rules: [
    {
      code: "contract_avoid",
      verdict: "BLOCK",
      when: [{ metric: "contract_avoid", comparator: ">=", threshold: 1 }],
      why: "A contract of high risk stays one, however small the order is.",
    },
    {
      code: "liquidity_avoid",
      verdict: "BLOCK",
      when: [{ metric: "liquidity_avoid", comparator: ">=", threshold: 1 }],
      why: "A market this thin is not left when it has to be.",
    },
    {
      code: "cannot_be_bought",
      verdict: "BLOCK",
      when: [{ metric: "unbuyable", comparator: ">=", threshold: 1 }],
      why: "An order to buy what its contract does not sell costs its fee and brings nothing.",
    },
    {
      code: "points",
      verdict: "BLOCK",
      when: [{ metric: "points", comparator: ">=", threshold: AVOID_FROM }],
      why: "As evaluations have it: avoid counts two, caution one, and three make the whole avoid.",
    },
    {
      code: "rules_failed",
      verdict: "BLOCK",
      when: [{ metric: "rules_failed", comparator: ">=", threshold: 1 }],
      why: "What the caller demanded holds; what was not measured has failed unless the caller accepts it.",
    },
    {
      code: "no_safe_size",
      verdict: "BLOCK",
      when: [
        { metric: "max_safe_size_usd", comparator: "<", threshold: SAFE_USD_MIN },
        { metric: "size_objections", comparator: ">=", threshold: 1 },
      ],
      why: "A size so small is no order.",
    },
    {
      code: "size_objections",
      verdict: "REDUCE",
      when: [{ metric: "size_objections", comparator: ">=", threshold: 1 }],
      why: "The thresholds of the rules of size are those of evaluations, or the caller's own.",
    },
  ],
  details: closed({
    evaluation_id: Type.String({ maxLength: 64, description: "The evaluation it rests on, issued for it." }),
    evaluation_verdict: oneOf(["proceed", "caution", "avoid"]),
    side: oneOf(["buy", "sell"]),
    size_usd: Type.Number({ "x-unit": "USD" }),
    max_safe_size_usd: Nullable(usd("Largest size at which no rule of size objects; null where no size helps.")),
    limited_by: Nullable(Type.String({ maxLength: 64, description: "What objects to one per cent more." })),
    impact_pct: pct("Cost of the order, the worse of the assessed ones."),
    impact_method: Q(oneOf(["book", "quote"])),
    volume_share_pct: pct("Of 24-hour volume."),
    depth_share_pct: pct("Of the side's depth within 2 %."),
    dimensions: closed(dimensions),
    rules: Nullable(PolicyOutcome),
  }),
  uses: ["createEvaluation"],
  live: ["order books as last read", "aggregators' quotes of the order and of the largest safe size"],
  notChecked: ["whether the venue fills the order", "the caller's own balance and allowances"],
  waitMs: 12_000,
  example: {
    input: { token: "AAVE", side: "buy", size_usd: 250_000 },
    verdict: "REDUCE",
    token: { id: "aave", symbol: "AAVE", name: "Aave" },
    details: {
      evaluation_id: "eval_01JD6Q3ZAX0000000000000000",
      ...{ evaluation_verdict: "caution", side: "buy", size_usd: 250_000 },
      ...{ max_safe_size_usd: 118_000, limited_by: "depth_share_high", impact_pct: 0.84, impact_method: "book" },
      ...{ volume_share_pct: 0.31, depth_share_pct: 53.1 },
      dimensions: {
        ...{ momentum: "proceed", liquidity: "caution", leverage: "proceed", onchain: "proceed" },
        ...{ supply: "proceed", context: "proceed", contract: "proceed" },
      },
      rules: null,
    },
  },
});
