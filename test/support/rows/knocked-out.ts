// States of calm tokens, and the same with leaves changed or lost for a reason of the moment.
import type { AgentJob, Gathered } from "../../../jobs/agent/agent.ts";
import { judge } from "../../../jobs/agent/judge.ts";
import type { TokenCoverage } from "../../../jobs/detect/run-minute.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { ReadState } from "../../../jobs/state/read-state.ts";
import type { VerdictClass } from "../../../schema/agent/agent.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { soothe } from "../calm-metrics.ts";
import { AS_OF, factsOf, wholeRows } from "./facts.ts";

type SectionId = keyof ReadState["sections"];
export type Change = { readonly [S in SectionId]?: object };
type Leaf = readonly [section: SectionId, name: string];

/** Reasons of the moment: what is lost for one of them is known at other times. */
export const REASONS = ["stale", "source_error", "pending", "insufficient_coverage"] as const;
export const LOST_MAX = 4;
/** What says how a section is, and no number of it. */
const ASIDE = ["as_of", "unassessed", "partial", "applicable", "sources"];

const facts = factsOf(wholeRows());
const calmOf = (token: string): ReadState => ({ ...soothe(buildState(facts, token)), build: AS_OF });
export const [bitcoin, maker] = [calmOf("bitcoin"), calmOf("maker")];

export function changed(state: ReadState, change: Change): ReadState {
  const sections = { ...state.sections } as Record<string, object>;
  for (const [id, part] of Object.entries(change)) sections[id] = { ...sections[id], ...part };
  return { ...state, sections: sections as unknown as ReadState["sections"] };
}

export const leavesOf = ({ sections }: ReadState): Leaf[] =>
  (Object.keys(sections) as SectionId[]).flatMap((section) =>
    Object.keys(sections[section])
      .filter((name) => !ASIDE.includes(name))
      .map((name) => [section, name] as const),
  );

export function without(state: ReadState, leaves: readonly Leaf[], reason: (typeof REASONS)[number]): ReadState {
  return leaves.reduce((left, [section, name]) => {
    const part = left.sections[section] as { readonly unassessed: readonly object[] };
    const unassessed = [{ path: `/${name}`, reason }, ...part.unassessed];
    return changed(left, { [section]: { [name]: "unassessed", unassessed } });
  }, state);
}

export const classOf = <F extends object>(job: AgentJob, { facts: read }: Gathered<F>): VerdictClass =>
  judge(job.card, job.read(read, {})).class;

export const ALL_JUDGED: TokenCoverage = [20, 0, null, {}];
export const signal = (kind: string, severity: number) => ({
  ...{ id: 1, kind, token: "bitcoin", direction: "bearish", severity, value: -4, ratio: 1, status: "open" },
  ...{ at: toTime(AS_OF - HOUR_MS), details: {}, expires_at: toTime(AS_OF + HOUR_MS) },
});

export const calmPerp = {
  ...{ funding_apr_pct: 5, funding_percentile_90d: 50, oi_to_market_cap_pct: 2, oi_change_4h_pct: 1 },
  ...{ oi_change_1h_pct: 0, long_short_ratio: 1.1 },
};
