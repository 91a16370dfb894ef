// How all tracked tokens together moved over a published time: the middle of their changes, from their published states.
import { HOUR_MS } from "../../schema/duration.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { gap, type Measured } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import { median } from "../number/statistics.ts";
import { readFrames } from "../publish.ts";
import type { StateSections } from "../state/built-state.ts";
import { PUBLISHED, type PublishedHours } from "./metric.ts";

/** Fewer of them are no market, nor is what was published so long ago. */
const SHARE_MIN = 0.6;
const AGE_MAX_MS = HOUR_MS;

/** The median change of the tracked tokens, percent. */
export async function readMarketChange(
  { redis, clock }: { readonly redis: Redis; readonly clock: Clock },
  hours: PublishedHours,
): Promise<Measured<number>> {
  const frames = await readFrames(
    redis,
    TRACKED.map(({ id }) => SNAPSHOTS.state(id)),
  );
  const now = clock.now();
  const changes = frames.flatMap((frame) => {
    const text = frame && now - frame.version <= AGE_MAX_MS ? frame.parts.get("market")?.toString("utf8") : undefined;
    if (text === undefined) return [];
    const change = (JSON.parse(text) as StateSections["market"])[PUBLISHED[hours]];
    return isAssessed(change) ? [change] : [];
  });
  return changes.length < TRACKED.length * SHARE_MIN
    ? gap("insufficient_coverage", "The change of too few tracked tokens is measured.")
    : roundPct(median(changes));
}
