// Steady state: processor share and memory of every process of the whole service, once its past is filled.
import { setTimeout as sleep } from "node:timers/promises";
import { isPastStored } from "../../jobs/status/backfill.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { readFamily } from "./family.ts";
import { judge, say } from "./measure.ts";
import { type RunningService, startService } from "./service.ts";

/** Whole periods of every source that runs each minute; two minutes and a half hold one of those that run every five. */
const MEASURED_MS = 150_000;
const FILLED_MS_MAX = 900_000;
const LOOK_MS = 1_000;
/** What the first minutes leave behind (whole rebuilds, merges) is over after this. */
const REST_MS = 150_000;
/** The simulated market stands for the providers' own machines, and is part of what is started: it counts. */
const SANDBOX = "sandbox";

/** Waits until all of the past is stored. */
export async function filled(service: RunningService): Promise<void> {
  const from = performance.now();
  const redis = openRedis((await service.place()).redisUrl, "patient", "bench");
  const deadline = Date.now() + FILLED_MS_MAX;
  try {
    while (!(await isPastStored(redis))) {
      if (Date.now() > deadline) throw new Error("the past was not filled in time");
      await sleep(LOOK_MS);
    }
    say(`  the past was filled ${((performance.now() - from) / 1_000).toFixed(0)} s after the service served`);
  } finally {
    redis.disconnect();
  }
}

export async function steady(): Promise<void> {
  const service = await startService();
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
    for (const { name, pid, share, rssMb, pssMb } of shares) {
      const shown = [(share * 100).toFixed(1).padStart(6), rssMb.toFixed(0).padStart(5), pssMb.toFixed(0).padStart(5)];
      say(
        `  ${name.padEnd(16)} ${String(pid).padEnd(8)} ${shown[0]} %  ${shown[1]} MB resident, ${shown[2]} MB its own share`,
      );
    }
    const sum = (of: (one: (typeof shares)[number]) => number, without = "") =>
      shares.reduce((total, one) => total + (one.name === without ? 0 : of(one)), 0);
    const cpu = ({ share }: (typeof shares)[number]) => share * 100;
    const memory = ({ pssMb }: (typeof shares)[number]) => pssMb / 1_024;
    const resident = ({ rssMb }: (typeof shares)[number]) => rssMb / 1_024;
    say(
      `  over ${seconds.toFixed(0)} s; without the simulated market ${sum(cpu, SANDBOX).toFixed(1)} % and ${sum(memory, SANDBOX).toFixed(2)} GB (live has none)`,
    );
    say(
      `  resident sizes, which count shared pages in every process: ${sum(resident).toFixed(2)} GB, without it ${sum(resident, SANDBOX).toFixed(2)} GB`,
    );
    judge("processor of the whole service with its simulated market, of one core", sum(cpu), 40, "below", " %");
    judge("memory of the whole service with its simulated market", sum(memory), 1.5, "below", " GB");
  } finally {
    await service.stop();
  }
}
