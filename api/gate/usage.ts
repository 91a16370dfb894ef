// Counts answers in memory and hands them on once a second; nothing of it waits on the way of an answer.
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { PAID_BY, type PaidBy, type UsageBlock } from "../../schema/usage.ts";
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

type Count = UsageBlock["counts"][number];
/** Calls by caller, of one kind and end. */
type Counts = { readonly paidBy: PaidBy; readonly status: number; readonly calls: Map<string, number> };

export function openUsage(options: { redis: Redis; clock: Clock; log: Log; holder: string }): Usage {
  const { redis, clock, log, holder } = options;
  // Nested, since joining a key for each call would cost more than counting it; callers innermost, being many.
  let counts = new Map<Access, Map<number, Counts>>();
  let blocks: string[] = [];
  let sending: Promise<void> | null = null;

  const cut = () => {
    // Written by hand, but for what the calls of a kind share: of new addresses there may be very many.
    let text = "";
    for (const [{ route, method, tier }, ends] of counts) {
      for (const { status, paidBy: paid_by, calls: callers } of ends.values()) {
        const shared: Omit<Count, "caller" | "calls"> = { route, method, tier, status, paid_by };
        const start = `${JSON.stringify(shared).slice(0, -1)},"caller":`;
        for (const [caller, calls] of callers) {
          text += `${text === "" ? "" : ","}${start}${JSON.stringify(caller)},"calls":${calls}}`;
        }
      }
    }
    if (text === "") return;
    counts = new Map();
    const told: Omit<UsageBlock, "counts"> = { process: holder, at: clock.now() };
    blocks.push(`${JSON.stringify(told).slice(0, -1)},"counts":[${text}]}`);
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
      const ends = counts.get(access) ?? new Map<number, Counts>();
      if (ends.size === 0) counts.set(access, ends);
      const slot = status * PAID_BY.length + PAID_BY.indexOf(paidBy);
      let held = ends.get(slot);
      if (held === undefined) {
        held = { paidBy, status, calls: new Map() };
        ends.set(slot, held);
      }
      held.calls.set(caller, (held.calls.get(caller) ?? 0) + 1);
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
