// Live building: a minute of it, three builds as the timetable asks for them, each reading what its sources stored since.
import { buildLive } from "../../jobs/snapshot/build-live.ts";
import { configuredSources } from "../../jobs/source-info.ts";
import { openProducer } from "../../schema/io/queue.ts";
import { KEYS } from "../../schema/key.ts";
import { cpuOf, type Ground } from "./ground.ts";

const MINUTES = 5;
const BUILDS = 3;
const minute = 60_000;
const PATIENCE_MS = 10 * minute;

/**
 * Processor seconds of worker and engine a minute. What is read by the minute is stored before the first or the second of
 * its builds, what is read every five minutes in one of five; it is counted as stored and not pulled, since pulling is not
 * what is measured.
 */
export async function live(ground: Ground, asOf: number, minutes = MINUTES): Promise<number> {
  const producer = openProducer(ground.deps.redis);
  const deps = { ...ground.deps, producer };
  const sources = configuredSources(deps.env).filter(({ everyS }) => everyS <= 300);
  const isStored = (everyS: number, index: number, at: number, build: number) =>
    everyS <= 60 ? index % 2 === build : build === 0 && index % MINUTES === at % MINUTES;
  const first = Math.floor(asOf / minute) * minute;
  let from = 0;
  // The first minute reads all there is.
  for (let at = 0; at <= minutes; at++) {
    if (at === 1) from = await cpuOf(ground);
    for (let build = 0; build < BUILDS; build++) {
      const stored = sources.filter(({ everyS }, index) => isStored(everyS, index, at, build));
      for (const { id } of stored) await deps.redis.hincrby(KEYS.storedCount, id, 1);
      const offset = 15_000 + (build * minute) / BUILDS;
      await buildLive(deps, first + (at + 1) * minute + offset, AbortSignal.timeout(PATIENCE_MS));
    }
  }
  const seconds = ((await cpuOf(ground)) - from) / minutes;
  await producer.close();
  return seconds;
}
