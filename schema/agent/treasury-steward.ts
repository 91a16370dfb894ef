// The agent treasury-steward: how long a treasury lasts, now and in a bad market, and on what that hangs.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Nullable, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { TokenId } from "../shape/text.ts";
import { agent } from "./agent.ts";
import { HeldBy, HOLDER, HOLDINGS_MAX, Holdings, SHARED } from "./input.ts";

export const TREASURY = {
  targetMonths: 12,
  maxAssetPct: 40,
  stableFloorPct: 30,
  /** How far bitcoin falls in the stress. */
  stressBtcPct: -50,
  criticalMonths: 3,
  /** From so far off its peg a stablecoin counts as depegged, as signals of severity two have it. */
  depegPct: 1,
  depeggedMaxPct: 20,
  raiseMonths: [1, 3, 6],
} as const;

const TokenSymbol = Type.String({ maxLength: 16 });

export const treasurySteward = agent({
  id: "treasury-steward",
  name: "Treasury steward",
  summary: "ON_TRACK, ADJUST or CRITICAL: runway of a treasury, now and under stress",
  description:
    "How many months a treasury lasts at what it spends, at today's prices and when bitcoin falls by half (each token by its own beta), what of it is in stablecoins and whether they hold their peg, what hangs on one asset, and what it costs to raise one, three and six months of spending today. What has no price is listed; then nothing is called on track. It states gaps and never says what to trade.",
  tier: "pro",
  version: "treasury-steward-2",
  tags: ["treasury", "risk"],
  input: closed({
    ...SHARED,
    holdings: Type.Optional(Holdings),
    ...HOLDER,
    monthly_burn_usd: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1e12,
      description: "Spent a month.",
      "x-unit": "USD",
    }),
    runway_target_months: Type.Optional(
      Type.Number({ minimum: 1, maximum: 240, description: "How long it is to last; 12 without it." }),
    ),
    max_single_asset_pct: Type.Optional(
      Type.Number({ minimum: 1, maximum: 100, description: "Most of it in one asset; 40 without it." }),
    ),
    stable_floor_pct: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: "Least of it in stablecoins; 30 without it." }),
    ),
  }),
  verdicts: [
    {
      value: "CRITICAL",
      class: "avoid",
      meaning: "In a bad market it does not last, or its stablecoins have lost their peg.",
    },
    { value: "ADJUST", class: "caution", meaning: "It is outside of what its owner set." },
    { value: "INSUFFICIENT", class: "unassessed", meaning: "Something that is held could not be priced or judged." },
    { value: "ON_TRACK", class: "proceed", meaning: "It lasts as long as its owner set, within the limits." },
  ],
  otherwise: "ON_TRACK",
  lacking: "INSUFFICIENT",
  metrics: {
    stressed_months: { unit: "months", says: "how long it lasts in the stress", worse: "lower", isDeciding: true },
    depegged_pct: { unit: "pct", says: "the share in stablecoins off their peg", worse: "higher" },
    runway_months: { unit: "months", says: "how long it lasts", worse: "lower", isDeciding: true },
    stable_pct: { unit: "pct", says: "the share in stablecoins", worse: "lower" },
    max_asset_pct: { unit: "pct", says: "the share of the largest asset", worse: "higher" },
    unpriced: { unit: "count", says: "holdings without a price", worse: "higher" },
  },
  limits: {
    runway_target_months: { unit: "months", says: "By runway_target_months; 12 without it." },
    max_single_asset_pct: { unit: "pct", says: "By max_single_asset_pct; 40 without it." },
    stable_floor_pct: { unit: "pct", says: "By stable_floor_pct; 30 without it." },
  },
  rules: [
    {
      code: "stress_short",
      verdict: "CRITICAL",
      when: [{ metric: "stressed_months", comparator: "<", threshold: TREASURY.criticalMonths }],
      why: "Three months are what it takes to find money or to spend less.",
    },
    {
      code: "depegged",
      verdict: "CRITICAL",
      when: [{ metric: "depegged_pct", comparator: ">", threshold: TREASURY.depeggedMaxPct }],
      why: "A fifth in what is off its peg by one per cent: the floor under the rest gives way.",
    },
    {
      code: "runway_short",
      verdict: "ADJUST",
      when: [{ metric: "runway_months", comparator: "<", threshold: "runway_target_months" }],
      why: "Its owner wants it to last longer.",
    },
    {
      code: "stables_few",
      verdict: "ADJUST",
      when: [{ metric: "stable_pct", comparator: "<", threshold: "stable_floor_pct" }],
      why: "Its owner wants more of it to keep its value.",
    },
    {
      code: "one_asset",
      verdict: "ADJUST",
      when: [{ metric: "max_asset_pct", comparator: ">", threshold: "max_single_asset_pct" }],
      why: "Its owner wants less to hang on one asset; a stablecoin is one as well.",
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
    monthly_burn_usd: Type.Number({ "x-unit": "USD" }),
    runway_months: ratio("Months at today's prices."),
    stressed_usd: usd("Of the same when bitcoin falls by half."),
    stressed_months: ratio("Months of that."),
    stable_pct: pct("In stablecoins."),
    holdings: Type.Array(
      closed({
        token: TokenId,
        symbol: TokenSymbol,
        value_usd: usd("At the price of now."),
        weight_pct: pct("Of what has a price."),
        stressed_usd: usd("In the stress."),
        peg_deviation_pct: Nullable(pct("Of a stablecoin: how far from one dollar.")),
      }),
      { maxItems: HOLDINGS_MAX, description: "The largest first." },
    ),
    raise: Type.Array(
      closed({
        months: Type.Integer(),
        amount_usd: Type.Number({ "x-unit": "USD" }),
        cost_usd: usd("What selling costs, of stablecoins first and then of what sells cheapest."),
        cost_pct: pct("Of the amount."),
        from: Q(Type.Array(TokenId)),
      }),
      { description: "What it costs today to raise so many months of spending." },
    ),
    unpriced: Type.Array(TokenId),
    held_by: Nullable(HeldBy),
  }),
  uses: ["getState"],
  live: ["a node of the chain, where holdings are an address's"],
  notChecked: ["income", "debts", "on which chain and with whom it is kept"],
  waitMs: 20_000,
  example: {
    input: {
      holdings: [
        { token: "USDC", value_usd: 600_000 },
        { token: "ETH", amount: 200 },
      ],
      monthly_burn_usd: 60_000,
    },
    verdict: "ADJUST",
    token: null,
    details: {
      ...{ total_usd: 1_180_000, monthly_burn_usd: 60_000, runway_months: 19.666667, stressed_usd: 832_000 },
      ...{ stressed_months: 13.866667, stable_pct: 50.8475 },
      holdings: [
        {
          ...{ token: "usd-coin", symbol: "USDC", value_usd: 600_000, weight_pct: 50.8475, stressed_usd: 600_000 },
          peg_deviation_pct: 0.01,
        },
        {
          ...{ token: "ethereum", symbol: "ETH", value_usd: 580_000, weight_pct: 49.1525, stressed_usd: 232_000 },
          peg_deviation_pct: null,
        },
      ],
      raise: [{ months: 1, amount_usd: 60_000, cost_usd: 6, cost_pct: 0.01, from: ["usd-coin"] }],
      unpriced: [],
      held_by: null,
    },
  },
});
