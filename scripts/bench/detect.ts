// Detecting signals: what a minute costs once the build's facts are there, the whole of it, rows read and written.
import { setTimeout as sleep } from "node:timers/promises";
import { detectSignals } from "../../jobs/detect/detect.ts";
import type { Facts } from "../../jobs/fact/fact.ts";
import { keepFacts } from "../../jobs/fact/last-facts.ts";
import { cpuOf, type Ground } from "./ground.ts";
import { median, say } from "./measure.ts";

const ROUNDS = 8;
const minute = 60_000;

/** Evaluates some minutes in a row over the same facts, each given the instant of its minute. @returns CPU seconds a minute. */
export async function detect(ground: Ground, facts: Facts, rounds = ROUNDS): Promise<number> {
  const first = Math.floor(facts.asOf / minute) * minute;
  const costs: number[] = [];
  const walls: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const slot = first + round * minute;
    const deps = { ...ground.deps, clock: { now: () => slot + 25_000 } };
    keepFacts(deps, { ...facts, asOf: slot + 25_000 });
    const before = await cpuOf(ground);
    const from = performance.now();
    const { minutes } = await detectSignals(deps, slot, new AbortController().signal);
    walls.push(performance.now() - from);
    if (minutes !== 1) throw new Error("the minute was not evaluated");
    // What the engine merges afterwards is part of it.
    await sleep(500);
    costs.push((await cpuOf(ground)) - before);
  }
  const [hourly = 0, ...others] = costs;
  say(
    `  signals: ${median(walls).toFixed(0)} ms of wall time a minute; CPU of the first, with what is usual, ${(hourly * 1_000).toFixed(0)} ms`,
  );
  return median(others);
}
