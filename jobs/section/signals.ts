// Builds the state section signals: what is open, the day's counts, and how many rules could be judged.
import { DAY_MS } from "../../schema/duration.ts";
import type { Reason } from "../../schema/reason.ts";
import { toTime } from "../../schema/shape/time.ts";
import { toShown } from "../../schema/shown-signal.ts";
import type { TokenCoverage } from "../detect/run-minute.ts";
import { coverageOf, detectionAt, openAt } from "../detect/show.ts";
import type { Omission } from "../draft/draft.ts";
import { derive, gap, isGap } from "../measure/gap.ts";
import { citeMinutes } from "../state/cite-candles.ts";
import type { SectionBuilder } from "../state/section-builder.ts";

/** Names the rules that could not be judged: silence of theirs is not calm. */
function unjudged([, missing, first, kindsOf]: TokenCoverage): Omission[] {
  const named = Object.entries(kindsOf).map(([reason, kinds]) => ({
    ...gap(reason as Reason, `Not judged: ${kinds.join(", ")}.`),
    kinds,
  }));
  const unnamed = missing > 0 ? [gap(first ?? "pending", `${missing} rules could not be judged.`)] : [];
  return (named.length > 0 ? named : unnamed).map((why) => ({ path: "/open", why }));
}

export const signals: SectionBuilder<"signals"> = ({ facts, rows, spot }) => {
  const { asOf } = facts;
  const judged = coverageOf(facts.detections, rows.token.id);
  const [evaluated, missing, reason] = judged;
  const at = derive([detectionAt(facts.detections, asOf)], (minute) =>
    // Not one rule judged: an empty list would say that nothing happened.
    evaluated === 0 ? gap(reason ?? "pending", "No rule could be judged.") : minute,
  );
  const counts = (): Record<string, number> => {
    const kinds: Record<string, number> = {};
    for (const { kind, fired_at } of rows.signals) if (fired_at > asOf - DAY_MS) kinds[kind] = (kinds[kind] ?? 0) + 1;
    return kinds;
  };
  const last = rows.signals.reduce((newest, { fired_at }) => Math.max(newest, fired_at), 0);
  const members = {
    open: derive([at], () => openAt(rows.signals, asOf).map((row) => toShown(row, asOf))),
    counts_24h: derive([at], counts),
    last_at: derive([at], () => (last === 0 ? null : toTime(last))),
  };
  // Every rule reads the prices; what else a signal rests on is named in its details.
  const sources = citeMinutes(spot.fresh);
  const expected = evaluated + missing;
  if (isGap(at) || expected === 0) return { asOf: isGap(at) ? asOf : at, sources, members };
  const coverage = { assessed: evaluated, expected };
  return { asOf: at, sources, members, partial: unjudged(judged), coverage, weight: evaluated / expected };
};
