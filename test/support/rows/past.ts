// The past closes of a venue as rows: each received when it was made.
import type { PastSpan, SpotPastRow } from "../../../schema/query/trade/spot-past.ts";

const HOUR = 3_600_000;
const BACK: Readonly<Record<PastSpan, number>> = { "1h": HOUR, "24h": 24 * HOUR, "7d": 168 * HOUR, "30d": 720 * HOUR };

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
