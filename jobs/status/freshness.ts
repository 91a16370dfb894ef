// How old each dataset is, token by token, against its objective.

import type { FreshnessSampleRow } from "../../schema/dataset/service/freshness-sample.ts";
import { broughtBy, DATASET_IDS, type DatasetId, FRESHNESS } from "../../schema/freshness.ts";
import type { StatusData } from "../../schema/object/status.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { quantile } from "../number/statistics.ts";
import { type Listed, listedKey, type SourceInfo } from "../source-info.ts";
import type { NewestByDataset } from "./newest.ts";

export type DatasetAge = {
  readonly dataset: DatasetId;
  readonly expected: number;
  readonly fresh: number;
  readonly newestAt: number | null;
  readonly oldestAt: number | null;
  readonly p50S: number | null;
  readonly p95S: number | null;
};

/** Tokens a dataset should have: what its sources cover or their venues list. */
function expectedTokens(dataset: DatasetId, sources: readonly SourceInfo[], listed: Listed): string[] {
  const mine = sources.filter((source) => source.dataset === broughtBy(dataset));
  const covers = (source: SourceInfo, token: string) =>
    source.tokens ? source.tokens.includes(token) : listed.get(listedKey(source))?.has(token) === true;
  return TRACKED.map(({ id }) => id).filter((id) => mine.some((source) => covers(source, id)));
}

const toS = (ms: number): number => Math.max(0, Math.round(ms) / 1_000);

/** Ages at `now` (epoch milliseconds) of the tokens that should have each dataset. */
export function agesOf(
  now: number,
  newest: NewestByDataset,
  sources: readonly SourceInfo[],
  listed: Listed,
): DatasetAge[] {
  return DATASET_IDS.map((dataset) => {
    const tokens = expectedTokens(dataset, sources, listed);
    const instantOf = (token: string) => newest.get(dataset)?.[token];
    const instants = tokens.flatMap((token) => instantOf(token) ?? []);
    const ages = instants.map((at) => toS(now - at));
    const some = instants.length > 0;
    return {
      dataset,
      expected: tokens.length,
      fresh: tokens.filter((token) => toS(now - (instantOf(token) ?? 0)) <= FRESHNESS[dataset].sloS).length,
      newestAt: some ? Math.max(...instants) : null,
      oldestAt: some ? Math.min(...instants) : null,
      p50S: some ? quantile(ages, 0.5) : null,
      p95S: some ? quantile(ages, 0.95) : null,
    };
  });
}

/** Rows of the minute's sample. */
export const toSamples = (now: number, ages: readonly DatasetAge[]): FreshnessSampleRow[] =>
  ages
    .filter((age) => age.expected > 0)
    .map((age) => ({
      dataset: age.dataset,
      at: now,
      tokens_expected: age.expected,
      tokens_fresh: age.fresh,
      age_p50_s: age.p50S,
      age_p95_s: age.p95S,
    }));

const timeOrNull = (at: number | null): string | null => (at === null ? null : toTime(at));
const roundS = (value: number | null) => (value === null ? UNASSESSED : Math.round(value * 1_000) / 1_000);

/** The wire form; `attained` is the share by dataset, 0..1, where samples exist. */
export const toFreshness = (
  ages: readonly DatasetAge[],
  attained: ReadonlyMap<string, number>,
): StatusData["freshness"] =>
  ages.map((age) => {
    const share = attained.get(age.dataset);
    return {
      dataset: age.dataset,
      slo_s: FRESHNESS[age.dataset].sloS,
      hard_ttl_s: FRESHNESS[age.dataset].hardTtlS,
      tokens_expected: age.expected,
      tokens_fresh: age.fresh,
      newest_as_of: timeOrNull(age.newestAt),
      oldest_as_of: timeOrNull(age.oldestAt),
      age_p50_s: roundS(age.p50S),
      age_p95_s: roundS(age.p95S),
      attainment_24h_pct: share === undefined ? UNASSESSED : Math.round(share * 1e6) / 1e4,
    };
  });
