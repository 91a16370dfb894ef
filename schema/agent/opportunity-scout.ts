// The agent opportunity-scout: where open signals that our record bears out meet a market that can be left again.
import { Type } from "typebox";
import { VERDICTS } from "../evaluation/rule.ts";
import { PROOF } from "../record/proven.ts";
import { SCORING } from "../record/rule.ts";
import { closed } from "../shape/closed.ts";
import { changePct, Nullable, Q, usd } from "../shape/quantity.ts";
import { Severity } from "../shape/signal.ts";
import { oneOf, TokenId } from "../shape/text.ts";
import { SIGNAL_KINDS } from "../signal/index.ts";
import { agent } from "./agent.ts";
import { SHARED, tokenNames } from "./input.ts";

const RISKS = ["low", "medium", "high"] as const;
export type ScoutRisk = (typeof RISKS)[number];
export const SCOUT = {
  resultsMax: 10,
  results: 5,
  tokensMax: 100,
  /** Depth within 2 % that a candidate has at least, by the risk that is borne. */
  depthUsd: { low: 1_000_000, medium: 250_000, high: 50_000 },
  /** What a point of relative strength is worth, as far as so many points; and what a caution takes. */
  strengthWeight: 0.01,
  strengthMax: 10,
  cautionCost: 0.02,
  /** How many usual moves of the horizon are between the price and the level at which the idea was wrong. */
  sigmas: 2,
} as const;

const Ratio = (description: string) => Type.Number({ description, "x-unit": "ratio" });
const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const opportunityScout = agent({
  id: "opportunity-scout",
  name: "Opportunity scout",
  summary: "FOUND, WATCH or NONE: candidates whose open signals our record bears out",
  description:
    "Goes through tokens for open signals in one direction. A candidate has a verdict that is not avoid, the depth that the risk asks for, and a score above zero: the lift of its open signals as our public record has it, shrunk towards none, plus its strength against the market, less a cost for each dimension that cautions. FOUND where one has a signal whose hit rate is proven above chance; WATCH where none is. Each comes with the price at which the idea was wrong and the size that costs one per cent. No forecast and no advice: what it says of prices is said by the evaluations it names, and scored.",
  tier: "pro",
  version: "opportunity-scout-4",
  tags: ["search", "signals"],
  input: closed({
    ...SHARED,
    universe: Type.Optional(oneOf(["tracked", "sector", "tokens"], "Where to look; tracked without it.")),
    sector: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "With universe sector." })),
    tokens: Type.Optional(tokenNames(1, SCOUT.tokensMax, "With universe tokens.")),
    direction: Type.Optional(oneOf(["long", "short"], "long without it.")),
    risk: Type.Optional(oneOf(RISKS, "What depth is asked for; medium without it.")),
    min_depth_usd: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1e12, description: "Where that is more.", "x-unit": "USD" }),
    ),
    horizon_hours: Type.Optional(
      Type.Union([Type.Literal(1), Type.Literal(24), Type.Literal(168)], { description: "24 without it." }),
    ),
    max_results: Type.Optional(Type.Integer({ minimum: 1, maximum: SCOUT.resultsMax, description: "5 without it." })),
    exclude: Type.Optional(tokenNames(1, SCOUT.tokensMax, "Tokens to leave out.")),
  }),
  verdicts: [
    { value: "NONE", class: "avoid", meaning: "No token passes." },
    {
      value: "WATCH",
      class: "caution",
      meaning: "Some pass, and of none the signals are proven to be better than chance.",
    },
    { value: "INSUFFICIENT", class: "unassessed", meaning: "The tokens could not be read." },
    {
      value: "FOUND",
      class: "proceed",
      meaning: "At least one passes with a signal that is proven to be better than chance.",
    },
  ],
  otherwise: "FOUND",
  lacking: "INSUFFICIENT",
  metrics: {
    candidates: { unit: "count", says: "tokens that pass", worse: "lower", isDeciding: true },
    proven: { unit: "count", says: "of those with a proven signal", worse: "lower", isDeciding: true },
  },
  limits: {},
  rules: [
    {
      code: "no_candidate",
      verdict: "NONE",
      when: [{ metric: "candidates", comparator: "<", threshold: 1 }],
      why: "One is enough, and none is an answer as well.",
    },
    {
      code: "none_proven",
      verdict: "WATCH",
      when: [{ metric: "proven", comparator: "<", threshold: 1 }],
      why: `Proven: the interval of the hit rate, so wide that those of all ${PROOF.classes} kinds and severities hold together 95 times of 100, is above the base rate; calls that come together count for one, in ${PROOF.windowsMin} horizons or more.`,
    },
  ],
  details: closed({
    direction: oneOf(["long", "short"]),
    horizon_hours: Type.Integer(),
    candidates: Type.Array(
      closed({
        token: TokenId,
        symbol: Type.String({ maxLength: 16 }),
        score: Ratio("Lift, strength and cautions together."),
        proven: Type.Boolean(),
        signals: Type.Array(
          closed({
            kind: oneOf(SIGNAL_KINDS),
            severity: Severity,
            settled: Count("Calls of its kind, severity and direction that were right or wrong."),
            lift: Ratio("Hit rate less base rate, shrunk; 0 where it is not proven."),
            proven: Type.Boolean({
              description: `Whether the lower end of the Wilson interval of right / settled over \`effective\` calls, at 1 - ${PROOF.level} / ${PROOF.classes}, is above \`base\`, with at least ${SCORING.smallBelow} independent calls, ${PROOF.windowsMin} windows and ${PROOF.evenMin} even ones.`,
            }),
            past: Nullable(
              closed({
                right: Count("Of those settled."),
                base: Ratio("Share of the market's hours for which such a call would have been right."),
                independent: Count("Calls of a token within one horizon count once."),
                windows: Count("Horizon-long windows in which there were calls."),
                even: Count("As many as windows with equally many calls would be: n² / Σ n²."),
                effective: Count("Calls that know nothing of each other and are worth as much."),
              }),
            ),
          }),
        ),
        relative_strength_24h_pct: changePct("Less the median of tracked tokens."),
        verdict: oneOf(VERDICTS),
        cautions: Count("Dimensions that caution, say avoid or lost an input."),
        depth_2pct_usd: usd("The smaller side."),
        price_usd: usd("Now."),
        invalidation_usd: Q(Type.Number({ description: "Beyond it the idea was wrong.", "x-unit": "USD" })),
        size_limit_usd: usd("That costs one per cent."),
      }),
      { maxItems: SCOUT.resultsMax, description: "Those with a proven signal first, then by score." },
    ),
    looked_at: Count("Tokens of the universe."),
    left_out: closed({
      unread: Count("Without a state, a verdict in force or a measured depth."),
      avoid: Count("Whose verdict is avoid."),
      thin: Count("With too little depth."),
      no_edge: Count("Whose score is not above zero, or without an open signal in the direction."),
    }),
  }),
  uses: ["listTokens", "getState", "getEvaluation", "getRecord"],
  live: [],
  notChecked: ["news", "tokens that are not tracked in depth", "costs of holding a position"],
  waitMs: 25_000,
  example: {
    input: { direction: "long", risk: "medium" },
    verdict: "WATCH",
    token: null,
    details: {
      ...{ direction: "long", horizon_hours: 24 },
      candidates: [
        {
          ...{ token: "aave", symbol: "AAVE", score: 0.0412, proven: false },
          signals: [
            {
              ...{ kind: "volume_spike", severity: 2, settled: 18, lift: 0, proven: false },
              past: { right: 10, base: 0.48, independent: 15, windows: 9, even: 5, effective: 12 },
            },
          ],
          ...{ relative_strength_24h_pct: 6.12, verdict: "proceed", cautions: 1, depth_2pct_usd: 2_100_000 },
          ...{ price_usd: 92.4, invalidation_usd: 84.1, size_limit_usd: 310_000 },
        },
      ],
      ...{ looked_at: 100, left_out: { unread: 2, avoid: 9, thin: 31, no_edge: 57 } },
    },
  },
});
