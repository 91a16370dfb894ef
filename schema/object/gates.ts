// How often the gate agents are wrong about a public set of fixtures: measured by `npm run soak gates`, served in the status.
import { type Static, Type } from "typebox";
import { closed } from "../shape/closed.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });
const word = (maxLength: number, description: string) => Type.String({ maxLength, description });

const GateRow = closed({
  agent: word(64, "Of /v1/agents."),
  version: word(64, "Of its rules."),
  fixtures: count("How many."),
  to_pass: count("Of those, to be let through."),
  to_stop: count("To be stopped or held up."),
  to_reduce: count("To be told a smaller size that goes through."),
  false_allow: count("Let through and not to be, or told a size that does not go through."),
  false_block: count("Stopped or held up and not to be, or not told a size."),
  wrong: Type.Array(word(200, "A fixture, and what came of it."), { maxItems: 64 }),
});
export type GateRow = Static<typeof GateRow>;

export const Gates = closed(
  {
    commit: Type.String({ description: "The code that was measured.", pattern: "^[0-9a-f]{40}$" }),
    fixtures: word(128, "Where they are, in the repository."),
    rows: Type.Array(GateRow, { maxItems: 8 }),
  },
  {
    description:
      "How often gate agents are wrong about a public set of fixtures, which has the forms of their providers' answers. Measured before this version was released, not by this service.",
  },
);
export type Gates = Static<typeof Gates>;
