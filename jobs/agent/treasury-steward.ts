// The work of treasury-steward: how long what is held pays for what is spent, now, in the stress, and what raising it costs.
import { treasurySteward as card, TREASURY } from "../../schema/agent/treasury-steward.ts";
import { UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";
import { derive, gap, isGap, type Measured } from "../measure/gap.ts";
import { roundPct, roundRatio, roundUsd } from "../number/round.ts";
import { sum } from "../number/statistics.ts";
import { agentJob } from "./agent.ts";
import { type Holding, NOTHING_PRICED, shareWhere, stressOf, type Weighed, weigh } from "./holding.ts";
import { type HeldBy, type HoldingSources, holdingSources, readHoldings } from "./read-holdings.ts";
import type { Reading } from "./reading.ts";

type Details = (typeof card)["example"]["details"];
type TreasuryFacts = {
  readonly holdings: readonly Holding[];
  readonly burnUsd: number;
  readonly from: HoldingSources;
  readonly by: HeldBy | null;
  /** Epoch milliseconds. */
  readonly asOf: number;
};

const shown = (value: Measured<number>, round: (value: number) => number): number | Unassessed =>
  isGap(value) ? UNASSESSED : round(value);

/** A stablecoin keeps its value in the stress, as far as it holds its peg now; others move by their beta. */
const stressedUsd = ({ holding, valueUsd }: Weighed): Measured<number> =>
  holding.isStable
    ? valueUsd
    : derive([stressOf(holding, TREASURY.stressBtcPct)], (change) => Math.max(0, valueUsd * (1 + change / 100)));

/** A gap counts as nothing left where the rest suffices already; else it is not known. */
function stressedTotal(weighed: readonly Weighed[], enoughUsd: number): Measured<number> {
  if (weighed.length === 0) return NOTHING_PRICED;
  const parts = weighed.map(stressedUsd);
  const known = sum(parts.flatMap((part) => (isGap(part) ? [] : [part])));
  const missing = parts.find(isGap);
  return missing === undefined || known >= enoughUsd ? known : missing;
}

const pegDeviation = ({ holding }: Weighed): Measured<number> | null =>
  holding.isStable ? derive([holding.priceUsd], (price) => Math.abs(price - 1) * 100) : null;

function isDepegged(one: Weighed): Measured<boolean> {
  const deviation = pegDeviation(one);
  return deviation === null ? false : derive([deviation], (pct) => pct >= TREASURY.depegPct);
}

/** What selling so much costs in percent: as measured for the size, or for the next above it. */
function saleCost({ sellCosts }: Holding, usd: number): Measured<number> {
  const next = sellCosts.find(([size]) => size >= usd);
  return next === undefined ? gap("insufficient_coverage", "No size as large was measured.") : next[1];
}

type Raise = Details["raise"][number];

/** Stablecoins first, then what sells cheapest by the size that is needed of it. */
function raise(weighed: readonly Weighed[], months: number, burnUsd: number): Raise {
  const amount = months * burnUsd;
  const order = weighed.toSorted((a, b) => {
    const cost = (one: Weighed) => {
      const pct = saleCost(one.holding, Math.min(amount, one.valueUsd));
      return isGap(pct) ? Number.POSITIVE_INFINITY : pct;
    };
    return Number(b.holding.isStable) - Number(a.holding.isStable) || cost(a) - cost(b) || b.valueUsd - a.valueUsd;
  });
  let [left, cost] = [amount, 0];
  const from: string[] = [];
  for (const { holding, valueUsd } of order) {
    if (left <= 0) break;
    const part = Math.min(left, valueUsd);
    const pct = saleCost(holding, part);
    if (isGap(pct)) continue;
    from.push(holding.token.id);
    cost += (part * pct) / 100;
    left -= part;
  }
  const about = { months, amount_usd: roundUsd(amount) };
  if (left > 0.005) return { ...about, cost_usd: UNASSESSED, cost_pct: UNASSESSED, from: UNASSESSED };
  return { ...about, cost_usd: roundUsd(cost), cost_pct: roundPct((cost / amount) * 100), from };
}

const totalOf = (weighed: readonly Weighed[]): Measured<number> =>
  weighed.length === 0 ? NOTHING_PRICED : sum(weighed.map(({ valueUsd }) => valueUsd));

export const treasurySteward = agentJob<typeof card, TreasuryFacts>(card, {
  async gather(deps, { monthly_burn_usd: burnUsd, ...holder }, run, signal) {
    const read = await readHoldings(deps, holder, run, signal);
    const { from, gathered } = holdingSources(read, deps.clock.now());
    return { facts: { holdings: read.holdings, burnUsd, from, by: read.by, asOf: gathered.asOf }, ...gathered };
  },
  read({ holdings, burnUsd, from, asOf }, input) {
    const weighed = weigh(holdings);
    const of = (value: Measured<number>, round: (value: number) => number): Reading => ({
      value: isGap(value) ? value : round(value),
      ...{ sources: from.price, asOf },
    });
    const stable = sum(weighed.flatMap(({ holding, weight }) => (holding.isStable ? [weight * 100] : [])));
    const months = (usd: Measured<number>) => derive([usd], (value) => value / burnUsd);
    return {
      subjects: [
        {
          token: null,
          readings: {
            stressed_months: of(months(stressedTotal(weighed, TREASURY.criticalMonths * burnUsd)), roundRatio),
            depegged_pct: of(shareWhere(weighed, isDepegged, TREASURY.depeggedMaxPct), roundPct),
            runway_months: of(months(totalOf(weighed)), roundRatio),
            stable_pct: of(weighed.length === 0 ? NOTHING_PRICED : stable, roundPct),
            max_asset_pct: of(weighed[0] === undefined ? NOTHING_PRICED : weighed[0].weight * 100, roundPct),
            unpriced: of(holdings.length - weighed.length, roundRatio),
          },
        },
      ],
      limits: {
        runway_target_months: input.runway_target_months ?? TREASURY.targetMonths,
        max_single_asset_pct: input.max_single_asset_pct ?? TREASURY.maxAssetPct,
        stable_floor_pct: input.stable_floor_pct ?? TREASURY.stableFloorPct,
      },
    };
  },
  tell({ holdings, burnUsd, by }) {
    const weighed = weigh(holdings);
    const total = totalOf(weighed);
    const stressed = stressedTotal(weighed, Number.POSITIVE_INFINITY);
    const stable = sum(weighed.flatMap(({ holding, weight }) => (holding.isStable ? [weight * 100] : [])));
    return {
      token: null,
      details: {
        ...{ total_usd: shown(total, roundUsd), monthly_burn_usd: burnUsd },
        runway_months: shown(
          derive([total], (usd) => usd / burnUsd),
          roundRatio,
        ),
        stressed_usd: shown(stressed, roundUsd),
        stressed_months: shown(
          derive([stressed], (usd) => usd / burnUsd),
          roundRatio,
        ),
        stable_pct: weighed.length === 0 ? UNASSESSED : roundPct(stable),
        holdings: weighed.map((one) => {
          const { holding, valueUsd, weight } = one;
          const deviation = pegDeviation(one);
          return {
            ...{ token: holding.token.id, symbol: holding.token.symbol, value_usd: roundUsd(valueUsd) },
            ...{ weight_pct: roundPct(weight * 100), stressed_usd: shown(stressedUsd(one), roundUsd) },
            peg_deviation_pct: deviation === null ? null : shown(deviation, roundPct),
          };
        }),
        raise: TREASURY.raiseMonths.map((months) => raise(weighed, months, burnUsd)),
        unpriced: holdings.filter(({ valueUsd }) => isGap(valueUsd)).map(({ token }) => token.id),
        held_by: by,
      },
      caveats: ["A stablecoin keeps its value in the stress, as far as it holds its peg now."],
      restsOn: [],
    };
  },
});
