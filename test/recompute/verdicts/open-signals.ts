// Signals of a simulated token over weeks: which are open at each full hour, and what each that fired came to.
import { evaluateToken } from "../../../jobs/detect/evaluate.ts";
import type { FiredSignal, TokenState } from "../../../jobs/detect/state.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Model } from "../../../scripts/sandbox/model/model.ts";
import type { Outside } from "../../support/market/sandbox-outside.ts";
import { sandboxWeek } from "../../support/market/sandbox-week.ts";
import { PAST_HOURS, type Span } from "./token-path.ts";

/** The rules look every minute; here every fifth, of what has a direction. */
const STEP_MINUTES = 5;
const WEEK = 7 * DAY_MS;

export type TokenSignals = {
  /** By the hour of the weeks, from 0 on. */
  readonly open: readonly (readonly FiredSignal[])[];
  readonly fired: readonly FiredSignal[];
};

export function readSignals(model: Model, outside: Outside, token: string, span: Span): TokenSignals {
  const open: FiredSignal[][] = [];
  const fired: FiredSignal[] = [];
  let state: TokenState | undefined;
  for (let week = 0; week * WEEK < span.hours * HOUR_MS; week++) {
    const startMs = span.startMs + week * WEEK;
    const inputAt = sandboxWeek(model, token, startMs, outside, true);
    const minutes = Math.min(WEEK, span.hours * HOUR_MS - week * WEEK) / MINUTE_MS;
    // A minute is known when it is over: the input of the last one before an hour is what is seen at it.
    for (let minute = STEP_MINUTES - 1; minute < minutes; minute += STEP_MINUTES) {
      const step = evaluateToken(state, inputAt(minute));
      state = step.state;
      fired.push(...step.fired);
      if ((minute + 1) % 60 !== 0) continue;
      open[(startMs - span.startMs) / HOUR_MS + (minute + 1) / 60] = Object.values(state.slots).flatMap(
        (one) => one.open,
      );
    }
  }
  return { open, fired };
}

/** The hour of a token's columns at which what was seen at an instant can be acted on. */
export const columnOf = ({ startMs }: Span, at: number): number => PAST_HOURS + Math.ceil((at - startMs) / HOUR_MS);
