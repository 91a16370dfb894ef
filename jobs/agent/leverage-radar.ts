// The work of leverage-radar: positions in perpetual futures of several tokens, each by the thresholds of evaluations.
import { leverageRadar as card, RADAR_TOKENS_MAX } from "../../schema/agent/leverage-radar.ts";
import { EVALUATION_RULES } from "../../schema/evaluation/rule-set.ts";
import { fault } from "../../schema/fault.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { TRACKED, trackedById } from "../../schema/token/tracked.ts";
import { firedBy, isStructural } from "../evaluate/judge.ts";
import { type Metric, type Metrics, readMetrics } from "../evaluate/read-metrics.ts";
import { derive, gap, isGap } from "../measure/gap.ts";
import type { BuiltState } from "../state/built-state.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { type ReadState, readStates } from "../state/read-state.ts";
import { agentJob, type Gathered } from "./agent.ts";
import { blindTo, type JudgedRules, LEFT_OUT, leavesOut, readJudgedRules } from "./judged-rules.ts";
import { openStates, ownStates } from "./read-states.ts";
import type { Reading, Readings, RunToken, Subject } from "./reading.ts";

const UNDOING: readonly string[] = ["oi_flush", "liquidation_cascade"];
const RETRY_S = 5;

type Row = Omit<(typeof card)["example"]["details"]["tokens"][number], "verdict">;
type MetricName = keyof (typeof card)["metrics"] & string;
type Facts = {
  readonly tokens: readonly { readonly token: RunToken; readonly readings: Readings<MetricName>; readonly row: Row }[];
  readonly withoutPerpetual: readonly string[];
  readonly notRead: readonly string[];
  /** Some signs of unwinding were not judged. */
  readonly leavesOut: boolean;
};

/** Rules of caution, by what they are a sign of: funding and its percentile are one. */
const SIGNS: readonly (readonly string[])[] = [
  ["funding_high", "funding_percentile_high", "funding_percentile_low"],
  ["oi_high"],
  ["oi_rising"],
  ["liquidations_high"],
  ["longs_crowded", "shorts_crowded"],
];

/** How many signs there are; a gap where one that was not measured might make it two. */
export function countExtremes(metrics: Metrics): Metric {
  const of = (codes: readonly string[]) => EVALUATION_RULES.filter(({ code }) => codes.includes(code));
  const found = SIGNS.filter((codes) => firedBy(of(codes), metrics, {}).length > 0).length;
  if (found >= 2) return found;
  const open = SIGNS.flatMap((codes) => (firedBy(of(codes), metrics, {}).length > 0 ? [] : of(codes)))
    .map(({ metric }) => metrics[metric])
    .find((value) => isGap(value) && !isStructural(value));
  return isGap(open) ? open : found;
}

const fallOf = (change: Metric): Metric => derive([change], (known) => (known === null ? null : Math.max(0, -known)));

/** Leaves of the published section as the table shows them. */
function rowOf({ token, sections }: BuiltState, extremes: Metric, signals: readonly string[]): Row {
  const { derivatives: perp } = sections;
  return {
    ...{ token: token.id, symbol: token.symbol },
    open_interest_usd: perp.open_interest_usd,
    oi_change_4h_pct: perp.oi_change_4h_pct,
    oi_to_market_cap_pct: perp.oi_to_market_cap_pct,
    funding_apr_pct: perp.funding_apr_pct,
    funding_percentile_90d: perp.funding_percentile_90d,
    long_short_ratio: perp.long_short_ratio,
    liquidations_24h_usd: perp.liquidations_24h?.total_usd ?? null,
    extremes: typeof extremes === "number" ? extremes : "unassessed",
    open_signals: [...signals],
  };
}

function factOf(
  state: BuiltState,
  { metric, reading }: ReturnType<typeof openStates>,
  rules: JudgedRules,
): Facts["tokens"][number] {
  const metrics = readMetrics(state, "buy");
  const extremes = countExtremes(metrics);
  const undoing = derive([readMember(state, "signals", "open")], (open) =>
    open.filter(({ kind, status }) => status === "open" && UNDOING.includes(kind)).map(({ kind }) => kind),
  );
  const { id, symbol, name } = state.token;
  return {
    token: { id, symbol, name },
    readings: {
      abs_funding_apr_pct: metric(state, "abs_funding_apr_pct", metrics.abs_funding_apr_pct),
      funding_extreme_apr_pct: metric(state, "funding_extreme_apr_pct", metrics.funding_extreme_apr_pct),
      oi_to_market_cap_pct: metric(state, "oi_to_market_cap_pct", metrics.oi_to_market_cap_pct),
      oi_change_4h_pct: metric(state, "oi_change_4h_pct", metrics.oi_change_4h_pct),
      liquidations_to_oi_pct: metric(state, "liquidations_to_oi_pct", metrics.liquidations_to_oi_pct),
      extremes: reading(state, "derivatives", "", extremes),
      unwinding_signals: reading(
        state,
        "signals",
        "",
        // Without one that is open, silence is calm only where these rules were judged.
        derive([undoing], (kinds) => (kinds.length > 0 ? kinds.length : (blindTo(rules, UNDOING) ?? 0))),
      ),
      oi_fall_1h_pct: reading(
        ...([state, "derivatives", "oi_change_1h_pct"] as const),
        fallOf(readNumber(state, "derivatives", "oi_change_1h_pct")),
      ),
      oi_fall_4h_pct: metric(state, "oi_change_4h_pct", fallOf(metrics.oi_change_4h_pct)),
    },
    row: rowOf(state, extremes, isGap(undoing) ? [] : undoing),
  };
}

const interestOf = ({ sections }: BuiltState): number => {
  const usd = sections.derivatives.open_interest_usd;
  return usd !== null && isAssessed(usd) ? usd : 0;
};

/** Those that were named, or those with the most open interest; the largest first. */
function choose(states: ReadonlyMap<string, ReadState>, named: readonly string[] | undefined): ReadState[] {
  const bySize = [...states.values()].toSorted(
    (a, b) => interestOf(b) - interestOf(a) || (a.token.id < b.token.id ? -1 : 1),
  );
  return named === undefined ? bySize.slice(0, RADAR_TOKENS_MAX) : bySize;
}

const TOO_OLD: Reading = { value: gap("stale", "There is no state that is new enough."), sources: [], asOf: 0 };

/** A token without a state hides what it may. */
function unread(id: string): Subject<MetricName> {
  const { symbol = id, name = id } = trackedById(id) ?? {};
  const readings = Object.fromEntries(Object.keys(card.metrics).map((metric) => [metric, TOO_OLD]));
  return { token: { id, symbol, name }, readings: readings as Readings<MetricName> };
}

/** Facts of the states that were read. Pure. */
export function radarOf(
  read: ReadonlyMap<string, ReadState>,
  tokens: readonly string[] | undefined,
  judgedRules: (token: string) => JudgedRules,
): Gathered<Facts> | null {
  const states = choose(read, tokens);
  if (states.length === 0) return null;
  const known = openStates(states);
  const has = (state: BuiltState) => state.sections.derivatives.applicable !== false;
  const looked = states.filter(has);
  return {
    facts: {
      tokens: looked.map((state) => factOf(state, known, judgedRules(state.token.id))),
      withoutPerpetual: tokens === undefined ? [] : states.filter((state) => !has(state)).map(({ token }) => token.id),
      notRead: (tokens ?? []).filter((id) => !read.has(id)),
      leavesOut: looked.some(({ token }) => leavesOut(judgedRules(token.id), UNDOING)),
    },
    ...{ sources: known.sources, calls: known.calls, beside: ownStates(states) },
    asOf: Math.min(...states.map(({ sections }) => Date.parse(sections.derivatives.as_of))),
    build: Math.min(...states.map(({ build }) => build)),
  };
}

export const leverageRadar = agentJob<typeof card, Facts>(card, {
  async gather(deps, { tokens }) {
    const read = await readStates(deps, tokens ?? TRACKED.map(({ id }) => id));
    const gathered = radarOf(read, tokens, await readJudgedRules(deps, read));
    if (gathered !== null) return gathered;
    throw fault("not_ready", "There is no state of these tokens that is new enough to judge.", {
      retryAfterS: RETRY_S,
    });
  },
  read: ({ tokens, notRead }) => ({ subjects: [...tokens, ...notRead.map(unread)], limits: {} }),
  tell: ({ tokens, withoutPerpetual, notRead, leavesOut: isPartial }, _, judged) => ({
    token: null,
    details: {
      tokens: tokens.map(({ row }, at) => ({
        ...row,
        verdict: (judged.subjects[at]?.verdict ?? card.lacking) as "CALM",
      })),
      without_perpetual: [...withoutPerpetual],
      not_read: [...notRead],
    },
    caveats: [
      ...(withoutPerpetual.length === 0 ? [] : ["Some of the tokens have no perpetual future and were not judged."]),
      ...(notRead.length === 0 ? [] : ["Some of the tokens have no state that is new enough and were not judged."]),
      ...(isPartial ? [LEFT_OUT] : []),
    ],
    restsOn: [],
  }),
});
