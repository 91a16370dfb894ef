// Builder of the market section events: no calendar and no news are read yet, and it says so.
import type { MarketSectionOf } from "../../schema/market/index.ts";
import { gap } from "../measure/gap.ts";
import type { MarketBuilder } from "./draft.ts";

export const events: MarketBuilder<MarketSectionOf<"events">> = ({ asOf }) => ({
  asOf,
  sources: [],
  weight: gap("no_source"),
  members: { events: gap("no_source", "No calendar and no news source yet.") },
});
