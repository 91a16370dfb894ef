// The rules eval-2 as data: each threshold with its reason, and what is true of the whole market marked as such.
import { AVOID_FROM, type DimensionId, type EvaluationRule, POINTS, type RuleSet } from "./rule.ts";

type Extra = Pick<EvaluationRule, "sigma" | "only" | "widenedBy" | "scope">;
type Line = readonly [
  code: string,
  metric: EvaluationRule["metric"],
  comparator: EvaluationRule["comparator"],
  threshold: number,
  why: string,
  extra?: Extra,
];

const of = (dimension: DimensionId, verdict: "caution" | "avoid", lines: readonly Line[]): EvaluationRule[] =>
  lines.map(([code, metric, comparator, threshold, why, extra]) => ({
    ...{ code, dimension, verdict, metric, comparator, threshold, why },
    ...extra,
  }));

const hour = (times: number): Extra => ({ sigma: { metric: "sigma_1h_pct", times } });
const day = (times: number): Extra => ({ sigma: { metric: "sigma_24h_pct", times } });
const sized = (widenedBy: NonNullable<EvaluationRule["widenedBy"]>): Extra => ({ only: "sized", widenedBy });
const market: Extra = { scope: "market" };

/** Recorded hours of bitcoin: how often the next fell by two sigmas. */
const HOURS_FELL =
  "Large hours come together: in recorded hours of bitcoin the next fell by two sigmas in 10 % after one within two sigmas, in 27 % after two to three, in 48 % after more.";
const DAYS_FELL =
  "Large days come together: in recorded days of bitcoin the next fell by two sigmas in 7 % after one within 1.5 sigmas, in 14 % after 1.5 to 2, in 30 % after more.";
const AT_LEAST = "The percentage is the least, so that a token that hardly moves is not called restless for it.";

const rules: readonly EvaluationRule[] = [
  ...of("momentum", "caution", [
    ["move_1h", "abs_change_1h_pct", ">=", 1.5, `${HOURS_FELL} ${AT_LEAST}`, hour(2)],
    ["move_24h", "abs_change_24h_pct", ">=", 5, `${DAYS_FELL} ${AT_LEAST}`, day(1.5)],
    [
      "reversal",
      "reversal_sigmas",
      ">=",
      1,
      "An hour and a day of usual size that go apart: the market has not settled on a direction.",
    ],
  ]),
  ...of("momentum", "avoid", [
    ["fall_1h", "change_1h_pct", "<=", -3, `${HOURS_FELL} ${AT_LEAST}`, hour(3)],
    ["rise_1h", "change_1h_pct", ">=", 3, `${HOURS_FELL} ${AT_LEAST}`, hour(3)],
    ["fall_24h", "change_24h_pct", "<=", -8, `${DAYS_FELL} ${AT_LEAST}`, day(2)],
    ["blow_off_24h", "change_24h_pct", ">=", 8, `${DAYS_FELL} After rises it was 27 %. ${AT_LEAST}`, day(2)],
  ]),
  ...of("liquidity", "caution", [
    [
      "depth_low",
      "depth_2pct_usd",
      "<",
      250_000,
      "An order of 1 % of it, 2,500 USD, is what an unattended agent may place without moving the price; five times less is thin.",
    ],
    ["spread_wide", "spread_bps", ">", 20, "Crossing it both ways costs 0.2 %, as much as taker fees."],
    [
      "volume_low",
      "volume_24h_usd",
      "<",
      5_000_000,
      "1 % of it, the share of a day's volume that execution practice calls negligible, is 50,000 USD.",
    ],
    [
      "price_unsure",
      "price_confidence_bps",
      ">",
      50,
      "Venues that differ by 1 % do not speak of one price; on a usual day they differ by less than 0.1 %.",
    ],
    [
      "depth_signal_open",
      "depth_signals_open",
      ">=",
      1,
      "Depth fell to half of its day's median or less and has not come back.",
    ],
    [
      "impact_high",
      "impact_pct",
      ">",
      1,
      "Swap front ends warn at 5 %; an unattended agent needs tighter limits, and the caller can widen them.",
      sized("max_impact_pct"),
    ],
    [
      "volume_share_high",
      "volume_share_pct",
      ">",
      1,
      "Below 1 % of a day's volume execution practice calls an order negligible.",
      sized("max_volume_share_pct"),
    ],
    [
      "depth_share_high",
      "depth_share_pct",
      ">",
      25,
      "A quarter of the side: the book's own changes within a minute are of that size.",
      sized("max_depth_share_pct"),
    ],
    [
      "impact_disagreement",
      "impact_disagreement_pct",
      ">",
      0.5,
      "Half of what is allowed: book and quote cannot both be right.",
      { only: "sized" },
    ],
  ]),
  ...of("liquidity", "avoid", [
    [
      "depth_thin",
      "depth_2pct_usd",
      "<",
      50_000,
      "Recorded books of exchanges hold three times as much where 3 M USD a day are traded.",
    ],
    ["spread_extreme", "spread_bps", ">", 100, "Crossing it both ways costs 1 %, the impact that is allowed."],
    ["volume_thin", "volume_24h_usd", "<", 500_000, "1 % of it is 5,000 USD: hardly any order is negligible."],
    [
      "impact_extreme",
      "impact_pct",
      ">",
      3,
      "Three times what is allowed; swap front ends refuse at 15 %, for a person who looks.",
      sized("max_impact_pct"),
    ],
    [
      "volume_share_extreme",
      "volume_share_pct",
      ">",
      5,
      "Execution practice calls 10 % heavy; costs grow with the root of the share.",
      sized("max_volume_share_pct"),
    ],
    [
      "depth_share_extreme",
      "depth_share_pct",
      ">",
      100,
      "The side within 2 % does not hold it.",
      sized("max_depth_share_pct"),
    ],
  ]),
  ...of("leverage", "caution", [
    [
      "funding_high",
      "abs_funding_apr_pct",
      ">",
      30,
      "Three times the 10.95 % that venues charge where longs and shorts are even.",
    ],
    [
      "funding_percentile_high",
      "funding_percentile_90d",
      ">=",
      95,
      "One reading in twenty of the token's own 90 days.",
    ],
    ["funding_percentile_low", "funding_percentile_90d", "<=", 5, "One reading in twenty of the token's own 90 days."],
    [
      "oi_high",
      "oi_to_market_cap_pct",
      ">",
      10,
      "A tenth of the coins is bet on with borrowed money; of large tokens it is 1 to 5 %.",
    ],
    ["oi_rising", "oi_change_4h_pct", ">=", 10, "The first level of the signal oi_surge."],
    ["liquidations_high", "liquidations_to_oi_pct", ">", 3, "On a usual day it is below 1 %."],
    [
      "longs_crowded",
      "long_short_ratio",
      ">",
      3,
      "Three accounts in four on one side, the first level of the signal long_short_extreme.",
    ],
    [
      "shorts_crowded",
      "long_short_ratio",
      "<",
      0.5,
      "Two accounts in three on one side, the first level of the signal long_short_extreme.",
    ],
  ]),
  ...of("leverage", "avoid", [
    ["funding_extreme", "abs_funding_apr_pct", ">", 90, "Holding costs 0.25 % a day; positions are closed for it."],
    [
      "funding_percentile_extreme",
      "funding_extreme_apr_pct",
      ">",
      30,
      "One reading in a hundred of its own 90 days, and dear as well.",
    ],
    [
      "oi_extreme",
      "oi_to_market_cap_pct",
      ">",
      25,
      "A quarter of the coins: closing them needs more than the books hold.",
    ],
    ["oi_surging", "oi_change_4h_pct", ">=", 20, "Beyond the second level of the signal oi_surge."],
    [
      "liquidations_extreme",
      "liquidations_to_oi_pct",
      ">",
      8,
      "One position in twelve was closed by force within a day.",
    ],
  ]),
  ...of("onchain", "caution", [
    [
      "netflow_high",
      "netflow_to_market_cap_pct",
      ">=",
      0.05,
      "About twice the first level of the signal exchange_inflow, which asks for an unusual size as well.",
    ],
    [
      "to_exchange_high",
      "to_exchange_of_supply_pct",
      ">=",
      0.1,
      "One coin in a thousand moved to where it can be sold, by transfers of a million and more.",
    ],
    ["tvl_falling", "tvl_change_24h_pct", "<=", -10, "The first level of the signal tvl_drop."],
  ]),
  // The second condition, z >= 4, is taken as met: flows have no stored z, and a gap must not make a verdict milder.
  ...of("onchain", "avoid", [
    ["netflow_extreme", "netflow_to_market_cap_pct", ">=", 0.25, "The third level of the signal exchange_inflow."],
    [
      "tvl_collapsing",
      "tvl_change_24h_pct",
      "<=",
      -30,
      "Between the second and the third level of the signal tvl_drop.",
    ],
  ]),
  ...of("supply", "caution", [
    ["unlock_soon", "unlock_7d_pct", ">=", 1, "The first level of the signal unlock_upcoming."],
    ["inflation_high", "inflation_30d_pct", ">=", 2, "The supply grows by 27 % a year."],
    ["circulation_low", "circulating_pct_of_max", "<", 20, "Four of five coins are still to come."],
    [
      "holders_concentrated",
      "top10_holders_pct",
      ">=",
      50,
      "Ten addresses, exchanges and lockers left out, hold half.",
    ],
  ]),
  ...of("supply", "avoid", [
    [
      "unlock_large",
      "unlock_7d_pct",
      ">=",
      5,
      "More than the second level of the signal unlock_upcoming; weeks of usual volume of most tokens.",
    ],
    ["inflation_extreme", "inflation_30d_pct", ">=", 8, "The supply doubles within ten months."],
    ["holders_extreme", "top10_holders_pct", ">=", 80, "The rest cannot make a price against ten addresses."],
  ]),
  ...of("context", "caution", [
    ["btc_falling", "btc_change_24h_pct", "<=", -5, "About two of bitcoin's usual days.", market],
    ["breadth_low", "breadth_up_24h_pct", "<", 20, "Four of five tokens fell.", market],
    ["sector_falling", "sector_change_24h_pct", "<=", -8, "About two usual days of a sector.", market],
    ["fear_extreme", "fear_greed", "<=", 10, "The lowest tenth of the index.", market],
    ["greed_extreme", "fear_greed", ">=", 90, "The highest tenth of the index.", market],
  ]),
  ...of("context", "avoid", [
    ["btc_collapsing", "btc_change_24h_pct", "<=", -10, "About four of bitcoin's usual days.", market],
    ["breadth_collapsed", "breadth_up_24h_pct", "<", 8, "Nearly every token fell.", market],
  ]),
  ...of("contract", "caution", [
    [
      "contract_risk_medium",
      "contract_risk",
      ">=",
      1,
      "Its owner can mint, pause, blacklist or change taxes, or a tax of 5 % is taken.",
    ],
  ]),
  ...of("contract", "avoid", [
    [
      "contract_risk_high",
      "contract_risk",
      ">=",
      2,
      "A hidden owner, ownership that can be taken back, closed source, a tax of 10 %, or worse.",
    ],
    [
      "sell_tax_high",
      "sell_tax_pct",
      ">",
      10,
      "A tenth is lost by selling; the caller can widen it.",
      { widenedBy: "max_sell_tax_pct" },
    ],
    ["cannot_be_sold", "cannot_sell", ">=", 1, "A scanner's simulated sale fails.", { only: "sell" }],
  ]),
];

export const EVAL_2: RuleSet = {
  version: "eval-2",
  rules,
  overall: { by: "points", points: POINTS, cautionFrom: 1, avoidFrom: AVOID_FROM },
  about:
    "How evaluations judge. A rule fires where its metric stands to the threshold as the comparator says; a dimension has the worst verdict of the rules that fired, and points by it: caution 1, avoid 2. Rules of the scope market are true of all tokens at once or of a whole sector; they have points only where a rule of the token's own fired too. The whole is avoid where a critical dimension is, where three points come together, or where the caller's policy failed; caution where there is one point, three dimensions could not be measured, a critical one was not, or any lost an input that it normally has; else proceed. Momentum's thresholds and the points were chosen on two weeks of the simulated market and of recorded candles, and looked at on others: npm run soak verdicts.",
};
