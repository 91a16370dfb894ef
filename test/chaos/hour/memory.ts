// What each process of a service holds over a long run, and whether that grows.
import { readFile } from "node:fs/promises";
import type { RunningService } from "../../../scripts/bench/service.ts";

type Sample = { readonly name: string; readonly pid: number; readonly at: number; readonly mb: number };

/** What a process holds in its first minutes is its start. */
const START_MS = 120_000;
/** Fewer tell nothing. */
const SAMPLES_MIN = 8;

async function readRssMb(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(text)?.[1];
  return kb === undefined ? null : Number(kb) / 1_024;
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

/** Megabytes an hour of the line that lies closest. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (one: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [at, mb] = [mean((one) => one.at), mean((one) => one.mb)];
  const across = samples.reduce((sum, one) => sum + (one.at - at) * (one.mb - mb), 0);
  const square = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return (across / square) * 3_600_000;
}

export type Growth = {
  readonly name: string;
  readonly samples: number;
  /** Medians of the second third of the run, and of the last. */
  readonly middleMb: number;
  readonly lastMb: number;
  readonly slopeMbPerHour: number;
};

export function openMemory() {
  const seen = new Map<number, number>();
  const samples: Sample[] = [];
  return {
    async look(service: Pick<RunningService, "place">): Promise<void> {
      const { pid: own, children } = await service.place();
      const at = performance.now();
      for (const [name, pid] of Object.entries({ starter: own, ...children })) {
        if (pid === undefined || name === "sandbox") continue;
        const mb = await readRssMb(pid);
        const first = seen.get(pid) ?? at;
        seen.set(pid, first);
        if (mb !== null && at - first >= START_MS) samples.push({ name, pid, at, mb });
      }
    },
    /** By process; those that never lived long enough in both parts of the run tell nothing. */
    growth(from: number, to: number): Growth[] {
      const third = (to - from) / 3;
      return [...new Set(samples.map(({ name }) => name))].flatMap((name) => {
        const own = samples.filter((one) => one.name === name && one.at >= from + third);
        const [middle, last] = [
          own.filter(({ at }) => at < from + 2 * third),
          own.filter(({ at }) => at >= from + 2 * third),
        ];
        if (Math.min(middle.length, last.length) < SAMPLES_MIN) return [];
        const [middleMb, lastMb] = [median(middle.map(({ mb }) => mb)), median(last.map(({ mb }) => mb))];
        return [{ name, samples: own.length, middleMb, lastMb, slopeMbPerHour: slopeOf(own) }];
      });
    },
  };
}
