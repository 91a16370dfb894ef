// What a brief says in a few members, with one bound for each wherever it is shown.
import { Type } from "typebox";
import { closed } from "./closed.ts";
import { Probability } from "./odds.ts";
import { Direction, Severity } from "./signal.ts";
import { text } from "./text.ts";
import { Time } from "./time.ts";

/** The headline is no longer than the token list's, so that it is never shown cut. */
export const BRIEF = {
  id: Type.Integer({ description: "Brief number.", minimum: 1 }),
  headline: text("One line.", 160),
  summary: text("One paragraph.", 2_000),
  direction: Direction,
  severity: Severity,
  confidence: Probability,
  created_at: Time,
  window: closed({ from: Time, to: Time }, { description: "Period investigated." }),
  url: text("The whole brief.", 512),
} as const;

/** Where the whole brief is read. */
export const briefUrl = (token: string, id: number): string => `/v1/explain/${token}/${id}`;
