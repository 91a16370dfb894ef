// Steady state: processor share and memory of every process of the whole service, once its past is filled.
import { setTimeout as sleep } from "node:timers/promises";
import { openRedis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { readFamily } from "./family.ts";
import { judge, say } from "./measure.ts";
import { type RunningService, startService } from "./service.ts";

/** Whole periods of every source that runs each minute; two minutes and a half hold one of those that run every five. */
const MEASURED_MS = 150_000;
const FILLED_MS_MAX = 900_000;
const LOOK_MS = 1_000;
/** What the first minutes leave behind (whole rebuilds, merges) is over after this. */
const REST_MS = 45_000;
/** The simulated market stands for the providers' own machines: shown, not counted. */
const NOT_OURS = "sandbox";

/** Waits until the back-fill says that it has ended. */
export async function filled(service: RunningService): Promise<void> {
  const redis = openRedis((await service.place()).redisUrl, "patient", "bench");
  const deadline = Date.now() + FILLED_MS_MAX;
  try {
    while ((await redis.hget(KEYS.backfill, "finished_at")) === null) {
      if (Date.now() > deadline) throw new Error("the past was not filled in time");
      await sleep(LOOK_MS);
    }
  } finally {
    redis.disconnect();
  }
}

export async function steady(): Promise<void> {
  const service = await startService({ BACKFILL_DAYS: "1" });
  try {
    await filled(service);
    await sleep(REST_MS);
    const root = service.process.pid ?? 0;
    const from = performance.now();
    const before = new Map((await readFamily(root)).map((one) => [one.pid, one]));
    await sleep(MEASURED_MS);
    const after = await readFamily(root);
    const seconds = (performance.now() - from) / 1_000;
    const shares = after.map((one) => ({ ...one, share: (one.cpuS - (before.get(one.pid)?.cpuS ?? 0)) / seconds }));
    for (const { name, pid, share, rssMb } of shares) {
      say(
        `  ${name.padEnd(16)} ${String(pid).padEnd(8)} ${(share * 100).toFixed(1).padStart(6)} %  ${rssMb.toFixed(0).padStart(5)} MB`,
      );
    }
    const ours = shares.filter(({ name }) => name !== NOT_OURS);
    const sum = (of: (one: (typeof ours)[number]) => number) => ours.reduce((total, one) => total + of(one), 0);
    say(`  over ${seconds.toFixed(0)} s; the simulated market stands for the providers and is not counted`);
    judge(
      "processor of the whole service, of one core",
      sum(({ share }) => share * 100),
      40,
      "below",
      " %",
    );
    judge("memory of the whole service", sum(({ rssMb }) => rssMb) / 1_024, 1.5, "below", " GB");
  } finally {
    await service.stop();
  }
}
