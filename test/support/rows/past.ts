// The past closes of a venue as rows: each received when it was made.

import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { PastSpan, SpotPastRow } from "../../../schema/query/trade/spot-past.ts";

const BACK: Readonly<Record<PastSpan, number>> = {
  "1h": HOUR_MS,
  "24h": DAY_MS,
  "7d": 168 * HOUR_MS,
  "30d": 720 * HOUR_MS,
};

export const pastRows = (
  { token, venue, provider }: Pick<SpotPastRow, "token" | "venue" | "provider">,
  last: number,
  closes: Readonly<Record<PastSpan, number | undefined>>,
): SpotPastRow[] =>
  (Object.keys(BACK) as PastSpan[]).flatMap((back) => {
    const close = closes[back];
    const close_at = last - BACK[back];
    if (close === undefined) return [];
    return [{ token, venue, back, provider, close, close_at, interval_s: 60, retrieved_ms: close_at + 900 }];
  });
