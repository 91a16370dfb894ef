// Builds the evidence supply: what circulates and the next unlock.

import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { group } from "../draft/draft.ts";
import { derive, gap, isGap } from "../measure/gap.ts";
import { sourcesAs } from "../state/built-state.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { type EvidenceBuilder, instantOf, needed, say } from "./builder.ts";

const NO_PRICE = gap("insufficient_coverage", "What it is worth, or what circulates, is not known.");

export const supply: EvidenceBuilder<"supply"> = {
  words: "supply and unlocks",
  draft({ state }) {
    const section = state.sections.supply;
    const next = readMember(state, "supply", "next_unlock");
    return [
      {
        asOf: instantOf(section),
        sources: sourcesAs(state, "supply", "coin_market", "unlock"),
        members: {
          circulating_native: derive([needed(readNumber(state, "supply", "circulating_native"))], (coins) => coins),
          next_unlock:
            isGap(next) || next === null
              ? next
              : group({
                  at: next.at,
                  value_usd: next.value_usd === UNASSESSED ? NO_PRICE : next.value_usd,
                  pct_of_circulating: next.pct_of_circulating === UNASSESSED ? NO_PRICE : next.pct_of_circulating,
                }),
        },
      },
    ];
  },
  say: ({ next_unlock: next }, symbol) =>
    next === UNASSESSED || next === null
      ? `${symbol}: ${next === null ? "no unlock is scheduled" : "unlocks were not measured"}`
      : `${symbol}: next unlock ${say(next.at, "day")}, ${say(next.pct_of_circulating, "share1")} of what circulates`,
};
