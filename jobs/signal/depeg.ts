// Finds a stablecoin away from its dollar for ten minutes.
import { depeg as rule } from "../../schema/signal/depeg.ts";
import { roundPct } from "../number/round.ts";
import { guardedPrice, isNumber } from "./guard.ts";
import { lastMinutes } from "./price-minute.ts";
import { type Detector, fired, gradeAtLeast, notEvaluated, QUIET, signed, withInputs } from "./reading.ts";

const { minutes, wrongTickPct } = rule.parameters;

export const detectDepeg: Detector = (input) =>
  withInputs(input, rule.requires, ({ peg_prices }) => {
    const recent = lastMinutes(peg_prices, input.at, minutes);
    if (!recent) return notEvaluated(input, ["peg_prices"], "insufficient_history");
    const prices = recent.map((minute) => guardedPrice(minute.prices, wrongTickPct)).filter(isNumber);
    if (prices.length < minutes) return notEvaluated(input, ["peg_prices"], "insufficient_coverage");
    const deviations = prices.map((price) => roundPct((price - 1) * 100));
    const value = deviations.reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least));
    const severity = gradeAtLeast(Math.abs(value), rule.levels);
    if (severity === 0) return QUIET;
    return fired({ direction: "bearish", severity, value, thresholds: signed(rule.levels, value), baseline: 1 });
  });
