// The work of opportunity-scout: open signals in a direction, weighed by what the record found of their kind, where a position can be left again.
import { opportunityScout as card, SCOUT, type ScoutRisk } from "../../schema/agent/opportunity-scout.ts";
import { DIMENSIONS } from "../../schema/evaluation/rule.ts";
import type { RestsOn } from "../../schema/object/agent.ts";
import { HORIZONS, type HorizonId, type OddsTable } from "../../schema/record/rule.ts";
import { isAssessed, UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { type Judgement, judgeAll, overallOf } from "../evaluate/judge.ts";
import { readMetrics } from "../evaluate/read-metrics.ts";
import { gap } from "../measure/gap.ts";
import { roundPrice, roundRatio } from "../number/round.ts";
import { readOdds } from "../record/odds.ts";
import { provenLift } from "../record/proven-lift.ts";
import { type ReadState, readStates } from "../state/read-state.ts";
import { agentJob, type Gathered } from "./agent.ts";
import { ownStates, readStanding } from "./read-states.ts";
import type { Reading } from "./reading.ts";

type Details = (typeof card)["example"]["details"];
type Candidate = Details["candidates"][number];
type Direction = "long" | "short";
type SignalCall = Candidate["signals"][number];
type Facts = {
  readonly details: Details;
  readonly candidates: Reading;
  readonly proven: Reading;
  readonly restsOn: readonly RestsOn[];
};

export type ScoutAsked = {
  readonly tokens: readonly string[];
  readonly direction: Direction;
  readonly risk: ScoutRisk;
  readonly minDepthUsd: number;
  readonly horizonHours: 1 | 24 | 168;
  readonly most: number;
};

type ScoutRead = {
  readonly states: ReadonlyMap<string, ReadState>;
  readonly standing: ReadonlyMap<string, RestsOn>;
  readonly odds: OddsTable;
  /** Epoch milliseconds. */
  readonly now: number;
};

const HORIZON_OF: Readonly<Record<number, HorizonId>> = Object.fromEntries(
  Object.entries(HORIZONS).map(([id, hours]) => [hours, id as HorizonId]),
);

type Seen = {
  readonly open: readonly (Pick<SignalCall, "kind" | "severity"> & {
    readonly direction: string;
    readonly status: string;
  })[];
  /** Points above the median of tracked tokens. */
  readonly strength: number;
  readonly cautions: number;
};

/** What the record makes of the signals that are open in the direction, and the score with strength and cautions. */
export function weigh(
  { open, strength, cautions }: Seen,
  odds: OddsTable,
  { direction, horizonHours }: Pick<ScoutAsked, "direction" | "horizonHours">,
) {
  const wanted = direction === "long" ? "bullish" : "bearish";
  const signals = open
    .filter((one) => one.status === "open" && one.direction === wanted)
    .map(
      ({ kind, severity }): SignalCall => ({
        ...{ kind, severity },
        ...provenLift(odds, { kind, severity, direction: wanted }, HORIZON_OF[horizonHours] ?? "24h"),
      }),
    );
  const ahead = direction === "long" ? strength : -strength;
  const told = Math.max(-SCOUT.strengthMax, Math.min(SCOUT.strengthMax, ahead)) * SCOUT.strengthWeight;
  const score = roundRatio(signals.reduce((sum, { lift }) => sum + lift, 0) + told - SCOUT.cautionCost * cautions);
  return { signals, score, isCandidate: signals.length > 0 && score > 0, proven: signals.some((one) => one.proven) };
}

type Left = keyof Details["left_out"];

/** The level beyond which the idea was wrong: so many usual moves of the horizon away. */
function invalidation(
  price: number,
  sigma: number | Unassessed,
  { direction, horizonHours }: ScoutAsked,
): number | Unassessed {
  if (!isAssessed(sigma)) return UNASSESSED;
  const away = (SCOUT.sigmas * sigma * Math.sqrt(horizonHours / 24)) / 100;
  const level = direction === "long" ? price * Math.max(0, 1 - away) : price * (1 + away);
  return level <= 0 ? UNASSESSED : roundPrice(level);
}

/** Dimensions that caution, say avoid or lost an input. */
export const cautionsOf = (judgement: Judgement): number =>
  DIMENSIONS.filter((id) => judgement[id].verdict !== "proceed" || judgement[id].lost).length;

/** The candidate that a token is, or why it is none. What was not measured keeps it out, or costs it. */
function scout(state: ReadState, standing: RestsOn | undefined, odds: OddsTable, asked: ScoutAsked): Candidate | Left {
  const { direction, risk, minDepthUsd } = asked;
  const { market, liquidity, context, signals } = state.sections;
  const { depth_2pct_usd: depth } = liquidity;
  const { price_usd: price } = market;
  const { relative_strength_24h_pct: strength } = context;
  if (standing === undefined || !isAssessed(depth) || !isAssessed(price)) return "unread";
  if (!isAssessed(signals.open) || !isAssessed(strength)) return "unread";
  const side = direction === "long" ? "buy" : "sell";
  const judgement = judgeAll(readMetrics(state, side), { side, sized: false, policy: {} });
  // Only buying has a verdict in force: of selling it is judged here, and never with an input lost.
  if (direction === "short" && DIMENSIONS.some((id) => judgement[id].lost)) return "unread";
  const verdict = direction === "long" ? standing.verdict : overallOf(judgement, false);
  if (verdict === "avoid") return "avoid";
  if (depth < Math.max(SCOUT.depthUsd[risk], minDepthUsd)) return "thin";
  const cautions = cautionsOf(judgement);
  const { signals: calls, score, isCandidate, proven } = weigh({ open: signals.open, strength, cautions }, odds, asked);
  if (!isCandidate) return "no_edge";
  return {
    ...{ token: state.token.id, symbol: state.token.symbol, score, proven },
    ...{ signals: calls, relative_strength_24h_pct: strength, verdict, cautions },
    ...{ depth_2pct_usd: depth, price_usd: price },
    invalidation_usd: invalidation(price, market.sigma_24h_pct, asked),
    size_limit_usd: liquidity.largest_size_1pct_usd[side],
  };
}

/** Facts of what was read. Pure. */
export function scoutOf(asked: ScoutAsked, { states, standing, odds, now }: ScoutRead): Gathered<Facts> {
  const left = { unread: 0, avoid: 0, thin: 0, no_edge: 0 };
  const found: Candidate[] = [];
  for (const id of asked.tokens) {
    const state = states.get(id);
    const one = state === undefined ? "unread" : scout(state, standing.get(id), odds, asked);
    if (typeof one === "string") left[one] += 1;
    else found.push(one);
  }
  const sorted = found.toSorted(
    (a, b) => Number(b.proven) - Number(a.proven) || b.score - a.score || (a.token < b.token ? -1 : 1),
  );
  const shown = sorted.slice(0, asked.most);
  const told = shown.flatMap(({ token }) => states.get(token) ?? []);
  const sources = ownStates(told.length > 0 ? told : [...states.values()].slice(0, 1)).map((source, at) => ({
    id: `S${at + 1}`,
    ...source,
  }));
  const unread = gap("stale", "No token of the universe could be read.");
  const isRead = left.unread < asked.tokens.length;
  const of = (count: number): Reading => ({
    value: isRead ? count : unread,
    ...{ sources: sources.map(({ id }) => id), asOf: now },
  });
  const builds = [...states.values()].map(({ build }) => build);
  return {
    facts: {
      details: {
        ...{ direction: asked.direction, horizon_hours: asked.horizonHours, candidates: shown },
        ...{ looked_at: asked.tokens.length, left_out: left },
      },
      candidates: of(found.length),
      proven: of(found.filter(({ proven }) => proven).length),
      restsOn: shown.flatMap(({ token }) => standing.get(token) ?? []),
    },
    ...{ sources, calls: [], build: builds.length === 0 ? null : Math.min(...builds) },
    asOf: Math.min(now, ...told.map(({ sections }) => Date.parse(sections.market.as_of))),
  };
}

export const opportunityScout = agentJob<typeof card, Facts>(card, {
  async gather(deps, input) {
    const { universe = "tracked", sector, tokens = [], exclude = [], direction = "long", risk = "medium" } = input;
    const ofSector = TRACKED.filter((token) => universe !== "sector" || token.sector === sector).map(({ id }) => id);
    const asked = (universe === "tokens" ? tokens : ofSector).filter((id) => !exclude.includes(id));
    const [states, standing, odds] = await Promise.all([
      readStates(deps, asked),
      readStanding(deps, asked),
      readOdds(deps),
    ]);
    const wanted = { tokens: asked, direction, risk, minDepthUsd: input.min_depth_usd ?? 0 };
    return scoutOf(
      { ...wanted, horizonHours: input.horizon_hours ?? 24, most: input.max_results ?? SCOUT.results },
      {
        ...{ states, odds: odds.table, now: deps.clock.now() },
        standing: new Map(standing.map((one) => [one.token, one])),
      },
    );
  },
  read: ({ candidates, proven }) => ({ subjects: [{ token: null, readings: { candidates, proven } }], limits: {} }),
  tell: ({ details, restsOn }) => ({
    token: null,
    details,
    caveats: ["A hit rate of the past is no promise; the record shows it beside the base rate."],
    restsOn,
  }),
});
