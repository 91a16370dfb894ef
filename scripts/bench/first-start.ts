// First start: how long until all the past of every token is stored, while the API already answers.
import { setTimeout as sleep } from "node:timers/promises";
import { isPastStored, toBackfill } from "../../jobs/status/backfill.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { parseScanProgress } from "../../schema/scan-progress.ts";
import { readFamily } from "./family.ts";
import { judge, say } from "./measure.ts";
import { startService } from "./service.ts";

const BAR_S = 360;
const GIVE_UP_MS = 1_500_000;
const LOOK_MS = 1_000;
const ANSWER_MS_MAX = 5_000;

/** Milliseconds an answer took, or null where it was none. */
async function ask(url: string): Promise<number | null> {
  const from = performance.now();
  try {
    const answer = await fetch(`${url}/v1/tokens?limit=100`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    await answer.arrayBuffer();
    return answer.ok ? performance.now() - from : null;
  } catch {
    return null;
  }
}

export async function firstStart(): Promise<void> {
  const from = performance.now();
  const elapsedS = () => (performance.now() - from) / 1_000;
  const service = await startService();
  const servingS = elapsedS();
  const { redisUrl, url } = await service.place();
  const redis = openRedis(redisUrl, "patient", "bench");
  let asked = 0;
  const answers: number[] = [];
  try {
    for (let at = 0; !(await isPastStored(redis)); at += 1) {
      if (elapsedS() * 1_000 > GIVE_UP_MS) throw new Error("the past was not filled in time");
      asked += 1;
      const took = await ask(url);
      if (took !== null) answers.push(took);
      if (at % 30 === 29) {
        const scans = parseScanProgress(await redis.hgetall(KEYS.scanProgress));
        const { windows_done, windows_total } = toBackfill(await redis.hgetall(KEYS.backfill), scans, true, Date.now());
        say(
          `  ${elapsedS().toFixed(0)} s: ${windows_done} of ${windows_total} windows, ${scans.left} of them of chains to go`,
        );
      }
      await sleep(LOOK_MS);
    }
    const filledS = elapsedS();
    const family = await readFamily(service.process.pid ?? 0);
    for (const { name, cpuS, rssMb } of family) {
      say(`  ${name.padEnd(16)} ${cpuS.toFixed(1).padStart(7)} s of processor  ${rssMb.toFixed(0).padStart(5)} MB`);
    }
    say(
      `  first numbers after ${servingS.toFixed(0)} s; slowest answer meanwhile ${Math.max(...answers).toFixed(0)} ms`,
    );
    const cpuS = family.reduce((sum, one) => sum + one.cpuS, 0);
    judge("processor time of all processes, as wall time of 2 cores", cpuS / 2, BAR_S, "below", " s");
    judge("all the past of every token stored", filledS, BAR_S, "below", " s");
    judge("share of requests answered meanwhile", answers.length / asked, 1, "at least");
  } finally {
    redis.disconnect();
    await service.stop();
  }
}
