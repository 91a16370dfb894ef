// npm run soak watch storm: a thousand monitors of fifty tokens each and twenty thousand messages a minute, without and
// with a tenth of the receivers hanging and a tenth failing.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../schema/io/clock.ts";
import { deliveryStanding } from "../../../schema/query/watch/delivery-standing.ts";
import { judge, say } from "../../../scripts/bench/measure.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import type { Arrival } from "./receivers.ts";
import { idOf, type Stack, startStack } from "./stack.ts";

const MONITORS = 1_000;
const TOKENS = Array.from({ length: 100 }, (_, at) => `storm-${at}`);
const TOKENS_EACH = 50;
const MESSAGES_A_MINUTE = 20_000;
/** As long as a storm: the slowest hundredth of few reads is chance. */
const IDLE_MS = 60_000;
const READ_EVERY_MS = 20;
const STAND_IN_NICE = 10;
const TICKS_A_SECOND = 100;
const DRAINED_MS = 90_000;
/** What has arrived is stored by then, as taken. */
const STORED_MS = 5_000;
const BAR = 1.5;
/** Memory that swings by so much is flat. */
const MEMORY_BAR = 1.25;
/** A single instant says how long ago garbage was collected; the middle of many says what is held. */
const MEMORY_EVERY_MS = 1_000;

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** A process of its own, in a session of its own: the receivers keep ours busy. */
const READER = `
const [, url, everyMs] = process.argv;
let took = null;
(async () => {
  for (;;) {
    const from = performance.now();
    if (took !== null) {
      await (await fetch(url)).arrayBuffer();
      took?.push(performance.now() - from);
    }
    await new Promise((resolve) => setTimeout(resolve, Number(everyMs)));
  }
})();
process.on("message", (isStart) => {
  if (!isStart) process.send(took);
  took = isStart ? [] : null;
});
process.on("disconnect", () => process.exit());`;

/** `start` has it read until `stop`, which gives what each read took, milliseconds. */
type Reader = { start(): void; stop(): Promise<number[]>; end(): Promise<unknown> };

function openReader(origin: string): Reader {
  const args = ["-e", READER, `${origin}/v1/state/BTC?sections=market`, `${READ_EVERY_MS}`];
  const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  return {
    start: () => void child.send(true),
    async stop() {
      const took = once(child, "message");
      child.send(false);
      return ((await took) as [number[]])[0];
    },
    async end() {
      const gone = once(child, "exit");
      child.disconnect();
      await gone;
    },
  };
}

/**
 * The receivers stand for other machines: what they take is not the service's, nor the reader's that began before. Where
 * Linux weighs sessions (autogroups), ours has to yield as a whole.
 */
async function standAside(): Promise<void> {
  setPriority(Math.min(19, getPriority() + STAND_IN_NICE));
  await writeFile("/proc/self/autogroup", `${STAND_IN_NICE}`).catch(() => undefined);
}

/** Of the processes that work: none of them is the market or a store. */
const WORKERS = ["build", "pull"];

async function heldMb(stack: Stack): Promise<number> {
  const { children } = await stack.service.place();
  const texts = WORKERS.map((name) => readFile(`/proc/${children[name]}/status`, "utf8"));
  const kb = (await Promise.all(texts)).map((text) => Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]));
  return kb.reduce((sum, one) => sum + one, 0) / 1_024;
}

/** Looks from its call to that of what it gives; that gives the median, megabytes. */
function watchMemory(stack: Stack): () => Promise<number> {
  const seen: number[] = [];
  const ended = new AbortController();
  const { signal } = ended;
  const run = async () => {
    while (!signal.aborted) {
      seen.push(await heldMb(stack));
      await sleep(MEMORY_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return async () => {
    ended.abort();
    await running;
    return quantile(seen, 0.5);
  };
}

/** Seconds of processor that each process of the service has used. */
async function usedS(stack: Stack): Promise<ReadonlyMap<string, number>> {
  const { children } = await stack.service.place();
  const used = Object.entries(children).map(async ([name, pid]): Promise<[string, number]> => {
    const after = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
    return [name, (Number(after[11]) + Number(after[12])) / TICKS_A_SECOND];
  });
  return new Map(await Promise.all(used));
}

/** Says from its call to that of what it gives what each process used. */
async function countProcessor(stack: Stack): Promise<() => Promise<void>> {
  const before = await usedS(stack);
  return async () => {
    const used = [...(await usedS(stack))].map(([name, s]) => `${name} ${(s - (before.get(name) ?? 0)).toFixed(1)}`);
    say(`  seconds of processor: ${used.join(", ")}`);
  };
}

type Storm = {
  readonly messages: number;
  readonly healthyMs: readonly number[];
  readonly reads: readonly number[];
  readonly memoryMb: number;
};

/** Messages for a number of minutes; how long those to hosts that answer took from their event to their arrival. */
async function storm(
  stack: Stack,
  minutes: number,
  reader: Reader,
  isHealthy: (host: number) => boolean,
): Promise<Storm> {
  const { receivers } = stack;
  const events = Math.round((minutes * MESSAGES_A_MINUTE) / ((MONITORS * TOKENS_EACH) / TOKENS.length));
  const everyMs = (minutes * 60_000) / events;
  const firedAt = new Map<string, number>();
  const since = receivers.arrivals.length;
  reader.start();
  const tellProcessor = await countProcessor(stack);
  const memory = watchMemory(stack);
  const from = systemClock.now();
  let [expected, healthy] = [0, 0];
  for (let n = 0; n < events; n += 1) {
    await sleep(Math.max(0, from + n * everyMs - systemClock.now()));
    const token = n % TOKENS.length;
    const at = systemClock.now();
    firedAt.set(String(await stack.fire([TOKENS[token] ?? ""])), at);
    for (let monitor = 0; monitor < MONITORS; monitor += 1) {
      if (!watches(monitor, token)) continue;
      expected += 1;
      if (isHealthy(monitor)) healthy += 1;
    }
  }
  const reads = await reader.stop();
  const memoryMb = await memory();
  await tellProcessor();
  const arrived = (): Arrival[] => receivers.arrivals.slice(since).filter(({ host }) => isHealthy(host));
  const until = systemClock.now() + DRAINED_MS;
  while (new Set(arrived().map(({ id }) => id)).size < healthy && systemClock.now() < until) await sleep(500);
  const first = new Map<string, number>();
  for (const { id, event, at } of arrived()) if (!first.has(id)) first.set(id, at - (firedAt.get(event) ?? at));
  say(
    `  ${expected} messages, ${first.size} of ${healthy} at hosts that answer, ${arrived().length - first.size} of them twice`,
  );
  return { messages: healthy - first.size, healthyMs: [...first.values()], reads, memoryMb };
}

const chosen = new Map<number, ReadonlySet<number>>();
/** Half of the tokens, others for each monitor. */
function watches(monitor: number, token: number): boolean {
  let mine = chosen.get(monitor);
  if (mine === undefined) {
    const draw = openDraw(monitor + 1);
    const all = TOKENS.map((_, at) => ({ at, by: draw(1_000_000) })).sort((a, b) => a.by - b.by);
    mine = new Set(all.slice(0, TOKENS_EACH).map(({ at }) => at));
    chosen.set(monitor, mine);
  }
  return mine.has(token);
}

const shown = (what: string, { healthyMs, reads }: Pick<Storm, "healthyMs" | "reads">) =>
  say(
    `  ${what}: messages p50 ${quantile(healthyMs, 0.5).toFixed(0)} ms, p99 ${quantile(healthyMs, 0.99).toFixed(0)} ms; reads p99 ${quantile(reads, 0.99).toFixed(1)} ms (${reads.length})`,
  );

/** @returns how many bars were missed. */
export async function soakStorm(minutes: number): Promise<number> {
  const stack = await startStack();
  const { children, url } = await stack.service.place();
  const reader = openReader(url);
  await standAside();
  const missed: string[] = [];
  const bar = (what: string, value: number, limit: number) => {
    if (!judge(what, value, limit, "below")) missed.push(what);
  };
  try {
    say(`  processes ${Object.keys(children).join(" ")}`);
    await stack.watch(MONITORS, (monitor) => TOKENS.filter((_, at) => watches(monitor, at)));
    const tellProcessor = await countProcessor(stack);
    reader.start();
    await sleep(IDLE_MS);
    const idle = await reader.stop();
    await tellProcessor();
    say(`  idle: reads p99 ${quantile(idle, 0.99).toFixed(1)} ms (${idle.length})`);
    const all = await storm(stack, minutes, reader, () => true);
    shown("all answer", all);
    stack.receivers.behave((host) => (host % 10 === 3 ? "hang" : host % 10 === 7 ? "fail" : "ok"));
    const some = await storm(stack, minutes, reader, (host) => host % 10 !== 3 && host % 10 !== 7);
    shown("a tenth hangs, a tenth fails", some);
    await sleep(STORED_MS);
    // Each that was not taken is counted as still to be sent.
    const monitors = Array.from({ length: MONITORS }, (_, at) => idOf(at));
    const standing = await stack.insist(({ store }) => store.query(deliveryStanding, { monitors, since: 0 }));
    const sum = (of: (row: (typeof standing)[number]) => number) => standing.reduce((all, row) => all + of(row), 0);
    const taken = new Set(stack.receivers.arrivals.filter(({ isTaken }) => isTaken).map(({ id }) => id)).size;
    const uncounted = sum((row) => row.last_sequence) - taken - sum((row) => row.pending) - sum((row) => row.exhausted);
    say(`  ${sum((row) => row.last_sequence)} messages: ${taken} taken, ${sum((row) => row.pending)} to be sent`);
    // Slots: as many as are open at once where nobody answers soon.
    stack.receivers.behave((host) => (host % 10 === 3 || host % 10 === 7 ? "fail" : "slow"));
    stack.receivers.most = 0;
    await stack.fire(TOKENS.slice(0, 4));
    await sleep(8_000);
    say(`  slots: ${stack.receivers.most} deliveries under way at once`);
    bar("messages lost at hosts that answer", all.messages + some.messages, 1);
    bar("messages neither taken nor counted", Math.abs(uncounted), 1);
    bar("p99 of messages beside sick hosts", quantile(some.healthyMs, 0.99) / quantile(all.healthyMs, 0.99), BAR);
    bar("p99 of reads in the storm", quantile(all.reads, 0.99) / quantile(idle, 0.99), BAR);
    bar("p99 of reads in the storm with sick hosts", quantile(some.reads, 0.99) / quantile(idle, 0.99), BAR);
    bar(
      `median memory of the workers in the second storm (${all.memoryMb.toFixed(0)} → ${some.memoryMb.toFixed(0)} MB)`,
      some.memoryMb / all.memoryMb,
      MEMORY_BAR,
    );
    const beside = "slots beside the sick ones";
    if (!judge(beside, stack.receivers.most, 20, "at least")) missed.push(beside);
  } finally {
    await reader.end();
    await stack.stop();
  }
  return missed.length;
}
