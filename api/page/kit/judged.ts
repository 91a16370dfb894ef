// Whether all kinds of signals were judged of a token: none that is open is another thing where some were not.
import type { TokenItem } from "../../../schema/object/token-list.ts";
import { isMeasured } from "./value.tsx";

/** Whether only some kinds could be judged: of the others nobody knows. */
export function isPartlyJudged({ open_signals_count: count, coverage }: TokenItem): boolean {
  const { signals }: { signals?: string } = coverage ?? {};
  return isMeasured(count) && signals === "partial";
}
