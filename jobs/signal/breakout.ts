// Finds a 15-minute close beyond the range of the last weeks or months, on volume.
import { breakout as rule } from "../../schema/signal/breakout.ts";
import type { InputName } from "../../schema/signal/input-name.ts";
import type { SignalSeverity } from "../../schema/signal/rule.ts";
import { roundPct, roundRatio } from "../number/round.ts";
import type { SignalInput } from "./input.ts";
import { alternative, type Detector, fired, gradeAtLeast, QUIET, signed, withInputs } from "./reading.ts";

const UP = {
  sign: 1,
  direction: "bullish",
  near: "high_20d_usd",
  middle: ["high_55d_usd"],
  far: ["high_180d_usd", "ath_usd"],
} as const;
const DOWN = {
  sign: -1,
  direction: "bearish",
  near: "low_20d_usd",
  middle: ["low_55d_usd"],
  far: ["low_180d_usd"],
} as const;
type Side = typeof UP | typeof DOWN;
type ExtremeName = Side["near"] | Side["middle"][number] | Side["far"][number];

/** How far the close is beyond a prior extreme, in pct towards the side; undefined when the extreme is not known. */
const beyond = (input: SignalInput, side: Side, close: number, name: ExtremeName): number | undefined => {
  const extreme = alternative(input.values[name]);
  return extreme === undefined || extreme <= 0 ? undefined : roundPct((close / extreme - 1) * 100 * side.sign);
};

const judge = (input: SignalInput, side: Side, close: number, volumeMultiple: number) => {
  const clears = (name: ExtremeName): boolean => (beyond(input, side, close, name) ?? 0) >= rule.levels[0];
  if (!clears(side.near)) return undefined;
  const byVolume = gradeAtLeast(volumeMultiple, rule.parameters.volumeMultiples);
  if (byVolume === 0) return undefined;
  const byRange: SignalSeverity = side.far.some(clears) ? 3 : side.middle.some(clears) ? 2 : 1;
  const unassessed: InputName[] = [...side.middle, ...side.far].filter(
    (name) => alternative(input.values[name]) === undefined,
  );
  return { severity: Math.min(byVolume, byRange) as SignalSeverity, byRange, unassessed };
};

export const detectBreakout: Detector = (input) =>
  withInputs(input, rule.requires, (values) => {
    const close = values.close_15m_usd;
    const usual = values.median_hourly_volume_24h_usd;
    const volumeMultiple = usual > 0 ? roundRatio(values.volume_1h_usd / usual) : 0;
    const side = close > values.high_20d_usd ? UP : DOWN;
    const found = judge(input, side, close, volumeMultiple);
    if (!found) return QUIET;
    return fired({
      direction: side.direction,
      severity: found.severity,
      value: (beyond(input, side, close, side.near) ?? 0) * side.sign,
      thresholds: signed(rule.levels, side.sign),
      baseline: values[side.near],
      details: {
        close_15m_usd: close,
        volume_ratio: volumeMultiple,
        days: rule.parameters.days[found.byRange - 1],
        ...(found.unassessed.length > 0 && { unassessed: found.unassessed }),
      },
    });
  });
