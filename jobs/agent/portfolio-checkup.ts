// The work of portfolio-checkup: what holdings weigh, may lose and take to sell.
import {
  portfolioCheckup as card,
  PORTFOLIO,
  type Profile,
  STRESS_LIMIT_PCT,
  VAR_LIMIT_PCT,
} from "../../schema/agent/portfolio-checkup.ts";
import { UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";
import { derive, isGap, type Measured } from "../measure/gap.ts";
import { roundPct, roundRatio, roundUsd } from "../number/round.ts";
import { sum } from "../number/statistics.ts";
import { agentJob } from "./agent.ts";
import {
  correlationOf,
  exitDays,
  type Holding,
  hhiOf,
  NOTHING_PRICED,
  shareWhere,
  stressLoss,
  stressOf,
  valueAtRisk,
  type Weighed,
  weigh,
  withinBounds,
} from "./holding.ts";
import { type HeldBy, type HoldingSources, holdingSources, readHoldings } from "./read-holdings.ts";
import type { Reading } from "./reading.ts";

type Details = (typeof card)["example"]["details"];
type PortfolioFacts = {
  readonly holdings: readonly Holding[];
  readonly stressBtcPct: number;
  readonly from: HoldingSources;
  readonly by: HeldBy | null;
  /** Epoch milliseconds. */
  readonly asOf: number;
};

const AT_ITS_PRICE = "A stablecoin that no venue quotes by the day counts as one that kept its price.";

const shown = (value: Measured<number | null>, round: (value: number) => number): number | Unassessed =>
  isGap(value) || value === null ? UNASSESSED : round(value);

function rowOf(one: Weighed, btcPct: number): Details["holdings"][number] {
  const { holding, valueUsd, weight } = one;
  const { token, beta, unlocks30dPct: unlocks, contractRisk: risk } = holding;
  return {
    ...{ token: token.id, symbol: token.symbol, value_usd: roundUsd(valueUsd), weight_pct: roundPct(weight * 100) },
    exit_days: shown(exitDays(one), roundRatio),
    beta: shown(beta, roundRatio),
    stress_change_pct: shown(stressOf(holding, btcPct), roundPct),
    unlocks_30d_pct: unlocks === null ? null : shown(unlocks, roundPct),
    contract_risk: risk === null ? null : isGap(risk) ? UNASSESSED : (risk as "low"),
  };
}

function sectorsOf(weighed: readonly Weighed[]): Details["sectors"] {
  const weights = new Map<string, number>();
  for (const { holding, weight } of weighed) weights.set(holding.sector, (weights.get(holding.sector) ?? 0) + weight);
  return [...weights]
    .map(([sector, weight]) => ({ sector, weight_pct: roundPct(weight * 100) }))
    .toSorted((a, b) => b.weight_pct - a.weight_pct || (a.sector < b.sector ? -1 : 1));
}

function correlatedOf(weighed: readonly Weighed[]): Details["correlated"] {
  const held = weighed.map(({ holding }) => holding).filter(({ isStable }) => !isStable);
  const pairs = held.flatMap((a, at) =>
    held.slice(at + 1).flatMap((b) => {
      const correlation = correlationOf(a, b);
      const isClose = correlation !== null && correlation >= PORTFOLIO.correlatedFrom;
      return isClose ? [{ tokens: [a.token.id, b.token.id], correlation: roundRatio(correlation) }] : [];
    }),
  );
  return pairs.toSorted((a, b) => Number(b.correlation) - Number(a.correlation)).slice(0, PORTFOLIO.pairsMax);
}

export const portfolioCheckup = agentJob<typeof card, PortfolioFacts>(card, {
  async gather(deps, { stress_btc_pct: stressBtcPct = PORTFOLIO.stressBtcPct, ...holder }, run, signal) {
    const read = await readHoldings(deps, holder, run, signal);
    const { from, gathered } = holdingSources(read, deps.clock.now());
    return { facts: { holdings: read.holdings, stressBtcPct, from, by: read.by, asOf: gathered.asOf }, ...gathered };
  },
  read({ holdings, stressBtcPct, from, asOf }, { risk_profile: profile = "medium" }) {
    const weighed = weigh(holdings);
    const limits = {
      var_limit_pct: VAR_LIMIT_PCT[profile as Profile],
      stress_limit_pct: STRESS_LIMIT_PCT[profile as Profile],
    };
    const of = (value: Measured<number> | null, round = roundPct, besides: readonly string[] = []): Reading => ({
      value: value === null || isGap(value) ? value : round(value),
      ...{ sources: [...new Set([...from.price, ...besides])], asOf },
    });
    const isCritical = ({ holding }: Weighed): Measured<boolean> =>
      holding.contractRisk === null ? false : derive([holding.contractRisk], (risk) => risk === "critical");
    const isSlow = (one: Weighed) => derive([exitDays(one)], (days) => days > PORTFOLIO.slowDays);
    return {
      subjects: [
        {
          token: null,
          readings: {
            critical_pct: of(shareWhere(weighed, isCritical, PORTFOLIO.criticalPct), roundPct, from.security),
            slow_exit_pct: of(shareWhere(weighed, isSlow, PORTFOLIO.slowPct), roundPct, from.volume),
            var_pct: of(withinBounds(valueAtRisk(weighed), limits.var_limit_pct)),
            hhi: of(hhiOf(weighed), roundRatio),
            max_weight_pct: of(weighed[0] === undefined ? NOTHING_PRICED : weighed[0].weight * 100),
            stress_loss_pct: of(withinBounds(stressLoss(weighed, stressBtcPct), limits.stress_limit_pct)),
            unpriced: of(holdings.length - weighed.length),
          },
        },
      ],
      limits,
    };
  },
  tell({ holdings, stressBtcPct, by }) {
    const weighed = weigh(holdings);
    const risk = valueAtRisk(weighed);
    return {
      token: null,
      details: {
        total_usd: weighed.length === 0 ? UNASSESSED : roundUsd(sum(weighed.map(({ valueUsd }) => valueUsd))),
        holdings: weighed.map((one) => rowOf(one, stressBtcPct)),
        sectors: sectorsOf(weighed),
        hhi: shown(hhiOf(weighed), roundRatio),
        var_95_1d_pct: shown(risk.pct, roundPct),
        var_days: risk.days,
        stress_btc_pct: stressBtcPct,
        stress_loss_pct: shown(stressLoss(weighed, stressBtcPct).pct, roundPct),
        correlated: correlatedOf(weighed),
        unpriced: holdings.filter(({ valueUsd }) => isGap(valueUsd)).map(({ token }) => token.id),
        held_by: by,
      },
      caveats: [
        "The loss of a bad day is that of the past: a worse day is possible.",
        ...(holdings.some(({ isStable, days }) => isStable && days.length === 0) ? [AT_ITS_PRICE] : []),
      ],
      restsOn: [],
    };
  },
});
