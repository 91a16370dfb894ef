// Published states as agents read them: their sources in one list, and each number with those it rests on.
import { METRICS, type MetricId } from "../../schema/evaluation/metric.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import type { RestsOn } from "../../schema/object/agent.ts";
import type { Evaluation } from "../../schema/object/evaluation.ts";
import type { SectionId } from "../../schema/section/index.ts";
import { placeOf, type Source } from "../../schema/shape/source.ts";
import type { EvaluationMeta } from "../../schema/snapshot.ts";
import { ownProvider } from "../../schema/source/own-source.ts";
import { joinSources } from "../ask/evidence.ts";
import type { Deps } from "../deps.ts";
import type { Metric } from "../evaluate/read-metrics.ts";
import { readFrames } from "../publish.ts";
import type { BuiltState } from "../state/built-state.ts";
import type { Gathered } from "./agent.ts";
import type { Reading } from "./reading.ts";

/** Which of a section's calls a number comes from; all where none is one of these. */
const CALLS: readonly (readonly [RegExp, RegExp])[] = [
  [/funding/, /funding/],
  [/liquidation/, /liquidation|open.interest/],
  [/oi_|open_interest/, /open.interest/],
  [/long_short/, /long.short/],
  [/netflow|flow|transfer/, /flow|scan|transfer/],
  [/spread|depth/, /book|depth/],
  [/volume|change|sigma|price/, /candle|ticker/],
];

type OfState = {
  readonly sources: Gathered<object>["sources"];
  readonly calls: Gathered<object>["calls"];
  /** A number of a section; `name` says which of its calls bring it. */
  reading(state: BuiltState, section: SectionId, name: string, value: Metric): Reading;
  /** A metric of evaluations. */
  metric(state: BuiltState, id: MetricId, value: Metric): Reading;
};

export function openStates(states: readonly BuiltState[]): OfState {
  const { sources, calls, offsetOf } = joinSources(states);
  const reading: OfState["reading"] = (state, section, name, value) => {
    const { sources: ids, as_of } = state.sections[section];
    const wanted = CALLS.find(([of]) => of.test(name))?.[1];
    const own = wanted === undefined ? [] : ids.filter((id) => wanted.test(state.sources[placeOf(id)]?.endpoint ?? ""));
    const used = own.length > 0 ? own : ids;
    return {
      value,
      sources: used.map((id) => `S${placeOf(id) + 1 + offsetOf(state)}`),
      asOf: Date.parse(as_of),
    };
  };
  return {
    ...{ sources, calls, reading },
    metric: (state, id, value) => reading(state, METRICS[id].path.split("/", 1)[0] as SectionId, id, value),
  };
}

/** States as sources of ours: what an answer shows of them without a rule having looked at it. */
export const ownStates = (states: readonly BuiltState[]): Omit<Source, "id">[] =>
  states.map(({ token, sources, sections }) => ({
    provider: ownProvider(sources.some(({ provider }) => provider.startsWith("sandbox:"))),
    endpoint: `state/${token.id}`,
    as_of: sections.market.as_of,
  }));

/** The evaluations in force of these tokens, in their order; those that have run out are left out. */
export async function readStanding(
  { redis, clock }: Pick<Deps, "redis" | "clock">,
  tokens: readonly string[],
): Promise<RestsOn[]> {
  const frames = await readFrames(redis, tokens.map(SNAPSHOTS.evaluation));
  const now = clock.now();
  return frames.flatMap((frame, at): RestsOn[] => {
    if (frame === null || (frame.meta as EvaluationMeta).validUntil <= now) return [];
    const { id, data } = JSON.parse(frame.parts.get("body")?.toString("utf8") ?? "null") as Evaluation;
    return id === null ? [] : [{ id, token: tokens[at] ?? "", verdict: data.verdict }];
  });
}
