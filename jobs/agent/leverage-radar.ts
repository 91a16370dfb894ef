// The work of leverage-radar: positions in perpetual futures of several tokens, each by the thresholds of evaluations.
import {
  leverageRadar as card,
  LEVERAGE_SIGNS,
  RADAR_BESIDE_MAX,
  RADAR_TOKENS_MAX,
} from "../../schema/agent/leverage-radar.ts";
import { EVALUATION_RULES } from "../../schema/evaluation/rule-set.ts";
import { fault } from "../../schema/fault.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { ownProvider } from "../../schema/source/own-source.ts";
import { TRACKED, trackedById } from "../../schema/token/tracked.ts";
import { firedBy } from "../evaluate/judge.ts";
import { type Metric, type Metrics, readMetrics } from "../evaluate/read-metrics.ts";
import { derive, type Gap, gap, isGap, isStructural, type Measured } from "../measure/gap.ts";
import type { BuiltState } from "../state/built-state.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { NO_STATE, type ReadState, readStates } from "../state/read-state.ts";
import { agentJob, type Gathered } from "./agent.ts";
import { judge } from "./judge.ts";
import { blindTo, type JudgedRules, LEFT_OUT, readJudgedRules, unjudgedOf } from "./judged-rules.ts";
import { openStates, ownStates } from "./read-states.ts";
import type { Reading, Readings, RunToken, Subject } from "./reading.ts";

const UNDOING: readonly string[] = ["oi_flush", "liquidation_cascade"];
const RETRY_S = 5;
/** So many signs are more than chance. */
const SEVERAL = 2;

type Row = Omit<(typeof card)["example"]["details"]["tokens"][number], "verdict">;
type MetricName = keyof (typeof card)["metrics"] & string;
type TokenReadings = Omit<Readings<MetricName>, "unranked_tokens">;
type Facts = {
  readonly tokens: readonly {
    readonly token: RunToken;
    readonly readings: TokenReadings;
    readonly row: Row;
    /** Of the row, by its member, why. */
    readonly lacks: Readonly<Record<string, Gap>>;
  }[];
  readonly withoutPerpetual: readonly string[];
  /** Tracked ones whose open interest nobody tells: in no ranking. */
  readonly untold: readonly string[];
  readonly notRead: readonly { readonly token: string; readonly why: Gap }[];
  /** How many could not be ranked; null where tokens were named. */
  readonly unranked: Reading;
  /** Some signs of unwinding were not judged. */
  readonly leavesOut: boolean;
};

type Signs = {
  /** A gap where those that are not known might make it two. */
  readonly count: Metric;
  /** Rules that fire. */
  readonly fired: readonly string[];
  /** How many of the signs are known. */
  readonly known: number;
};

/** What of the measures of leverage is past its usual limit: a sign counts once, whichever of its rules fire. */
export function readSigns(metrics: Metrics): Signs {
  const signs = LEVERAGE_SIGNS.map((codes) => {
    const rules = EVALUATION_RULES.filter(({ code }) => codes.includes(code));
    const fired = firedBy(rules, metrics, {}).map(({ rule }) => rule.code);
    const gaps = fired.length > 0 ? [] : rules.map(({ metric }) => metrics[metric]).filter(isGap);
    return { fired, gaps, open: gaps.find((one) => !isStructural(one)) };
  });
  const found = signs.filter(({ fired }) => fired.length > 0).length;
  const open = signs.flatMap((one) => one.open ?? []);
  return {
    count: found < SEVERAL && found + open.length >= SEVERAL ? (open[0] ?? found) : found,
    fired: signs.flatMap(({ fired }) => fired),
    known: signs.filter(({ gaps }) => gaps.length === 0).length,
  };
}

const fallOf = (change: Metric): Metric => derive([change], (known) => (known === null ? null : Math.max(0, -known)));

/** The place of funding in its past, and funding that has none: a gap makes no verdict milder, and is none of its own. */
function readFunding({ abs_funding_apr_pct: apr, funding_percentile_90d: percentile }: Metrics) {
  return {
    beyond: derive([percentile], (known) => (known === null ? null : Math.max(known, 100 - known))),
    unranked: isGap(percentile) ? apr : null,
  };
}

const LEAVES = [
  "open_interest_usd",
  "oi_change_1h_pct",
  "oi_change_4h_pct",
  "oi_to_market_cap_pct",
  "funding_apr_pct",
  "funding_percentile_90d",
  "long_short_ratio",
] as const;

/** Leaves of the published section as the table shows them, and why those are not known that are not. */
function rowOf(state: BuiltState, signs: Signs, signals: Measured<readonly string[]>) {
  const { token, sections } = state;
  const { derivatives: perp } = sections;
  const row: Row = {
    ...{ token: token.id, symbol: token.symbol },
    open_interest_usd: perp.open_interest_usd,
    oi_change_1h_pct: perp.oi_change_1h_pct,
    oi_change_4h_pct: perp.oi_change_4h_pct,
    oi_to_market_cap_pct: perp.oi_to_market_cap_pct,
    funding_apr_pct: perp.funding_apr_pct,
    funding_percentile_90d: perp.funding_percentile_90d,
    long_short_ratio: perp.long_short_ratio,
    liquidations_24h_usd: perp.liquidations_24h?.total_usd ?? null,
    extremes: typeof signs.count === "number" ? signs.count : UNASSESSED,
    extremes_known: signs.known,
    past_limits: [...signs.fired],
    open_signals: isGap(signals) ? UNASSESSED : [...signals],
  };
  const found: readonly (readonly [name: string, value: unknown])[] = [
    ...LEAVES.map((name) => [name, readNumber(state, "derivatives", name)] as const),
    ["liquidations_24h_usd", readNumber(state, "derivatives", "liquidations_24h", "total_usd")],
    ["extremes", signs.count],
    ["open_signals", signals],
  ];
  const lacks = Object.fromEntries(found.flatMap(([name, value]) => (isGap(value) ? [[name, value]] : [])));
  return { row, lacks };
}

const UNTOLD = gap("insufficient_coverage", "A venue lists its perpetual, and none tells it.");

function factOf(
  state: BuiltState,
  { metric, reading }: ReturnType<typeof openStates>,
  rules: JudgedRules,
): Facts["tokens"][number] {
  const metrics = readMetrics(state, "buy");
  const signs = readSigns(metrics);
  const { beyond, unranked } = readFunding(metrics);
  const undoing = derive([readMember(state, "signals", "open")], (open) =>
    open.filter(({ kind, status }) => status === "open" && UNDOING.includes(kind)).map(({ kind }) => kind),
  );
  // Without one that is open, silence is calm only where these rules were judged.
  const signals = derive([undoing], (kinds) => (kinds.length > 0 ? kinds : (blindTo(rules, UNDOING) ?? kinds)));
  const { id, symbol, name } = state.token;
  return {
    token: { id, symbol, name },
    readings: {
      abs_funding_apr_pct: metric(state, "abs_funding_apr_pct", metrics.abs_funding_apr_pct ?? UNTOLD),
      funding_beyond_pct: metric(state, "funding_percentile_90d", beyond),
      funding_unranked_apr_pct: metric(state, "abs_funding_apr_pct", unranked),
      oi_to_market_cap_pct: metric(state, "oi_to_market_cap_pct", metrics.oi_to_market_cap_pct),
      oi_change_4h_pct: metric(state, "oi_change_4h_pct", metrics.oi_change_4h_pct ?? UNTOLD),
      liquidations_to_oi_pct: metric(state, "liquidations_to_oi_pct", metrics.liquidations_to_oi_pct),
      extremes: reading(state, "derivatives", [], signs.count),
      unwinding_signals: reading(
        ...([state, "signals", []] as const),
        derive([signals], ({ length }) => length),
      ),
      oi_fall_1h_pct: reading(
        ...([state, "derivatives", ["open_interest"]] as const),
        fallOf(readNumber(state, "derivatives", "oi_change_1h_pct")),
      ),
      oi_fall_4h_pct: metric(state, "oi_change_4h_pct", fallOf(metrics.oi_change_4h_pct)),
    },
    ...rowOf(state, signs, signals),
  };
}

const has = ({ sections }: BuiltState): boolean => sections.derivatives.applicable !== false;
const interestOf = (state: BuiltState): Metric => readNumber(state, "derivatives", "open_interest_usd");

type Chosen = {
  /** The largest first. */
  readonly states: readonly ReadState[];
  /** Those that may be among the largest. */
  readonly unranked: readonly (Facts["notRead"][number] & { readonly state?: ReadState })[];
  readonly untold: readonly string[];
};

function bySize(states: readonly ReadState[]): ReadState[] {
  const sizeOf = (state: ReadState): number => {
    const usd = interestOf(state);
    return typeof usd === "number" ? usd : 0;
  };
  return states.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.token.id < b.token.id ? -1 : 1));
}

/**
 * Those that were named, or of all tracked ones those with the most open interest. One of which it is not known just now
 * may be among these; what nobody measures of a token is in no ranking.
 */
function choose(read: ReadonlyMap<string, ReadState>, named: readonly string[] | undefined): Chosen {
  const wanted = named ?? TRACKED.map(({ id }) => id);
  const gone = wanted.flatMap((token) => (read.has(token) ? [] : [{ token, why: NO_STATE }]));
  if (named !== undefined) return { states: bySize([...read.values()]), unranked: gone, untold: [] };
  const traded = [...read.values()].filter(has);
  const lost = traded.flatMap((state) => {
    const why = interestOf(state);
    return isGap(why) ? [{ token: state.token.id, why, state }] : [];
  });
  const ranked = traded.filter((state) => !isGap(interestOf(state)));
  return {
    states: bySize(ranked).slice(0, RADAR_TOKENS_MAX),
    unranked: [...gone, ...lost.filter(({ why }) => !isStructural(why))],
    untold: lost.flatMap(({ token, why }) => (isStructural(why) ? [token] : [])),
  };
}

/** Of those that could not be ranked such as what is known speaks against, the gravest first: that stays known. */
function knownGrave({ unranked }: Chosen, rulesOf: (token: string) => JudgedRules): ReadState[] {
  const found = unranked.flatMap(({ token, state }) => {
    if (state === undefined) return [];
    const { readings } = factOf(state, openStates([state]), rulesOf(token));
    const { fired } = judge(card, { limits: {}, subjects: [{ token: null, readings }] });
    const rank = card.verdicts.findIndex(({ value }) => value === fired[0]?.rule.verdict);
    return rank < 0 ? [] : [{ state, rank }];
  });
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, RADAR_BESIDE_MAX)
    .map(({ state }) => state);
}

/** A token without a state hides what it may. */
function unread({ token: id, why }: Facts["notRead"][number]): Subject<MetricName> {
  const { symbol = id, name = id } = trackedById(id) ?? {};
  const lost: Reading = { value: why, sources: [], asOf: 0 };
  const readings = Object.fromEntries(
    Object.keys(card.metrics).map((metric) => [metric, lost]),
  ) as Readings<MetricName>;
  return { token: { id, symbol, name }, readings: { ...readings, unranked_tokens: NOT_ASKED } };
}

const NOT_ASKED: Reading = { value: null, sources: [], asOf: 0 };

/** Facts of the states that were read; `now` in epoch milliseconds. Pure. */
export function radarOf(
  read: ReadonlyMap<string, ReadState>,
  tokens: readonly string[] | undefined,
  { judgedRules, isSimulated, now }: { judgedRules: (token: string) => JudgedRules; isSimulated: boolean; now: number },
): Gathered<Facts> | null {
  if (read.size === 0) return null;
  const chosen = choose(read, tokens);
  const { unranked, untold } = chosen;
  const grave = knownGrave(chosen, judgedRules);
  const states = [...chosen.states, ...grave];
  const notRead = unranked.flatMap(({ token, why, state }) =>
    state !== undefined && grave.includes(state) ? [] : [{ token, why }],
  );
  const known = openStates(states);
  const looked = states.filter(has);
  const own = { id: `S${known.sources.length + 1}`, provider: ownProvider(isSimulated), endpoint: "state" };
  const all = states.length > 0 ? states : [...read.values()];
  return {
    facts: {
      tokens: looked.map((state) => factOf(state, known, judgedRules(state.token.id))),
      withoutPerpetual: tokens === undefined ? [] : states.filter((state) => !has(state)).map(({ token }) => token.id),
      ...{ notRead, untold },
      unranked: { value: tokens === undefined ? unranked.length : null, sources: [own.id], asOf: now },
      leavesOut:
        unjudgedOf(
          looked.map(({ token }) => judgedRules(token.id)),
          UNDOING,
        ).length > 0,
    },
    sources: [...known.sources, { ...own, as_of: toTime(now) }],
    ...{ calls: known.calls, beside: ownStates(states) },
    asOf: Math.min(...all.map(({ sections }) => Date.parse(sections.derivatives.as_of))),
    build: Math.min(...all.map(({ build }) => build)),
  };
}

const NOTHING = Object.fromEntries(
  Object.keys(card.metrics).map((metric) => [metric, NOT_ASKED]),
) as Readings<MetricName>;
const NOT_READ = "Some of the tokens have no state that is new enough and were not judged.";
const NOT_RANKED =
  "The open interest of some tracked tokens is not known just now: they may be among the largest, and were judged only where what is known speaks against them.";
const UNTOLD_SAID = "The open interest of some tokens with a perpetual is told by nobody: they were not ranked.";

export const leverageRadar = agentJob<typeof card, Facts>(card, {
  async gather(deps, { tokens }) {
    const read = await readStates(deps, tokens ?? TRACKED.map(({ id }) => id));
    const gathered = radarOf(read, tokens, {
      ...{ judgedRules: await readJudgedRules(deps, read, UNDOING), isSimulated: deps.env.MARKET === "sandbox" },
      now: deps.clock.now(),
    });
    if (gathered !== null) return gathered;
    throw fault("not_ready", "There is no state of these tokens that is new enough to judge.", {
      retryAfterS: RETRY_S,
    });
  },
  read: ({ tokens, notRead, unranked }) => ({
    subjects: [
      ...tokens.map(({ token, readings }) => ({ token, readings: { ...readings, unranked_tokens: NOT_ASKED } })),
      ...(unranked.value === null
        ? notRead.map(unread)
        : [{ token: null, readings: { ...NOTHING, unranked_tokens: unranked } }]),
    ],
    limits: {},
  }),
  tell: ({ tokens, withoutPerpetual, untold, notRead, unranked, leavesOut: isPartial }, _, judged) => ({
    token: null,
    details: {
      tokens: tokens.map(({ row }, at) => ({
        ...row,
        verdict: (judged.subjects[at]?.verdict ?? card.lacking) as "CALM",
      })),
      without_perpetual: [...withoutPerpetual],
      ...{ not_ranked: [...untold], not_read: notRead.map(({ token }) => token) },
    },
    caveats: [
      ...(withoutPerpetual.length === 0 ? [] : ["Some of the tokens have no perpetual future and were not judged."]),
      ...(unranked.value === null && notRead.length > 0 ? [NOT_READ] : []),
      ...(unranked.value === null || unranked.value === 0 ? [] : [NOT_RANKED]),
      ...(untold.length === 0 ? [] : [UNTOLD_SAID]),
      ...(isPartial ? [LEFT_OUT] : []),
    ],
    restsOn: [],
    lacks: Object.fromEntries([
      ...notRead.map(({ why }, at) => [`not_read/${at}`, why] as const),
      ...tokens.flatMap(({ lacks }, at) =>
        Object.entries(lacks).map(([name, why]) => [`tokens/${at}/${name}`, why] as const),
      ),
    ]),
  }),
});
