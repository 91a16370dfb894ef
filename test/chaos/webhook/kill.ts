// npm run soak watch kill: every process is killed at random while two thousand messages are under way; none is lost, and
// each keeps its id and its number.

import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../schema/io/clock.ts";
import { say } from "../../../scripts/bench/measure.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { idOf, type Stack, startStack } from "./stack.ts";

const MONITORS = 40;
const EVENTS = 50;
const EVERY_MS = 1_200;
const PAUSE_MS = 2_000;
const BACK_MS = 60_000;
/** What a Redis forgot is looked for once it is five minutes late. */
const DRAINED_MS = 540_000;
const SPARED: ReadonlySet<string> = new Set(["sandbox"]);

type Row = { readonly monitor: string; readonly sequence: number; readonly id: string; readonly event: number };

/** One after another, in an order of its own each round. */
async function killOn(stack: Stack, seed: number, isDone: () => boolean): Promise<Map<string, number>> {
  const draw = openDraw(seed);
  const killed = new Map<string, number>();
  const order: string[] = [];
  while (!isDone()) {
    await sleep(PAUSE_MS + draw(PAUSE_MS * 2));
    const { children } = await stack.service.place();
    if (order.length === 0) order.push(...Object.keys(children).filter((name) => !SPARED.has(name)));
    const [name = ""] = order.splice(draw(order.length), 1);
    const pid = children[name];
    if (isDone() || pid === undefined) continue;
    process.kill(pid, "SIGKILL");
    killed.set(name, (killed.get(name) ?? 0) + 1);
    const isBack = async () => ![undefined, pid].includes((await stack.service.place()).children[name]);
    for (const until = systemClock.now() + BACK_MS; systemClock.now() < until && !(await isBack()); ) await sleep(100);
  }
  return killed;
}

type Expected = {
  readonly monitors: number;
  readonly events: number;
  /** Whether the receiver of a monitor answers, so that all of its messages have to arrive. */
  readonly answers: (monitor: number) => boolean;
};

/** Messages of each monitor: as many as there were events, numbered in their order, told as stored, and none lost. */
export function faultsOf(rows: readonly Row[], stack: Stack, { monitors, events, answers }: Expected): string[] {
  const faults: string[] = [];
  const stored = new Map(rows.map((row) => [row.id, row]));
  if (stored.size !== rows.length) faults.push(`${rows.length - stored.size} ids are of two messages`);
  for (let monitor = 0; monitor < monitors; monitor += 1) {
    const own = rows.filter((row) => row.monitor === idOf(monitor));
    const isWhole = own.every(({ sequence }, at) => sequence === at + 1) && own.length === events;
    const isOrdered = own.every(({ event }, at) => at === 0 || event > (own[at - 1]?.event ?? 0));
    if (!isWhole)
      faults.push(`${idOf(monitor)}: ${own.length} messages, numbered ${own.map(({ sequence }) => sequence)}`);
    if (!isOrdered) faults.push(`${idOf(monitor)}: not in the order of events`);
  }
  const told = new Map<string, string>();
  for (const { id, monitor, sequence, text } of stack.receivers.arrivals) {
    const row = stored.get(id);
    if (row?.monitor !== monitor || row.sequence !== sequence) faults.push(`${id} arrived as another than was stored`);
    if ((told.get(id) ?? text) !== text) faults.push(`${id} said something else the second time`);
    told.set(id, text);
  }
  const due = new Set(
    Array.from({ length: monitors }, (_, at) => at)
      .filter(answers)
      .map(idOf),
  );
  const lost = rows.filter(({ id, monitor }) => due.has(monitor) && !told.has(id));
  if (lost.length > 0) faults.push(`${lost.length} messages never arrived, such as ${lost[0]?.id}`);
  return faults;
}

export function readRows(stack: Stack): Promise<readonly Row[]> {
  const sql = "SELECT monitor, sequence, id, event FROM message WHERE monitor != '' ORDER BY monitor, sequence";
  return stack.insist(({ store }) => store.query<object, Row>({ name: "all", sql }, {}));
}

/** @returns how many faults were found. */
export async function soakKill(seed: number): Promise<number> {
  const stack = await startStack();
  try {
    await stack.watch(MONITORS, () => ["storm"]);
    let isDone = false;
    const killing = killOn(stack, seed, () => isDone);
    const from = systemClock.now();
    for (let n = 0; n < EVENTS; n += 1) {
      await sleep(Math.max(0, from + n * EVERY_MS - systemClock.now()));
      await stack.fire(["storm"]);
    }
    const arrived = () => new Set(stack.receivers.arrivals.map(({ id }) => id)).size;
    // Some more while what is late comes.
    const calm = systemClock.now() + 10_000;
    while (systemClock.now() < calm && arrived() < MONITORS * EVENTS) await sleep(200);
    isDone = true;
    const killed = await killing;
    const quietAt = systemClock.now();
    while (arrived() < MONITORS * EVENTS && systemClock.now() < quietAt + DRAINED_MS) await sleep(500);
    say(`  killed ${[...killed].map(([name, times]) => `${name} ${times}`).join(", ")}`);
    say(`  all had arrived ${((systemClock.now() - quietAt) / 1_000).toFixed(0)} s after the last kill`);
    const rows = await readRows(stack);
    const faults = faultsOf(rows, stack, { monitors: MONITORS, events: EVENTS, answers: () => true });
    const { length } = stack.receivers.arrivals;
    say(`  ${rows.length} messages, ${arrived()} arrived, ${length - arrived()} more than once; seed ${seed}`);
    for (const fault of faults.slice(0, 20)) say(`  FOUND ${fault}`);
    return faults.length;
  } finally {
    await stack.stop();
  }
}
