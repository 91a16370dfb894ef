// Builder of the market section events: the day's signals and headlines and the week's unlocks.
import { DAY_MS } from "../../schema/duration.ts";
import type { MarketSectionOf } from "../../schema/market/index.ts";
import { toTime } from "../../schema/shape/time.ts";
import { saySignal, toShown } from "../../schema/shown-signal.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { detectionAt } from "../detect/show.ts";
import { isGap } from "../measure/gap.ts";
import { headlineEvents, headlineSources } from "./headline-events.ts";
import { type MarketBuilder, type MarketInput, omitted, sourcesOf } from "./market-builder.ts";
import { unlockEvents, unlockSources, unlocksAt } from "./unlock-events.ts";

type MarketEvent = Extract<MarketSectionOf<"events">["events"], readonly unknown[]>[number];

const EVENTS_MAX = 200;

function signalEvents({ asOf, facts }: MarketInput): MarketEvent[] {
  return TRACKED.flatMap((token) =>
    (facts.tokens.get(token.id)?.signals ?? [])
      .filter(({ fired_at }) => fired_at > asOf - DAY_MS)
      .map((row) => ({ token, row })),
  )
    .sort((a, b) => b.row.fired_at - a.row.fired_at || b.row.severity - a.row.severity || a.row.id - b.row.id)
    .slice(0, EVENTS_MAX)
    .map(({ token, row }) => ({
      kind: "signal",
      at: toTime(row.fired_at),
      token: token.id,
      severity: row.severity,
      title: saySignal(toShown(row, asOf), token.symbol).slice(0, 160),
      url: null,
    }));
}

export const events: MarketBuilder<"events"> = (input) => {
  const { asOf, facts } = input;
  const detected = detectionAt(facts.detections, asOf);
  const unlocks = unlockEvents(input);
  const headlines = headlineEvents(input);
  const lines = [
    ...(isGap(detected) ? [] : signalEvents(input)),
    ...(isGap(unlocks) ? [] : unlocks),
    ...(isGap(headlines) ? [] : headlines),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const kinds = { signal: detected, unlock: unlocks, headline: headlines };
  const partial = Object.entries(kinds).flatMap(([kind, of]) =>
    isGap(of) ? [omitted("/events", `Without the kind ${kind}`, of, "it was not read.")] : [],
  );
  const expected = Object.keys(kinds).length;
  const assessed = expected - partial.length;
  const none = assessed === 0 && isGap(detected) ? detected : null;
  return {
    asOf: isGap(detected) ? (isGap(unlocks) ? asOf : unlocksAt(input)) : detected,
    sources: [
      ...(isGap(detected) ? [] : sourcesOf(input, "market")),
      ...(isGap(unlocks) ? [] : unlockSources(input)),
      ...(isGap(headlines) ? [] : headlineSources(input)),
    ],
    coverage: { assessed, expected },
    weight: none ?? assessed / expected,
    partial,
    members: { events: none ?? lines },
  };
};
