// Builds the evidence open_interest; there is none where no covered venue lists a perpetual.
import { sourcesAs } from "../state/built-state.ts";
import { readNumber } from "../state/read-number.ts";
import { type EvidenceBuilder, instantOf, needed, say } from "./builder.ts";

export const openInterest: EvidenceBuilder<"open_interest"> = {
  words: "open interest",
  draft({ state }) {
    const { derivatives } = state.sections;
    if (derivatives.applicable === false) return [];
    return [
      {
        asOf: instantOf(derivatives),
        sources: sourcesAs(state, "derivatives", "open_interest", "open_interest_1h", "open_interest_4h"),
        members: {
          open_interest_usd: needed(readNumber(state, "derivatives", "open_interest_usd")),
          change_1h_pct: needed(readNumber(state, "derivatives", "oi_change_1h_pct")),
          change_4h_pct: needed(readNumber(state, "derivatives", "oi_change_4h_pct")),
        },
      },
    ];
  },
  say: (data) =>
    `Open interest ${say(data.open_interest_usd, "usd_short")}, ${say(data.change_1h_pct, "pct1")} over an hour and ${say(data.change_4h_pct, "pct1")} over four`,
};
