// The last minutes of venue prices, refused when one of them is missing.
import { MINUTE_MS } from "../../schema/duration.ts";
import type { PriceMinute } from "./input.ts";

/** The `count` minutes that end at `at`, oldest first; undefined when one is absent. */
export const lastMinutes = (
  minutes: readonly PriceMinute[],
  at: number,
  count: number,
): readonly PriceMinute[] | undefined => {
  const found = Array.from({ length: count }, (_, index) => {
    const due = at - (count - 1 - index) * MINUTE_MS;
    return minutes.find((minute) => minute.at === due);
  }).filter((minute) => minute !== undefined);
  return found.length === count ? found : undefined;
};
