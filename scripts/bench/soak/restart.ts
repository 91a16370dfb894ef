// How soon a service is fresh again after a stop, beside a stop of no time on the same folder.
import { setTimeout as sleep } from "node:timers/promises";
import { publishedVersion } from "../../../jobs/publish.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { FRESHNESS } from "../../../schema/freshness.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { judge, say } from "../measure.ts";
import { type RunningService, startService } from "../service.ts";
import { KINDS, tellSeen, watchService } from "./watch.ts";

const SETTLE_MS = 45_000;
const LOOK_MS = 100;
const FRESH_START_MS_MAX = 5 * MINUTE_MS;
/** Moves the clocks of a process that loads it, as those of tests are. */
const SHIFT = new URL("../../../test/support/shift.js", import.meta.url).href;

type Settings = Readonly<Record<string, string>>;

/** Settings that put the clocks of the service and all it starts so far ahead: nobody has to wait. */
const ahead = (ms: number): Settings =>
  ms === 0 ? {} : { TEST_SHIFT_S: String(ms / 1_000), NODE_OPTIONS: `--import=${SHIFT}` };

/** Starts on the folder. @returns the service, and the seconds until a price was served that was built and read since. */
async function startAgain(settings: Settings, what: string, aheadMs: number) {
  const began = Date.now();
  const now = () => Date.now() + aheadMs;
  const from = now();
  const service = await startService({ ...settings, ...ahead(aheadMs) });
  const { url, redisUrl } = await service.place();
  const redis = openRedis(redisUrl, "patient", "soak");
  const watch = await watchService(service, now);
  const isFresh = async () => {
    if (((await publishedVersion(redis, SNAPSHOTS.market)) ?? 0) < from) return false;
    const answer = await fetch(`${url}/v1/state/bitcoin?sections=market`);
    const { data } = (await answer.json()) as { data?: { market?: { as_of?: string } } };
    return now() - Date.parse(data?.market?.as_of ?? "") <= FRESHNESS.candle.sloS * 1_000;
  };
  while (!(await isFresh().catch(() => false))) {
    if (Date.now() - began > FRESH_START_MS_MAX) throw new Error(`no fresh state after the ${what}`);
    await sleep(LOOK_MS);
  }
  const tookS = (Date.now() - began) / 1_000;
  say(`  first fresh state after the ${what}: ${tookS.toFixed(1)} s`);
  // What was missed is made up for meanwhile.
  await sleep(SETTLE_MS);
  const seen = watch.mark();
  tellSeen(`after the ${what}`, seen);
  redis.disconnect();
  await watch.stop();
  return { service, tookS, waitingMax: seen.waitingMax };
}

/** Starts twice on a folder whose service was stopped just now: at once, and as if so many minutes had passed between. */
export async function startTwice(settings: Settings, stopMinutes: number): Promise<void> {
  let service: RunningService | null = null;
  try {
    const normal = await startAgain(settings, "stop of no time", 0);
    service = normal.service;
    await service.stop();
    service = null;
    const late = await startAgain(settings, `stop of ${stopMinutes} min`, stopMinutes * MINUTE_MS);
    service = late.service;
    judge("first fresh state, of a normal start's time", late.tookS / normal.tookS, 1.5, "below");
    judge("jobs waiting after the stop", late.waitingMax, KINDS + 1, "below");
  } finally {
    await service?.stop();
  }
}
