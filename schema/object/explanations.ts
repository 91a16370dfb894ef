// How well explanations name causes that were planted: measured by `npm run soak causes`, served in the status.
import { type Static, Type } from "typebox";
import { closed } from "../shape/closed.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const Explanations = closed(
  {
    market: Type.Literal("sandbox", { description: "Measured on the simulated market, whatever this service reads." }),
    commit: Type.String({ description: "The code that was measured.", pattern: "^[0-9a-f]{40}$" }),
    rules_version: Type.String({ maxLength: 32 }),
    seed: count("Repeats the measurement: npm run soak causes SEED NUMBER."),
    number: count("Plants of each cause."),
    later_than_effect: count("Named causes that came after the move."),
    rows: Type.Array(
      closed({
        planted: Type.String({
          description:
            "A cause of the table, two at once, nothing (plain), or nothing but what came after the move (decoys after it).",
          maxLength: 64,
        }),
        moves: count("How many."),
        right: count("Of those the planted cause, of two the larger, named first; of moves without one, none named."),
        named: Type.Record(Type.String(), Type.Integer(), { description: "What was named first, and how often." }),
      }),
      { maxItems: 32 },
    ),
  },
  {
    description:
      "How well explanations name causes: planted in windows of the simulated market, and what was named first. Measured before this version was released, not by this service.",
  },
);
export type Explanations = Static<typeof Explanations>;
