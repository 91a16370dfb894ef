// Finds an hour of spot volume far above the day's usual hour.
import { volumeSpike as rule } from "../../schema/signal/volume-spike.ts";
import { roundRatio } from "../number/round.ts";
import { type Detector, directionOf, fired, gradeAtLeast, QUIET, withInputs } from "./reading.ts";

export const detectVolumeSpike: Detector = (input) =>
  withInputs(input, rule.requires, (values) => {
    const { volumeMinUsd, baselineMinUsd, returnMinPct } = rule.parameters;
    if (values.volume_1h_usd < volumeMinUsd) return QUIET;
    // A tenth of the smallest volume that counts: keeps the multiple finite without changing any severity.
    const usual = Math.max(values.median_hourly_volume_24h_usd, baselineMinUsd);
    const multiple = roundRatio(values.volume_1h_usd / usual);
    const severity = gradeAtLeast(multiple, rule.levels);
    if (severity === 0) return QUIET;
    return fired({
      direction: directionOf(values.return_1h_pct, returnMinPct),
      severity,
      value: multiple,
      thresholds: rule.levels,
      baseline: usual,
      details: { volume_1h_usd: values.volume_1h_usd, return_pct: values.return_1h_pct },
    });
  });
