// The agent daily-market-brief: the whole market's day in numbers, and whether risk is on or off.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, count, flowUsd, Nullable, pct, Q, ratio, usd } from "../shape/quantity.ts";
import { Severity } from "../shape/signal.ts";
import { oneOf, TokenId, untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { agent } from "./agent.ts";
import { SHARED, tokenNames } from "./input.ts";

const TokenSymbol = Type.String({ maxLength: 16 });
const moved = (description: string) =>
  Q(
    Type.Array(closed({ token: TokenId, symbol: TokenSymbol, change_24h_pct: changePct("Over 24 hours.") }), {
      maxItems: 10,
      description,
    }),
  );

const BRIEF_FOCUS_MAX = 10;

export const dailyMarketBrief = agent({
  id: "daily-market-brief",
  name: "Daily market brief",
  summary: "RISK_ON, MIXED or RISK_OFF: the market's day in numbers",
  description:
    "What the whole market did over 24 hours: value, breadth, sectors, what rose and fell, flows, leverage, notable signals, what is ahead, and what became of our calls of the day before. The verdict is the regime of the market: bitcoin and the share of tokens that rose. It is of now, made of the newest published market, or of a day that is over as far as what it was made of is kept; it is no forecast.",
  tier: "premium",
  version: "daily-market-brief-2",
  tags: ["market"],
  input: closed({
    ...SHARED,
    date: Type.Optional(
      Type.String({
        pattern: "^\\d{4}-\\d{2}-\\d{2}$",
        description:
          "A day in UTC, at most today's; today without it. A day that is over is told as its last build had it.",
      }),
    ),
    focus: Type.Optional(tokenNames(1, BRIEF_FOCUS_MAX, "Tokens that are told besides.")),
    length: Type.Optional(
      oneOf(["short", "standard"], "short lists three of each, standard ten; standard without it."),
    ),
  }),
  verdicts: [
    { value: "RISK_OFF", class: "avoid", meaning: "Bitcoin and most tokens fell." },
    { value: "MIXED", class: "caution", meaning: "The market has no one direction." },
    { value: "INSUFFICIENT", class: "unassessed", meaning: "What the regime is made of was not measured." },
    { value: "RISK_ON", class: "proceed", meaning: "Bitcoin and most tokens rose." },
  ],
  otherwise: "RISK_ON",
  lacking: "INSUFFICIENT",
  metrics: {
    btc_change_24h_pct: { unit: "pct", says: "bitcoin over a day", worse: "lower", isDeciding: true },
    breadth_up_24h_pct: {
      unit: "pct",
      says: "the share of tokens that rose over a day",
      worse: "lower",
      isDeciding: true,
    },
  },
  limits: {},
  rules: [
    {
      code: "risk_off",
      verdict: "RISK_OFF",
      when: [
        { metric: "btc_change_24h_pct", comparator: "<", threshold: -1 },
        { metric: "breadth_up_24h_pct", comparator: "<", threshold: 40 },
      ],
      why: "The regime rule of the market: bitcoin fell, and with it most tokens.",
    },
    {
      code: "btc_not_up",
      verdict: "MIXED",
      when: [{ metric: "btc_change_24h_pct", comparator: "<=", threshold: 1 }],
      why: "The regime rule of the market: risk is on where bitcoin rose by more than one per cent.",
    },
    {
      code: "breadth_not_wide",
      verdict: "MIXED",
      when: [{ metric: "breadth_up_24h_pct", comparator: "<=", threshold: 60 }],
      why: "The regime rule of the market: and where more than three of five tokens rose.",
    },
  ],
  details: closed({
    market: closed({
      total_market_cap_usd: usd("All coins."),
      change_24h_pct: changePct("Of that, over 24 hours."),
      change_7d_pct: changePct("Over 7 days."),
      volume_24h_usd: usd("Traded in 24 hours."),
      btc_dominance_pct: pct("Bitcoin's share."),
      total_open_interest_usd: usd("Of tracked tokens on covered venues."),
      funding_8h_pct: changePct("Weighted by open interest, per 8 hours."),
      liquidations_24h_usd: usd("A lower bound."),
    }),
    breadth: closed({
      up_24h_pct: pct("Share of tracked tokens that rose."),
      median_change_24h_pct: changePct("Of tracked tokens."),
      above_sma20d_pct: pct("Above their 20-day mean."),
      new_highs_20d: count("At a 20-day high."),
      new_lows_20d: count("At a 20-day low."),
    }),
    gainers: moved("Rose most."),
    losers: moved("Fell most."),
    sectors: Q(
      Type.Array(
        closed({
          sector: Type.String({ maxLength: 64 }),
          change_24h_pct: changePct("By value."),
          up_24h_pct: pct("Share that rose."),
        }),
        {
          maxItems: 20,
          description: "The best first.",
        },
      ),
    ),
    flows: closed({
      btc_netflow_24h_usd: flowUsd("Bitcoin, towards exchanges."),
      eth_netflow_24h_usd: flowUsd("Ether, towards exchanges."),
      stablecoin_supply_change_24h_usd: flowUsd("Supply of stablecoins."),
      etf_netflow_1d_usd: flowUsd("Exchange-traded funds, the last whole day that was reported."),
    }),
    sentiment: closed({
      fear_greed: Q(Type.Integer({ description: "0 is fear, 100 is greed." })),
      long_short_median_ratio: ratio("Accounts long over short, the median token."),
    }),
    events: Q(
      Type.Array(
        closed({
          kind: oneOf(["unlock", "signal", "headline"]),
          at: Time,
          token: Nullable(TokenId),
          severity: Nullable(Severity),
          title: untrusted("Title.", 160),
        }),
        { maxItems: 20, description: "Signals of severity two and up, unlocks ahead, headlines." },
      ),
    ),
    record: closed(
      { settled: Type.Integer(), right: Type.Integer(), wrong: Type.Integer() },
      { description: "Our calls of the day before, a day after each; at most 500 of them." },
    ),
    focus: Type.Array(
      closed({
        token: TokenId,
        symbol: TokenSymbol,
        price_usd: usd("Now."),
        change_24h_pct: changePct("Over 24 hours."),
        change_7d_pct: changePct("Over 7 days."),
        relative_strength_24h_pct: changePct("Less the median of tracked tokens."),
        verdict: Q(oneOf(["proceed", "caution", "avoid"])),
      }),
      { maxItems: BRIEF_FOCUS_MAX },
    ),
  }),
  uses: ["getMarket", "getState", "getRecord"],
  live: [],
  notChecked: ["tokens that are not tracked in depth", "markets other than crypto"],
  waitMs: 25_000,
  example: {
    input: { length: "short" },
    verdict: "MIXED",
    token: null,
    details: {
      market: {
        ...{ total_market_cap_usd: 2.31e12, change_24h_pct: 0.4, change_7d_pct: -2.1, volume_24h_usd: 9.1e10 },
        ...{ btc_dominance_pct: 57.2, total_open_interest_usd: 4.4e10, funding_8h_pct: 0.008 },
        liquidations_24h_usd: 2.1e8,
      },
      breadth: {
        ...{ up_24h_pct: 52, median_change_24h_pct: 0.2, above_sma20d_pct: 44, new_highs_20d: 6, new_lows_20d: 9 },
      },
      gainers: [{ token: "aave", symbol: "AAVE", change_24h_pct: 9.1 }],
      losers: [{ token: "uniswap", symbol: "UNI", change_24h_pct: -6.4 }],
      sectors: [{ sector: "lending", change_24h_pct: 3.2, up_24h_pct: 80 }],
      flows: {
        ...{ btc_netflow_24h_usd: -1.2e8, eth_netflow_24h_usd: 3e7, stablecoin_supply_change_24h_usd: 2e8 },
        etf_netflow_1d_usd: 1.1e8,
      },
      sentiment: { fear_greed: 48, long_short_median_ratio: 1.3 },
      events: [],
      record: { settled: 211, right: 118, wrong: 93 },
      focus: [],
    },
  },
});
