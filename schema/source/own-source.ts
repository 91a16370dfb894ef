// The source that answers name for what the service itself said: simulated where what it rests on is.
import { providerName } from "../env.ts";
import type { Source } from "../shape/source.ts";
import { toTime } from "../shape/time.ts";

export const ownProvider = (isSimulated: boolean): string =>
  providerName({ MARKET: isSimulated ? "sandbox" : "live" }, "assay");

/** Of an issued object; `issuedAt` in epoch milliseconds. */
export const issuedSource = (
  endpoint: string,
  row: { readonly is_simulated: 0 | 1; readonly as_of_ms: number },
  issuedAt: number,
): Source => ({
  provider: ownProvider(row.is_simulated === 1),
  endpoint,
  as_of: toTime(row.as_of_ms),
  retrieved_at: toTime(issuedAt),
});
