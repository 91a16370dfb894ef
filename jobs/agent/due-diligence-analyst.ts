// The work of due-diligence-analyst: what the state of a token says of holding it, its ninety days, and our own record of it.
import { dueDiligenceAnalyst as card, EXIT_USD, HOLDING_DAYS } from "../../schema/agent/due-diligence-analyst.ts";
import { DAY_MS } from "../../schema/duration.ts";
import { CRITICAL, DIMENSIONS, type DimensionId } from "../../schema/evaluation/rule.ts";
import type { RestsOn } from "../../schema/object/agent.ts";
import { recordPage } from "../../schema/query/record/record-item.ts";
import { spotDay } from "../../schema/query/trade/spot-day.ts";
import { isAssessed, UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";
import { type Judgement, judgeAll } from "../evaluate/judge.ts";
import { type Metric, readMetrics, whyUnassessed } from "../evaluate/read-metrics.ts";
import { gap, isStructural, type Measured } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import type { BuiltState } from "../state/built-state.ts";
import { readNumber } from "../state/read-number.ts";
import { type ReadState, readState } from "../state/read-state.ts";
import { agentJob, type Gathered } from "./agent.ts";
import { countCalls, type PastCalls } from "./past-calls.ts";
import { openStates, ownStates, readStanding } from "./read-states.ts";
import type { Readings, RunToken } from "./reading.ts";

const RECORD_DAYS = 30;
const RECORD_MAX = 500;
const PAST_DAYS = 90;
/** So many daily closes of the last ninety must be there for what is said of all of them. */
const PAST_DAYS_MIN = 81;

type Details = (typeof card)["example"]["details"];
type MetricName = keyof (typeof card)["metrics"] & string;
type Facts = {
  readonly token: RunToken;
  readonly readings: Readings<MetricName>;
  readonly details: Details;
  readonly restsOn: readonly RestsOn[];
  readonly isLongerThanKnown: boolean;
};

/** What selling the exit size costs: the worse of book and quote; a gap where one that is normally known was not read. */
export function exitImpact({ sections: { liquidity } }: BuiltState): Measured<number> {
  const { impact } = liquidity;
  if (!isAssessed(impact)) return gap(whyUnassessed(liquidity, "/impact"));
  const sold = impact.flatMap((one, at) => (one.side === "sell" && one.size_usd === EXIT_USD ? [{ ...one, at }] : []));
  const known = sold.flatMap(({ impact_pct }) => (isAssessed(impact_pct) ? [impact_pct] : []));
  const lost = sold
    .filter(({ impact_pct }) => !isAssessed(impact_pct))
    .map(({ at }) => gap(whyUnassessed(liquidity, `/impact/${at}/impact_pct`)));
  const hidden = lost.find((why) => !isStructural(why)) ?? (known.length === 0 ? lost[0] : undefined);
  if (hidden !== undefined || known.length === 0) return hidden ?? gap("insufficient_coverage");
  return Math.max(...known);
}

type Past = Pick<Details["market"], "change_90d_pct" | "drawdown_90d_pct" | "days_known">;

/** The last ninety daily closes, oldest first. */
export function pastOf(closes: readonly number[]): Past {
  const known = closes.slice(-PAST_DAYS - 1);
  const days_known = Math.min(PAST_DAYS, known.length);
  const first = known[0];
  const last = known.at(-1);
  if (known.length < PAST_DAYS_MIN || first === undefined || last === undefined) {
    return { change_90d_pct: UNASSESSED, drawdown_90d_pct: UNASSESSED, days_known };
  }
  let [high, deepest] = [first, 0];
  for (const close of known) {
    high = Math.max(high, close);
    deepest = Math.min(deepest, close / high - 1);
  }
  return {
    change_90d_pct: known.length > PAST_DAYS ? roundPct((last / first - 1) * 100) : UNASSESSED,
    drawdown_90d_pct: roundPct(deepest * 100),
    days_known,
  };
}

/** The shortest span that is published and holds the time, or the longest. */
function unlocksOf(state: BuiltState, days: number): Metric {
  const name = days <= 7 ? "unlocks_7d_pct" : days <= 30 ? "unlocks_30d_pct" : "unlocks_90d_pct";
  return readNumber(state, "supply", name);
}

/** A gap where nothing cautions and something that was not measured might. */
function cautionsOf(judgement: Judgement, focus: readonly DimensionId[]): Metric {
  const found = focus.filter((id) => judgement[id].verdict === "caution" || judgement[id].verdict === "avoid").length;
  const isOpen = (id: DimensionId) =>
    judgement[id].lost || (CRITICAL.includes(id) && judgement[id].verdict === "unassessed");
  const open = focus.find(isOpen);
  if (found > 0 || open === undefined) return found;
  return judgement[open].gaps[0]?.gap ?? gap("insufficient_coverage");
}

function detailsOf(
  state: BuiltState,
  days: number,
  judgement: Judgement,
  closes: readonly number[],
): Omit<Details, "record"> {
  const { identity, market, liquidity, supply, onchain, security } = state.sections;
  const same = identity.same_symbol;
  const chains = identity.chains;
  const next = supply.next_unlock;
  const unlocks = unlocksOf(state, days);
  const exit = exitImpact(state);
  const shown = (value: Metric): number | null | Unassessed =>
    typeof value === "number" || value === null ? value : UNASSESSED;
  return {
    holding_days: days,
    identity: {
      chains: isAssessed(chains) ? [...new Set(chains.map(({ chain }) => chain))] : UNASSESSED,
      sector: identity.sector,
      launched_at: identity.launched_at,
      same_symbol: isAssessed(same) ? same.length : UNASSESSED,
    },
    market: {
      ...{ price_usd: market.price_usd, market_cap_usd: market.market_cap_usd, rank: market.rank },
      ...{ change_7d_pct: market.change_7d_pct, change_30d_pct: market.change_30d_pct },
      ...{ volatility_30d_pct: market.realized_vol_30d_pct, ...pastOf(closes) },
    },
    liquidity: {
      ...{ depth_2pct_usd: liquidity.depth_2pct_usd, spread_bps: liquidity.spread_bps },
      volume_24h_usd: market.volume_24h_usd,
      exit_impact_pct: typeof exit === "number" ? exit : UNASSESSED,
      largest_sale_1pct_usd: liquidity.largest_size_1pct_usd.sell,
    },
    supply: {
      circulating_native: supply.circulating_native,
      circulating_pct_of_max: supply.circulating_pct_of_max,
      inflation_30d_pct: supply.inflation_30d_pct,
      unlocks_pct: shown(unlocks),
      next_unlock_at: next === null || !isAssessed(next) ? next : next.at,
    },
    holders: { holders_count: onchain.holders_count, top10_holders_pct: onchain.top10_holders_pct },
    contract: {
      risk: security.contract_risk,
      flags: isAssessed(security.flags) ? [...new Set(security.flags.map(({ code }) => code))] : UNASSESSED,
    },
    dimensions: Object.fromEntries(DIMENSIONS.map((id) => [id, judgement[id].verdict])) as Details["dimensions"],
  };
}

type DossierRead = {
  readonly state: ReadState;
  /** Daily closes, oldest first. */
  readonly closes: readonly number[];
  readonly record: PastCalls;
  readonly restsOn: readonly RestsOn[];
};

/** Facts of what was read. Pure. */
export function dossierOf(
  { state, closes, record, restsOn }: DossierRead,
  days: number,
  focus: readonly DimensionId[],
): Gathered<Facts> {
  const { metric, reading, sources, calls } = openStates([state]);
  const metrics = readMetrics(state, "buy");
  const judgement = judgeAll(metrics, { side: "buy", sized: false, policy: {} });
  const { id, symbol, name } = state.token;
  return {
    facts: {
      token: { id, symbol, name },
      readings: {
        contract_grade: metric(state, "contract_risk", metrics.contract_risk),
        exit_impact_pct: reading(state, "liquidity", ["order_book", "swap_quote"], exitImpact(state)),
        unlocks_pct: reading(state, "supply", [], unlocksOf(state, days)),
        top10_holders_pct: metric(state, "top10_holders_pct", metrics.top10_holders_pct),
        cautions: reading(state, "market", [], cautionsOf(judgement, focus)),
      },
      details: { ...detailsOf(state, days, judgement, closes), record },
      ...{ restsOn, isLongerThanKnown: days > PAST_DAYS },
    },
    ...{ sources, calls, beside: ownStates([state]), build: state.build },
    asOf: Math.min(...Object.values(state.sections).map(({ as_of }) => Date.parse(as_of))),
  };
}

export const dueDiligenceAnalyst = agentJob<typeof card, Facts>(card, {
  async gather(deps, { token, focus = [...DIMENSIONS], holding_days: days = HOLDING_DAYS.usual }) {
    const now = deps.clock.now();
    const page = { token, kind: "", beforeMs: now, beforeKind: "", beforeId: "", limit: RECORD_MAX };
    const [state, [row], record, restsOn] = await Promise.all([
      readState(deps, token, "judge"),
      deps.store.query(spotDay, { asOf: now, tokens: [token] }),
      deps.store.query(recordPage, { ...page, since: now - RECORD_DAYS * DAY_MS }),
      readStanding(deps, [token]),
    ]);
    return dossierOf({ state, closes: row?.close ?? [], record: countCalls(record), restsOn }, days, focus);
  },
  read: ({ token, readings }) => ({ subjects: [{ token, readings }], limits: {} }),
  tell: ({ token, details, restsOn, isLongerThanKnown }) => ({
    ...{ token, details, restsOn },
    caveats: isLongerThanKnown ? ["Unlocks are known for ninety days; those of the rest are not in it."] : [],
  }),
});
