// Builds the evidence long_short; there is none where no covered venue lists a perpetual.
import { derive, gap } from "../measure/gap.ts";
import { sourcesAs } from "../state/built-state.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { type EvidenceBuilder, instantOf, needed, say } from "./builder.ts";

export const longShort: EvidenceBuilder<"long_short"> = {
  words: "accounts",
  draft({ state }) {
    const { derivatives } = state.sections;
    if (derivatives.applicable === false) return [];
    return [
      {
        asOf: instantOf(derivatives),
        sources: sourcesAs(state, "derivatives", "long_short"),
        members: {
          venue: derive([readMember(state, "derivatives", "long_short_venue")], (venue) => venue ?? gap("no_source")),
          ratio: needed(readNumber(state, "derivatives", "long_short_ratio")),
        },
      },
    ];
  },
  say: (data) => `Accounts on ${say(data.venue, "name")}: ${say(data.ratio, "ratio2")} long for each short`,
};
