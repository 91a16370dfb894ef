// What is held, at the prices of now: values, weights, and what they come to together. Pure.
import { PORTFOLIO } from "../../schema/agent/portfolio-checkup.ts";
import { DAY_MS } from "../../schema/duration.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import { contractRiskOf, whyUnassessed } from "../evaluate/read-metrics.ts";
import { derive, type Gap, gap, isGap, type Measured } from "../measure/gap.ts";
import { covariance, deviation, quantile, sum } from "../number/statistics.ts";
import { NO_STATE, type ReadState } from "../state/read-state.ts";
import type { RunToken } from "./reading.ts";

export type Asked = { readonly token: string; readonly amount?: number; readonly value_usd?: number };

export type Holding = {
  readonly token: RunToken;
  readonly sector: string;
  readonly isStable: boolean;
  readonly priceUsd: Measured<number>;
  readonly valueUsd: Measured<number>;
  readonly volumeUsd: Measured<number>;
  readonly beta: Measured<number>;
  readonly unlocks30dPct: Measured<number | null>;
  readonly contractRisk: Measured<string> | null;
  /** Cost of selling by size, USD to percent, the worse of book and quote. */
  readonly sellCosts: readonly (readonly [sizeUsd: number, impactPct: number])[];
  /** Daily closes by the end of their day, epoch milliseconds. */
  readonly days: readonly (readonly [at: number, close: number])[];
};

/** Of numbers that some holdings lack, those of this share of the value suffice. */
const SHARE_MIN = 0.95;
const VAR_DAYS = 90;
const VAR_DAYS_MIN = 60;
const VAR_TAIL = 0.05;

/** What is asked for of one token, added up. */
function added(asked: readonly Asked[]): Map<string, { amount: number; valueUsd: number }> {
  const all = new Map<string, { amount: number; valueUsd: number }>();
  for (const { token, amount = 0, value_usd = 0 } of asked) {
    const known = all.get(token) ?? { amount: 0, valueUsd: 0 };
    all.set(token, { amount: known.amount + amount, valueUsd: known.valueUsd + value_usd });
  }
  return all;
}

function sellCosts(state: ReadState | undefined): Holding["sellCosts"] {
  const impact = state?.sections.liquidity.impact;
  if (impact === undefined || !isAssessed(impact)) return [];
  const worst = new Map<number, number>();
  for (const { side, size_usd, impact_pct } of impact) {
    if (side === "sell" && isAssessed(impact_pct)) worst.set(size_usd, Math.max(worst.get(size_usd) ?? 0, impact_pct));
  }
  return [...worst].toSorted(([a], [b]) => a - b);
}

type Days = ReadonlyMap<string, Holding["days"]>;

export function holdingsOf(asked: readonly Asked[], states: ReadonlyMap<string, ReadState>, days: Days): Holding[] {
  return [...added(asked)].map(([id, { amount, valueUsd }]) => {
    const tracked = trackedById(id);
    const state = states.get(id);
    const { symbol = id, name = id } = state?.token ?? tracked ?? {};
    const market = state?.sections.market;
    const read = (path: string, value: number | "unassessed" | undefined): Measured<number> =>
      market === undefined || value === undefined
        ? NO_STATE
        : isAssessed(value)
          ? value
          : gap(whyUnassessed(market, path));
    const price = read("/price_usd", market?.price_usd);
    const { supply, security } = state?.sections ?? {};
    const unlocks = supply?.unlocks_30d_pct;
    return {
      token: { id, symbol, name },
      sector: tracked?.sector ?? "unknown",
      isStable: tracked?.stablecoin === true,
      priceUsd: price,
      valueUsd: amount === 0 ? valueUsd : derive([price], (each) => valueUsd + amount * each),
      volumeUsd: read("/volume_24h_usd", market?.volume_24h_usd),
      beta: id === "bitcoin" ? 1 : read("/btc_beta_30d", market?.btc_beta_30d),
      unlocks30dPct:
        supply === undefined || unlocks === undefined
          ? NO_STATE
          : unlocks === null || isAssessed(unlocks)
            ? unlocks
            : gap(whyUnassessed(supply, "/unlocks_30d_pct")),
      contractRisk: security === undefined ? NO_STATE : contractRiskOf(security),
      sellCosts: sellCosts(state),
      days: days.get(id) ?? [],
    };
  });
}

export type Weighed = { readonly holding: Holding; readonly valueUsd: number; readonly weight: number };

/** Those with a price, the largest first, with their share of all that have one. */
export function weigh(holdings: readonly Holding[]): Weighed[] {
  const priced = holdings.flatMap((holding) =>
    isGap(holding.valueUsd) ? [] : [{ holding, valueUsd: holding.valueUsd }],
  );
  const total = sum(priced.map(({ valueUsd }) => valueUsd));
  return priced
    .map((one) => ({ ...one, weight: total === 0 ? 0 : one.valueUsd / total }))
    .toSorted((a, b) => b.valueUsd - a.valueUsd || (a.holding.token.id < b.holding.token.id ? -1 : 1));
}

export const NOTHING_PRICED = gap("stale", "Nothing that is held has a price.");

export const hhiOf = (weighed: readonly Weighed[]): Measured<number> =>
  weighed.length === 0 ? NOTHING_PRICED : sum(weighed.map(({ weight }) => weight ** 2));

/**
 * The share of the value of which something holds; a gap where what is not known of the rest might take it past the
 * limit, both in percent.
 */
export function shareWhere(
  weighed: readonly Weighed[],
  isSo: (one: Weighed) => Measured<boolean>,
  limitPct: number,
): Measured<number> {
  if (weighed.length === 0) return NOTHING_PRICED;
  let [sure, open] = [0, 0];
  let why: Gap | null = null;
  for (const one of weighed) {
    const found = isSo(one);
    if (isGap(found)) {
      open += one.weight;
      why = why ?? found;
    } else if (found) sure += one.weight;
  }
  const isOpen = sure * 100 <= limitPct && (sure + open) * 100 > limitPct;
  return isOpen && why !== null ? why : sure * 100;
}

/** Days to sell it at a tenth of daily volume. */
export const exitDays = ({ holding, valueUsd }: Weighed): Measured<number> =>
  derive([holding.volumeUsd], (volume) => valueUsd / (PORTFOLIO.sellableShare * volume));

/** Change in percent when bitcoin changes by `btcPct`, by the token's own beta; nothing falls by more than all. */
export const stressOf = ({ beta }: Holding, btcPct: number): Measured<number> =>
  derive([beta], (times) => Math.max(-100, times * btcPct));

/** A loss in percent of the value, and the share of the value (0..1) that it says nothing of, with why. */
type Loss = { readonly pct: Measured<number>; readonly missing: number; readonly why: Gap | null };

/** A gap where what is not known, were it all lost, would take the loss past the limit. */
export function withinBounds({ pct, missing, why }: Loss, limitPct: number): Measured<number> {
  if (isGap(pct) || why === null || pct > limitPct || pct + missing * 100 <= limitPct) return pct;
  return why;
}

/** Above zero; what gains in the stress counts against it. A gap where less than nearly all of the value is known. */
export function stressLoss(weighed: readonly Weighed[], btcPct: number): Loss {
  if (weighed.length === 0) return { pct: NOTHING_PRICED, missing: 1, why: NOTHING_PRICED };
  const parts = weighed.map(({ weight, holding }) => ({ weight, value: stressOf(holding, btcPct) }));
  const known = parts.flatMap(({ weight, value }) => (isGap(value) ? [] : [{ weight, value }]));
  const share = sum(known.map(({ weight }) => weight));
  const why = parts.map(({ value }) => value).find(isGap) ?? null;
  if (why !== null && share < SHARE_MIN) return { pct: why, missing: 1 - share, why };
  const change = sum(known.map(({ weight, value }) => weight * value)) / share;
  return { pct: Math.max(0, -change), missing: why === null ? 0 : 1 - share, why };
}

/** Daily returns by the end of their day. */
function returnsOf({ days }: Pick<Holding, "days">): Map<number, number> {
  const closes = new Map(days);
  return new Map(
    days.flatMap(([at, close]) => {
      const before = closes.get(at - DAY_MS);
      return before === undefined || before <= 0 ? [] : [[at, close / before - 1] as const];
    }),
  );
}

type ValueAtRisk = Loss & { readonly days: number };

/** What each day brought; of a stablecoin that no venue quotes by the day that it kept its price. */
const dailyOf = (holding: Holding): { readonly get: (at: number) => number | undefined; readonly last: number } => {
  if (holding.isStable && holding.days.length === 0) return { get: () => 0, last: 0 };
  const returns = returnsOf(holding);
  return { get: (at) => returns.get(at), last: Math.max(0, ...returns.keys()) };
};

/** The loss that one day of twenty was worse than, were it held so all the time: of the newest ninety days that nearly all of it has. */
export function valueAtRisk(weighed: readonly Weighed[]): ValueAtRisk {
  if (weighed.length === 0) return { pct: NOTHING_PRICED, missing: 1, why: NOTHING_PRICED, days: 0 };
  const each = weighed.map(({ holding, weight }) => ({ weight, returns: dailyOf(holding) }));
  const last = Math.max(...each.map(({ returns }) => returns.last), 0);
  const ends = Array.from({ length: VAR_DAYS }, (_, back) => last - back * DAY_MS);
  const found = ends.flatMap((at) => {
    const known = each.flatMap(({ weight, returns }) => {
      const change = returns.get(at);
      return change === undefined ? [] : [{ weight, change }];
    });
    const share = sum(known.map(({ weight }) => weight));
    const change = sum(known.map((one) => one.weight * one.change)) / share;
    return share < SHARE_MIN ? [] : [{ share, change }];
  });
  const days = found.length;
  const short = gap("insufficient_history", `Only ${days} days are stored of nearly all that is held.`);
  if (days < VAR_DAYS_MIN) return { pct: short, missing: 1, why: short, days };
  const changes = found.map(({ change }) => change);
  const missing = 1 - Math.min(1, ...found.map(({ share }) => share));
  return { pct: Math.max(0, -quantile(changes, VAR_TAIL) * 100), missing, why: missing > 1e-9 ? short : null, days };
}

/** Correlation of daily returns over the days that both have; null where these are too few. */
export function correlationOf(a: Holding, b: Holding): number | null {
  const [left, right] = [returnsOf(a), returnsOf(b)];
  const both = [...left].flatMap(([at, change]) => {
    const other = right.get(at);
    return other === undefined ? [] : [[change, other] as const];
  });
  if (both.length < VAR_DAYS_MIN) return null;
  const [x, y] = [both.map(([one]) => one), both.map(([, one]) => one)];
  const found = covariance(x, y) / (deviation(x) * deviation(y));
  return Number.isFinite(found) ? found : null;
}
