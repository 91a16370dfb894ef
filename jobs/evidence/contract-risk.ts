// Builds the evidence contract_risk; a native coin has no contract.
import { derive, gap } from "../measure/gap.ts";
import { readMember } from "../state/read-number.ts";
import { type EvidenceBuilder, instantOf, say } from "./builder.ts";

export const contractRisk: EvidenceBuilder<"contract_risk"> = {
  words: "contract risk",
  draft({ state }) {
    const { security } = state.sections;
    if (security.applicable === false) return [];
    const NONE = gap("no_source", "No provider tells of its contracts.");
    return [
      {
        asOf: instantOf(security),
        sources: security.sources,
        members: {
          contract_risk: derive([readMember(state, "security", "contract_risk")], (risk) => risk ?? NONE),
          flags: derive([readMember(state, "security", "flags")], (flags) => [
            ...new Set(flags.map(({ code }) => code)),
          ]),
          provider: derive([readMember(state, "security", "provider")], (provider) => provider ?? NONE),
        },
      },
    ];
  },
  say: (data) => `Contract risk ${say(data.contract_risk, "name")}, as ${say(data.provider, "name")} tells`,
};
