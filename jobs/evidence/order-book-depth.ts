// Builds the evidence order_book_depth from the books of the state.
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { derive } from "../measure/gap.ts";
import { sourcesAs } from "../state/built-state.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { type EvidenceBuilder, instantOf, needed, say } from "./builder.ts";

export const orderBookDepth: EvidenceBuilder<"order_book_depth"> = {
  words: "order books",
  draft({ state }) {
    const { liquidity } = state.sections;
    return [
      {
        asOf: instantOf(liquidity),
        sources: sourcesAs(state, "liquidity", "order_book"),
        members: {
          depth_2pct_usd: needed(readNumber(state, "liquidity", "depth_2pct_usd")),
          bid_2pct_usd: needed(readNumber(state, "liquidity", "depth", "pct_2", "bid_usd")),
          ask_2pct_usd: needed(readNumber(state, "liquidity", "depth", "pct_2", "ask_usd")),
          imbalance_ratio: needed(readNumber(state, "liquidity", "imbalance_ratio")),
          spread_bps: needed(readNumber(state, "liquidity", "spread_bps")),
          venues_assessed: derive(
            [readMember(state, "liquidity", "venues")],
            (venues) => venues.filter(({ kind, bid_2pct_usd: bid }) => kind === "cex" && bid !== UNASSESSED).length,
          ),
        },
      },
    ];
  },
  say: (data) =>
    `Books hold ${say(data.bid_2pct_usd, "usd_short")} of bids and ${say(data.ask_2pct_usd, "usd_short")} of asks near the middle, spread ${say(data.spread_bps, "bps1")}`,
};
