// Attempts as they are written down: those that end within a moment are one insert.
import { setTimeout as sleep } from "node:timers/promises";
import { type DeliveryRow, delivery } from "../../schema/dataset/watch/delivery.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { systemRandom } from "../../schema/io/random.ts";

const GATHER_MS = 50;
const ROWS_MAX = 1_000;

type Waiting = { readonly row: DeliveryRow; readonly resolve: () => void; readonly reject: (error: unknown) => void };
type Gathering = { readonly waiting: Waiting[]; isRunning: boolean };
const GATHERED = new WeakMap<Store, Gathering>();

/** One insert at a time takes all that ended meanwhile: the more there are, the fewer blocks they are. */
async function run(store: Store, clock: Clock, gathering: Gathering): Promise<void> {
  while (gathering.waiting.length > 0) {
    await sleep(GATHER_MS);
    const batch = gathering.waiting.splice(0, ROWS_MAX);
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
  const gathering = GATHERED.get(store) ?? { waiting: [], isRunning: false };
  GATHERED.set(store, gathering);
  return new Promise((resolve, reject) => {
    gathering.waiting.push({ row, resolve, reject });
    if (gathering.isRunning) return;
    gathering.isRunning = true;
    void run(store, clock, gathering);
  });
}
