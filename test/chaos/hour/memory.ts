// What each process of a service holds over a long run, and whether that grows.
import { readFile } from "node:fs/promises";
import type { RunningService } from "../../../scripts/bench/service.ts";

type Sample = { readonly name: string; readonly pid: number; readonly at: number; readonly mb: number };

/** In its first minutes a process grows to what it needs: an engine fills its caches, a heap its generations. */
const START_MS = 600_000;
/** Fewer in half of a life tell nothing: five minutes. */
const SAMPLES_MIN = 20;

/** What it holds of its own: pages of a library or of a file come and go with the page cache of the machine. */
async function readOwnMb(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kb = /^RssAnon:\s+(\d+) kB/m.exec(text)?.[1];
  return kb === undefined ? null : Number(kb) / 1_024;
}

const least = (list: readonly number[]): number => Math.min(...list);

/** Megabytes an hour of the line that lies closest. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (one: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [at, mb] = [mean((one) => one.at), mean((one) => one.mb)];
  const across = samples.reduce((sum, one) => sum + (one.at - at) * (one.mb - mb), 0);
  const square = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return (across / square) * 3_600_000;
}

type Growth = {
  readonly name: string;
  readonly pid: number;
  readonly samples: number;
  /** The least it held in the first half of what it lived after its start, and in the last: what no collection frees. */
  readonly firstMb: number;
  readonly lastMb: number;
  readonly slopeMbPerHour: number;
};

/**
 * By process that lived long enough to tell, the longest lived of each name: one that was killed and started again says
 * nothing of what another held. Pure.
 */
export function growthOf(samples: readonly Sample[]): Growth[] {
  return [...new Set(samples.map(({ name }) => name))].flatMap((name) => {
    const all = samples.filter((one) => one.name === name);
    const lives = [...new Set(all.map(({ pid }) => pid))].map((pid) => all.filter((one) => one.pid === pid));
    const [own = []] = lives.sort((a, b) => b.length - a.length);
    const [first] = own;
    if (first === undefined || own.length < 2 * SAMPLES_MIN) return [];
    const half = Math.floor(own.length / 2);
    const [firstMb = 0, lastMb = 0] = [own.slice(0, half), own.slice(half)].map((of) => least(of.map(({ mb }) => mb)));
    return [{ name, pid: first.pid, samples: own.length, firstMb, lastMb, slopeMbPerHour: slopeOf(own) }];
  });
}

export function openMemory() {
  const seen = new Map<number, number>();
  const samples: Sample[] = [];
  return {
    async look(service: Pick<RunningService, "place">): Promise<void> {
      const { pid: own, children } = await service.place();
      const at = performance.now();
      for (const [name, pid] of Object.entries({ starter: own, ...children })) {
        if (pid === undefined || name === "sandbox") continue;
        const mb = await readOwnMb(pid);
        const first = seen.get(pid) ?? at;
        seen.set(pid, first);
        if (mb !== null && at - first >= START_MS) samples.push({ name, pid, at, mb });
      }
    },
    growth: (): Growth[] => growthOf(samples),
  };
}
