// A machine that has four times too much to do, and an hour's stop: the service degrades, says so, and is fresh again soon after.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { FRESHNESS } from "../../../schema/freshness.ts";
import { judge, say } from "../measure.ts";
import { type RunningService, startService } from "../service.ts";
import { filled } from "../steady.ts";
import { startAnalysts, startSpinning } from "./load.ts";
import { readStatus } from "./reading.ts";
import { startTwice } from "./restart.ts";
import { KINDS, listCounts, tellSeen, watchService } from "./watch.ts";

const SPINNING = 8;
const ANALYSTS = 5;
const CALM_MS = 90_000;
const SETTLE_MS = 45_000;
const LOOK_MS = 500;
const RECOVER_MS_MAX = 5 * MINUTE_MS;
/** Datasets that are read every few minutes. */
const FAST_S = 420;
/** Of a dataset's tokens this share may be missing at any moment without a fault, as in a calm hour. */
const SLACK = 0.02;

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
  tellSeen("calm", calm);
  const before = new Set((await lateDatasets(url)).map(({ dataset }) => dataset));
  say(`  ${SPINNING} spinning processes and ${ANALYSTS} analysts for ${minutes} min`);
  const spinning = startSpinning(SPINNING, minutes * MINUTE_MS);
  const analysts = await startAnalysts(service, ANALYSTS);
  await sleep(minutes * MINUTE_MS).finally(async () => {
    spinning.stop();
    await analysts.stop();
  });
  const seen = watch.mark();
  tellSeen("under load", seen);
  say(`  analysts: ${analysts.count.answered} answers; refused: ${listCounts(analysts.count.failed)}`);
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

/**
 * Works for a while under so many minutes of load, then is stopped at once and for so many, by clocks that are put ahead.
 * Without load only the starts are measured.
 */
export async function soakOverload(minutes: number, stopMinutes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "assay-overload-"));
  const settings = { DATA_DIR: folder };
  try {
    const service = await startService(settings);
    try {
      await filled(service);
      await sleep(SETTLE_MS);
      if (minutes > 0) await loadFor(service, minutes);
    } finally {
      await service.stop();
    }
    await startTwice(settings, stopMinutes);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
