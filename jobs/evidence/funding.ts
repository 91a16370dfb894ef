// Builds the evidence funding; there is none where no covered venue lists a perpetual.
import { derive, gap } from "../measure/gap.ts";
import { sourcesAs } from "../state/built-state.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { type EvidenceBuilder, instantOf, needed, say } from "./builder.ts";

const VENUES_MAX = 20;

export const funding: EvidenceBuilder<"funding"> = {
  words: "funding",
  draft({ state }) {
    const { derivatives } = state.sections;
    if (derivatives.applicable === false) return [];
    return [
      {
        asOf: instantOf(derivatives),
        sources: sourcesAs(state, "derivatives", "funding", "open_interest"),
        members: {
          funding_8h_pct: needed(readNumber(state, "derivatives", "funding_8h_pct")),
          apr_pct: needed(readNumber(state, "derivatives", "funding_apr_pct")),
          percentile_90d: needed(readNumber(state, "derivatives", "funding_percentile_90d")),
          venues: derive([readMember(state, "derivatives", "funding_venues")], (venues) =>
            venues === null
              ? gap("no_source")
              : venues
                  .slice(0, VENUES_MAX)
                  .map(({ venue, rate_pct, interval_hours, rate_8h_pct, open_interest_usd }) => ({
                    ...{ venue, rate_pct, interval_hours, rate_8h_pct, open_interest_usd },
                  })),
          ),
        },
      },
    ];
  },
  say: (data) => `Funding ${say(data.funding_8h_pct, "pct4")} per eight hours, ${say(data.apr_pct, "pct1")} a year`,
};
