// Probes: healthz says the process lives, readyz that it can answer with data that is young enough.
import { fault } from "../../schema/fault.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import type { Deps } from "../deps.ts";

const HARD_TTL_MS = FRESHNESS.candle.hardTtlS * 1_000;
const RETRY_S = 2;

export const healthz = (): string => '{"status":"ok"}';

/** Throws not_ready or upstream_unavailable with what is missing. */
export async function readyz({ snapshots, clock }: Deps): Promise<string> {
  const oldest = [SNAPSHOTS.tokens, SNAPSHOTS.market].map((name) => snapshots.version(name));
  if (oldest.some((version) => version < 0)) {
    throw fault("not_ready", "The first snapshots are not built yet.", { retryAfterS: RETRY_S });
  }
  const ageS = Math.round((clock.now() - Math.min(...oldest)) / 1_000);
  if (ageS * 1_000 > HARD_TTL_MS) {
    throw fault("not_ready", `The newest snapshots are ${ageS} s old.`, { retryAfterS: RETRY_S });
  }
  const works = await snapshots.probe().catch(() => false);
  if (!works) throw fault("upstream_unavailable", "Redis does not take writes.", { retryAfterS: RETRY_S });
  return JSON.stringify({ status: "ready", snapshots_age_s: ageS });
}
