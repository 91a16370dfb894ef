// Builds the state section signals: what is open, the day's counts, and how many rules could be judged.
import type { Reason } from "../../schema/reason.ts";
import { toTime } from "../../schema/shape/time.ts";
import { toShown } from "../../schema/shown-signal.ts";
import type { TokenCoverage } from "../detect/run-minute.ts";
import { coverageOf, detectionAt, openAt } from "../detect/show.ts";
import { derive, gap } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import { citeMinutes } from "../state/cite-candles.ts";
import type { SectionBuilder } from "../state/section-builder.ts";
import { openSheet, type Sheet } from "../state/sheet.ts";

const DAY_MS = 86_400_000;

/** Names the rules that could not be judged: silence of theirs is not calm. */
function enterUnjudged(sheet: Sheet, [, missing, first, unjudged]: TokenCoverage): void {
  const reasons = Object.entries(unjudged);
  for (const [reason, kinds] of reasons) sheet.lack("/open", gap(reason as Reason, `Not judged: ${kinds.join(", ")}.`));
  if (reasons.length === 0 && missing > 0)
    sheet.lack("/open", gap(first ?? "pending", `${missing} rules could not be judged.`));
}

export const signals: SectionBuilder<"signals"> = ({ facts, rows, spot, cite }) => {
  const { asOf } = facts;
  const sheet = openSheet();
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
  const members = sheet.enter("", {
    open: derive([at], () => openAt(rows.signals, asOf).map((row) => toShown(row, asOf))),
    counts_24h: derive([at], counts),
    last_at: derive([at], () => (last === 0 ? null : toTime(last))),
  });
  // Every rule reads the prices; what else a signal rests on is named in its details.
  const expected = evaluated + missing;
  const isJudged = typeof at === "number" && expected > 0;
  if (isJudged) enterUnjudged(sheet, judged);
  const base = sheet.base(typeof at === "number" ? at : asOf, cite(citeMinutes(spot.fresh)));
  if (!isJudged) return { ...base, ...members };
  const coverage = { assessed: evaluated, expected, weight_pct: roundPct((evaluated / expected) * 100) };
  return { ...base, coverage, ...members };
};
