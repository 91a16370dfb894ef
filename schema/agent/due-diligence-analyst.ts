// The agent due-diligence-analyst: whether a token bears being held for a while, and what of that could not be looked at.
import { Type } from "typebox";
import { DIMENSIONS, type DimensionId } from "../evaluation/rule.ts";
import { closed } from "../shape/closed.ts";
import { bps, changePct, count, Nullable, native, pct, Q, usd } from "../shape/quantity.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { agent } from "./agent.ts";
import { SHARED, TokenName } from "./input.ts";

export const HOLDING_DAYS = { least: 1, most: 365, usual: 90 } as const;
/** What is sold at the end, as the exit is judged. */
export const EXIT_USD = 100_000;

const Verdict = oneOf(["proceed", "caution", "avoid", "unassessed"]);
const dimensions = Object.fromEntries(DIMENSIONS.map((id) => [id, Verdict])) as Record<DimensionId, typeof Verdict>;
const Text = Type.String({ maxLength: 64 });

export const dueDiligenceAnalyst = agent({
  id: "due-diligence-analyst",
  name: "Due diligence analyst",
  summary: "SOUND, CONCERNS or UNSOUND: a dossier on holding a token",
  description:
    "A dossier for holding a token for some days: where it lives and who shares its symbol, supply and unlocks of the time, concentration, contract risk, what it costs to sell a hundred thousand dollars, ninety days of prices, the seven dimensions of evaluations now, and how our calls of it came out. UNSOUND for a critical contract, an exit that costs more than ten per cent, unlocks of a quarter of what circulates, or ten holders with four fifths; CONCERNS where a dimension cautions. It lists what could not be checked.",
  tier: "pro",
  version: "due-diligence-analyst-3",
  tags: ["research", "risk"],
  input: closed({
    ...SHARED,
    token: TokenName,
    focus: Type.Optional(
      Type.Array(oneOf(DIMENSIONS), {
        minItems: 1,
        maxItems: DIMENSIONS.length,
        description: "Whose cautions count; all without it.",
      }),
    ),
    holding_days: Type.Optional(
      Type.Integer({ minimum: HOLDING_DAYS.least, maximum: HOLDING_DAYS.most, description: "90 without it." }),
    ),
  }),
  verdicts: [
    { value: "UNSOUND", class: "avoid", meaning: "Something speaks against holding it at all." },
    { value: "CONCERNS", class: "caution", meaning: "Something wants watching while it is held." },
    { value: "INSUFFICIENT", class: "unassessed", meaning: "What decides was not measured." },
    { value: "SOUND", class: "proceed", meaning: "Nothing of the rules speaks against holding it." },
  ],
  otherwise: "SOUND",
  lacking: "INSUFFICIENT",
  metrics: {
    contract_grade: { unit: "count", says: "the grade of contract risk", worse: "higher", isDeciding: true },
    exit_impact_pct: { unit: "pct", says: "the cost of selling the exit size", worse: "higher", isDeciding: true },
    unlocks_pct: { unit: "pct", says: "unlocks within the holding time, of circulation", worse: "higher" },
    top10_holders_pct: { unit: "pct", says: "the share of the ten largest holders", worse: "higher" },
    cautions: { unit: "count", says: "dimensions that caution or say avoid", worse: "higher" },
  },
  limits: {},
  rules: [
    {
      code: "contract_critical",
      verdict: "UNSOUND",
      when: [{ metric: "contract_grade", comparator: ">=", threshold: 3 }],
      why: "Grades are low, medium, high and critical from zero to three: a critical contract may keep the token.",
    },
    {
      code: "exit_dear",
      verdict: "UNSOUND",
      when: [{ metric: "exit_impact_pct", comparator: ">", threshold: 10 }],
      why: "Who cannot leave for less than a tenth does not hold, but is held.",
    },
    {
      code: "unlocks_large",
      verdict: "UNSOUND",
      when: [{ metric: "unlocks_pct", comparator: ">=", threshold: 25 }],
      why: "A quarter more coins within the time is more than most markets take.",
    },
    {
      code: "holders_extreme",
      verdict: "UNSOUND",
      when: [{ metric: "top10_holders_pct", comparator: ">=", threshold: 80 }],
      why: "As evaluations have it: ten wallets decide the price.",
    },
    {
      code: "exit_costly",
      verdict: "CONCERNS",
      when: [{ metric: "exit_impact_pct", comparator: ">", threshold: 1 }],
      why: "As evaluations have it: above one per cent an order costs more than it need.",
    },
    {
      code: "dimension_cautions",
      verdict: "CONCERNS",
      when: [{ metric: "cautions", comparator: ">=", threshold: 1 }],
      why: "Any caution of an evaluation is one of a dossier.",
    },
  ],
  details: closed({
    holding_days: Type.Integer(),
    identity: closed({
      chains: Q(Type.Array(Text)),
      sector: Q(Nullable(Text)),
      launched_at: Q(Nullable(Time)),
      same_symbol: count("Other coins with its symbol."),
    }),
    market: closed({
      price_usd: usd("Now."),
      market_cap_usd: usd("Price times circulation."),
      rank: count("By market value."),
      change_7d_pct: changePct("Over 7 days."),
      change_30d_pct: changePct("Over 30 days."),
      change_90d_pct: changePct("Over 90 days."),
      drawdown_90d_pct: changePct("The deepest fall from a high of daily closes within 90 days."),
      volatility_30d_pct: pct("Annual."),
      days_known: Type.Integer({ description: "Daily closes of the last 90 that are stored." }),
    }),
    liquidity: closed({
      depth_2pct_usd: usd("The smaller side."),
      spread_bps: bps("Between best bid and best ask."),
      volume_24h_usd: usd("On covered spot venues."),
      exit_impact_pct: pct("Of selling 100,000 USD, the worse of book and quote."),
      largest_sale_1pct_usd: usd("That costs one per cent."),
    }),
    supply: closed({
      circulating_native: native("Circulating."),
      circulating_pct_of_max: Nullable(pct("Of the most there will be.")),
      inflation_30d_pct: pct("Over 30 days."),
      unlocks_pct: Nullable(pct("Within the holding time, of circulation; of 90 days where that is longer.")),
      next_unlock_at: Q(Nullable(Time)),
    }),
    holders: closed({ holders_count: count("Holders."), top10_holders_pct: pct("The ten largest.") }),
    contract: closed({
      risk: Nullable(Q(oneOf(["low", "medium", "high", "critical"]))),
      flags: Q(Type.Array(Text)),
    }),
    dimensions: closed(dimensions),
    record: closed(
      { settled: Type.Integer(), right: Type.Integer(), wrong: Type.Integer() },
      { description: "Our calls of it of the last 30 days, a day after each." },
    ),
  }),
  uses: ["getState", "getEvaluation", "getTokenRecord"],
  live: [],
  notChecked: ["the team, its law and its treasury", "audits of the code", "what is said of it elsewhere"],
  waitMs: 20_000,
  example: {
    input: { token: "AAVE", holding_days: 90 },
    verdict: "CONCERNS",
    token: { id: "aave", symbol: "AAVE", name: "Aave" },
    details: {
      holding_days: 90,
      identity: { chains: ["eth"], sector: "lending", launched_at: null, same_symbol: 3 },
      market: {
        ...{ price_usd: 92.4, market_cap_usd: 1.4e9, rank: 41, change_7d_pct: -3.1, change_30d_pct: 8.8 },
        ...{ change_90d_pct: 21.4, drawdown_90d_pct: -24.6, volatility_30d_pct: 71.2, days_known: 90 },
      },
      liquidity: {
        ...{ depth_2pct_usd: 2_100_000, spread_bps: 3.1, volume_24h_usd: 88_000_000, exit_impact_pct: 0.42 },
        largest_sale_1pct_usd: 310_000,
      },
      supply: {
        ...{ circulating_native: 15_200_000, circulating_pct_of_max: 95, inflation_30d_pct: 0.1, unlocks_pct: 0 },
        next_unlock_at: null,
      },
      holders: { holders_count: 181_000, top10_holders_pct: 38.4 },
      contract: { risk: "low", flags: [] },
      dimensions: {
        ...{ momentum: "proceed", liquidity: "proceed", leverage: "caution", onchain: "proceed" },
        ...{ supply: "proceed", context: "proceed", contract: "proceed" },
      },
      record: { settled: 61, right: 34, wrong: 27 },
    },
  },
});
