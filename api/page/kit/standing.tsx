// Whether a page's numbers are still coming: said where they are shown, as long as they are not.

import type { Problem } from "../../../schema/shape/problem.ts";
import { instant, span, timeOfDay } from "./format.ts";
import type { Live } from "./live.ts";
import { useNow } from "./live.ts";

type StandingProps = {
  readonly live: Live<unknown>;
  /** What the numbers are called in a sentence. */
  readonly what: string;
};

/** Whether it has none yet, as after a start. */
export const isFirst = ({ code }: Problem): boolean => code === "not_ready";
/** What a person is told in place of what a program is. */
const WORDS: Readonly<Record<string, string>> = {
  not_ready: "The first numbers are still being made.",
  rate_limited: "Too much was opened at once: it goes on by itself in some seconds.",
};

/** What stands in the place of numbers that never came, and above numbers that stopped coming. */
export function Standing({ live, what }: StandingProps) {
  const at = useNow();
  const { answer, silentSince, problem } = live;
  // When it was true, not when it came.
  const trueAt = answer === null ? Number.NaN : Date.parse(answer.body.as_of);
  const kept = Number.isNaN(trueAt)
    ? ""
    : ` The ${what} below ${what.endsWith("s") ? "are" : "is"} of ${instant(new Date(trueAt).toISOString())} UTC, ${span(at - trueAt)} ago.`;
  if (silentSince !== null) {
    return (
      <p class="notice bad">
        <strong role="status">No answer since {timeOfDay(silentSince)} UTC</strong> ({span(at - silentSince)}). This
        page keeps asking.{kept}
      </p>
    );
  }
  if (problem !== null) {
    return (
      <p class="notice warn">
        <strong role="status">{problem.title}.</strong> {WORDS[problem.code] ?? problem.detail} This page keeps asking.
        {kept}
      </p>
    );
  }
  return null;
}
