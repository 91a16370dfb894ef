// Builder of the market section pulse: no brief about the market is written yet; the regime is known.
import type { MarketSectionOf } from "../../schema/market/index.ts";
import { gap } from "../measure/gap.ts";
import { known, type MarketBuilder, oldest, readAll, sourcesOf } from "./draft.ts";

const UNWRITTEN = gap("pending", "No brief about the whole market was written yet.");

export const pulse: MarketBuilder<MarketSectionOf<"pulse">> = (input) => ({
  asOf: oldest(input, known(readAll(input, "market", "change_24h_pct"))),
  sources: sourcesOf(input, "market"),
  weight: gap("pending"),
  members: {
    headline: UNWRITTEN,
    summary: UNWRITTEN,
    direction: UNWRITTEN,
    regime: input.facts.universe.regime,
    drivers: UNWRITTEN,
    evidence: UNWRITTEN,
    model: UNWRITTEN,
    brief_id: null,
  },
});
