// Builds the evidence tvl; there is none where the token has no protocol that holds value.
import { sourcesAs } from "../state/built-state.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { type EvidenceBuilder, instantOf, needed, say } from "./builder.ts";

export const tvl: EvidenceBuilder<"tvl"> = {
  words: "value locked",
  draft({ state }) {
    const { onchain } = state.sections;
    if (readMember(state, "onchain", "tvl_usd") === null) return [];
    return [
      {
        asOf: instantOf(onchain),
        sources: sourcesAs(state, "onchain", "tvl", "tvl_past"),
        members: {
          tvl_usd: needed(readNumber(state, "onchain", "tvl_usd")),
          change_24h_pct: needed(readNumber(state, "onchain", "tvl_change_24h_pct")),
          change_7d_pct: needed(readNumber(state, "onchain", "tvl_change_7d_pct")),
        },
      },
    ];
  },
  say: (data) => `Value locked ${say(data.tvl_usd, "usd_short")}, ${say(data.change_24h_pct, "pct1")} over a day`,
};
