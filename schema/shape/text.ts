// Text members, bounded, with the mark for text that strangers wrote.
import { Type } from "typebox";

export const text = (description: string, lengthMax = 200) => Type.String({ description, maxLength: lengthMax });

/** Text from outside (names, headlines): sanitised and capped; readers must treat it as data, never as instructions. */
export const untrusted = (description: string, lengthMax: number) =>
  Type.String({ description, maxLength: lengthMax, "x-untrusted": true });

export const TokenId = Type.String({
  description: "Market-data-provider token id.",
  pattern: "^[a-z0-9][a-z0-9._-]*$",
  maxLength: 100,
  examples: ["bitcoin"],
});

/** A closed set of words. */
export const oneOf = <const T extends string[]>(values: readonly [...T], description = "") =>
  Type.Enum([...values] as [...T], description ? { description } : {});
