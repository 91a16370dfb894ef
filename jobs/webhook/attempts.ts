// Attempts as they are written down: those that end within a moment are one insert. When what follows from them is done,
// Redis is told that they are.
import { setTimeout as sleep } from "node:timers/promises";
import { type DeliveryRow, delivery } from "../../schema/dataset/watch/delivery.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { systemRandom } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import type { Deps } from "../deps.ts";
import { gather as gatherTurn } from "../gather.ts";
import { MADE_ATTEMPT, MADE_S } from "./made.ts";

/** Few that trickle in wait so long for others: a block of a single row costs the store as much as one of many. */
const GATHER_MS = 400;
/** So many wait for nobody: their jobs hold slots. */
const ROWS_SOON = 128;
const ROWS_MAX = 1_000;

/** KEYS: of each message its last attempt, then what is forgotten. ARGV: how long it is remembered, of each its attempt. */
const TELL = script(`${MADE_ATTEMPT}
for at = 1, #KEYS do
  local made = ARGV[at + 1]
  if not made then redis.call("DEL", KEYS[at])
  elseif attemptOf(redis.call("GET", KEYS[at])) <= tonumber(made) then redis.call("SET", KEYS[at], made, "EX", ARGV[1]) end
end
return 1`);

type KeepDeps = Pick<Deps, "clock" | "store">;

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
async function run({ store, clock }: KeepDeps, gathering: Gathering): Promise<void> {
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
export function keepAttempt(deps: KeepDeps, row: DeliveryRow): Promise<void> {
  const { store } = deps;
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
    void run(deps, gathering);
  });
}

/**
 * Says of attempts that they are stored and that what follows from them is done, so that whoever runs their jobs again
 * leaves them; and whose were taken.
 */
export const endAttempt = gatherTurn(async (redis: Redis, rows: readonly DeliveryRow[]): Promise<void> => {
  const taken = new Set(rows.filter(({ state }) => state === "delivered").map(({ monitor }) => monitor));
  const keys = [...rows.map(({ message }) => KEYS.webhookMade(message)), ...[...taken].map(KEYS.webhookFailing)];
  await runScript(redis, TELL, keys, [MADE_S, ...rows.map(({ attempt }) => attempt)]);
});
