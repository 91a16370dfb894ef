// Builds the evidence headline: the newest headlines that name the token.
import { rarityOf } from "./against-past.ts";
import { type EvidenceBuilder, eventsOf, say } from "./builder.ts";

const TOLD = 3;

export const headline: EvidenceBuilder<"headline"> = {
  draft: ({ state, window }) =>
    eventsOf(window, "headline")
      .slice(0, TOLD)
      .map(({ at, data, source }) => ({
        asOf: Date.parse(at),
        sources: [
          {
            ...{ dataset: "headline" as const, provider: source.provider, venue: null, at: Date.parse(at) },
            ...{ retrievedAt: Date.parse(source.retrieved_at ?? at), token: state.token.id, past: true as const },
          },
        ],
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
