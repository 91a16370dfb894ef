// Counts answers in memory and hands them on once a second; nothing of it waits on the way of an answer.
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import type { PaidBy, UsageBlock } from "../../schema/usage.ts";
import type { Access } from "./access.ts";

export type Usage = {
  count(caller: string, access: Access, status: number, paidBy: PaidBy): void;
  /** Hands on what was counted; what Redis does not take is kept for the next time. */
  flush(): Promise<void>;
};

/** Blocks kept while Redis is away; older ones go, and the log says so. */
const BLOCKS_MAX = 600;
/** What Redis keeps while nobody stores it. */
const STORED_BLOCKS_MAX = 100_000;

type Count = { -readonly [K in keyof UsageBlock["counts"][number]]: UsageBlock["counts"][number][K] };

/** The map under the key, made where it is new. */
function inner<K, L, V>(map: Map<K, Map<L, V>>, key: K): Map<L, V> {
  const held = map.get(key);
  if (held !== undefined) return held;
  const made = new Map<L, V>();
  map.set(key, made);
  return made;
}

export function openUsage(options: { redis: Redis; clock: Clock; log: Log; holder: string }): Usage {
  const { redis, clock, log, holder } = options;
  // Nested, since joining a key for each call would cost more than counting it.
  let counts = new Map<string, Map<Access, Map<number, Count>>>();
  let blocks: string[] = [];
  let sending: Promise<void> | null = null;

  const cut = () => {
    const flat = [...counts.values()].flatMap((routes) => [...routes.values()].flatMap((all) => [...all.values()]));
    if (flat.length === 0) return;
    counts = new Map();
    blocks.push(JSON.stringify({ process: holder, at: clock.now(), counts: flat } satisfies UsageBlock));
    if (blocks.length <= BLOCKS_MAX) return;
    log.warn({ blocks: blocks.length - BLOCKS_MAX }, "counts of calls were dropped");
    blocks = blocks.slice(-BLOCKS_MAX);
  };
  const send = async () => {
    const sent = blocks;
    if (sent.length === 0) return;
    blocks = [];
    try {
      await redis.rpush(KEYS.usage, ...sent);
      await redis.ltrim(KEYS.usage, -STORED_BLOCKS_MAX, -1);
    } catch {
      blocks = [...sent, ...blocks];
    }
  };
  return {
    count(caller, access, status, paidBy) {
      const routes = inner(counts, caller);
      const statuses = inner(routes, access);
      // Statuses have three digits; how it was paid distinguishes further.
      const slot = status * 16 + paidBy.length;
      const held = statuses.get(slot);
      if (held !== undefined) {
        held.calls += 1;
        return;
      }
      const { route, method, tier } = access;
      statuses.set(slot, { caller, route, method, tier, status, paid_by: paidBy, calls: 1 });
    },
    async flush() {
      cut();
      sending ??= send().finally(() => {
        sending = null;
      });
      await sending;
    },
  };
}
