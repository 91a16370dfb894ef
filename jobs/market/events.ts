// Builder of the market section events: the unlocks of the next seven days; no other calendar is read yet.
import type { MarketSectionOf } from "../../schema/market/index.ts";
import { isGap } from "../measure/gap.ts";
import type { MarketBuilder } from "./draft.ts";
import { unlockEvents, unlockSources, unlocksAt } from "./unlock-events.ts";

export const events: MarketBuilder<MarketSectionOf<"events">> = (input) => {
  const unlocks = unlockEvents(input);
  return {
    asOf: unlocksAt(input),
    sources: unlockSources(input),
    weight: isGap(unlocks) ? unlocks : 1,
    members: { events: unlocks },
  };
};
