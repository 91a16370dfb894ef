// Builder of the market section events: the day's signals; no calendar and no news are read yet, and it says so.
import type { MarketSectionOf } from "../../schema/market/index.ts";
import { toTime } from "../../schema/shape/time.ts";
import { TRACKED } from "../../schema/tracked.ts";
import { detectionAt, saySignal, toShown } from "../detect/show.ts";
import { derive, isGap } from "../measure/gap.ts";
import { type MarketBuilder, sourcesOf } from "./draft.ts";

const DAY_MS = 86_400_000;
const EVENTS_MAX = 200;

/** Kinds of events that have a source, of all that the section can show. */
const SOURCED = { assessed: 1, expected: 5 };

export const events: MarketBuilder<MarketSectionOf<"events">> = (input) => {
  const { asOf, facts } = input;
  const at = detectionAt(facts.detections, asOf);
  const fired = () =>
    TRACKED.flatMap((token) =>
      (facts.tokens.get(token.id)?.signals ?? [])
        .filter(({ fired_at }) => fired_at > asOf - DAY_MS)
        .map((row) => ({ token, row })),
    )
      .sort((a, b) => b.row.fired_at - a.row.fired_at || b.row.severity - a.row.severity || a.row.id - b.row.id)
      .slice(0, EVENTS_MAX)
      .map(({ token, row }) => ({
        kind: "signal" as const,
        at: toTime(row.fired_at),
        token: token.id,
        severity: row.severity,
        title: saySignal(toShown(row, asOf), token.symbol).slice(0, 160),
        url: null,
      }));
  return {
    asOf: isGap(at) ? asOf : at,
    sources: isGap(at) ? [] : sourcesOf(input, "market"),
    coverage: isGap(at) ? { ...SOURCED, assessed: 0 } : SOURCED,
    weight: derive([at], () => SOURCED.assessed / SOURCED.expected),
    members: { events: derive([at], fired) },
  };
};
