// Builder of the market section events: the day's signals and the week's unlocks; no news is read yet, and it says so.
import type { MarketSectionOf } from "../../schema/market/index.ts";
import { toTime } from "../../schema/shape/time.ts";
import { TRACKED } from "../../schema/tracked.ts";
import { detectionAt, saySignal, toShown } from "../detect/show.ts";
import { derive, isGap } from "../measure/gap.ts";
import { type MarketBuilder, type MarketInput, sourcesOf } from "./draft.ts";
import { unlockEvents, unlockSources, unlocksAt } from "./unlock-events.ts";

const DAY_MS = 86_400_000;
const EVENTS_MAX = 200;

/** Kinds of events that the section can show. */
const KINDS = 5;

function firedSignals({ asOf, facts }: MarketInput) {
  return TRACKED.flatMap((token) =>
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
}

export const events: MarketBuilder<MarketSectionOf<"events">> = (input) => {
  const { asOf, facts } = input;
  const at = detectionAt(facts.detections, asOf);
  const signals = derive([at], () => firedSignals(input));
  const unlocks = unlockEvents(input);
  const told = [unlocks, signals].flatMap((list) => (isGap(list) ? [] : [list]));
  const instants = [...(isGap(at) ? [] : [at]), ...(isGap(unlocks) ? [] : [unlocksAt(input)])];
  return {
    asOf: Math.min(asOf, ...instants),
    sources: [...(isGap(at) ? [] : sourcesOf(input, "market")), ...(isGap(unlocks) ? [] : unlockSources(input))],
    coverage: { assessed: told.length, expected: KINDS },
    weight: told.length === 0 && isGap(signals) ? signals : told.length / KINDS,
    members: { events: told.length === 0 && isGap(signals) ? signals : told.flat() },
  };
};
