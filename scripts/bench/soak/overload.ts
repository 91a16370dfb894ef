// A machine that has four times too much to do, and an hour's stop: the service degrades, says so, and is fresh again soon after.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { publishedVersion } from "../../../jobs/publish.ts";
import { FRESHNESS } from "../../../schema/freshness.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { judge, say } from "../measure.ts";
import { type RunningService, startService } from "../service.ts";
import { filled } from "../steady.ts";
import { startAnalysts, startSpinning } from "./load.ts";
import { readStatus } from "./reading.ts";
import { KINDS, type Seen, watchService } from "./watch.ts";

const MINUTE_MS = 60_000;
const SPINNING = 8;
const ANALYSTS = 5;
const CALM_MS = 90_000;
const SETTLE_MS = 45_000;
const LOOK_MS = 500;
const RECOVER_MS_MAX = 5 * MINUTE_MS;
const FRESH_START_MS_MAX = 5 * MINUTE_MS;
/** Datasets that are read every few minutes. */
const FAST_S = 420;
/** Of a dataset's tokens this share may be missing at any moment without a fault, as in a calm hour. */
const SLACK = 0.02;

const listed = (counts: ReadonlyMap<string, number>) =>
  counts.size === 0 ? "none" : [...counts].map(([what, count]) => `${what} × ${count}`).join(", ");

function tell(what: string, seen: Seen): void {
  const { looks, priceAgeMaxS, builtAgeMaxS, buildMaxS, waitingMax, fillsMax, lateMaxS, statusAgeMaxS } = seen;
  say(
    `  ${what}: ${looks} looks; price at most ${priceAgeMaxS.toFixed(0)} s old, numbers built at most ${builtAgeMaxS.toFixed(0)} s before, a build at most ${buildMaxS.toFixed(1)} s`,
  );
  say(
    `    at most ${waitingMax} jobs waiting of ${KINDS} kinds (and ${fillsMax} fills), status at most ${statusAgeMaxS.toFixed(0)} s old and ${lateMaxS} s late by its own word; refused reads: ${listed(seen.refused)}`,
  );
}

const lateDatasets = async (url: string) =>
  (await readStatus(url)).freshness
    .filter(({ dataset, slo_s: slo }) => slo <= FAST_S && dataset in FRESHNESS)
    .filter(({ tokens_fresh: fresh, tokens_expected: expected }) => fresh < expected * (1 - SLACK));

/** Seconds until no fast dataset is late that was not late before. */
async function untilFresh(url: string, before: ReadonlySet<string>): Promise<{ tookS: number; left: string[] }> {
  const from = Date.now();
  for (;;) {
    const late = await lateDatasets(url).catch(() => null);
    const left = (late ?? []).filter(({ dataset }) => !before.has(dataset));
    const tookS = (Date.now() - from) / 1_000;
    if (late !== null && left.length === 0) return { tookS, left: [] };
    if (Date.now() - from > RECOVER_MS_MAX) {
      return { tookS, left: left.map((line) => `${line.dataset} ${line.tokens_fresh}/${line.tokens_expected}`) };
    }
    await sleep(LOOK_MS);
  }
}

async function loadFor(service: RunningService, minutes: number): Promise<void> {
  const { url } = await service.place();
  const watch = await watchService(service);
  await sleep(CALM_MS);
  const calm = watch.mark();
  tell("calm", calm);
  const before = new Set((await lateDatasets(url)).map(({ dataset }) => dataset));
  say(`  ${SPINNING} spinning processes and ${ANALYSTS} analysts for ${minutes} min`);
  const spinning = startSpinning(SPINNING, minutes * MINUTE_MS);
  const analysts = await startAnalysts(service, ANALYSTS);
  await sleep(minutes * MINUTE_MS).finally(async () => {
    spinning.stop();
    await analysts.stop();
  });
  const seen = watch.mark();
  tell("under load", seen);
  say(`  analysts: ${analysts.count.answered} answers; refused: ${listed(analysts.count.failed)}`);
  const { tookS, left } = await untilFresh(url, before);
  if (left.length > 0) say(`    still late: ${left.join(", ")}`);
  const bar = calm.priceAgeMaxS + 3 * seen.buildMaxS;
  judge("age of the served price, beside calm and three builds", seen.priceAgeMaxS, bar, "below", " s");
  judge("verdicts served past their limit", seen.verdictsPast, 1, "below");
  judge("reads refused", seen.refused.size, 1, "below");
  judge("jobs waiting", seen.waitingMax, KINDS + 1, "below");
  judge("fast datasets fresh after the load ended", tookS, 60, "below", " s");
  await watch.stop();
}

/** Starts on the folder. @returns the service, and the seconds until a price was served that was built and read since. */
async function startAgain(settings: Readonly<Record<string, string>>, what: string) {
  const from = Date.now();
  const service = await startService(settings);
  const { url, redisUrl } = await service.place();
  const redis = openRedis(redisUrl, "patient", "soak");
  const watch = await watchService(service);
  const isFresh = async () => {
    if (((await publishedVersion(redis, SNAPSHOTS.market)) ?? 0) < from) return false;
    const answer = await fetch(`${url}/v1/state/bitcoin?sections=market`);
    const { data } = (await answer.json()) as { data?: { market?: { as_of?: string } } };
    return Date.now() - Date.parse(data?.market?.as_of ?? "") <= FRESHNESS.candle.sloS * 1_000;
  };
  while (!(await isFresh().catch(() => false))) {
    if (Date.now() - from > FRESH_START_MS_MAX) throw new Error(`no fresh state after the ${what}`);
    await sleep(LOOK_MS / 5);
  }
  const tookS = (Date.now() - from) / 1_000;
  say(`  first fresh state after the ${what}: ${tookS.toFixed(1)} s`);
  // What was missed is made up for meanwhile.
  await sleep(SETTLE_MS);
  const seen = watch.mark();
  tell(`after the ${what}`, seen);
  redis.disconnect();
  await watch.stop();
  return { service, tookS, waitingMax: seen.waitingMax };
}

/** Works for a while under so many minutes of load, then is stopped for so many, beside a stop of no time. */
export async function soakOverload(minutes: number, stopMinutes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "assay-overload-"));
  const settings = { DATA_DIR: folder };
  let service: RunningService | null = await startService(settings);
  const stop = async () => {
    await service?.stop();
    service = null;
  };
  try {
    await filled(service);
    await sleep(SETTLE_MS);
    await loadFor(service, minutes);
    await stop();
    const normal = await startAgain(settings, "stop of no time");
    service = normal.service;
    await stop();
    say(`  stopped for ${stopMinutes} min`);
    await sleep(stopMinutes * MINUTE_MS);
    const late = await startAgain(settings, `stop of ${stopMinutes} min`);
    service = late.service;
    judge("first fresh state, of a normal start's time", late.tookS / normal.tookS, 1.5, "below");
    judge("jobs waiting after the stop", late.waitingMax, KINDS + 1, "below");
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
