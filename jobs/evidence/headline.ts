// Builds the evidence headline: those that name the token, the nearest before the window's sharpest move first, then the newest.
import type { HistoryEventOf } from "../../schema/object/history.ts";
import { rarityOf } from "./against-past.ts";
import { type EvidenceBuilder, eventBehind, eventsOf, say, type WindowRows } from "./builder.ts";
import { beforeMove, isBeforeMove } from "./sharpest-move.ts";

const TOLD = 3;

/** News that came out after a move would crowd out what may have moved it. */
function toldOf(window: WindowRows): HistoryEventOf<"headline">[] {
  const span = beforeMove(window);
  const all = eventsOf(window, "headline").toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const isBefore = ({ at }: { readonly at: string }) => isBeforeMove(span, at);
  return [...all.filter(isBefore), ...all.filter((one) => !isBefore(one))].slice(0, TOLD);
}

export const headline: EvidenceBuilder<"headline"> = {
  words: "headlines",
  draft: ({ state, window }) =>
    toldOf(window).map(({ at, data, source }) => ({
      asOf: Date.parse(at),
      sources: [eventBehind("headline", { at, source }, state.token.id)],
      members: {
        title: data.title,
        source: data.source,
        url: data.url,
        published_at: at,
        percentile: rarityOf(1, window.pastHeadlines).percentile,
      },
    })),
  say: (data) => `${data.source} published a headline at ${say(data.published_at, "clock")}`,
};
