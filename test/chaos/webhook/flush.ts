// npm run soak watch flush: Redis forgets everything, again and again, while six thousand messages are under way and a fifth
// of the receivers hang or fail; nothing is lost, and what is sick holds up nobody else's way back.
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../schema/io/clock.ts";
import { deliveryStanding } from "../../../schema/query/watch/delivery-standing.ts";
import { say } from "../../../scripts/bench/measure.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { faultsOf, readRows } from "./kill.ts";
import { idOf, type Stack, startStack } from "./stack.ts";

const MONITORS = 200;
const EVENTS = 30;
const EVERY_MS = 2_000;
const FLUSHES = 3;
/** What a Redis forgot is looked for once it is five minutes late. */
const DRAINED_MS = 400_000;

const isSick = (monitor: number) => monitor % 10 === 3 || monitor % 10 === 7;

/** The events, and Redis flushed at instants of their own within them. @returns how often. */
async function storm(stack: Stack, seed: number): Promise<number> {
  const draw = openDraw(seed);
  const at = Array.from({ length: FLUSHES }, (_, n) => ((n + draw(1_000) / 1_000) / FLUSHES) * EVENTS * EVERY_MS);
  const from = systemClock.now();
  let flushed = 0;
  const flush = async () => {
    for (const ms of at) {
      await sleep(Math.max(0, from + ms - systemClock.now()));
      await stack.insist(({ redis }) => redis.flushall());
      flushed += 1;
    }
  };
  const fire = async () => {
    for (let n = 0; n < EVENTS; n += 1) {
      await sleep(Math.max(0, from + n * EVERY_MS - systemClock.now()));
      await stack.fire(["storm"]);
    }
  };
  await Promise.all([fire(), flush()]);
  return flushed;
}

/** @returns how many faults were found. */
export async function soakFlush(seed: number): Promise<number> {
  const stack = await startStack();
  try {
    const { receivers } = stack;
    await stack.watch(MONITORS, () => ["storm"]);
    receivers.behave((host) => (host % 10 === 3 ? "hang" : host % 10 === 7 ? "fail" : "ok"));
    const flushed = await storm(stack, seed);
    const endedAt = systemClock.now();
    const healthy = Array.from({ length: MONITORS }, (_, at) => at).filter((at) => !isSick(at)).length * EVENTS;
    const arrived = () => new Set(receivers.arrivals.filter(({ isTaken }) => isTaken).map(({ id }) => id)).size;
    while (arrived() < healthy && systemClock.now() < endedAt + DRAINED_MS) await sleep(500);
    say(
      `  Redis flushed ${flushed} times; all had arrived ${((systemClock.now() - endedAt) / 1_000).toFixed(0)} s after`,
    );
    const rows = await readRows(stack);
    const faults = faultsOf(rows, stack, { monitors: MONITORS, events: EVENTS, answers: (at) => !isSick(at) });
    const monitors = Array.from({ length: MONITORS }, (_, at) => idOf(at));
    const standing = await stack.insist(({ store }) => store.query(deliveryStanding, { monitors, since: 0 }));
    const sum = (of: (row: (typeof standing)[number]) => number) => standing.reduce((all, row) => all + of(row), 0);
    const pending = sum((row) => row.pending);
    const taken = receivers.arrivals.filter(({ isTaken }) => isTaken).length;
    say(
      `  ${rows.length} messages: ${arrived()} taken, ${taken - arrived()} of them again, ${pending} to be sent; seed ${seed}`,
    );
    if (arrived() + pending + sum((row) => row.exhausted) !== rows.length)
      faults.push("some are neither taken nor counted");
    for (const fault of faults.slice(0, 20)) say(`  FOUND ${fault}`);
    return faults.length;
  } finally {
    await stack.stop();
  }
}
