// The agent portfolio-checkup: whether what is held can fall, or be stuck, more than its owner bears.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, Nullable, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { oneOf, TokenId } from "../shape/text.ts";
import { agent } from "./agent.ts";
import { HeldBy, HOLDER, HOLDINGS_MAX, Holdings, SHARED } from "./input.ts";

const PROFILES = ["low", "medium", "high"] as const;
export type Profile = (typeof PROFILES)[number];

/** What a profile bears, in percent of the value: of a bad day, and of the stress. */
export const VAR_LIMIT_PCT: Readonly<Record<Profile, number>> = { low: 5, medium: 10, high: 20 };
export const STRESS_LIMIT_PCT: Readonly<Record<Profile, number>> = { low: 15, medium: 25, high: 40 };
export const PORTFOLIO = {
  stressBtcPct: -30,
  /** Of 24-hour volume, what one sells in a day without being noticed much. */
  sellableShare: 0.1,
  slowDays: 5,
  /** Shares of the value that may be so, in percent. */
  criticalPct: 2,
  slowPct: 20,
  correlatedFrom: 0.9,
  pairsMax: 20,
} as const;

const TokenSymbol = Type.String({ maxLength: 16 });

export const portfolioCheckup = agent({
  id: "portfolio-checkup",
  name: "Portfolio check-up",
  summary: "HEALTHY, REBALANCE or AT_RISK: concentration, risk and exit of holdings",
  description:
    "Weights, concentration, sectors, the loss of a bad day (historical value at risk of a day at 95 per cent over ninety days), the loss when bitcoin falls (each token by its own beta), days to sell at a tenth of daily volume, unlocks, contract risk, and pairs that move as one. What has no price is listed, and weights are of the rest; then nothing is called healthy. It says what stands out, not what to trade.",
  tier: "pro",
  version: "portfolio-checkup-3",
  tags: ["portfolio", "risk"],
  input: closed({
    ...SHARED,
    holdings: Type.Optional(Holdings),
    ...HOLDER,
    risk_profile: Type.Optional(oneOf(PROFILES, "What losses are borne; medium without it.")),
    stress_btc_pct: Type.Optional(
      Type.Number({ minimum: -90, maximum: -1, description: "How far bitcoin falls in the stress; -30 without it." }),
    ),
  }),
  verdicts: [
    { value: "AT_RISK", class: "avoid", meaning: "A loss or a lock-in is possible that the profile does not bear." },
    { value: "REBALANCE", class: "caution", meaning: "Too much hangs on too little." },
    { value: "INSUFFICIENT", class: "unassessed", meaning: "Something that is held could not be priced or judged." },
    { value: "HEALTHY", class: "proceed", meaning: "Nothing of the rules stands out." },
  ],
  otherwise: "HEALTHY",
  lacking: "INSUFFICIENT",
  metrics: {
    critical_pct: { unit: "pct", says: "the share in contracts of critical risk", worse: "higher" },
    slow_exit_pct: { unit: "pct", says: "the share that is not sold within five days", worse: "higher" },
    var_pct: { unit: "pct", says: "the loss of a bad day", worse: "higher", isDeciding: true },
    hhi: { unit: "ratio", says: "concentration by squared weights", worse: "higher", isDeciding: true },
    max_weight_pct: { unit: "pct", says: "the largest weight", worse: "higher" },
    stress_loss_pct: { unit: "pct", says: "the loss in the stress", worse: "higher", isDeciding: true },
    unpriced: { unit: "count", says: "holdings without a price", worse: "higher" },
  },
  limits: {
    var_limit_pct: { unit: "pct", says: "By risk_profile: low 5, medium 10, high 20." },
    stress_limit_pct: { unit: "pct", says: "By risk_profile: low 15, medium 25, high 40." },
  },
  rules: [
    {
      code: "critical_contracts",
      verdict: "AT_RISK",
      when: [{ metric: "critical_pct", comparator: ">", threshold: PORTFOLIO.criticalPct }],
      why: "What lies in a critical contract may be gone; two per cent is what a bad day takes anyway.",
    },
    {
      code: "exit_slow",
      verdict: "AT_RISK",
      when: [{ metric: "slow_exit_pct", comparator: ">", threshold: PORTFOLIO.slowPct }],
      why: "A fifth that cannot be sold within a week is not there when it is needed.",
    },
    {
      code: "bad_day",
      verdict: "AT_RISK",
      when: [{ metric: "var_pct", comparator: ">", threshold: "var_limit_pct" }],
      why: "One day of twenty lost more than the profile bears.",
    },
    {
      code: "concentrated",
      verdict: "REBALANCE",
      when: [{ metric: "hhi", comparator: ">", threshold: 0.25 }],
      why: "As few as four equal holdings have a quarter.",
    },
    {
      code: "one_token",
      verdict: "REBALANCE",
      when: [{ metric: "max_weight_pct", comparator: ">", threshold: 40 }],
      why: "More than two fifths in one token.",
    },
    {
      code: "stress_loss",
      verdict: "REBALANCE",
      when: [{ metric: "stress_loss_pct", comparator: ">", threshold: "stress_limit_pct" }],
      why: "The profile does not bear the stress.",
    },
    {
      code: "unpriced",
      verdict: "INSUFFICIENT",
      when: [{ metric: "unpriced", comparator: ">=", threshold: 1 }],
      why: "What has no price is in none of the numbers.",
    },
  ],
  details: closed({
    total_usd: usd("Of what has a price."),
    holdings: Type.Array(
      closed({
        token: TokenId,
        symbol: TokenSymbol,
        value_usd: usd("At the price of now."),
        weight_pct: pct("Of what has a price."),
        exit_days: ratio("Days to sell a tenth of volume a day."),
        beta: ratio("To bitcoin, 30 days."),
        stress_change_pct: changePct("In the stress."),
        unlocks_30d_pct: Nullable(pct("Of circulation.")),
        contract_risk: Nullable(Q(oneOf(["low", "medium", "high", "critical"]))),
      }),
      { maxItems: HOLDINGS_MAX, description: "The largest first." },
    ),
    sectors: Type.Array(closed({ sector: Type.String({ maxLength: 64 }), weight_pct: pct("Of what has a price.") })),
    hhi: ratio("Sum of squared weights."),
    var_95_1d_pct: pct("Historical value at risk, of the value."),
    var_days: Type.Integer({ description: "Daily returns that it is of." }),
    stress_btc_pct: Type.Number({ "x-unit": "percentage points" }),
    stress_loss_pct: pct("Of the value."),
    correlated: Type.Array(
      closed({ tokens: Type.Array(TokenId, { minItems: 2, maxItems: 2 }), correlation: ratio("Of daily returns.") }),
      { maxItems: PORTFOLIO.pairsMax, description: "Pairs that move as one, the closest first." },
    ),
    unpriced: Type.Array(TokenId),
    held_by: Nullable(HeldBy),
  }),
  uses: ["getState", "getHistory"],
  live: ["a node of the chain, where holdings are an address's"],
  notChecked: ["debts and positions on margin", "where the coins are kept", "tokens that are not tracked in depth"],
  waitMs: 20_000,
  example: {
    input: {
      holdings: [
        { token: "BTC", amount: 2 },
        { token: "USDC", value_usd: 50_000 },
      ],
      risk_profile: "medium",
    },
    verdict: "REBALANCE",
    token: null,
    details: {
      total_usd: 203_400,
      holdings: [
        {
          ...{ token: "bitcoin", symbol: "BTC", value_usd: 153_400, weight_pct: 75.4179, exit_days: 0.0001, beta: 1 },
          ...{ stress_change_pct: -30, unlocks_30d_pct: null, contract_risk: null },
        },
        {
          ...{ token: "usd-coin", symbol: "USDC", value_usd: 50_000, weight_pct: 24.5821, exit_days: 0.0003 },
          ...{ beta: 0, stress_change_pct: 0, unlocks_30d_pct: null, contract_risk: "low" },
        },
      ],
      sectors: [
        { sector: "layer-1", weight_pct: 75.4179 },
        { sector: "stablecoin", weight_pct: 24.5821 },
      ],
      ...{ hhi: 0.629214, var_95_1d_pct: 3.1, var_days: 90, stress_btc_pct: -30, stress_loss_pct: 22.6254 },
      ...{ correlated: [], unpriced: [], held_by: null },
    },
  },
});
