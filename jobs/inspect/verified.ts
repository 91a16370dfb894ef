// Whether a contract's source is published, as the state of its token tells it.
import type { ReadingGap, ReadOrGap } from "../../ingest/inspect-address.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { whyUnassessed } from "../evaluate/read-metrics.ts";
import { NO_STATE, type ReadState } from "../state/read-state.ts";

const UNTRACKED: ReadingGap = {
  reason: "no_source",
  detail: "Whether a source is published is known of tracked tokens.",
};
const STATE_AWAY: ReadingGap = { reason: NO_STATE.gap, detail: "There is no state of its token that is new enough." };

/** Of a tracked token's contract it is lost wherever its state lost it, and unknown of any other. */
export function verifiedOf(
  token: string | null,
  chain: string,
  states: ReadonlyMap<string, Pick<ReadState, "sections">>,
): ReadOrGap<boolean> {
  if (token === null) return { gap: UNTRACKED };
  const security = states.get(token)?.sections.security;
  if (security === undefined) return { gap: STATE_AWAY };
  const lost = (path: string): ReadOrGap<boolean> => ({
    gap: { reason: whyUnassessed(security, path), detail: "The state of its token does not say it just now." },
  });
  if (!isAssessed(security.contracts)) return lost("/contracts");
  const at = security.contracts.findIndex((one) => one.chain === chain);
  const open = security.contracts[at]?.open_source;
  if (open === undefined) return { gap: UNTRACKED };
  return isAssessed(open) ? { value: open } : lost(`/contracts/${at}/open_source`);
}
