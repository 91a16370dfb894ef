// Published states as agents read them: their sources in one list, and each number with those it rests on.
import { DAY_MS } from "../../schema/duration.ts";
import { lostOf } from "../../schema/evaluation/lost.ts";
import { METRICS, type MetricId } from "../../schema/evaluation/metric.ts";
import type { DatasetId } from "../../schema/freshness.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import type { RestsOn } from "../../schema/object/agent.ts";
import type { Evaluation } from "../../schema/object/evaluation.ts";
import { evaluationInForce } from "../../schema/query/issued/evaluation-in-force.ts";
import type { Reason } from "../../schema/reason.ts";
import type { SectionId } from "../../schema/section/index.ts";
import { placeOf, type Source } from "../../schema/shape/source.ts";
import type { EvaluationMeta } from "../../schema/snapshot.ts";
import { ownProvider } from "../../schema/source/own-source.ts";
import { areSimulated } from "../../schema/source/provider.ts";
import { joinSources } from "../ask/evidence.ts";
import type { Deps } from "../deps.ts";
import type { Metric } from "../evaluate/read-metrics.ts";
import { readFrames } from "../publish.ts";
import { mayBring } from "../source-info.ts";
import type { BuiltState } from "../state/built-state.ts";
import type { Gathered } from "./agent.ts";
import type { Reading } from "./reading.ts";

/** What venues are weighed by where a number is taken over several. */
const WEIGHED: Partial<Record<DatasetId, readonly DatasetId[]>> = {
  funding: ["open_interest"],
  long_short: ["open_interest"],
  liquidation: ["open_interest"],
  candle: ["ticker"],
};
const COIN = ["supply", "coin_market"] as const;
const PRICE = ["market", "candle", "ticker"] as const;
/** What circulates, at its price. */
const VALUE = [COIN, PRICE];
/** Numbers over what stands in another section. */
const BESIDE: Partial<Record<MetricId, readonly (readonly [section: SectionId, ...datasets: DatasetId[]])[]>> = {
  ...{ oi_to_market_cap_pct: VALUE, netflow_to_market_cap_pct: VALUE, to_exchange_of_supply_pct: VALUE },
};
const UNLISTED = { endpoint: "", provider: "" };

type OfState = {
  readonly sources: Gathered<object>["sources"];
  readonly calls: Gathered<object>["calls"];
  /** A number of a section, of rows of these datasets; of all that the section cites without any. */
  reading(state: BuiltState, section: SectionId, datasets: readonly DatasetId[], value: Metric): Reading;
  /** A metric of evaluations. */
  metric(state: BuiltState, id: MetricId, value: Metric): Reading;
};

export function openStates(states: readonly BuiltState[]): OfState {
  const { sources, calls, offsetOf } = joinSources(states);
  const cite = (state: BuiltState, section: SectionId, datasets: readonly DatasetId[]): string[] => {
    const { sources: ids } = state.sections[section];
    const isOf = (id: string) => mayBring(state.sources[placeOf(id)] ?? UNLISTED, datasets);
    const brought = datasets.length === 0 ? ids : ids.filter(isOf);
    return (brought.length > 0 ? brought : ids).map((id) => `S${placeOf(id) + 1 + offsetOf(state)}`);
  };
  const reading: OfState["reading"] = (state, section, datasets, value) => {
    const wanted = [...new Set([...datasets, ...datasets.flatMap((dataset) => WEIGHED[dataset] ?? [])])];
    return { value, sources: cite(state, section, wanted), asOf: Date.parse(state.sections[section].as_of) };
  };
  const metric: OfState["metric"] = (state, id, value) => {
    const { path, dataset } = METRICS[id];
    const own = reading(state, path.split("/", 1)[0] as SectionId, [dataset], value);
    const beside = (BESIDE[id] ?? []).flatMap(([section, ...others]) => cite(state, section, others));
    return { ...own, sources: [...new Set([...own.sources, ...beside])] };
  };
  return { sources, calls, reading, metric };
}

/** States as sources of ours: what an answer shows of them without a rule having looked at it. */
export const ownStates = (states: readonly BuiltState[]): Omit<Source, "id">[] =>
  states.map(({ token, sources, sections }) => ({
    provider: ownProvider(areSimulated(sources)),
    endpoint: `state/${token.id}`,
    as_of: sections.market.as_of,
  }));

/** An evaluation in force, and what it was judged without for a reason of the moment. */
export type InForce = RestsOn & { readonly lost: readonly { readonly check: string; readonly reason: Reason }[] };

/** The evaluations in force of these tokens, in their order; those that have run out are left out. */
export async function readInForce(
  { redis, clock }: Pick<Deps, "redis" | "clock">,
  tokens: readonly string[],
): Promise<InForce[]> {
  const frames = await readFrames(redis, tokens.map(SNAPSHOTS.evaluation));
  const now = clock.now();
  return frames.flatMap((frame, at): InForce[] => {
    if (frame === null || (frame.meta as EvaluationMeta).validUntil <= now) return [];
    const { id, data } = JSON.parse(frame.parts.get("body")?.toString("utf8") ?? "null") as Evaluation;
    return id === null ? [] : [{ id, token: tokens[at] ?? "", verdict: data.verdict, lost: lostOf(data) }];
  });
}

/** What a run rests on. */
export const readStanding = async (...asked: Parameters<typeof readInForce>): Promise<RestsOn[]> =>
  (await readInForce(...asked)).map(({ id, token, verdict }) => ({ id, token, verdict }));

/** Before it a token's first evaluation is looked for. */
const LAPSE_REACH_MS = 45 * DAY_MS;

/** Of a token's evaluations that were in force. */
export type Lapse = {
  /** Since when there were any, epoch milliseconds. */
  readonly firstAt: number;
  /** The longest time since in which none was. */
  readonly longestMs: number;
  /** How many were judged without something, or may have been, and may hide a turn to avoid. */
  readonly hidingCount: number;
};

/** By token, within a time; of those that never had one there is none. */
export async function readLapses(
  { store }: Pick<Deps, "store">,
  tokens: readonly string[],
  { since, now }: { readonly since: number; readonly now: number },
): Promise<ReadonlyMap<string, Lapse>> {
  const rows = await store.query(evaluationInForce, { tokens, from: since - LAPSE_REACH_MS, since, now });
  return new Map(
    rows.map(({ token, first_at: firstAt, lapse_ms: longestMs, hiding: hidingCount }) => [
      token,
      { firstAt, longestMs, hidingCount },
    ]),
  );
}
