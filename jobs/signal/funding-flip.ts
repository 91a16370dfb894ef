// Finds funding that changed sign after days on one side.
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import { fundingFlip as rule } from "../../schema/signal/funding-flip.ts";
import { roundPct } from "../number/round.ts";
import type { FundingReading } from "./input.ts";
import { type Detector, fired, gradeAtLeast, notEvaluated, QUIET, signed, withInputs } from "./reading.ts";

const { previousDays, flipAgeMaxHours } = rule.parameters;

type Run = { readonly sign: number; readonly start: number; readonly readings: readonly FundingReading[] };

/** Splits the readings where the sign changes; a reading of exactly zero stays with the run it is in. */
const splitRuns = (readings: readonly FundingReading[]): readonly Run[] => {
  const runs: { sign: number; start: number; readings: FundingReading[] }[] = [];
  for (const reading of readings) {
    const last = runs.at(-1);
    const sign = Math.sign(reading.rate_8h_pct);
    if (last && (sign === 0 || sign === last.sign)) last.readings.push(reading);
    else if (sign !== 0) runs.push({ sign, start: reading.at, readings: [reading] });
  }
  return runs;
};

export const detectFundingFlip: Detector = (input) =>
  withInputs(input, rule.requires, ({ funding_readings: readings }) => {
    const runs = splitRuns(readings.filter((reading) => reading.at <= input.at));
    const current = runs.at(-1);
    if (!current) return notEvaluated(input, ["funding_readings"], "insufficient_history");
    const previous = runs.at(-2);
    const value = current.readings.at(-1)?.rate_8h_pct ?? 0;
    if (!previous || input.at - current.start > flipAgeMaxHours * HOUR_MS) return QUIET;
    if (current.readings.length < rule.parameters.readings || Math.abs(value) < rule.levels[0]) return QUIET;
    const days = (current.start - previous.start) / DAY_MS;
    const severity = gradeAtLeast(days, previousDays);
    const reachesBack = runs.length > 2;
    // The previous run may have begun before the history does: what it proves counts, what it leaves open does not.
    if (severity === 0) return reachesBack ? QUIET : notEvaluated(input, ["funding_readings"], "insufficient_history");
    return fired({
      direction: current.sign > 0 ? "bullish" : "bearish",
      severity,
      value,
      thresholds: signed(rule.levels, current.sign),
      baseline: previous.readings.at(-1)?.rate_8h_pct ?? null,
      subject: { id: String(current.start), until: current.start + 2 * DAY_MS },
      details: { previous_days: roundPct(days), previous_days_thresholds: previousDays },
    });
  });
