// Attempts as they are written down: those that end within a moment are one insert.
import { setTimeout as sleep } from "node:timers/promises";
import { type DeliveryRow, delivery } from "../../schema/dataset/watch/delivery.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { systemRandom } from "../../schema/io/random.ts";

/** Few that trickle in wait so long for others: a block of a single row costs the store as much as one of many. */
const GATHER_MS = 400;
/** So many wait for nobody: their jobs hold slots. */
const ROWS_SOON = 64;
const ROWS_MAX = 1_000;

type Waiting = { readonly row: DeliveryRow; readonly resolve: () => void; readonly reject: (error: unknown) => void };
type Gathering = { readonly waiting: Waiting[]; isRunning: boolean; enough: AbortController };
const GATHERED = new WeakMap<Store, Gathering>();

async function gather(gathering: Gathering): Promise<Waiting[]> {
  gathering.enough = new AbortController();
  if (gathering.waiting.length < ROWS_SOON) {
    await sleep(GATHER_MS, undefined, { signal: gathering.enough.signal }).catch(() => undefined);
  }
  return gathering.waiting.splice(0, ROWS_MAX);
}

/** One insert at a time takes all that ended meanwhile: the more there are, the fewer blocks they are. */
async function run(store: Store, clock: Clock, gathering: Gathering): Promise<void> {
  while (gathering.waiting.length > 0) {
    const batch = await gather(gathering);
    try {
      const rows = batch.map(({ row }) => row);
      await store.insert(delivery.name, rows, `delivery~${systemRandom.id(clock.now())}`);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  gathering.isRunning = false;
}

/** Resolves when the attempt is stored. */
export function keepAttempt({ store, clock }: { store: Store; clock: Clock }, row: DeliveryRow): Promise<void> {
  const gathering = GATHERED.get(store) ?? {
    waiting: [],
    isRunning: false,
    enough: new AbortController(),
  };
  GATHERED.set(store, gathering);
  return new Promise((resolve, reject) => {
    gathering.waiting.push({ row, resolve, reject });
    if (gathering.waiting.length >= ROWS_SOON) gathering.enough.abort();
    if (gathering.isRunning) return;
    gathering.isRunning = true;
    void run(store, clock, gathering);
  });
}
