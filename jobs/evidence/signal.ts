// Builds the evidence signal: the open signals of the token, worst first.

import { isGap } from "../measure/gap.ts";
import { roundRatio } from "../number/round.ts";
import { readMember } from "../state/read-number.ts";
import { type EvidenceBuilder, say } from "./builder.ts";

const TOLD = 8;

export const signal: EvidenceBuilder<"signal"> = {
  words: "signals",
  draft({ state }) {
    const open = readMember(state, "signals", "open");
    if (isGap(open)) return [];
    return open
      .filter(({ status }) => status === "open")
      .toSorted((a, b) => b.severity - a.severity || b.id - a.id)
      .slice(0, TOLD)
      .map(({ id, kind, direction, severity, value, ratio, at }) => ({
        asOf: Date.parse(at),
        sources: state.sections.signals.sources,
        members: {
          ...{ id, kind, says: kind.replaceAll("_", " "), direction, severity, value, ratio: roundRatio(ratio), at },
        },
      }));
  },
  say: (data) => `Open signal: ${data.says}, ${data.direction}, since ${say(data.at, "clock")}`,
};
