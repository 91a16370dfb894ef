// The highest price of each coin since the simulated market began, and the day of it: what a directory calls all-time high.
import { DAY_MS } from "../../schema/duration.ts";
import type { Asset } from "./model/asset.ts";
import type { Model } from "./model/model.ts";

/** A fixed day, so that a high once reached stays one. */
const FIRST_DAY = Date.UTC(2024, 0, 1) / DAY_MS;
/** Days are known by their boundaries here; within a day a market trades above them. */
const ABOVE_BOUNDARY = 1.06;

export type Peak = { readonly usd: number; readonly day: number };
type Known = { day: number; log: number; peakDay: number };

/** Peaks up to the day before an instant; each day is looked at once while time goes forward. */
export const createPeaks = (model: Model): ((asset: Asset, timeMs: number) => Peak) => {
  const known = new Map<Asset, Known>();
  const dollars = model.assets.find((one) => one.token.symbol === "USDT");
  const logUsd = (asset: Asset, day: number): number =>
    model.paths.logAtDay(asset, day) + (dollars && asset !== dollars ? model.paths.logAtDay(dollars, day) : 0);

  return (asset, timeMs) => {
    const today = Math.floor(timeMs / DAY_MS);
    const before = known.get(asset);
    const peak: Known =
      before && before.day <= today
        ? before
        : { day: FIRST_DAY - 1, log: Number.NEGATIVE_INFINITY, peakDay: FIRST_DAY };
    for (let day = peak.day + 1; day <= Math.max(today, FIRST_DAY); day++) {
      const log = logUsd(asset, day);
      if (log > peak.log) {
        peak.log = log;
        peak.peakDay = day;
      }
      peak.day = day;
    }
    known.set(asset, peak);
    return { usd: Math.exp(peak.log) * ABOVE_BOUNDARY, day: peak.peakDay };
  };
};
