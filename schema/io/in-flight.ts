// Which inserts of readings are under way, told to all processes through Redis: what was told before the oldest of them is
// stored. A reading bears the instant of its insert, so that a build reads what is stored for certain and nothing else.
import { setTimeout as sleep } from "node:timers/promises";
import { KEYS } from "../key.ts";
import { isRefusal } from "./clickhouse.ts";
import type { Clock } from "./clock.ts";
import { endsWithin } from "./deadline.ts";
import { type Random, systemRandom } from "./random.ts";
import type { Redis } from "./redis.ts";
import { runScript, script } from "./script.ts";

/**
 * One whose process died has ended by then, well or not; until then builds know nothing younger. An insert that takes
 * longer comes into builds that are past, which are not made again as they were.
 */
const LOST_MS = 30_000;
/** Clocks of hosts that are further apart than this are not kept together: one that is hours ahead would hide all rows. */
const APART_MS_MAX = 10_000;
const SETTLED_AT = "at";
/**
 * Who looked before took an instant for settled, by a clock that may be ahead of the teller's: the rows bear a later one, and
 * no two inserts the same. Who looks from now on takes none from the telling on.
 */
export const TELL = script(`
local last = tonumber(redis.call("ZSCORE", KEYS[2], "${SETTLED_AT}") or 0)
local at = math.max(tonumber(ARGV[2]), math.min(last + 1, tonumber(ARGV[3])))
redis.call("ZADD", KEYS[1], ARGV[2], ARGV[1])
redis.call("ZADD", KEYS[2], "GT", at, "${SETTLED_AT}")
return at`);
/** Rows wait no longer than this for a Redis that is away or full: what could not be told in time is stored untold. */
const TELL_MS = 2_000;

/** Resolves when the telling ended, well or not, or took too long. */
const orLate = (telling: Promise<unknown>): Promise<unknown> =>
  endsWithin(TELL_MS, telling, "untold").catch(() => undefined);

type Doors = { readonly redis: Redis; readonly clock: Clock; readonly random?: Random };

/**
 * Tells of an insert, makes it and tells that it ended. `insert` is given the instant that its rows are known from,
 * epoch milliseconds; `source` counts as having stored rows, null is of no rows that builds hold.
 */
export async function tellInsert<R>(
  { redis, clock, random = systemRandom }: Doors,
  source: string | null,
  insert: (storedAt: number) => Promise<R>,
): Promise<R> {
  const toldAt = clock.now();
  const name = `${source ?? ""}~${random.id(toldAt)}`;
  const keys = [KEYS.insertsInFlight, KEYS.settledAt];
  const heard = await orLate(runScript(redis, TELL, keys, [name, toldAt, toldAt + APART_MS_MAX]));
  const storedAt = Math.max(toldAt, Number(heard ?? 0));
  let made: R;
  try {
    made = await insert(storedAt);
  } catch (error) {
    // Of one without an answer nobody knows whether it still comes: it stays until it counts as lost.
    if (isRefusal(error)) await orLate(redis.zrem(KEYS.insertsInFlight, name));
    throw error;
  }
  const ended = redis.multi().zrem(KEYS.insertsInFlight, name);
  if (source !== null) {
    ended.hincrby(KEYS.storedCount, source, 1).zadd(KEYS.storedLast, "GT", storedAt, source);
  }
  await orLate(ended.exec());
  return made;
}

export type Settled = {
  /** The last instant such that every reading that bears it or an earlier one is stored, epoch milliseconds. */
  readonly known: number;
  /**
   * What is counted of each source's stored rows. It is another text once rows are known that were not: while some bear a
   * later instant than `known` it names that, since what is read meanwhile lacks them.
   */
  readonly counts: Readonly<Record<string, string>>;
};

/** So long a build waits for inserts that were under way when it began: most take a small part of it. */
const SETTLE_MS = 1_000;
const LOOK_MS = 20;

type Look = Settled & {
  /** Source and the last instant that its rows bear, by turns. */
  readonly last: readonly string[];
};

async function look(redis: Redis, at: number): Promise<Look> {
  const asked = redis
    .multi()
    .zadd(KEYS.settledAt, "GT", at, SETTLED_AT)
    .zremrangebyscore(KEYS.insertsInFlight, "-inf", String(at - LOST_MS))
    .zrange(KEYS.insertsInFlight, "0", "0", "WITHSCORES")
    .hgetall(KEYS.storedCount)
    .zrange(KEYS.storedLast, "0", "-1", "WITHSCORES");
  const answers = (await asked.exec()) ?? [];
  for (const [error] of answers) if (error) throw error;
  const [, oldest] = (answers[2]?.[1] ?? []) as string[];
  const counts = (answers[3]?.[1] ?? {}) as Record<string, string>;
  const last = (answers[4]?.[1] ?? []) as string[];
  return { known: oldest === undefined ? at : Math.min(at, Number(oldest) - 1), counts, last };
}

/** A host's clock may be ahead, and an insert may have ended before an older one: of those rows the count says too much. */
function settledOf({ counts, last }: Look, known: number): Settled {
  const snapshot = { ...counts };
  for (let at = 0; at < last.length; at += 2) {
    const source = last[at] ?? "";
    if (Number(last[at + 1]) > known) snapshot[source] = `${snapshot[source] ?? "0"} but of ${known}`;
  }
  return { known, counts: snapshot };
}

/** What is stored for certain at `at`, or soon after; of an insert that takes longer the rows come with the next build. */
export async function awaitSettled(redis: Redis, at: number): Promise<Settled> {
  const first = await look(redis, at);
  let { known } = first;
  for (let waitedMs = 0; known < at && waitedMs < SETTLE_MS; waitedMs += LOOK_MS) {
    await sleep(LOOK_MS);
    known = (await look(redis, at)).known;
  }
  // What was counted since may be of rows that are not known by then: whoever holds an answer would wait for no others.
  return settledOf(first, known);
}

/** What is stored for certain at `at` (epoch milliseconds) or before. */
export async function readSettled(redis: Redis, at: number): Promise<Settled> {
  const now = await look(redis, at);
  return settledOf(now, now.known);
}
