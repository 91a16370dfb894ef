// The agent leverage-radar: whether leverage in perpetual futures builds up, is crowded, or comes undone.

import { Type } from "typebox";
import { FUNDING_EXTREMES } from "../evaluation/metric.ts";
import { EVALUATION_RULES } from "../evaluation/rule-set.ts";
import { FUNDING_RANK } from "../funding-rank.ts";
import { closed } from "../shape/closed.ts";
import { changePct, count, Nullable, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { oneOf, TokenId } from "../shape/text.ts";
import { oiFlush } from "../signal/oi-flush.ts";
import { agent } from "./agent.ts";
import { SHARED, tokenNames } from "./input.ts";

export const RADAR_TOKENS_MAX = 20;
/** Beside those that were ranked. */
export const RADAR_BESIDE_MAX = 10;

function ruleOf(code: string) {
  const rule = EVALUATION_RULES.find((one) => one.code === code);
  if (rule === undefined) throw new Error(`no rule ${code}`);
  return rule;
}

/** A rule of evaluations as a condition: leverage has one set of thresholds. */
function asEvaluated<const M extends string>(code: string, metric: M) {
  const { comparator, threshold } = ruleOf(code);
  return { metric, comparator, threshold } as const;
}

/** Rules of caution of evaluations, by what they are a sign of: funding and its percentile are one. */
export const LEVERAGE_SIGNS: readonly (readonly string[])[] = [
  ["funding_high", "funding_percentile_high", "funding_percentile_low"],
  ["oi_high"],
  ["oi_rising"],
  ["liquidations_high"],
  ["longs_crowded", "shorts_crowded"],
];
const SIGN_CODES = LEVERAGE_SIGNS.flat();

const limitOf = (code: string): string => {
  const { metric, comparator, threshold } = ruleOf(code);
  return `${metric} ${comparator} ${threshold}`;
};
const LIMITS = LEVERAGE_SIGNS.map((codes) => codes.map(limitOf).join(" or ")).join("; ");

const VERDICTS = ["CROWDED", "UNWINDING", "BUILDING", "INSUFFICIENT", "CALM"] as const;
const SAME = "The threshold at which the leverage dimension of evaluations says so.";
const FALLING =
  "The first level of the signal oi_flush, which is silent for a while after it closed, whatever goes on falling.";
const orNull = Nullable;

export const leverageRadar = agent({
  id: "leverage-radar",
  name: "Leverage radar",
  summary: "CALM, BUILDING, CROWDED or UNWINDING: leverage in perpetual futures",
  description:
    "Looks at funding, open interest and its change, forced closures, and accounts long against short of up to twenty tokens, and at whether it comes undone: by open signals, and by open interest that falls as far. Each token has its verdict; the whole has the gravest. A token without a perpetual future is named and not judged; without `tokens` one whose open interest is not known just now may be among the largest, so that nothing is called calm without it, and what is known to be grave of it counts. CROWDED says that a move against the crowd would be amplified, not that one comes.",
  tier: "premium",
  version: "leverage-radar-6",
  tags: ["derivatives", "risk"],
  input: closed({
    ...SHARED,
    tokens: Type.Optional(
      tokenNames(1, RADAR_TOKENS_MAX, "Which; without it the twenty tracked tokens with the most open interest."),
    ),
  }),
  verdicts: [
    { value: "CROWDED", class: "avoid", meaning: "Leverage stands at an extreme, or at several at once." },
    { value: "UNWINDING", class: "caution", meaning: "Leveraged positions are being closed." },
    { value: "BUILDING", class: "caution", meaning: "Leverage builds up or has become dear." },
    {
      value: "INSUFFICIENT",
      class: "unassessed",
      meaning: "What decides was not measured or does not apply, so that nothing is called calm.",
    },
    {
      value: "CALM",
      class: "proceed",
      meaning: "No rule of this agent fires; a single measure may still be past its usual limit.",
    },
  ],
  otherwise: "CALM",
  lacking: "INSUFFICIENT",
  metrics: {
    abs_funding_apr_pct: { unit: "pct", says: "annual funding of either sign", worse: "higher", isDeciding: true },
    funding_beyond_pct: {
      unit: "pct",
      says: "the share of its own ninety days that funding is beyond",
      worse: "higher",
    },
    funding_unranked_apr_pct: {
      unit: "pct",
      says: "annual funding whose rank in its own past is not known",
      worse: "higher",
    },
    oi_to_market_cap_pct: { unit: "pct", says: "open interest over market value", worse: "higher" },
    oi_change_4h_pct: {
      unit: "pct",
      says: "change of open interest over four hours",
      worse: "higher",
      isDeciding: true,
    },
    liquidations_to_oi_pct: { unit: "pct", says: "forced closures of a day over open interest", worse: "higher" },
    extremes: {
      unit: "count",
      says: "measures of leverage past their usual limits, of those that are known",
      worse: "higher",
    },
    unwinding_signals: { unit: "count", says: "open signals of leverage coming undone", worse: "higher" },
    oi_fall_1h_pct: { unit: "pct", says: "fall of open interest over an hour", worse: "higher" },
    oi_fall_4h_pct: { unit: "pct", says: "fall of open interest over four hours", worse: "higher" },
    unranked_tokens: {
      unit: "count",
      says: "tracked tokens that may be among the largest and could not be read",
      worse: "higher",
    },
  },
  limits: {},
  rules: [
    {
      code: "funding_extreme",
      verdict: "CROWDED",
      when: [asEvaluated("funding_extreme", "abs_funding_apr_pct")],
      why: SAME,
    },
    {
      code: "funding_percentile_extreme",
      verdict: "CROWDED",
      when: [
        { metric: "funding_beyond_pct", comparator: ">=", threshold: FUNDING_EXTREMES.high },
        asEvaluated("funding_percentile_extreme", "abs_funding_apr_pct"),
      ],
      why: SAME,
    },
    {
      code: "funding_unranked",
      verdict: "CROWDED",
      when: [asEvaluated("funding_percentile_extreme", "funding_unranked_apr_pct")],
      why: "Evaluations take such funding for extreme where its rank is not known: a gap makes no verdict milder.",
    },
    { code: "oi_extreme", verdict: "CROWDED", when: [asEvaluated("oi_extreme", "oi_to_market_cap_pct")], why: SAME },
    { code: "oi_surging", verdict: "CROWDED", when: [asEvaluated("oi_surging", "oi_change_4h_pct")], why: SAME },
    {
      code: "liquidations_extreme",
      verdict: "CROWDED",
      when: [asEvaluated("liquidations_extreme", "liquidations_to_oi_pct")],
      why: SAME,
    },
    {
      code: "several_extremes",
      verdict: "CROWDED",
      when: [{ metric: "extremes", comparator: ">=", threshold: 2 }],
      why: `One alone is common; two lean the same way. Each counts once: ${LIMITS}.`,
    },
    {
      code: "coming_undone",
      verdict: "UNWINDING",
      when: [{ metric: "unwinding_signals", comparator: ">=", threshold: 1 }],
      why: "An open signal of falling open interest or of a cascade of forced closures is that.",
    },
    {
      code: "oi_falling_1h",
      verdict: "UNWINDING",
      when: [{ metric: "oi_fall_1h_pct", comparator: ">=", threshold: oiFlush.levels[0] }],
      why: FALLING,
    },
    {
      code: "oi_falling_4h",
      verdict: "UNWINDING",
      when: [{ metric: "oi_fall_4h_pct", comparator: ">=", threshold: oiFlush.parameters.levels4h[0] }],
      why: FALLING,
    },
    {
      code: "universe_unread",
      verdict: "INSUFFICIENT",
      when: [{ metric: "unranked_tokens", comparator: ">=", threshold: 1 }],
      why: "The gravest of the largest may be the one that is not known.",
    },
    { code: "oi_rising", verdict: "BUILDING", when: [asEvaluated("oi_rising", "oi_change_4h_pct")], why: SAME },
    {
      code: "funding_high",
      verdict: "BUILDING",
      when: [asEvaluated("funding_high", "abs_funding_apr_pct")],
      why: SAME,
    },
  ],
  details: closed({
    tokens: Type.Array(
      closed({
        token: TokenId,
        symbol: Type.String({ maxLength: 16 }),
        verdict: oneOf(VERDICTS),
        open_interest_usd: orNull(usd("One side, over covered venues.")),
        oi_change_1h_pct: orNull(changePct("Over an hour.")),
        oi_change_4h_pct: orNull(changePct("Over four hours.")),
        oi_to_market_cap_pct: orNull(pct("Open interest over market value.")),
        funding_apr_pct: orNull(pct("Positive: who is long pays.")),
        funding_percentile_90d: orNull(pct(FUNDING_RANK)),
        long_short_ratio: orNull(ratio("Accounts long over short.")),
        liquidations_24h_usd: orNull(usd("A lower bound.")),
        extremes: count("Measures past their usual limits; unassessed where one that is not known might make it two."),
        extremes_known: Type.Integer({
          description: `Of so many of ${LEVERAGE_SIGNS.length} measures that are known.`,
        }),
        past_limits: Type.Array(oneOf(SIGN_CODES), { description: `Rules of evaluations that fire: ${LIMITS}.` }),
        open_signals: Q(
          Type.Array(Type.String({ maxLength: 64 }), {
            description: "Of leverage that comes undone; unassessed where it is not known that there is none.",
          }),
        ),
      }),
      {
        maxItems: RADAR_TOKENS_MAX + RADAR_BESIDE_MAX,
        description:
          "By open interest, the largest first; then such as could not be ranked and a rule speaks against nevertheless.",
      },
    ),
    without_perpetual: Type.Array(TokenId, { description: "Not judged: no covered venue lists a perpetual future." }),
    not_ranked: Type.Array(TokenId, {
      description: "Not judged without `tokens`: they have a perpetual, and nobody tells its open interest.",
    }),
    not_read: Type.Array(TokenId, {
      description:
        "Not judged: there is no state that is new enough or, without `tokens`, no open interest to rank by.",
    }),
  }),
  uses: ["getState"],
  live: [],
  notChecked: ["options", "leverage on venues that are not covered", "loans of coins and on-chain margin"],
  waitMs: 20_000,
  example: {
    input: { tokens: ["BTC"] },
    verdict: "BUILDING",
    token: null,
    details: {
      tokens: [
        {
          ...{ token: "bitcoin", symbol: "BTC", verdict: "BUILDING", open_interest_usd: 18_300_000_000 },
          ...{
            oi_change_1h_pct: 2.3,
            oi_change_4h_pct: 11.2,
            oi_to_market_cap_pct: 0.98,
            funding_apr_pct: 23.9,
            funding_percentile_90d: 88.1,
          },
          ...{ long_short_ratio: 1.42, liquidations_24h_usd: 61_400_000, extremes: 1, extremes_known: 5 },
          ...{ past_limits: ["oi_rising"], open_signals: [] },
        },
      ],
      ...{ without_perpetual: [], not_ranked: [], not_read: [] },
    },
  },
});
